/** What the code may not say, and what to do instead. One row, one rule. */

export interface Ban {
  readonly name: string
  readonly pattern: RegExp
  readonly remedy: string
  /** Returns whether the rule holds for the file. */
  readonly within: (path: string) => boolean
  /** The whole line is searched, comments and strings included. */
  readonly inComments?: true
}

const everywhere = (): boolean => true
const inSrc = (path: string): boolean => path.startsWith('src/')
const inCore = (path: string): boolean => path.startsWith('src/core/')
const isClock = (path: string): boolean => path.startsWith('src/market/clock')
const makesIds = (path: string): boolean =>
  ['src/identity/secrets.ts', 'src/market/draw-seed.ts'].includes(path) ||
  (/(?:^|[/-])ids?\.ts$/.test(path) && !inCore(path))
/** A client needs no secrets, only to be unlike others. */
const isClientsRandom = (path: string): boolean =>
  ['src/clients/sdk/index.ts', 'src/clients/console/data/intention.ts'].includes(path)
const talks = (path: string): boolean =>
  path.startsWith('bench/') || /\/log(?:ger)?\.ts$/.test(path)
const readsEnvironment = (path: string): boolean =>
  ['src/server/config/config.ts', 'src/clients/cli/shared/paper.ts'].includes(path)
const isTerminal = (path: string): boolean => path === 'src/clients/cli/shared/terminal.ts'

/** A line that begins with a test's title: a call of test or describe, or the ids of rules. */
const CALL = '(?:(?:test|describe)(?:\\.\\w+)*|\\](?: as const)?\\))\\('
const TITLE = `\\s*(?:${CALL}['"\`]|['"\`]\\[[a-z])`

export const BANS: readonly Ban[] = [
  {
    name: 'Date',
    pattern: /(?<![\w$])Date\s*[.(]/,
    remedy: 'time is Temporal (src/core/time.ts), and now is an argument or the clock’s',
    within: (path) => !isClock(path),
  },
  {
    name: 'performance.now',
    pattern: /\bperformance\s*\.\s*now\b/,
    remedy: 'only the clock and a benchmark measure time; take now as an argument',
    within: (path) => !isClock(path) && !path.startsWith('bench/'),
  },
  {
    name: 'Math.random',
    pattern: /\bMath\s*\.\s*random\b/,
    remedy: 'hash a seed and a counter, so that a run can be repeated',
    within: (path) => !makesIds(path),
  },
  {
    name: 'randomness',
    pattern: /\b(?:randomUUID|getRandomValues|randomBytes|randomInt)\b/,
    remedy: 'secrets come from src/identity/secrets.ts, ids from what they name (src/core/ids.ts)',
    within: (path) => inSrc(path) && !makesIds(path) && !isClientsRandom(path),
  },
  {
    name: 'process.env',
    pattern: /\b(?:process|Bun|import\.meta)\s*\.\s*env\b/,
    remedy: 'take the value from Config (src/server/config/config.ts)',
    within: (path) => inSrc(path) && !readsEnvironment(path),
  },
  {
    name: 't.UnionEnum',
    pattern: /\bUnionEnum\b/,
    remedy: 'it fills a missing field with its first member; use oneOf (src/http)',
    within: everywhere,
  },
  {
    name: 'console',
    pattern: /\bconsole\s*\./,
    remedy: 'return what happened; the server and a logger do the talking, a command its terminal',
    within: (path) => !talks(path),
  },
  {
    name: 'escape sequence',
    pattern: /\\(?:x1b|u001b|u\{1b\}|033)/i,
    remedy:
      'colours and screens are src/clients/cli/shared/terminal.ts, which knows NO_COLOR and pipes',
    within: (path) => inSrc(path) && !isTerminal(path),
    inComments: true,
  },
  {
    name: 'as any, as never, as unknown as',
    pattern: /\bas\s+(?:any\b|never\b|unknown\s+as\b)/,
    remedy: 'give it its type, or narrow it',
    within: inSrc,
  },
  {
    name: '@ts-ignore, @ts-expect-error',
    pattern: /@ts-(?:ignore|expect-error|nocheck)\b/,
    remedy: 'mend the type',
    within: inSrc,
    inComments: true,
  },
  {
    name: 'parseFloat',
    pattern: /\bparseFloat\b/,
    remedy: 'decimals are Big (src/core/money.ts); a number from text is checked, then Number()',
    within: everywhere,
  },
  {
    name: 'Number( in core',
    pattern: /(?<!\bwireNumber\b.*)\bNumber\s*\(/,
    remedy: 'money and quantities stay Big; wireNumber is the one way out',
    within: inCore,
  },
  {
    name: 'setInterval',
    pattern: /\bsetInterval\b/,
    remedy: 'set the next timeout when the work is done, so that two never overlap',
    within: everywhere,
  },
  {
    name: 'a note to do it later',
    pattern: /\b(?:TODO|FIXME|XXX)\b/, // tidy: the rule itself
    remedy: 'do it, or write an issue',
    within: everywhere,
    inComments: true,
  },
  {
    name: 'a line over 100 characters',
    // A test's title stays in one piece, so that a search finds it.
    pattern: new RegExp(`^(?!${TITLE}).{101}`, 'u'),
    remedy: 'break it; the formatter leaves comments and strings to you',
    within: () => true,
    inComments: true,
  },
]
