/**
 * The orders that act: those that a tick reaches, and those whose time is over. Both read the
 * indexes on open orders, so their cost grows with the orders that act, not with those that rest.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Price } from '../../core/money'
import type { Side } from '../../core/order/order'
import type { Instant } from '../../core/time'
import {
  arrayLiteral,
  parameter,
  type StatementRunner,
  selection,
  statement,
} from '../pg/statement'
import { isLastChance, isOpenRow, isTradedAtTicks, orders } from '../schema'
import type { OrderKey } from './orders'

const isOpen = isOpenRow(orders.status)
const trades = isTradedAtTicks(orders)

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

/**
 * For each instrument one look into the index of prices. `offset 0` keeps the planner from joining
 * another way: it takes a third of all orders to be reached, and would read all that rest.
 */
const reachedOf = (which: SQL): SQL => sql`
  select ${key.list}, ${isAccepted} from touch cross join lateral (
    select ${key.list}, ${orders.updatedAt}, ${orders.validUntil} from ${orders}
      where ${orders.symbol} = touch.symbol and ${which} offset 0
  ) as ${orders} where ${isValid}`
const atTouch = (side: Side, crosses: SQL): SQL =>
  reachedOf(sql`${trades} and ${orders.side} = ${sql.raw(`'${side}'`)} and ${crosses}`)

const crossing = statement(
  ['at', 'symbols', 'bids', 'asks'],
  sql`with touch (symbol, bid, ask) as (
      select * from unnest(${parameter('symbols', 'text[]')},
        ${parameter('bids', 'numeric[]')}, ${parameter('asks', 'numeric[]')}))
    ${atTouch('BUY', sql`${orders.limitPrice} >= touch.ask`)}
    union ${atTouch('BUY', sql`${orders.limitPrice} is null and touch.ask is not null`)}
    union ${atTouch('SELL', sql`${orders.limitPrice} <= touch.bid`)}
    union ${atTouch('SELL', sql`${orders.limitPrice} is null and touch.bid is not null`)}
    union ${reachedOf(isLastChance(orders))}
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
