/**
 * `bun run bench:history`: what a start, an order, a list, a catch-up and the audit take on a small
 * database, and on one with a long life behind it: many accounts, orders that wait, and history.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { tableLines } from '../src/clients/cli/shared/format'
import { Temporal } from '../src/core/time'
import { CLIENT, type ServerProcess } from '../test/support/server-process'
import { wallClockIn } from '../test/support/wall-clock-in'
import { whole } from './contest'
import { seed } from './databases'
import { LIFE_OPTIONS, type Life, longLife } from './growth/long-life'
import { helpWith } from './help'
import { ACCOUNTS, clientOf, STARTS_AT } from './market'
import { type Meters, metered, meterOf, postgresMeters } from './processor'
import { median } from './statistics'

const USAGE = `usage: bun run bench:history [--rows N] [--waiting N] [--accounts N] [--days N]

  --rows      history: orders, fills and events of orders that are done (10000000)
  --waiting   orders that wait (1000000)
  --accounts  accounts, at least ${ACCOUNTS} (10000)
  --days      downtime before the catch-up (30)

\`bash .ci/postgres -- bun run bench:history\` brings a PostgreSQL. It fills some 5 GB.`

helpWith(USAGE)
const { values } = parseArgs({
  options: {
    ...LIFE_OPTIONS,
    days: { type: 'string', default: '30' },
  },
})

interface Size extends Life {
  readonly name: string
}

const SIZES: readonly Size[] = [
  { name: 'small', accounts: ACCOUNTS, traded: ACCOUNTS, waiting: 10, rows: 0 },
  {
    name: 'large',
    accounts: Number(values.accounts),
    traded: Number(values.accounts),
    waiting: Number(values.waiting),
    rows: Number(values.rows),
  },
]

const REQUESTS = 200
const WARM_UP = 30
const MIB = 2 ** 20
const say = (line: string): void => console.error(line)

interface Cost {
  readonly serverMs: number
  readonly postgresMs: number
  readonly wallMs: number
}

const cells = ({ serverMs, postgresMs, wallMs }: Cost): string =>
  [serverMs, postgresMs, wallMs].map((ms) => ms.toFixed(ms < 100 ? 2 : 0)).join(' + ')

interface Row {
  readonly what: string
  readonly cost: string
}

async function costOf(pid: () => number, meters: Meters, work: () => Promise<unknown>, times = 1) {
  const fromMs = performance.now()
  const before = await usedBy(pid)
  const { micros } = await metered(meters, work)
  return {
    serverMs: ((await usedBy(pid)) - before) / 1_000 / times,
    postgresMs: (micros.PostgreSQL ?? 0) / 1_000 / times,
    wallMs: (performance.now() - fromMs) / times,
  }
}

const usedBy = async (pid: () => number): Promise<number> => (pid() === 0 ? 0 : meterOf(pid())())

async function residentMiB(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return `${Math.round((Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1]) * 1024) / MIB)} MiB`
}

/** What a client of the server asks, again and again. */
async function requests(origin: string, pid: number, meters: Meters): Promise<readonly Row[]> {
  const { clientId, clientSecret } = clientOf(0)
  const signedIn = await fetch(`${origin}/v1/oauth/token`, {
    method: 'POST',
    headers: { 'x-service-request-id': 'history' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  const token = String(Object(await signedIn.json()).access_token)
  let asked = 0
  const ask = async (path: string, body?: unknown): Promise<void> => {
    const response = await fetch(`${origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-service-request-id': `history-${++asked}`,
        'x-service-account-id': `acc_${'0'.repeat(16)}`,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  }
  const order = () =>
    ask('/v1/orders', {
      symbol: 'KO',
      side: 'BUY',
      orderType: 'LIMIT',
      quantity: 1,
      limitPrice: 1,
      clientOrderId: `placed-${asked}`,
    })
  const reads = {
    'the account': '/v1/account',
    '100 open orders': '/v1/orders?status=OPEN&limit=100',
    '100 closed orders': '/v1/orders?status=CLOSED&limit=100',
    '100 orders of a symbol': '/v1/orders?symbol=KO&status=CLOSED&limit=100',
    '100 fills': '/v1/orders/fills?limit=100',
  }
  const asks: readonly (readonly [string, () => Promise<void>])[] = [
    ['an order, placed', order],
    ...Object.entries(reads).map(([what, path]) => [what, () => ask(path)] as const),
  ]
  const rows: Row[] = []
  for (const [what, one] of asks) {
    for (let times = 0; times < WARM_UP; times++) await one()
    const tookMs: number[] = []
    const cost = await costOf(
      () => pid,
      meters,
      async () => {
        for (let times = 0; times < REQUESTS; times++) {
          const fromMs = performance.now()
          await one()
          tookMs.push(performance.now() - fromMs)
        }
      },
      REQUESTS,
    )
    rows.push({ what, cost: cells({ ...cost, wallMs: median(tookMs) }) })
  }
  return rows
}

async function measured(serverUrl: string, size: Size): Promise<readonly Row[]> {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
  const name = `bench_history_${process.pid}_${size.name}`
  await admin`create database ${admin(name)}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await seed({ kind: 'server', url: url.href })
  const client = postgres(url.href, { max: 1, onnotice: () => {} })
  const meters = await postgresMeters(client)
  const folder = await mkdtemp(join(tmpdir(), 'paper-brokerage-history.'))
  const rows: Row[] = []
  const add = (what: string, cost: string): void => {
    rows.push({ what, cost })
    say(`  ${what}: ${cost}`)
  }
  try {
    for (const text of longLife(size)) {
      await client.unsafe(text)
      say(`  filled: ${text.slice(0, 40).split('\n')[0]} …`)
    }
    const startedAt = async (at: Temporal.Instant) => {
      const clock = await wallClockIn(folder, at)
      let server: ServerProcess | null = null
      const cost = await costOf(
        () => server?.pid ?? 0,
        meters,
        async () => {
          server = clock.start({
            DATABASE_URL: url.href,
            LOG: 'text',
            MARKET_TICK_MS: '1000',
            PAPER_CLIENT_ID: '',
            PAPER_CLIENT_SECRET: '',
            FILL_PROFILE: 'ideal',
          })
          await server.listening
        },
      )
      if (server === null) throw new Error(`${CLIENT.id} was never needed`)
      const started: ServerProcess = server
      return { server: started, origin: await started.listening, cost }
    }
    const opens = Temporal.Instant.from(STARTS_AT)
    const first = await startedAt(opens)
    add('a start', cells(first.cost))
    rows.push(...(await requests(first.origin, first.server.pid, meters)))
    for (const { what, cost } of rows.slice(1)) say(`  ${what}: ${cost}`)
    add('resident then', await residentMiB(first.server.pid))
    await first.server.kill('SIGTERM')

    const later = opens.add({ hours: 24 * Number(values.days) })
    const back = await startedAt(later)
    const caughtUp = await costOf(
      () => back.server.pid,
      meters,
      () => allDone(client),
    )
    add(`a start after ${values.days} days`, cells(back.cost))
    add('and until all is caught up', cells(caughtUp))
    add('resident then', await residentMiB(back.server.pid))
    await back.server.kill('SIGTERM')

    const audit = Bun.spawn([process.execPath, `${import.meta.dir}/../src/paper.ts`, 'audit'], {
      env: { PATH: process.env.PATH ?? '', DATABASE_URL: url.href },
      stdout: 'pipe',
    })
    const said = new Response(audit.stdout).text()
    const audited = await costOf(
      () => audit.pid,
      meters,
      () => audit.exited,
    )
    const peakMiB = Math.round((audit.resourceUsage()?.maxRSS ?? 0) / MIB)
    const ownMs = Number(audit.resourceUsage()?.cpuTime.total ?? 0) / 1_000
    add(
      `the audit (${(await said).trim()}; ${peakMiB} MiB)`,
      cells({ ...audited, serverMs: ownMs }),
    )
    const [found] = await client<{ size: string }[]>`
      select pg_size_pretty(pg_database_size(current_database())) as size`
    add('size', found?.size ?? '')
    return rows
  } finally {
    await client.end()
    await admin`drop database ${admin(name)} with (force)`
    await admin.end()
    await rm(folder, { recursive: true })
  }
}

async function allDone(client: postgres.Sql): Promise<void> {
  for (;;) {
    const [waiting] = await client`select from orders where status = 'SUBMITTED' limit 1`
    if (waiting === undefined) return
    await Bun.sleep(200)
  }
}

const serverUrl = process.env.BENCH_DATABASE_URL ?? process.env.DATABASE_URL
if (serverUrl === undefined) {
  console.error('DATABASE_URL names no server; `bash .ci/postgres -- bun run bench:history`')
  process.exit(2)
}
const results: (readonly Row[])[] = []
for (const size of SIZES) {
  const { name, accounts, waiting, rows } = size
  say(`${name}: ${whole(accounts)} accounts, ${whole(waiting)} waiting, ${whole(rows)} rows`)
  results.push(await measured(serverUrl, size))
}
const [small = [], large = []] = results
console.log('processor ms of the server + of PostgreSQL + wall ms (of a request: median)')
for (const line of tableLines(
  ['', 'small', 'large'],
  large.map(({ what, cost }, at) => [what, small[at]?.cost ?? '', cost]),
)) {
  console.log(line)
}
process.exit(0)
