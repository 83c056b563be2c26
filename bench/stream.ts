/**
 * The stream under load: how long an event takes from its commit to each of a thousand readers, and
 * what a reader that reads nothing costs the others. `bun run bench:stream`; the database is the
 * server of DATABASE_URL, which is emptied, or PGlite in memory.
 *
 * Load: 1,000 readers of 100 accounts, in a process of their own, unless an option says otherwise;
 * 250 orders a second, which the tick of every second fills: 500 changes of orders, so 5,000
 * messages.
 */
import { cpus } from 'node:os'
import { createClient } from '../src/identity/clients'
import { hashOf } from '../src/identity/secrets'
import { clientAccounts } from '../src/postgres/schema/trading'
import { MACHINE_TIME } from '../src/server/compose/market-clock'
import { type Job, startJobs } from '../src/server/jobs/jobs'
import { freshDatabase } from '../test/support/database'
import { openRawStream } from '../test/support/raw-stream'
import { openStreamApi } from '../test/support/stream-api'
import { MONDAY_AT_TEN } from '../test/support/trading-floor'
import { now } from './stream-clock'
import type { Arrival, ReadersTask } from './stream-readers'

const ACCOUNTS = 100
/** A client may have up to 20 streams. */
const STREAMS_OF_A_CLIENT = 10
const ORDERS_A_SECOND = 250
const SECONDS = Number(process.argv[2] ?? 20)
const STREAMS = Number(process.argv[3] ?? 1_000)
const SLICE_MS = 20

const say = (line: string): void => console.log(line)
if (process.argv.includes('--help') || process.argv.includes('-h')) {
  say(
    'usage: bun run bench:stream [SECONDS] [READERS]\n\n  SECONDS  how long the load lasts (20)\n' +
      '  READERS  how many streams are open, a multiple of 100 (1000)',
  )
  process.exit(0)
}
const database = await freshDatabase()
const committedAt = new Map<string, number>()
/** For each event, until the server had handed it to the network for all its readers. */
const handedOverMs: number[] = []
const api = await openStreamApi({
  database,
  time: MACHINE_TIME,
  onCommitted(events) {
    const at = now()
    for (const { accountId, seq } of events) committedAt.set(`${accountId} ${seq}`, at)
    // The events go out in one turn of the event loop, which is over in the one after it.
    setImmediate(() => {
      setImmediate(() => {
        const tookMs = now() - at
        for (const _ of events) handedOverMs.push(tookMs)
      })
    })
  },
})
const { floor } = api

say(`making ${ACCOUNTS} accounts …`)
const accountIds = Array.from(
  { length: ACCOUNTS },
  (_, index) => `acc_BENCH${String(index).padStart(3, '0')}`,
)
for (const accountId of accountIds) await floor.account(accountId)
const tokens: string[] = []
for (let index = 0; index < STREAMS / STREAMS_OF_A_CLIENT; index++) {
  const accountId = accountIds[index % ACCOUNTS] ?? ''
  const clientId = `pk_bench_${index}`
  const secretHash = hashOf('secret')
  await createClient(database.drizzle, {
    clientId,
    secretHash,
    createdAt: MONDAY_AT_TEN,
    userId: 'usr_test',
    scope: 'READ_ONLY',
  })
  await database.drizzle.insert(clientAccounts).values({ clientId, accountId })
  tokens.push(await api.signIn(clientId, 'secret'))
}

let answer: (message: unknown) => void = () => {}
const readers = Bun.spawn(['bun', `${import.meta.dir}/stream-readers.ts`], {
  stdio: ['ignore', 'inherit', 'inherit'],
  ipc: (message) => answer(message),
})
const ask = <Answer>(task: ReadersTask | 'collect') =>
  new Promise<Answer>((resolve) => {
    answer = (message) => resolve(message as Answer) // safe: what stream-readers.ts sends
    readers.send(task)
  })
say(`opening ${STREAMS} streams …`)
await ask<number>({ url: api.url, tokens, streams: STREAMS })

async function load(seconds: number): Promise<void> {
  const began = now()
  let placed = 0
  let ticks = 0
  const pending: Promise<unknown>[] = []
  while (now() - began < seconds * 1_000) {
    const due = Math.floor(((now() - began) / 1_000) * ORDERS_A_SECOND)
    for (; placed < due; placed++) {
      const accountId = accountIds[placed % ACCOUNTS] ?? ''
      pending.push(floor.order(accountId, { quantity: '0.01' }))
    }
    if (now() - began > (ticks + 1) * 1_000) {
      ticks++
      pending.push(floor.advance('PT1S'))
    }
    await new Promise((resume) => setTimeout(resume, SLICE_MS))
  }
  await Promise.all(pending)
  await floor.advance('PT1S')
}

interface Report {
  readonly events: number
  readonly messages: number
  readonly missing: number
  /** From the commit to the readers. */
  readonly received: string
  /** From the commit to the network, for the last of an event's readers. */
  readonly handedOver: string
}

async function measure(): Promise<Report> {
  committedAt.clear()
  handedOverMs.length = 0
  await load(SECONDS)
  const expected = committedAt.size * (STREAMS / ACCOUNTS)
  const arrivals: Arrival[] = []
  for (let time = 0; time < 50 && arrivals.length < expected; time++) {
    await new Promise((resume) => setTimeout(resume, 100))
    arrivals.push(...(await ask<Arrival[]>('collect')))
  }
  const delays = arrivals.map(([event, atMs]) => atMs - (committedAt.get(event) ?? Number.NaN))
  return {
    events: committedAt.size,
    messages: delays.length,
    missing: expected - delays.length,
    received: spreadOf(delays),
    handedOver: spreadOf(handedOverMs),
  }
}

function spreadOf(delaysMs: readonly number[]): string {
  const sorted = delaysMs.toSorted((one, other) => one - other)
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
      .toFixed(1)
      .padStart(6)
  return `p50 ${at(0.5)}  p99 ${at(0.99)}  max ${at(1)} ms`
}

function show(name: string, { events, messages, missing, ...spreads }: Report): void {
  const rate = Math.round(events / SECONDS)
  say(
    `${name.padEnd(26)} ${rate}/s, ${messages} messages, ${missing} missing\n` +
      `  received     ${spreads.received}\n  handed over  ${spreads.handedOver}`,
  )
}

const megabytes = (): string => `${Math.round(process.memoryUsage().rss / 1024 / 1024)} MB`
say(`${cpus().length} × ${cpus()[0]?.model}, Bun ${Bun.version}, ${SECONDS} s each`)
await load(2)
await new Promise((resume) => setTimeout(resume, 500))
await ask<Arrival[]>('collect')
show(`${STREAMS} readers`, await measure())

say('making a log of 3,000 events for the reader that reads nothing …')
for (let time = 0; time < 10; time++) {
  await Promise.all(Array.from({ length: 300 }, () => floor.order('acc_A', { quantity: '0.01' })))
}
await floor.advance('PT1S')
await ask<Arrival[]>('collect')
const before = megabytes()
const idle = await openRawStream(api.url, api.token)
idle.pause()
// Again and again from the start, until the network takes no more.
const nag: Job = {
  name: 'nag',
  everyMs: 500,
  run: async () => idle.send({ type: 'subscribe', accountId: 'acc_A', since: 0 }),
}
const nagging = startJobs([nag], { ...MACHINE_TIME, failed: (_, error) => console.error(error) })
show('and one that reads nothing', await measure())
say(`memory of the server: ${before} before it, ${megabytes()} after`)
await nagging.stop()
idle.resume()
// Too short a load does not fill the network, and the server has no reason to close it.
const ended = await Promise.race([
  idle.ended,
  new Promise<null>((no) => setTimeout(no, 2_000, null)),
])
if (ended === null) say('it was not closed: the load was too short to fill the network')
else say(`it was closed with ${ended.code}, with ${ended.texts.length} messages in the network`)
say(`failures: ${api.failures.length}`)
readers.kill()
process.exit()
