/** The rooms of src and what each may import: the map in docs/architecture.md. */
import { importsOf, resolveImport } from './imports'

/** `own`: files of the same feature under api. `types`: files of which only types are imported. */
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
  'cells',
  'comparison',
  'conditional-orders',
  'fail-over',
  'faults',
  'fills',
  'install',
  'instruments',
  'keys-and-console',
  'live-prices',
  'market-model',
  'markets',
  'operating',
  'orders',
  'performance',
  'reliability',
  'reliability-evidence',
  'rules',
  'scale',
  'stream',
  'testing',
  'words',
].map((name) => `docs/${name}.md`)

const RUNTIME = ['node:', 'bun', 'bun:'] as const
const API = ['api/app', 'api/routes', 'api/wire', 'api/service']
const SERVER = ['server/config', 'server/telemetry', 'server/jobs', 'server', 'server/compose']
const BELOW_HTTP = ['lib', 'core', 'postgres', 'ledger', 'market', 'identity', 'trading']
const HTTP = ['http', 'http/wire', 'http/docs']

/** A room that has parts has a line for each: `http/wire` is a part of `http`. */
export const ROOMS: Readonly<Record<string, Room>> = {
  // What any program needs: texts for people, a cache, the fault of a command.
  lib: { rooms: ['lib'], packages: [] },
  // The rules: pure, and known to every room.
  core: { rooms: ['core'], packages: ['big.js', 'temporal-polyfill'] },
  // SQL, and nothing of trading but the schema.
  postgres: {
    rooms: ['postgres', 'core', 'lib', 'drizzle'],
    packages: [...RUNTIME, 'drizzle-orm', 'postgres', '@electric-sql/pglite'],
  },
  ledger: { rooms: ['ledger', 'postgres', 'core', 'lib'], packages: [...RUNTIME, 'drizzle-orm'] },
  market: {
    rooms: ['market', 'core', 'lib'],
    types: ['ledger', 'postgres'],
    packages: [...RUNTIME, 'big.js', 'papaparse'],
  },
  identity: {
    rooms: ['identity', 'ledger', 'postgres', 'core', 'lib'],
    packages: [...RUNTIME, 'drizzle-orm'],
  },
  trading: {
    rooms: ['trading', 'market', 'ledger', 'postgres', 'core', 'lib'],
    packages: [...RUNTIME, 'drizzle-orm'],
  },

  // The pipeline of every request, and no feature.
  'http/wire': { rooms: ['http/wire', 'core'], packages: [...RUNTIME, 'elysia'] },
  http: {
    rooms: ['http', 'http/wire', 'core', 'lib'],
    files: ['src/http/docs/openapi/headers.ts'],
    types: ['identity'],
    packages: [...RUNTIME, 'elysia'],
  },
  'http/docs': {
    rooms: ['http/docs', 'http', 'http/wire', 'core'],
    files: ['src/http/docs/tokens.css', ...DOCUMENTS],
    packages: [...RUNTIME, 'elysia', '@elysiajs/'],
  },

  // A feature has routes, wire (its requests and answers: schema, encode, decode) and a service;
  // every other file in its folder is service. api/wire is what several features share.
  'api/routes': {
    rooms: ['api/wire', 'http', 'http/wire', 'own'],
    // The codes, the lists of what changes of orders are refused for, and examples.
    files: [
      'src/core/refusals.ts',
      'src/core/limits.ts',
      'src/core/time.ts',
      'src/core/order/place.ts',
      'src/core/order/cancel.ts',
      'src/core/order/amend.ts',
      'src/core/order/close.ts',
      'src/core/order/amount-order.ts',
      'src/core/conditional/place.ts',
      'src/core/conditional/amend.ts',
      'src/http/docs/refusal-example.ts',
      'src/http/docs/page.ts',
    ],
    types: ['core', 'identity'],
    packages: ['elysia', 'node:crypto'],
  },
  'api/wire': {
    rooms: ['api/wire', 'http', 'http/wire', 'core', 'own'],
    files: [
      'src/identity/password.ts',
      'src/market/feeds/live/price-ages.ts',
      'src/market/feeds/live/wire.ts',
      'src/market/auctions.ts',
    ],
    types: ['identity', 'market', 'ledger'],
    packages: ['elysia'],
  },
  'api/service': {
    rooms: [...BELOW_HTTP, 'own'],
    files: ['src/http/wire/paging.ts'],
    packages: [...RUNTIME, 'drizzle-orm'],
  },
  'api/app': {
    rooms: ['api/routes', 'api/service', 'http', 'http/docs', 'identity'],
    types: [...BELOW_HTTP, 'api/app', ...API, ...SERVER],
    packages: ['elysia', '@elysiajs/'],
  },

  // One process: its settings, what it reports to those who operate it, its jobs, and the
  // composition of all of it. `server` itself is how a command reaches the process.
  'server/config': {
    rooms: ['server/config', 'core', 'lib'],
    files: ['src/api/sandbox/scenario/parse.ts', 'src/api/sandbox/scenario/scenario.ts'],
    types: ['postgres'],
    packages: RUNTIME,
  },
  'server/telemetry': {
    rooms: ['server/telemetry', 'core', 'lib'],
    types: ['server/config', 'http'],
    packages: [...RUNTIME, '@logtape/logtape', 'prom-client', '@opentelemetry/'],
  },
  'server/jobs': {
    rooms: ['server/jobs', 'core', 'ledger', 'postgres', 'market', 'identity'],
    packages: RUNTIME,
  },
  server: { rooms: ['server', 'core', 'lib', 'postgres'], packages: RUNTIME },
  'server/compose': {
    rooms: [...BELOW_HTTP, ...HTTP, ...API, ...SERVER],
    files: ['package.json'],
    packages: [...RUNTIME, 'elysia', '@elysiajs/'],
  },

  // It runs in a browser too: of ours it has nothing but types.
  'clients/sdk': {
    rooms: ['clients/sdk'],
    types: ['api/app', 'api/wire'],
    packages: ['@elysiajs/eden'],
  },
  // The console's page: browser code, an ordinary client of the API.
  'clients/console': {
    rooms: ['clients/console', 'clients/sdk'],
    files: ['src/lib/client-variables.ts'],
    types: ['api/app', 'api/wire'],
    packages: ['preact', '@preact/signals', 'lightweight-charts', 'big.js', '@elysiajs/eden'],
  },
  // A broker for a bot's own tests: only in-process.ts and what it needs run nowhere but in Bun.
  'clients/testing': {
    rooms: ['clients/testing', 'clients/sdk', 'core', 'lib', 'server/config', 'server/compose'],
    files: [
      'src/identity/secrets.ts',
      'src/server/telemetry/log.ts',
      'src/postgres/database.ts',
      'src/postgres/drivers/in-memory.ts',
      'src/postgres/drivers/pglite-code.ts',
    ],
    types: ['api/app', 'api/routes', 'api/wire', 'http'],
    packages: [...RUNTIME, '@elysiajs/eden'],
  },
  // Every command of `paper`: the server, what works on its database, and clients of it.
  'clients/cli': {
    rooms: ['clients/cli', 'clients/sdk', 'clients/testing', ...BELOW_HTTP, ...SERVER],
    files: ['package.json', 'src/api/sandbox/scenario/report.ts'],
    types: ['http'],
    packages: [...RUNTIME, '@modelcontextprotocol/sdk', 'zod'],
  },
  // The two programs, src/main.ts and src/paper.ts.
  src: { rooms: ['clients/cli'], packages: RUNTIME },
}

/** Undefined for a file that is in no room; with or without its extension. */
function roomOf(path: string): string | undefined {
  const [top, first = '', ...rest] = path.replace(/\.tsx?$/, '').split('/')
  if (top === 'drizzle') return top
  if (top !== 'src') return undefined
  if (rest.length === 0) return ['main', 'paper'].includes(first) ? 'src' : undefined
  if (first === 'api') return apiRoomOf(rest)
  const part = `${first}/${rest[0]}`
  if (rest.length > 1 && Object.hasOwn(ROOMS, part)) return part
  return Object.hasOwn(ROOMS, first) ? first : undefined
}

function apiRoomOf([part = '', ...rest]: readonly string[]): string | undefined {
  if (part === 'app' || part === 'client-app') return 'api/app'
  if (part === 'wire') return rest[0] && 'api/wire'
  const inside = ['v1', 'paper', 'console'].includes(part) ? rest.slice(1) : rest
  const file = inside.at(-1)
  if (file === undefined) return undefined
  if (file === 'routes') return 'api/routes'
  return ['wire', 'decode', 'asyncapi'].includes(file) ? 'api/wire' : 'api/service'
}

const FEATURE = /^src\/api\/(?!wire\/)(?:(?:v1|paper|console)\/)?[^/]+\//
const featureOf = (path: string): string | undefined => FEATURE.exec(path)?.[0]

/** The folder of src that a file stands in, which is a room; undefined for the two programs. */
const folderOf = (path: string): string | undefined => /^src\/([^/]+)\//.exec(path)?.[1]

/**
 * The floor of each folder of src, from 1: one above the highest that it imports, types included.
 * Throws an Error if folders import each other in a circle.
 */
export function floors(sources: ReadonlyMap<string, string>): ReadonlyMap<string, number> {
  const imported = new Map<string, Set<string>>()
  for (const [path, source] of sources) {
    const folder = folderOf(path)
    if (folder === undefined) continue
    const below = imported.get(folder) ?? new Set()
    imported.set(folder, below)
    for (const { from } of importsOf(source)) {
      const target = from.startsWith('.') ? folderOf(resolveImport(path, from, sources)) : undefined
      if (target !== undefined && target !== folder) below.add(target)
    }
  }
  const found = new Map<string, number>()
  const climb = (folder: string, trail: readonly string[]): number => {
    if (trail.includes(folder)) throw new Error(`A circle: ${[...trail, folder].join(' → ')}`)
    const known = found.get(folder)
    if (known !== undefined) return known
    const below = [...(imported.get(folder) ?? [])].map((next) => climb(next, [...trail, folder]))
    const floor = Math.max(0, ...below) + 1
    found.set(folder, floor)
    return floor
  }
  for (const folder of imported.keys()) climb(folder, [])
  return found
}

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
