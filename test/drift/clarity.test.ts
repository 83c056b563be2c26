/** What makes a text clear, as far as a program can count it. */
import { describe, expect, test } from 'bun:test'
import { cardFaults } from './rules/lengths'
import { sourcesOf } from './rules/sources'
import { spreadFaults } from './rules/spreads'

const EVERY_SOURCE_MS = 60_000

describe('the sources', () => {
  const sources = sourcesOf('src', 'test', 'bench', 'build', 'examples')

  test(
    'spread no literal to save a line',
    () => {
      expect([...sources].flatMap(([path, source]) => spreadFaults(path, source))).toEqual([])
    },
    EVERY_SOURCE_MS,
  )

  test('are chapters: a short file has a second importer, or a reason', () => {
    expect(cardFaults(sourcesOf('src'))).toEqual([])
  })
})

describe('a short file', () => {
  const user = ['src/core/user.ts', "import { a } from './card'"] as const
  const faultsOf = (text: string, ...more: readonly (readonly [string, string])[]) =>
    cardFaults(new Map([user, ['src/core/card.ts', text], ...more]))

  test('with one importer is a card', () => {
    expect(faultsOf('/** A number. */\nexport const a = 1\n')).toEqual([
      'src/core/card.ts: 2 lines for one importer: join them, or say in its header why not',
    ])
  })

  test('may stand for a second importer, for a reason, or if it is not short', () => {
    const other = ['src/core/other.ts', "import { a } from './card'"] as const
    expect(faultsOf('export const a = 1\n', other)).toEqual([])
    expect(faultsOf('/** A number. Apart from the user, which browsers do not load. */\n')).toEqual(
      [],
    )
    expect(faultsOf('export const a = 1\n'.repeat(40))).toEqual([])
  })
})

describe('a spread', () => {
  test.each([
    'const a = { ...{ name, what }, x }',
    "const a = [...['x', 'y'], ...rest]",
    "const a = [...(['x', 'y'] as const)]",
    'const a = { ...({ name } satisfies Named) }',
    'f(...[a, b])',
    'const a = [\n  { b: [...[c]] },\n]',
  ])('of a literal only saves a line: %j', (source) => {
    expect(spreadFaults('src/core/a.ts', source)).toHaveLength(1)
  })

  test.each([
    'const a = { ...(x && { name }), ...rest }',
    'const a = [...(x ? [name] : [])]',
    'const a = [...[b, c].map(f), ...new Set([b])]',
    'const f = (...[a, b]: readonly string[]) => a',
    'const a = { b: [c] }',
    "const a = '...{ b }' // ...[c]",
  ])('of anything else may stand: %j', (source) => {
    expect(spreadFaults('src/core/a.ts', source)).toEqual([])
  })

  test('is shown by its line', () => {
    expect(spreadFaults('src/core/a.ts', 'const a = {\n  ...{ b },\n}')).toEqual([
      'src/core/a.ts:2: a spread of a literal: write its elements here',
    ])
  })

  test('is found among the attributes of an element', () => {
    expect(spreadFaults('src/clients/console/a.tsx', 'const a = <b {...{ c: 1 }} />')).toHaveLength(
      1,
    )
  })
})
