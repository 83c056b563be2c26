/**
 * `bun run bench:soak`: whether a server's memory stays flat under a steady load that lasts: orders
 * that fill, orders that wait and are cancelled, reads, streams, and candles of all instruments. It
 * fails if the server takes more than the bound that it has by default.
 */
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { openClient } from '../src/clients/sdk'
import { Temporal } from '../src/core/time'
import { wallNowMs } from '../src/market/clock'
import { US_INSTRUMENTS } from '../src/market/instruments/reference'
import { MEMORY_MIB } from '../src/server/config/operating'
import { seed } from './databases'
import { helpWith } from './help'
import { accountsOf, clientOf, SYMBOLS } from './market'
import { type Serving, startBrokerage } from './processes'
import { meterOf } from './processor'
import { median } from './statistics'

const USAGE = `usage: bun run bench:soak [--minutes N] [--orders N] [--candles N] [--embedded]
                          [--out FILE]

  --minutes   how long it lasts (60)
  --orders    requests a second that place or cancel, and a fifth as many reads (50)
  --candles   requests a second for 1,000 candles of some instrument in some year (5)
  --embedded  on a folder of its own, in place of a database on the server of DATABASE_URL
  --out       a file to which each minute's line is added as well

Each failure is shown with its code, and with what the server's log says at that time; after the
warm-up and at the end also what is alive in the server's memory.

\`bash .ci/postgres -- bun run bench:soak\` brings a PostgreSQL.`

helpWith(USAGE)
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    orders: { type: 'string', default: '50' },
    candles: { type: 'string', default: '5' },
    embedded: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const ordersPerSecond = Number(values.orders)
const candlesPerSecond = Number(values.candles)

const CLIENTS = 16
const MINUTE_MS = 60_000
const MIB = 2 ** 20
/** After it all caches have met their load; what is allocated once is there. */
const WARM_UP_SHARE = 1 / 6

async function say(line: string): Promise<void> {
  console.log(line)
  if (values.out !== undefined) await appendFile(values.out, `${line}\n`)
}

/** Makes the place of the server's data, and returns how to remove it. */
async function makeStorage() {
  if (values.embedded) {
    const dir = await mkdtemp(join(tmpdir(), 'paper-brokerage-soak.'))
    await seed({ kind: 'embedded', dir, durability: 'fsync' })
    return { DATABASE_URL: '', DATA_DIR: dir, remove: () => rm(dir, { recursive: true }) }
  }
  const serverUrl = process.env.BENCH_DATABASE_URL ?? process.env.DATABASE_URL
  if (serverUrl === undefined) throw new Error('DATABASE_URL names no server; --help tells more')
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
  const name = `bench_soak_${process.pid}`
  await admin`create database ${admin(name)}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await seed({ kind: 'server', url: url.href })
  return {
    DATABASE_URL: url.href,
    DATA_DIR: '',
    async remove() {
      await admin`drop database ${admin(name)} with (force)`
      await admin.end()
    },
  }
}

/** What came back, by status and code. */
const answers = new Map<string, number>()
let events = 0

const counted = (kind: string): void => void answers.set(kind, (answers.get(kind) ?? 0) + 1)

interface Answered {
  readonly status: number
  readonly error?: { readonly value?: unknown } | null
}

/** Its code, its id and its words are shown if it is a failure of the server. */
function note({ status, error }: Answered): void {
  const code: unknown = Object(error?.value).code
  counted(code === undefined ? String(status) : `${status} ${code}`)
  if (status >= 500) void say(`  ${now()} ${status} ${JSON.stringify(error?.value)}`)
}

function lost(error: unknown): void {
  counted('no answer')
  void say(`  ${now()} no answer: ${error instanceof Error ? error.message : String(error)}`)
}

const now = (): string =>
  Temporal.Instant.fromEpochMilliseconds(wallNowMs()).toString().slice(11, 23)

/** The log's lines of requests that failed, and what the heap holds. Warnings show anyway. */
let onHeapLine: (line: string) => void = () => {}
function onLine(line: string): void {
  if (line.startsWith('heap ')) onHeapLine(line)
  else if (/^\S+ [A-Z]+ \S+ 5\d\d /.test(line)) void say(`  server: ${line}`)
}

let charts = 0

function traderOf(server: Serving, index: number) {
  const client = openClient({
    url: server.origin,
    ...clientOf(index),
    accountId: accountsOf(index)[0],
  })
  const { api } = client
  let turn = index
  let waiting: string | undefined
  const order = (terms: { readonly side: 'BUY' | 'SELL'; readonly limitPrice?: number }) =>
    api.v1.orders.post({
      symbol: SYMBOLS[Math.floor(turn / 4) % SYMBOLS.length] ?? 'KO',
      quantity: 1,
      ...terms,
      orderType: terms.limitPrice === undefined ? 'MARKET' : 'LIMIT',
      clientOrderId: `soak-${index}-${turn}`,
    })
  return {
    client,
    /** Buys, sells what it has bought, waits far from the market, and cancels that. */
    async trade(): Promise<void> {
      turn++
      if (turn % 4 === 0) note(await order({ side: 'BUY' }))
      else if (turn % 4 === 1) note(await order({ side: 'SELL' }))
      else if (turn % 4 === 2) {
        const placed = await order({ side: 'BUY', limitPrice: 1 })
        waiting = placed.data?.orderId
        note(placed)
      } else if (waiting !== undefined) note(await api.v1.orders({ orderId: waiting }).delete())
    },
    async read(): Promise<void> {
      const query = { symbols: SYMBOLS.join() }
      note(await api.v1.account.get())
      if (turn % 3 === 0) note(await api.v1.orders.get({ query: { limit: 50 } }))
      if (turn % 3 === 1) note(await api.v1.market.quotes.get({ query }))
      if (turn % 3 === 2) note(await api.v1.account.holdings.get())
    },
    /** Another instrument each time, another year, and every interval in turn. */
    async chart(): Promise<void> {
      const year = 2005 + (charts % 20)
      note(
        await api.v1.market.candles.get({
          query: {
            symbol: US_INSTRUMENTS[charts % US_INSTRUMENTS.length]?.symbol ?? 'KO',
            interval: charts % 2 === 0 ? '1d' : '1m',
            from: `${year}-06-01T00:00:00Z`,
            to: `${year + 4}-06-01T00:00:00Z`,
            limit: 1_000,
          },
        }),
      )
      charts++
    },
    async follow(): Promise<void> {
      for await (const _ of client.orderEvents()) events++
    },
  }
}

async function memoryOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kib = (name: string): number =>
    Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1])
  const [residentMiB = 0, anonymousMiB = 0, peakMiB = 0] = ['VmRSS', 'RssAnon', 'VmHWM'].map(
    (name) => (kib(name) * 1024) / MIB,
  )
  return { residentMiB, anonymousMiB, peakMiB }
}

/** MiB an hour by least squares. */
function slopeOf(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2
  const mean = samples.reduce((sum, each) => sum + each, 0) / samples.length
  let above = 0
  let below = 0
  for (const [at, each] of samples.entries()) {
    above += (at - middle) * (each - mean)
    below += (at - middle) ** 2
  }
  return (above / below) * 60
}

const storage = await makeStorage()
const server = await startBrokerage(
  storage,
  { BUN_OPTIONS: `--preload ${import.meta.dir}/heap-on-signal.ts` },
  onLine,
)

/** What is alive in the server after a collection. */
async function sayHeap(when: string): Promise<void> {
  const heapLine = new Promise<string>((resolve) => {
    onHeapLine = resolve
  })
  process.kill(server.pid, 'SIGUSR2')
  await say(`${when}: ${await heapLine}`)
}

const traders = Array.from({ length: CLIENTS }, (_, index) => traderOf(server, index))
for (const trader of traders.slice(0, 4)) void trader.follow().catch(() => {})

let turns = 0
let isOver = false

async function load(): Promise<void> {
  while (!isOver) {
    const trader = traders[turns++ % CLIENTS]
    trader?.trade().catch(lost)
    if (turns % 5 === 0) traders[(turns + 7) % CLIENTS]?.read().catch(lost)
    await Bun.sleep(1_000 / ordersPerSecond)
  }
}

async function chart(): Promise<void> {
  while (!isOver) {
    traders[charts % CLIENTS]?.chart().catch(lost)
    await Bun.sleep(1_000 / candlesPerSecond)
  }
}

void load()
if (candlesPerSecond > 0) void chart()
const cpu = meterOf(server.pid)
const resident: number[] = []
await say('minute  resident MiB  anonymous MiB  processor %  events  answers')
for (let minute = 1; minute <= minutes; minute++) {
  const before = await cpu()
  await Bun.sleep(MINUTE_MS)
  const percent = ((await cpu()) - before) / (MINUTE_MS * 10)
  const { residentMiB, anonymousMiB } = await memoryOf(server.pid)
  resident.push(residentMiB)
  if (minute === Math.ceil(minutes * WARM_UP_SHARE)) await sayHeap('after the warm-up')
  const counts = [...answers].map(([kind, count]) => `${count} × ${kind}`).join(', ')
  await say(
    `${String(minute).padStart(6)}${residentMiB.toFixed(1).padStart(14)}` +
      `${anonymousMiB.toFixed(1).padStart(15)}${percent.toFixed(1).padStart(13)}` +
      `${String(events).padStart(8)}  ${counts}`,
  )
}
isOver = true
const { peakMiB } = await memoryOf(server.pid)
await sayHeap('at the end')
const warm = resident.slice(Math.floor(resident.length * WARM_UP_SHARE))
const half = Math.floor(warm.length / 2)
const middleOf = (from: number, to?: number): string =>
  `${median(warm.slice(from, to)).toFixed(1)} MiB`
await say(
  `after ${resident.length - warm.length} minutes: ${middleOf(0, half)} in the first half, ` +
    `${middleOf(half)} in the second (medians), ${slopeOf(warm).toFixed(1)} MiB an hour`,
)
const isWithin = peakMiB <= MEMORY_MIB.unset
const verdict = isWithin ? 'within' : 'MORE than'
await say(`at most ${peakMiB.toFixed(0)} MiB: ${verdict} the ${MEMORY_MIB.unset} of MEMORY_MIB`)
await server.stop()
await storage.remove()
process.exit(isWithin ? 0 : 1)
