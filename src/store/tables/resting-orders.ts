/**
 * What rests: the best prices of each instrument, and the first expiry.
 *
 * All read the indexes on open orders, so their cost grows with the instruments, not with the
 * orders that rest; and where they count orders, they count up to a limit.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Tradability } from '../../core/instrument'
import { type Price, price } from '../../core/money'
import type { Side } from '../../core/order/order'
import { type Instant, Temporal } from '../../core/time'
import {
  arrayLiteral,
  parameter,
  type StatementRunner,
  selection,
  statement,
} from '../pg/statement'
import { instruments, isLastChance, isOpenRow, isTradedAtTicks, orders } from '../schema'

const isOpen = isOpenRow(orders.status)
const trades = isTradedAtTicks(orders)

/** The open orders of one instrument that would act first. */
export interface BestResting extends Tradability {
  readonly symbol: string
  /** Some orders act at any price. */
  readonly marketBuys: boolean
  readonly marketSells: boolean
  /** Some orders end after the next tick [session.exact-boundary]. */
  readonly lastChance: boolean
  /** The highest limit of a BUY, the lowest of a SELL; null where there is none. */
  readonly buyLimit: Price | null
  readonly sellLimit: Price | null
  /** The lowest limit of a BUY, the highest of a SELL: prices that reach it reach all. */
  readonly lastBuyLimit: Price | null
  readonly lastSellLimit: Price | null
}

/** Of the instrument in `listed`. */
const ofListed = (side: Side): SQL => sql`${orders.symbol} = listed.symbol and ${trades}
  and ${orders.side} = ${sql.raw(`'${side}'`)}`
const hasMarket = (side: Side): SQL =>
  sql`exists (select 1 from ${orders} where ${ofListed(side)} and ${orders.limitPrice} is null)`
const limitOfAll = (side: Side, which: 'max' | 'min'): SQL =>
  sql`(select ${sql.raw(which)}(${orders.limitPrice}) from ${orders} where ${ofListed(side)})`

const instrument = selection({
  symbol: instruments.symbol,
  tradable: instruments.tradable,
  dayMarketTradable: instruments.dayMarketTradable,
})

const instrumentOfListed = sql`lateral (select * from ${instruments}
  where ${instruments.symbol} = listed.symbol limit 1) as ${instruments}`

const bestOfListed = sql`
  select ${instrument.list},
    ${hasMarket('BUY')} as market_buys, ${hasMarket('SELL')} as market_sells,
    ${limitOfAll('BUY', 'max')} as buy_limit, ${limitOfAll('SELL', 'min')} as sell_limit,
    ${limitOfAll('BUY', 'min')} as last_buy_limit,
    ${limitOfAll('SELL', 'max')} as last_sell_limit,
    exists (select 1 from ${orders} where ${orders.symbol} = listed.symbol
      and ${isLastChance(orders)}) as last_chance
  from listed cross join ${instrumentOfListed}
  order by ${instruments.symbol}`

function decodeBest(row: readonly unknown[]): BestResting {
  const [, , , marketBuys, marketSells, ...others] = row
  const [buyLimit, sellLimit, lastBuyLimit, lastSellLimit, lastChance] = others
  return {
    ...instrument.decode(row),
    marketBuys: marketBuys === true,
    marketSells: marketSells === true,
    buyLimit: limitOf(buyLimit),
    sellLimit: limitOf(sellLimit),
    lastBuyLimit: limitOf(lastBuyLimit),
    lastSellLimit: limitOf(lastSellLimit),
    lastChance: lastChance === true,
  }
}

const limitOf = (value: unknown): Price | null => (value === null ? null : price(String(value)))

/**
 * `listed` walks an index from symbol to symbol, so an instrument without orders costs nothing: a
 * market of thousands of instruments and no orders is one look.
 */
const bestResting = statement(
  [],
  sql`with recursive traded (symbol) as (
      (select ${orders.symbol} from ${orders} where ${trades} order by ${orders.symbol} limit 1)
      union all
      select (select ${orders.symbol} from ${orders}
          where ${trades} and ${orders.symbol} > traded.symbol order by ${orders.symbol} limit 1)
        from traded where traded.symbol is not null),
    listed (symbol) as (
      select symbol from traded where symbol is not null
      union select ${orders.symbol} from ${orders} where ${isLastChance(orders)})
    ${bestOfListed}`,
  decodeBest,
)

const bestOfSome = statement(
  ['symbols'],
  sql`with listed (symbol) as (select * from unnest(${parameter('symbols', 'text[]')}))
    ${bestOfListed}`,
  decodeBest,
)

/** Orders of one side and limit that trade at ticks; or those that have a last chance. */
export interface RestingLevel {
  readonly symbol: string
  /** Null: those with a last chance, whatever their side and limit. */
  readonly side: Side | null
  readonly limit: Price | null
  readonly count: number
}

const mostOf = (which: SQL, columns: SQL): SQL => sql`
  select ${columns} from ${orders} where ${orders.symbol} = listed.symbol and ${which}
    limit ${parameter('limit', 'integer')}`

const levels = statement(
  ['symbols', 'limit'],
  sql`with listed (symbol) as (select * from unnest(${parameter('symbols', 'text[]')}))
    select listed.symbol, resting.side, resting.limit_price, count(*) from listed
      cross join lateral (
        (${mostOf(trades, sql`${orders.side}, ${orders.limitPrice}`)})
        union all (${mostOf(isLastChance(orders), sql`null, null`)})
      ) as resting (side, limit_price)
      group by 1, 2, 3`,
  ([symbol, side, limit, count]): RestingLevel => ({
    symbol: String(symbol),
    side: side === 'BUY' || side === 'SELL' ? side : null,
    limit: limitOf(limit),
    count: Number(count),
  }),
)

/** What rests of some instruments. */
export interface RestingOfSome {
  readonly best: readonly BestResting[]
  /**
   * All levels of an instrument that has at most `ORDERS_COUNTED_MAX` orders, some of the others;
   * null: nothing was counted.
   */
  readonly levels: readonly RestingLevel[] | null
}

/** Counting more of them, of one instrument or in all, costs more than looking again later. */
export const ORDERS_COUNTED_MAX = 1_000
/** Of more instruments at once no orders are counted. */
const INSTRUMENTS_COUNTED_MAX = 20

export async function readRestingOf(
  runner: StatementRunner,
  symbols: readonly string[],
): Promise<RestingOfSome> {
  const listed = { symbols: arrayLiteral(symbols) }
  const [best, found] = await Promise.all([
    runner.all(bestOfSome, listed),
    symbols.length > INSTRUMENTS_COUNTED_MAX
      ? null
      : runner.all(levels, { ...listed, limit: String(ORDERS_COUNTED_MAX + 1) }),
  ])
  return { best, levels: found }
}

const nextExpiry = statement(
  [],
  sql`select min(${orders.validUntil}) from ${orders} where ${isOpen}`,
  ([earliest]): Instant | null => (earliest === null ? null : instantOf(earliest)),
)

const instantOf = (value: unknown): Instant => Temporal.Instant.from(String(value))

export interface RestingOrders {
  readonly best: readonly BestResting[]
  /** When the first open order's time is over; null when none is open. */
  readonly nextExpiryAt: Instant | null
}

export async function readRestingOrders(runner: StatementRunner): Promise<RestingOrders> {
  const [found, [nextExpiryAt]] = await Promise.all([
    runner.all(bestResting, {}),
    runner.all(nextExpiry, {}),
  ])
  return { best: found, nextExpiryAt: nextExpiryAt ?? null }
}

/** Open orders whose time is over at one instant. */
export interface Expiring {
  readonly at: Instant
  readonly count: number
}

const expiries = statement(
  ['limit'],
  sql`select first.valid_until, count(*) from (
      select ${orders.validUntil} from ${orders} where ${isOpen}
        order by ${orders.validUntil} limit ${parameter('limit', 'integer')}
    ) as first (valid_until) group by 1 order by 1`,
  ([at, count]): Expiring => ({ at: instantOf(at), count: Number(count) }),
)

/** The first to end: all open orders where there are at most `ORDERS_COUNTED_MAX`. */
export const readExpiries = (runner: StatementRunner): Promise<readonly Expiring[]> =>
  runner.all(expiries, { limit: String(ORDERS_COUNTED_MAX + 1) })
