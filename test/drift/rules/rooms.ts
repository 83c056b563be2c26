/** The rooms of src and what each may import: the map in docs/architecture.md. */
import { importsOf, resolveImport } from './imports'

/** `own`: the files of the same feature under api. `types`: those that only lend their types. */
interface Room {
  readonly rooms: readonly string[]
  /** Single files of other rooms. */
  readonly files?: readonly string[]
  readonly types?: readonly string[]
  /** Packages, each with everything below its name; `node:` and `bun` are Bun's own. */
  readonly packages: readonly string[]
}

/** Served as they are. */
const DOCUMENTS = [
  'agents',
  'architecture',
  'comparison',
  'faults',
  'fills',
  'instruments',
  'keys-and-console',
  'live-prices',
  'market-model',
  'markets',
  'operating',
  'performance',
  'reliability',
  'rules',
  'scale',
  'stream',
  'testing',
].map((name) => `docs/${name}.md`)

const RUNTIME = ['node:', 'bun', 'bun:'] as const
const API = [
  'api/app',
  'api/pipeline',
  'api/wire',
  'api/docs',
  'api/routes',
  'api/feature-wire',
  'api/service',
]
const ALL_ROOMS = [
  'core',
  'config',
  'store',
  'market',
  'trading',
  'events',
  'identity',
  'sdk',
  'console',
  'cli',
  'jobs',
  'telemetry',
  'admin',
  'compose',
  'main',
  ...API,
]

export const ROOMS: Readonly<Record<string, Room>> = {
  // The rules: pure, and known to every room.
  core: { rooms: ['core'], packages: ['big.js', 'temporal-polyfill'] },
  config: { rooms: ['config', 'core'], files: ['src/sdk/variables.ts'], packages: RUNTIME },
  store: {
    rooms: ['store', 'core', 'drizzle'],
    types: ['config'],
    packages: [...RUNTIME, 'drizzle-orm', 'postgres', '@electric-sql/pglite'],
  },
  market: {
    rooms: ['market', 'core'],
    types: ['store'],
    packages: [...RUNTIME, 'big.js', 'papaparse'],
  },
  events: { rooms: ['events', 'core', 'store'], packages: [...RUNTIME, 'drizzle-orm'] },
  identity: {
    rooms: ['identity', 'core', 'store'],
    types: ['config'],
    packages: [...RUNTIME, 'drizzle-orm'],
  },
  trading: {
    rooms: ['trading', 'core', 'store', 'market', 'events'],
    packages: [...RUNTIME, 'drizzle-orm'],
  },
  jobs: { rooms: ['jobs', 'core', 'store', 'market', 'identity'], packages: RUNTIME },

  // What a process tells of itself to those who operate it. Other rooms hand it their figures.
  telemetry: {
    rooms: ['telemetry', 'core'],
    types: ['config', 'api/pipeline'],
    packages: [...RUNTIME, '@logtape/logtape', 'prom-client', '@opentelemetry/'],
  },

  // HTTP. A feature has routes, wire (its requests and answers: schema, encode, decode) and a
  // service; every other file in its folder is service.
  'api/wire': { rooms: ['api/wire', 'core'], packages: [...RUNTIME, 'elysia'] },
  'api/pipeline': {
    rooms: ['api/pipeline', 'api/wire', 'core'],
    files: ['src/api/docs/openapi/headers.ts'],
    types: ['identity'],
    packages: [...RUNTIME, 'elysia'],
  },
  'api/docs': {
    rooms: ['api/docs', 'api/pipeline', 'api/wire', 'core'],
    files: ['src/console/style/tokens.css', ...DOCUMENTS],
    packages: [...RUNTIME, 'elysia', '@elysiajs/'],
  },
  'api/routes': {
    rooms: ['api/pipeline', 'api/wire', 'own'],
    // The codes, the lists of what placing and cancelling are refused for, and examples.
    files: [
      'src/core/refusals.ts',
      'src/core/limits.ts',
      'src/core/time.ts',
      'src/core/order/place.ts',
      'src/core/order/cancel.ts',
      'src/api/docs/refusal-example.ts',
      'src/api/docs/page.ts',
    ],
    types: ['core', 'identity'],
    packages: ['elysia', 'node:crypto'],
  },
  'api/feature-wire': {
    rooms: ['api/pipeline', 'api/wire', 'core', 'own'],
    types: ['identity', 'market', 'events'],
    packages: ['elysia'],
  },
  'api/service': {
    rooms: ['core', 'store', 'trading', 'events', 'market', 'identity', 'own'],
    packages: [...RUNTIME, 'drizzle-orm'],
  },
  'api/app': {
    rooms: ['api/routes', 'api/service', 'api/pipeline', 'api/docs', 'identity'],
    types: ALL_ROOMS,
    packages: ['elysia', '@elysiajs/'],
  },

  // It runs in a browser too: of ours it has nothing but types.
  sdk: { rooms: ['sdk'], types: ['api/app', 'api/feature-wire'], packages: ['@elysiajs/eden'] },
  // The console's page: browser code, an ordinary client of the API.
  console: {
    rooms: ['console', 'sdk'],
    types: ['api/app', 'api/feature-wire'],
    packages: ['preact', '@preact/signals', 'lightweight-charts', 'big.js', '@elysiajs/eden'],
  },
  // How a command reaches the server that has its folder open.
  admin: { rooms: ['admin', 'core', 'store'], packages: RUNTIME },
  // Command lines that work on the database, on no server at all, or as a client of one.
  cli: {
    rooms: ['cli', 'admin', 'core', 'config', 'store', 'market', 'identity', 'sdk', 'testing'],
    files: ['package.json'],
    packages: [...RUNTIME, '@modelcontextprotocol/sdk', 'zod'],
  },
  // A broker for a bot's own tests: only in-process.ts and what it needs run nowhere but in Bun.
  testing: {
    rooms: ['testing', 'sdk', 'core', 'config', 'compose'],
    files: [
      'src/identity/secrets.ts',
      'src/telemetry/reports.ts',
      'src/store/database.ts',
      'src/store/drivers/in-memory.ts',
      'src/store/drivers/pglite-code.ts',
    ],
    types: ['api/app', 'api/routes', 'api/wire', 'api/pipeline'],
    packages: [...RUNTIME, '@elysiajs/eden'],
  },
  compose: {
    rooms: ALL_ROOMS.filter((room) => !['cli', 'sdk', 'console', 'main'].includes(room)),
    files: ['package.json'],
    packages: [...RUNTIME, 'elysia', '@elysiajs/'],
  },
  main: { rooms: ALL_ROOMS, files: ['package.json'], packages: RUNTIME },
}

/** Undefined for a file that is in no room; with or without its extension. */
export function roomOf(path: string): string | undefined {
  const [top, first = '', ...rest] = path.replace(/\.tsx?$/, '').split('/')
  if (top === 'drizzle') return top
  if (top !== 'src') return undefined
  if (first === 'api') return apiRoomOf(rest)
  if (first !== 'main' && rest.length === 0) return undefined
  return Object.hasOwn(ROOMS, first) ? first : undefined
}

function apiRoomOf([part = '', ...rest]: readonly string[]): string | undefined {
  if (part === 'app' || part === 'client-app') return 'api/app'
  if (['pipeline', 'wire', 'docs'].includes(part)) return rest[0] && `api/${part}`
  const inside = ['v1', 'paper', 'console'].includes(part) ? rest.slice(1) : rest
  const file = inside.at(-1)
  if (file === undefined) return undefined
  if (file === 'routes') return 'api/routes'
  return ['wire', 'decode', 'asyncapi'].includes(file) ? 'api/feature-wire' : 'api/service'
}

const FEATURE = /^src\/api\/(?!(?:pipeline|wire|docs)\/)(?:(?:v1|paper|console)\/)?[^/]+\//
const featureOf = (path: string): string | undefined => FEATURE.exec(path)?.[0]

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
  const here = featureOf(path)
  if (here !== undefined && featureOf(target) !== undefined) {
    if (!target.startsWith(here)) return 'features do not know each other; share it in a room below'
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
