import { describe, expect, test } from 'bun:test'
import { BANS } from './rules/bans'
import { codeOf } from './rules/code'
import { sourcesOf } from './rules/sources'
import { tidyFaults } from './rules/tidy'

describe('the sources', () => {
  const sources = sourcesOf('src', 'test', 'bench', 'build', 'tools')

  test('the sources are tidy', () => {
    expect([...sources].flatMap(([path, source]) => tidyFaults(path, source))).toEqual([])
  })
})

/** Each rule by a file that breaks it, and one that does nearly the same and may. */
const examples = [
  ['Date', 'src/trading/commands/tick.ts', 'const at = Date.now()', 'const at = clock.now()'],
  ['Date', 'test/trading/tick.test.ts', 'const at = new Date(0)', 'const at: PlainDate = x.y()'],
  [
    'performance.now',
    'src/trading/commands/tick.ts',
    'performance.now()',
    'performance.mark(name)',
  ],
  ['Math.random', 'bench/load.ts', 'Math.random()', 'Math.round(x)'],
  ['randomness', 'src/trading/commands/tick.ts', 'crypto.randomUUID()', 'crypto.subtle'],
  ['process.env', 'src/postgres/connect.ts', 'process.env.PORT', 'process.exit(1)'],
  ['process.env', 'src/postgres/connect.ts', 'Bun.env.PORT', 'Bun.file(path)'],
  ['t.UnionEnum', 'src/api/v1/orders/schema.ts', 't.UnionEnum([a])', 't.Union([a])'],
  ['escape sequence', 'src/clients/cli/demo/command.ts', "say('\\x1b[1m')", "paint(text, 'bold')"],
  ['console', 'src/trading/commands/tick.ts', 'console.log(at)', 'log(at)'],
  ['as any, as never, as unknown as', 'src/core/order/order.ts', 'x as any // safe: no', '(x)'],
  [
    'as any, as never, as unknown as',
    'src/core/order/order.ts',
    'x as unknown as Y // safe: no',
    'x',
  ],
  ['@ts-ignore, @ts-expect-error', 'src/core/order/order.ts', '// @ts-ignore', '// ts'],
  ['parseFloat', 'test/core/order.test.ts', 'Number.parseFloat(x)', 'Number.isFinite(x)'],
  [
    'Number( in core',
    'src/core/order/order.ts',
    'const x = Number(text)',
    'const wireNumber = Number(x)',
  ],
  ['setInterval', 'test/core/order.test.ts', 'setInterval(f, 5)', 'setTimeout(f, 5)'],
  ['a note to do it later', 'src/core/order/order.ts', '// TODO', '// TODOS'], // tidy: an example
  ['a line over 100 characters', 'test/a.test.ts', '—'.repeat(101), '—'.repeat(100)],
] as const

describe('a rule', () => {
  test.each(examples)('%s: %s may not say %j', (name, path, source) => {
    expect(tidyFaults(path, source)).toHaveLength(1)
    expect(tidyFaults(path, source)[0]).toStartWith(`${path}:1: ${name}: `)
  })

  test.each(examples)('%s: %s may say less than %j', (_, path, _source, allowed) => {
    expect(tidyFaults(path, allowed)).toEqual([])
  })

  test('has an example here', () => {
    const shown = new Set<string>(examples.map(([name]) => name))
    expect(BANS.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([])
  })

  test.each([
    ['src/market/clock.ts', 'Date.now()'],
    ['src/market/clock/system.ts', 'performance.now()'],
    ['bench/bench.ts', 'console.log(performance.now())'],
    ['src/server/telemetry/log.ts', 'console.log(line)'],
    ['src/clients/cli/shared/paper.ts', 'process.env'],
    ['src/clients/cli/shared/terminal.ts', "stdout.write('\\x1b[2K')"],
    ['test/postgres/connect.test.ts', 'process.env.TEST_DATABASE_URL'],
    ['src/identity/secrets.ts', 'crypto.getRandomValues(bytes)'],
    ['src/clients/sdk/index.ts', 'crypto.getRandomValues(bytes)'],
    ['src/http/request-id.ts', 'crypto.randomUUID()'],
    ['test/core/types.test.ts', '// @ts-expect-error'],
  ])('spares %s, whose task it is: %s', (path, source) => {
    expect(tidyFaults(path, source)).toEqual([])
  })

  test('leaves a word in a comment or a string alone', () => {
    expect(tidyFaults('src/core/order/order.ts', "const a = 'Date.now()' // Date.now()")).toEqual(
      [],
    )
  })
})

describe('an exception', () => {
  test('is a trailing comment with its reason', () => {
    expect(tidyFaults('src/a.ts', 'setInterval(f, 5) // tidy: the one heartbeat')).toEqual([])
    expect(tidyFaults('src/a.ts', 'setInterval(f, 5) // tidy: ')).toHaveLength(1)
  })

  test('that excuses nothing is a fault', () => {
    expect(tidyFaults('src/a.ts', 'const a = 1 // tidy: once needed')).toHaveLength(1)
  })
})

describe('a cast', () => {
  test.each(['x as Order', 'x as readonly string[]', 'x as { a: 1 }', "x as 'BUY'"])(
    'needs its reason: %s',
    (cast) => {
      expect(tidyFaults('src/core/a.ts', `const a = ${cast}`)[0]).toContain('a cast')
      expect(tidyFaults('src/core/a.ts', `const a = ${cast} // safe: checked above`)).toEqual([])
      expect(tidyFaults('src/core/a.ts', `// safe: checked\nconst a = ${cast}`)).toEqual([])
    },
  )

  test('is not a const assertion, a new name in an import, or a property', () => {
    const source =
      "import {\n  a as b,\n} from './a'\nexport { b as c }\nf({ as: 'global' }, [1] as const)"
    expect(tidyFaults('src/core/a.ts', source)).toEqual([])
  })

  test('after an import is seen', () => {
    const source = "import { a as b } from './a'\nconst c = b as Order"
    expect(tidyFaults('src/core/a.ts', source)).toHaveLength(1)
  })
})

describe('a file', () => {
  const lines = (count: number): string => 'a\n'.repeat(count)

  test.each([
    ['src/core/a.ts', 500],
    ['src/api/v1/orders/routes.ts', 500],
  ])('%s may have %d lines', (path, allowed) => {
    expect(tidyFaults(path, lines(allowed))).toEqual([])
    expect(tidyFaults(path, lines(allowed + 1))).toHaveLength(1)
  })

  test('that is a test may be long', () => {
    expect(tidyFaults('test/core/a.test.ts', lines(600))).toEqual([])
  })
})

describe('a function', () => {
  const lines = (count: number): string => '  a()\n'.repeat(count)

  test.each([
    ['function f() {\n', '}\n'],
    ['const f = () => {\n', '}\n'],
    ['class F {\n  f() {\n', '}\n}\n'],
    ['class F {\n  constructor() {\n', '}\n}\n'],
    ['const f = {\n  get f() {\n', '}\n}\n'],
  ])('of 70 lines may be, and of 71 not: %j', (begin, end) => {
    expect(tidyFaults('src/core/a.ts', begin + lines(68) + end)).toEqual([])
    expect(tidyFaults('src/core/a.ts', begin + lines(69) + end)).toHaveLength(1)
  })

  test('counts what is written within it', () => {
    const inner = `  const g = () => {\n${lines(40)}  }\n`
    const source = `function f() {\n${inner}${inner}}\n`
    expect(tidyFaults('src/core/a.ts', source)[0]).toStartWith(
      'src/core/a.ts:86: a function of 86 lines, 70 allowed: ',
    )
  })

  test('of a test may be long, and so may a class, and a function with its reason', () => {
    const body = lines(80)
    expect(tidyFaults('test/core/a.test.ts', `function f() {\n${body}}\n`)).toEqual([])
    expect(tidyFaults('src/core/a.ts', `class F {\n${'  a() {}\n'.repeat(80)}}\n`)).toEqual([])
    expect(tidyFaults('src/core/a.ts', `function f() {\n${body}} // tidy: a table\n`)).toEqual([])
  })
})

describe('the code of a text', () => {
  test.each([
    ["a('b') // c", "a(' ')     "],
    [`a(\`b\${c("d")}e\`)`, 'a(`  {c(" ")} `)'],
    [`\`\${{ a: \`\${b}\` }}c\`.d`, '` {{ a: ` {b}` }} `.d'],
    ['/[\'"]/.test(a) / b / c', '/    /.test(a) / b / c'],
    ["return /'/g", 'return /  g'],
    ["'\\''+a", "'  '+a"],
    ['a /* b\nc */ d', 'a     \n     d'],
    ["'// a' + b", "'    ' + b"],
  ])('keeps places and drops words: %j', (source, code) => {
    expect(codeOf(source)).toBe(code)
  })
})
