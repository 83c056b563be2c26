/**
 * `bun run bench:long-reads`: how far one client that reads a long past holds up the orders of
 * another one, on the embedded database and within the rate limits. It fails if one turn of the
 * server's event loop takes more than 50 ms of processor time.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tableLines } from '../src/clients/cli/shared/format'
import { type Client, openClient } from '../src/clients/sdk'
import { issueToken } from '../src/clients/sdk/token'
import { Temporal } from '../src/core/time'
import { connect } from '../src/postgres/connect'
import { makeBusy } from '../test/support/busy-account'
import { seed } from './databases'
import { helpWith } from './help'
import { accountsOf, clientOf, LIMIT_PRICE, SYMBOLS } from './market'
import { type Serving, startBrokerage } from './processes'

const USAGE = `usage: bun run bench:long-reads [--events N] [--seconds N]

  --events   of the account whose past is read (15000)
  --seconds  each scene (20)`

helpWith(USAGE)
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '15000' },
    seconds: { type: 'string', default: '20' },
  },
})
const events = Number(values.events)
const sceneMs = Number(values.seconds) * 1_000

const LOOP_MS_MAX = 50
const ORDER_EVERY_MS = 50
const MIB = 2 ** 20
/** Subscribes to the whole past that one socket sends at once. */
const SUBSCRIBES = 400

const READER = 0
const TRADER = 1

/** What the reader does until the scene is over. */
type Scene = (reader: Client, isOver: () => boolean) => Promise<void>

const SCENES: Readonly<Record<string, Scene>> = {
  'nobody reads': (_, isOver) => until(isOver),
  history: reads('/paper/account/history?interval=1m&limit=500'),
  statement: reads('/paper/account/statement.csv'),
  'backlog of a stream': async (reader, isOver) => {
    while (!isOver()) {
      const stream = reader.orderEvents({ since: 0 })
      let left = events
      for await (const _ of stream) if (--left === 0 || isOver()) break
    }
  },
  [`${SUBSCRIBES} subscribes at once`]: async (_, isOver) => {
    const token = await issueToken(origin, clientOf(READER), fetch, 'bench')
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/v1/stream`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
    for (let sent = 0; sent < SUBSCRIBES; sent++) {
      socket.send('{"type":"unsubscribe"}')
      socket.send('{"type":"subscribe","since":0}')
    }
    await until(isOver)
    socket.close()
  },
}

function reads(path: string): Scene {
  return async (reader, isOver) => {
    while (!isOver()) {
      const answer = await reader.fetch(path)
      await answer.arrayBuffer()
      const waitSeconds = Number(answer.headers.get('retry-after') ?? 0)
      await Bun.sleep(waitSeconds * 1_000)
    }
  }
}

async function until(isOver: () => boolean): Promise<void> {
  while (!isOver()) await Bun.sleep(ORDER_EVERY_MS)
}

/** Milliseconds of each answer to an order, one after the other. */
async function trade(trader: Client, isOver: () => boolean): Promise<readonly number[]> {
  const took: number[] = []
  while (!isOver()) {
    const from = performance.now()
    const { status } = await trader.api.v1.orders.post({
      symbol: SYMBOLS[0],
      side: 'BUY',
      orderType: 'LIMIT',
      quantity: 1,
      limitPrice: LIMIT_PRICE,
      clientOrderId: `bench-${crypto.randomUUID()}`,
    })
    took.push(performance.now() - from)
    if (status !== 200) refused++
    await Bun.sleep(ORDER_EVERY_MS)
  }
  return took.toSorted((left, right) => left - right)
}

const dir = await mkdtemp(join(tmpdir(), 'paper-brokerage-long-reads.'))
await seed({ kind: 'embedded', dir, durability: 'fsync' })
const database = await connect({ kind: 'embedded', dir, durability: 'fsync' })
await makeBusy(database, {
  accountId: accountsOf(READER)[0] ?? '',
  events,
  symbols: SYMBOLS,
  from: Temporal.Instant.from('2026-03-02T09:30:00-05:00'),
  until: Temporal.Instant.from('2026-03-02T09:59:00-05:00'),
})
await database.close()

let onLine: (line: string) => void = () => {}
const server: Serving = await startBrokerage(
  { DATABASE_URL: '', DATA_DIR: dir },
  { BUN_OPTIONS: `--preload ${import.meta.dir}/loop-on-signal.ts`, RATE_LIMIT: 'on' },
  (line) => onLine(line),
)
const { origin } = server

/** Since it was last asked. */
async function longestTurnMs(): Promise<number> {
  const said = new Promise<string>((resolve) => {
    onLine = (line) => {
      if (line.startsWith('longest turn ')) resolve(line)
    }
  })
  process.kill(server.pid, 'SIGUSR2')
  return Number(/[\d.]+/.exec(await said)?.[0])
}

const clientAt = (index: number): Client =>
  openClient({ url: origin, ...clientOf(index), accountId: accountsOf(index)[0] })

let refused = 0
const rows: string[][] = []
let isWithin = true
for (const [name, scene] of Object.entries(SCENES)) {
  const reader = clientAt(READER)
  await Promise.all([reader.api.v1.account.get(), Bun.sleep(ORDER_EVERY_MS)])
  await longestTurnMs()
  refused = 0
  const end = performance.now() + sceneMs
  const isOver = (): boolean => performance.now() > end
  const [took] = await Promise.all([trade(clientAt(TRADER), isOver), scene(reader, isOver)])
  const at = (share: number): string => (took[Math.floor(took.length * share)] ?? 0).toFixed(0)
  const turnMs = await longestTurnMs()
  isWithin &&= turnMs <= LOOP_MS_MAX
  const resident = ((await server.residentBytes()) / MIB).toFixed(0)
  const most = (took.at(-1) ?? 0).toFixed(0)
  rows.push([name, at(0.5), at(0.99), most, String(refused), turnMs.toFixed(1), resident])
}
const titles = ['the reader', 'p50 ms', 'p99', 'max', 'refused', 'longest turn', 'resident MiB']
console.log(tableLines(titles, rows).join('\n'))
await server.stop()
await rm(dir, { recursive: true })
console.log(isWithin ? '' : `A turn took more than ${LOOP_MS_MAX} ms.`)
process.exit(isWithin ? 0 : 1)
