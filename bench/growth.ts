/**
 * `bun run bench:growth`: whether a tick costs what it carries out, however many orders wait, and
 * how fast very many orders are filled at once, beside COPY of the rows that this writes.
 */
import { tmpdir } from 'node:os'
import postgres from 'postgres'
import { openTrading } from '../src/compose/trading'
import { price, quantity } from '../src/core/money'
import { Temporal } from '../src/core/time'
import { alarm, monotonicNowMs } from '../src/market/clock'
import type { Feed } from '../src/market/feed'
import { simulatedFeed } from '../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../src/market/instruments/us'
import { simulatedClock } from '../src/market/simulated-clock'
import { databaseAt } from '../src/store/drivers/postgres'
import { whole } from './contest'
import { seed } from './databases'
import { ACCOUNTS, STARTS_AT, SYMBOLS } from './market'
import { metered, postgresMeters } from './processor'
import { median } from './statistics'

const WAITING = [10, 10_000, 1_000_000]
const CROSSING = 1_000
const ROUNDS = 5
const AT_ONCE = 100_000
/** USD: what waits for good, what is asked, and what crosses it. */
const [FAR, ASKED, CROSSES] = ['1', '10', '20'] as const

const simulated = simulatedFeed({ seed: 1, instruments: US_INSTRUMENTS })

/** Every instrument at one price, with shares for all. */
const feed: Feed = {
  ...simulated,
  reach: () => undefined,
  bidAsk: (symbol) => ({
    symbol,
    bidPrice: price('9.99'),
    askPrice: price(ASKED),
    bidSize: quantity('1000000000'),
    askSize: quantity('1000000000'),
    bidRenewedAtMs: 0,
    askRenewedAtMs: 0,
  }),
}

/** Orders as they rest after their acceptance; without their events, which no tick reads. */
const rest = (client: postgres.Sql, run: string, count: number, limit: string) =>
  client.unsafe(`
    with rested as (
      insert into orders (account_id, order_id, seq, client_order_id, symbol, side, order_type,
          time_in_force, quantity, limit_price, status, filled_quantity, filled_amount, hold_price,
          held_cash, session, requested_at, updated_at, valid_until)
        select 'acc_' || lpad((n % ${ACCOUNTS})::text, 16, '0'),

          'ord_${run}_' || lpad(n::text, 9, '0'), 1, '${run}-' || n,
          (array['${SYMBOLS.join("','")}'])[n % ${SYMBOLS.length} + 1], 'BUY',
          'LIMIT', 'DAY', 1, ${limit}, 'SUBMITTED', 0, 0, ${limit}, ${limit}, 'REGULAR',
          accepted_at, accepted_at, '2026-03-02T16:00-05:00'
        from generate_series(1, ${count}) as n,
          (select '${STARTS_AT}'::timestamptz - interval '1 minute') as before (accepted_at)
        returning account_id, held_cash)
    update accounts set held_cash = accounts.held_cash + added.held
      from (select account_id, sum(held_cash) as held from rested group by 1) as added
      where accounts.account_id = added.account_id`)

async function withMarket<T>(
  serverUrl: string,
  name: string,
  work: (client: postgres.Sql, tick: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
  await admin`create database ${admin(name)}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await seed({ kind: 'server', url: url.href })
  const client = postgres(url.href, { max: 1, onnotice: () => {} })
  const database = databaseAt(url.href, 'of a command')
  const clock = simulatedClock(Temporal.Instant.from(STARTS_AT), 0)
  const failed = (error: unknown): void => {
    throw error
  }
  const time = { elapsedMs: monotonicNowMs, after: alarm }
  const { desk, matcher } = openTrading({
    desk: { ...time, database, now: clock.now, failed },
    matcher: {
      ...{ database, feed, clock, simulated: clock, tickMs: 1_000, failed },
      elapsedMs: monotonicNowMs,
    },
    onCommitted: () => {},
  })
  try {
    return await work(client, async () => {
      matcher.bookChanged()
      await matcher.advanceTo(clock.now().add({ seconds: 1 }))
    })
  } finally {
    await desk.drained()
    await matcher.stop()
    await database.close()
    await client.end()
    await admin`drop database ${admin(name)} with (force)`
    await admin.end()
  }
}

/** Processor milliseconds of ticks that fill `CROSSING` orders, PostgreSQL's and our own. */
const ticksWith = (serverUrl: string, waiting: number): Promise<number> =>
  withMarket(serverUrl, `bench_growth_${process.pid}_${waiting}`, async (client, tick) => {
    await rest(client, 'far', waiting, FAR)
    // By itself it would come in the middle of a tick, and count as one.
    await client`alter table orders set (autovacuum_enabled = off)`
    await client`vacuum analyze`
    const meters = await postgresMeters(client)
    const took: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      await rest(client, `r${round}`, CROSSING, CROSSES)
      await client`checkpoint`
      const before = process.cpuUsage()
      const { micros } = await metered(meters, tick)
      const { user, system } = process.cpuUsage(before)
      // The first one is warm-up.
      if (round > 0) took.push(((micros.PostgreSQL ?? 0) + user + system) / 1_000)
    }
    return median(took)
  })

interface AtOnce {
  readonly fillsPerSecond: number
  readonly copiesPerSecond: number
}

const fillAtOnce = (serverUrl: string): Promise<AtOnce> =>
  withMarket(serverUrl, `bench_growth_${process.pid}_once`, async (client, tick) => {
    await rest(client, 'once', AT_ONCE, CROSSES)
    await client`checkpoint`
    const beganAtMs = performance.now()
    await tick()
    const filledMs = performance.now() - beganAtMs
    const [found] = await client<{ fills: number }[]>`select count(*)::int as fills from fills`
    if (found?.fills !== AT_ONCE) throw new Error(`${found?.fills} of ${AT_ONCE} were filled`)
    return {
      fillsPerSecond: (AT_ONCE / filledMs) * 1_000,
      copiesPerSecond: (AT_ONCE / (await copyMs(client))) * 1_000,
    }
  })

/** What a fill writes, its order, its event and itself, into tables alike; with their indexes. */
async function copyMs(client: postgres.Sql): Promise<number> {
  // The server writes and reads it: it runs on this machine.
  const folder = tmpdir()
  let ms = 0
  for (const table of ['orders', 'order_events', 'fills']) {
    const file = `${folder}/bench_growth_${process.pid}_${table}`
    await client.unsafe(`copy ${table} to '${file}'`)
    await client.unsafe(`create table copied_${table} (like ${table} including all)`)
    await client`checkpoint`
    const beganAtMs = performance.now()
    await client.unsafe(`copy copied_${table} from '${file}'`)
    ms += performance.now() - beganAtMs
    await client.unsafe(`copy (select) to program 'rm ${file}'`)
  }
  return ms
}

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  console.log('usage: bun run bench:growth\n')
  console.log('It wants a PostgreSQL server of its own, which it fills with a million orders, and')
  console.log('takes some minutes: `bash .ci/postgres -- bun run bench:growth`.')
  process.exit(0)
}
const serverUrl = process.env.BENCH_DATABASE_URL ?? process.env.DATABASE_URL
if (serverUrl === undefined) {
  console.error('BENCH_DATABASE_URL names no server; `bash .ci/postgres -- bun run bench:growth`')
  process.exit(2)
}
const costs = []
for (const waiting of WAITING) {
  const ms = await ticksWith(serverUrl, waiting)
  costs.push(ms)
  console.log(
    `a tick that fills ${whole(CROSSING)} of ${whole(waiting)} waiting orders: ` +
      `${ms.toFixed(0)} ms of processor time`,
  )
}
console.log(`ratio ${((costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN)).toFixed(2)}`)
const { fillsPerSecond, copiesPerSecond } = await fillAtOnce(serverUrl)
console.log(
  `${whole(AT_ONCE)} orders filled at one tick: ${whole(fillsPerSecond)}/s, ` +
    `${(fillsPerSecond / copiesPerSecond).toFixed(2)} of COPY`,
)
process.exit(0)
