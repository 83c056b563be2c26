/** Every decision is carried out somewhere, by name, and tested somewhere, by name. */
import { describe, expect, test } from 'bun:test'
import { contractTests, idsIn } from '../contract/coverage'
import { ROWS } from '../contract/rows'
import { sourcesOf } from './rules/sources'

const DECISIONS = Array.from({ length: 11 }, (_, at) => `D${at + 1}`)
/** Those that have been taken; not all of them are carried out yet. */
const TAKEN = Array.from({ length: 17 }, (_, at) => `D${at + 1}`)
const NAME = /\bD\d{1,2}\b/g

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g

/** The decisions that the comments of a source name. */
const namedInComments = (source: string): readonly string[] =>
  (source.match(COMMENT) ?? []).flatMap((comment) => comment.match(NAME) ?? [])

const namedBy = (sources: ReadonlyMap<string, string>): readonly string[] => [
  ...new Set([...sources.values()].flatMap(namedInComments)),
]

const tests = new Map([...sourcesOf('test')].filter(([path]) => path.endsWith('.test.ts')))
const namedByCode = namedBy(sourcesOf('src'))
const others = new Map([...tests].filter(([path]) => !path.startsWith('test/contract/')))

describe.each(DECISIONS)('%s', (decision) => {
  test('is named by the code that carries it out', () => {
    expect(namedByCode).toContain(decision)
  })

  test('has rows in the contract, which tests name', () => {
    const ids = ROWS.filter(([, where]) => where === decision).map(([id]) => id)
    expect(ids.length).toBeGreaterThan(0)
    const named = new Set(contractTests().flatMap(idsIn))
    expect(ids.filter((id) => !named.has(id))).toEqual([])
  })

  test('is named by the tests of a part as well', () => {
    const naming = [...others.values()].filter((source) =>
      new RegExp(`\\b${decision}\\b`).test(source),
    )
    expect(naming.length).toBeGreaterThan(0)
  })
})

describe('a decision that is named', () => {
  test.each([
    ['src', namedByCode],
    ['test', namedBy(tests)],
  ])('in %s is one that there is', (_, named) => {
    expect(named.filter((name) => !TAKEN.includes(name))).toEqual([])
  })

  test('counts in a comment, not in code or a string', () => {
    expect(namedInComments("/** D4 */\nconst D5 = 'D6' // as in D7\n")).toEqual(['D4', 'D7'])
  })
})
