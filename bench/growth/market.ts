/** A market whose prices stand still, on a database of its own, and the orders that wait in it. */
import postgres from 'postgres'
import { price, quantity } from '../../src/core/money'
import { Temporal } from '../../src/core/time'
import { alarm, monotonicNowMs } from '../../src/market/clock'
import type { Feed } from '../../src/market/feed'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import { simulatedClock } from '../../src/market/simulated-clock'
import { databaseAt } from '../../src/postgres/drivers/postgres'
import { openTrading } from '../../src/server/compose/parts'
import { seed } from '../databases'
import { ACCOUNTS, STARTS_AT, SYMBOLS } from '../market'
import { type Meters, metered, postgresMeters } from '../processor'

/** USD: what waits for good, what is asked, and what crosses it. */
export const [FAR, ASKED, CROSSES] = ['1', '10', '20'] as const
/** USD: the stops of BUY legs that wait for good, and of legs that ASKED_ABOVE reaches. */
export const [FAR_STOP, NEAR_STOP] = ['20', '12'] as const
const ASKED_ABOVE = '13'

const simulated = simulatedFeed({ seed: 1, instruments: US_INSTRUMENTS })

/** Out of every order's reach. */
const NEVER = '1000'

/** Every instrument at one price, with shares for all. */
const feedAsking = (asked: () => string): Feed => ({
  ...simulated,
  reach: () => undefined,
  bidAsk: (symbol) => ({
    symbol,
    bidPrice: price('9.99'),
    askPrice: price(asked()),
    bidSize: quantity('1000000000'),
    askSize: quantity('1000000000'),
    bidRenewedAtMs: 0,
    askRenewedAtMs: 0,
  }),
})

/** What some work took. */
export interface Cost {
  readonly serverMs: number
  readonly postgresMs: number
  readonly wallMs: number
  /** Written to PostgreSQL's log. */
  readonly logMiB: number
}

/** Processor time of the server and of PostgreSQL. */
export const processorMs = ({ serverMs, postgresMs }: Cost): number => serverMs + postgresMs

export interface Market {
  readonly client: postgres.Sql
  /**
   * Orders as they rest after their acceptance, each with shares, cents and a time of its own;
   * without their events, which no tick reads. The order book has them when it resolves.
   */
  rest(run: string, count: number, limit: string): Promise<void>
  /** BUY stops as they wait after their acceptance. The trigger book has them when it resolves. */
  arm(run: string, count: number, stop: string): Promise<void>
  /** One second of the market. */
  tick(): Promise<void>
  /** One second of the market, at whose end the ask reaches stops of NEAR_STOP. */
  tickAbove(): Promise<void>
  costOf(work: () => Promise<void>): Promise<Cost>
  close(): Promise<void>
}

const MIB = 2 ** 20

export async function openMarket(serverUrl: string, name: string): Promise<Market> {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
  await admin`create database ${admin(name)}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await seed({ kind: 'server', url: url.href })
  const client = postgres(url.href, { max: 1, onnotice: () => {} })
  const database = databaseAt(url.href, 'cli')
  let asked: string = ASKED
  const feed = feedAsking(() => asked)
  const clock = simulatedClock(Temporal.Instant.from(STARTS_AT), 0)
  const failed = (error: unknown): void => {
    throw error
  }
  const time = { elapsedMs: monotonicNowMs, after: alarm }
  const { sequencer, matcher } = openTrading({
    sequencer: { ...time, database, now: clock.now, failed },
    matcher: {
      database,
      feed,
      clock,
      simulated: clock,
      tickMs: 1_000,
      failed,
      elapsedMs: monotonicNowMs,
    },
    onCommitted: () => {},
  })
  const meters = await postgresMeters(client)
  const tick = async (): Promise<void> => {
    await matcher.advanceTo(clock.now().add({ seconds: 1 }))
  }
  return {
    client,
    async rest(run, count, limit) {
      await client.unsafe(resting(run, count, limit))
      matcher.orders.dropped()
      asked = NEVER
      await tick()
      asked = ASKED
    },
    async arm(run, count, stop) {
      await client.unsafe(arming(run, count, stop))
      matcher.orders.dropped()
      await tick()
    },
    tick,
    async tickAbove() {
      asked = ASKED_ABOVE
      await tick()
      asked = ASKED
    },
    costOf: (work) => costOf(client, meters, work),
    async close() {
      await sequencer.drained()
      await matcher.stop()
      await database.close()
      await client.end()
      await admin`drop database ${admin(name)} with (force)`
      await admin.end()
    },
  }
}

const resting = (run: string, count: number, limit: string): string => `
  with rested as (
    insert into orders (account_id, order_id, seq, client_order_id, symbol, side, order_type,
        time_in_force, quantity, limit_price, status, filled_quantity, filled_amount, hold_price,
        held_cash, session, requested_at, updated_at, valid_until)
      select 'acc_' || lpad((n % ${ACCOUNTS})::text, 16, '0'),
        'ord_${run}_' || lpad(n::text, 9, '0'), 1, '${run}-' || n,
        (array['${SYMBOLS.join("','")}'])[n % ${SYMBOLS.length} + 1], 'BUY',
        'LIMIT', 'DAY', shares, price, 'SUBMITTED', 0, 0, price, shares * price, 'REGULAR',
        accepted_at, accepted_at, '2026-03-02T16:00-05:00'
      from generate_series(1, ${count}) as n
      cross join lateral (select n % 7 + 1, ${limit} + n % 97 / 100.0,
        '${STARTS_AT}'::timestamptz - interval '1 minute' - n % 50000 * interval '1 millisecond')
        as terms (shares, price, accepted_at)
      returning account_id, held_cash)
  update accounts set held_cash = accounts.held_cash + added.held,
      version = (random() * 1e15)::bigint
    from (select account_id, sum(held_cash) as held from rested group by 1) as added
    where accounts.account_id = added.account_id`

const arming = (run: string, count: number, stop: string): string => `
  with armed as (
    insert into conditional_legs (account_id, seq, group_id, leg, client_order_id, symbol, type,
        side, quantity, stop_price, time_in_force, trigger_by, sessions, requested_at, valid_until,
        status, filled_quantity, hold_price, held_price, held_cash, held_quantity, children,
        watched_after, updated_at)
      select 'acc_' || lpad((n % ${ACCOUNTS})::text, 16, '0'), 1,
        'cnd_${run}_' || lpad(n::text, 9, '0'), 'SINGLE', '${run}-' || n,
        (array['${SYMBOLS.join("','")}'])[n % ${SYMBOLS.length} + 1], 'STOP', 'BUY', 1, stop,
        'DAY', 'BID_ASK', 'REGULAR', accepted_at, '2026-03-02T16:00-05:00', 'ARMED', 0,
        stop, stop, stop, 0, 0, accepted_at, accepted_at
      from generate_series(1, ${count}) as n
      cross join lateral (select ${stop} + n % 97 / 100.0,
        '${STARTS_AT}'::timestamptz - interval '1 minute' - n % 50000 * interval '1 millisecond')
        as terms (stop, accepted_at)
      returning account_id, held_cash)
  update accounts set held_cash = accounts.held_cash + added.held, has_conditional_orders = true,
      version = (random() * 1e15)::bigint
    from (select account_id, sum(held_cash) as held from armed group by 1) as added
    where accounts.account_id = added.account_id`

async function costOf(
  client: postgres.Sql,
  meters: Meters,
  work: () => Promise<void>,
): Promise<Cost> {
  const written = async (): Promise<number> => {
    const [at] = await client<{ bytes: string }[]>`
      select pg_current_wal_insert_lsn() - '0/0' as bytes`
    return Number(at?.bytes)
  }
  const [logBefore, before, beganAtMs] = [await written(), process.cpuUsage(), performance.now()]
  const { micros } = await metered(meters, work)
  const { user, system } = process.cpuUsage(before)
  return {
    serverMs: (user + system) / 1_000,
    postgresMs: (micros.PostgreSQL ?? 0) / 1_000,
    wallMs: performance.now() - beganAtMs,
    logMiB: ((await written()) - logBefore) / MIB,
  }
}
