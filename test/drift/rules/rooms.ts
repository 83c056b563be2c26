/** The rooms of src and what each may import: architecture.md's table. */
import { importsOf, resolveImport } from './imports'

/** `own`: the files of the same folder under modules. `types`: those that only lend their types. */
interface Room {
  readonly rooms: readonly string[]
  /** Single files of other rooms. */
  readonly files?: readonly string[]
  readonly types?: readonly string[]
  /** Packages, each with everything below its name; `node:` and `bun` are Bun's own. */
  readonly packages: readonly string[]
}

const RUNTIME = ['node:', 'bun', 'bun:'] as const
const ALL_ROOMS = [
  ...[
    'core',
    'config',
    'store',
    'market',
    'engine',
    'http',
    'app',
    'server',
    'demo',
    'keys',
    'commands',
    'client',
    'terminal',
  ],
  ...['modules/index', 'modules/model', 'modules/service'],
]

export const ROOMS: Readonly<Record<string, Room>> = {
  core: { rooms: ['core'], packages: ['big.js', 'temporal-polyfill'] },
  config: { rooms: ['config', 'core'], packages: RUNTIME },
  // The command line and the server's end of it.
  keys: { rooms: ['keys', 'core', 'config', 'store', 'market', 'terminal'], packages: RUNTIME },
  // What people read there, whichever command says it.
  terminal: { rooms: ['terminal'], packages: [] },
  // It runs in a browser too: of ours it has nothing but types.
  client: { rooms: ['client'], types: ['app', 'modules/model'], packages: ['@elysiajs/eden'] },
  // Command lines that work on the database, on no server at all, or as a client of one.
  commands: {
    rooms: ['commands', 'core', 'config', 'store', 'market', 'client', 'terminal'],
    files: ['src/keys/fault.ts', 'src/keys/reason.ts'],
    packages: RUNTIME,
  },
  store: {
    rooms: ['store', 'core', 'drizzle'],
    packages: [...RUNTIME, 'drizzle-orm', 'postgres', '@electric-sql/pglite'],
  },
  market: { rooms: ['market', 'core'], types: ['store'], packages: [...RUNTIME, 'big.js'] },
  engine: { rooms: ['engine', 'core', 'store', 'market'], packages: [...RUNTIME, 'drizzle-orm'] },
  http: { rooms: ['http', 'core'], packages: [...RUNTIME, 'elysia', '@elysiajs/'] },
  'modules/index': {
    rooms: ['http', 'own'],
    // The table of codes is no rule.
    files: ['src/core/refusals.ts'],
    types: ['core'],
    packages: ['elysia'],
  },
  'modules/model': { rooms: ['http', 'core', 'own'], packages: ['elysia'] },
  // The service, and what it is made of.
  'modules/service': {
    rooms: ['core', 'store', 'engine', 'market', 'own'],
    packages: [...RUNTIME, 'drizzle-orm'],
  },
  app: {
    rooms: ['modules/index', 'modules/service', 'http'],
    types: ALL_ROOMS,
    packages: ['elysia', '@elysiajs/'],
  },
  server: {
    rooms: ALL_ROOMS,
    files: ['package.json'],
    packages: [...RUNTIME, 'elysia', '@elysiajs/'],
  },
  demo: { rooms: ALL_ROOMS, packages: [...RUNTIME, '@elysiajs/eden'] },
}

/** Undefined for a file that is in no room; with or without its extension. */
export function roomOf(path: string): string | undefined {
  const [top, first = '', feature, file] = path.replace(/\.ts$/, '').split('/')
  if (top === 'drizzle') return top
  if (top !== 'src') return undefined
  if (first !== 'modules') return Object.hasOwn(ROOMS, first) ? first : undefined
  if (feature === undefined || file === undefined) return undefined
  if (file === 'index' || file === 'routes') return 'modules/index'
  return file === 'model' ? 'modules/model' : 'modules/service'
}

const moduleOf = (path: string): string | undefined => /^src\/modules\/[^/]+\//.exec(path)?.[0]

/** One line for each import against the table; `sources` are texts by path. */
export function roomFaults(sources: ReadonlyMap<string, string>): readonly string[] {
  return [...sources].flatMap(([path, source]) => {
    const room = roomOf(path)
    const rules = ROOMS[room ?? '']
    if (room === undefined || rules === undefined) {
      return [`${path} is in no room: move it into one of ${Object.keys(ROOMS).join(', ')}`]
    }
    return importsOf(source).flatMap(({ from, typeOnly }) => {
      const target = resolveImport(path, from, sources)
      const fault = from.startsWith('.')
        ? importFault(path, rules, target, typeOnly)
        : packageFault(rules, from)
      return fault === undefined ? [] : [`${path} imports ${target}: ${room} may not, ${fault}`]
    })
  })
}

function importFault(path: string, rules: Room, target: string, typeOnly: boolean) {
  const room = roomOf(target) ?? 'what is outside src'
  const here = moduleOf(path)
  if (here !== undefined && moduleOf(target) !== undefined) {
    if (!target.startsWith(here)) return 'modules do not know each other; share it in a room below'
    if (room === 'modules/model' && !typeOnly && roomOf(path) === 'modules/service') {
      return 'a service knows no Elysia; import the model in types only'
    }
    return undefined
  }
  if (rules.rooms.includes(room) || rules.files?.includes(target)) return undefined
  if (rules.types?.includes(room)) return typeOnly ? undefined : `except in types only (${room})`
  return `only ${[...rules.rooms, ...(rules.files ?? []), ...(rules.types ?? [])].join(', ')}`
}

function packageFault(rules: Room, name: string): string | undefined {
  const allowed = rules.packages.some(
    (known) => name === known || name.startsWith(/[:/]$/.test(known) ? known : `${known}/`),
  )
  return allowed ? undefined : `only ${rules.packages.join(', ')}`
}
