/**
 * The matcher's queries at each tick: the best resting prices, then the orders that act.
 *
 * Both read the indexes on open orders, so their cost grows with the instruments and the orders
 * that act, not with the orders that rest.
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
import type { OrderKey } from './orders'

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
    select ${instrument.list},
      ${hasMarket('BUY')} as market_buys, ${hasMarket('SELL')} as market_sells,
      ${limitOfAll('BUY', 'max')} as buy_limit, ${limitOfAll('SELL', 'min')} as sell_limit,
      ${limitOfAll('BUY', 'min')} as last_buy_limit,
      ${limitOfAll('SELL', 'max')} as last_sell_limit,
      exists (select 1 from ${orders} where ${orders.symbol} = listed.symbol
        and ${isLastChance(orders)}) as last_chance
    from listed cross join lateral (select * from ${instruments}
      where ${instruments.symbol} = listed.symbol limit 1) as ${instruments}
    order by ${instruments.symbol}`,
  (row): BestResting => {
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
  },
)

const limitOf = (value: unknown): Price | null => (value === null ? null : price(String(value)))

const nextExpiry = statement(
  [],
  sql`select min(${orders.validUntil}) from ${orders} where ${isOpen}`,
  ([earliest]): Instant | null =>
    earliest === null ? null : Temporal.Instant.from(String(earliest)),
)

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

/** One instrument's prices at a tick; null: nothing executes, only last chances end. */
export interface TopOfBook {
  readonly symbol: string
  readonly bidPrice: Price | null
  readonly askPrice: Price | null
}

const keyColumns = {
  accountId: orders.accountId,
  orderId: orders.orderId,
  symbol: orders.symbol,
}
const key = selection(keyColumns)

/** From the first tick after its acceptance, until its time is over. [life.first-tick] */
const isAccepted = sql`${orders.updatedAt} < ${parameter('at', 'timestamptz')}`
const isValid = sql`${orders.validUntil} > ${parameter('at', 'timestamptz')}`
const atTouch = (side: Side, crosses: SQL): SQL => sql`
  select ${key.list}, ${isAccepted} from touch join ${orders} on ${orders.symbol} = touch.symbol
    and ${trades} and ${orders.side} = ${sql.raw(`'${side}'`)} and ${crosses} and ${isValid}`

const crossing = statement(
  ['at', 'symbols', 'bids', 'asks'],
  sql`with touch (symbol, bid, ask) as (
      select * from unnest(${parameter('symbols', 'text[]')},
        ${parameter('bids', 'numeric[]')}, ${parameter('asks', 'numeric[]')}))
    ${atTouch('BUY', sql`${orders.limitPrice} >= touch.ask`)}
    union ${atTouch('BUY', sql`${orders.limitPrice} is null and touch.ask is not null`)}
    union ${atTouch('SELL', sql`${orders.limitPrice} <= touch.bid`)}
    union ${atTouch('SELL', sql`${orders.limitPrice} is null and touch.bid is not null`)}
    union select ${key.list}, ${isAccepted} from touch join ${orders}
      on ${orders.symbol} = touch.symbol and ${isLastChance(orders)} and ${isValid}
    order by 1, 2`,
  (row): ReachedOrder => ({ ...key.decode(row), isDue: row.at(-1) === true }),
)

export interface DueOrder extends OrderKey {
  readonly symbol: string
}

export interface ReachedOrder extends DueOrder {
  /** It was accepted before the instant, and has not acted at it yet. */
  readonly isDue: boolean
}

/**
 * The open orders that these prices reach at the instant, and those whose last chance this is: by
 * account, in the order of their acceptance.
 */
export const crossingOrders = (
  runner: StatementRunner,
  at: Instant,
  touches: readonly TopOfBook[],
): Promise<readonly ReachedOrder[]> =>
  runner.all(crossing, {
    at: at.toString(),
    symbols: arrayLiteral(touches.map(({ symbol }) => symbol)),
    bids: arrayLiteral(touches.map(({ bidPrice }) => bidPrice?.toFixed() ?? null)),
    asks: arrayLiteral(touches.map(({ askPrice }) => askPrice?.toFixed() ?? null)),
  })

const expiringColumns = { ...keyColumns, validUntil: orders.validUntil }
const expiringOrder = selection(expiringColumns)

const expiring = statement(
  ['at', 'afterTime', 'afterAccount', 'afterOrder', 'limit'],
  sql`select ${expiringOrder.list} from ${orders}
    where ${isOpen} and ${orders.validUntil} <= ${parameter('at', 'timestamptz')}
      and (${orders.validUntil}, ${orders.accountId}, ${orders.orderId}) >
        (${parameter('afterTime', 'timestamptz')}, ${parameter('afterAccount', 'text')},
          ${parameter('afterOrder', 'text')})
    order by ${orders.validUntil}, ${orders.accountId}, ${orders.orderId}
    limit ${parameter('limit', 'integer')}`,
  expiringOrder.decode,
)

export interface ExpiringOrder extends DueOrder {
  readonly validUntil: Instant
}

/**
 * The open orders whose time is over at the instant, a page of them: by the end of their time, then
 * by account, then in the order of their acceptance. `after` is the last one of the page before.
 */
export const expiringOrders = (
  runner: StatementRunner,
  at: Instant,
  after: ExpiringOrder | null,
  limit: number,
): Promise<readonly ExpiringOrder[]> =>
  runner.all(expiring, {
    at: at.toString(),
    afterTime: after?.validUntil.toString() ?? '-infinity',
    afterAccount: after?.accountId ?? '',
    afterOrder: after?.orderId ?? '',
    limit: String(limit),
  })
