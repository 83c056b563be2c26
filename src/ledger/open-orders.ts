/**
 * Reads the open orders for the matcher's order book, page by page, and later the orders of single
 * accounts that other processes have changed. These are the only statements over all accounts'
 * orders, and a tick runs none of them.
 */
import { type SQL, sql } from 'drizzle-orm'
import { type Price, price } from '../core/money'
import {
  isImmediate,
  isOpen,
  type Order,
  type OrderStatus,
  type Side,
  type TimeInForce,
} from '../core/order/order'
import { accounts, isOpenRow, orderEvents, orders } from '../postgres/schema/trading'
import { arrayLiteral, parameter, type StatementRunner, statement } from '../postgres/statement'

/** An order with the columns that the order book needs. Times are epoch milliseconds. */
export interface BookedOrder {
  readonly accountId: string
  readonly orderId: string
  /** The account's event number at acceptance: time priority among its orders. */
  readonly seq: number
  readonly symbol: string
  readonly side: Side
  /** The limit price; null for a MARKET order. */
  readonly limit: Price | null
  readonly timeInForce: TimeInForce
  readonly isOpen: boolean
  /**
   * True if it ends after the next tick, whatever its price: an IOC, a FOK, or an order with a
   * pending cancel.
   */
  readonly isLastChance: boolean
  readonly updatedAtMs: number
  readonly validUntilMs: number
}

const hasLastChance = (status: OrderStatus, timeInForce: TimeInForce): boolean =>
  status === 'PENDING_CANCEL' || isImmediate(timeInForce)

export const bookedOrder = (order: Order): BookedOrder => ({
  accountId: order.accountId,
  orderId: order.orderId,
  seq: order.seq,
  symbol: order.symbol,
  side: order.side,
  limit: order.limitPrice,
  timeInForce: order.timeInForce,
  isOpen: isOpen(order.status),
  isLastChance: hasLastChance(order.status, order.timeInForce),
  updatedAtMs: order.updatedAt.epochMilliseconds,
  validUntilMs: order.validUntil.epochMilliseconds,
})

/** Whole milliseconds are exact, and parsing a million Temporal instants takes seconds. */
const epochMs = (column: SQL): SQL => sql`(extract(epoch from ${column}) * 1000)::bigint`

const booked = sql`${orders.accountId}, ${orders.orderId}, ${orders.seq}, ${orders.symbol},
  ${orders.side}, ${orders.limitPrice}, ${orders.timeInForce}, ${orders.status},
  ${epochMs(sql`${orders.updatedAt}`)}, ${epochMs(sql`${orders.validUntil}`)}`

/** Neighbouring orders often have the same limit. */
let lastLimit: { readonly text: string; readonly limit: Price } | null = null

function limitOf(value: unknown): Price | null {
  if (value === null) return null
  const text = String(value)
  if (lastLimit?.text !== text) lastLimit = { text, limit: price(text) }
  return lastLimit.limit
}

function decodeBooked(row: readonly unknown[]): BookedOrder {
  const [accountId, orderId, seq, symbol, side, limit, inForce, status, updated, until] = row
  // safe: the columns of `booked`, whose texts the table checks.
  const [timeInForce, now] = [inForce as TimeInForce, status as OrderStatus]
  return {
    accountId: String(accountId),
    orderId: String(orderId),
    seq: Number(seq),
    symbol: String(symbol),
    side: side === 'BUY' ? 'BUY' : 'SELL',
    limit: limitOf(limit),
    timeInForce,
    isOpen: isOpen(now),
    isLastChance: hasLastChance(now, timeInForce),
    updatedAtMs: Number(updated),
    validUntilMs: Number(until),
  }
}

/** Rows of one page: the process gets to its other work between two pages. */
const PAGE = 5_000

/** Reads page after page, each while the caller works on the page before it. */
async function* pages<Row>(
  read: (after: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let next: Promise<readonly Row[]> | null = read(null)
  while (next !== null) {
    const page: readonly Row[] = await next
    next = page.length === PAGE ? read(page.at(-1) ?? null) : null
    // The failure is thrown when the page is awaited.
    next?.catch(() => {})
    yield page
  }
}

const openAfter = statement(
  ['afterAccountId', 'afterOrderId', 'limit'],
  sql`select ${booked} from ${orders}
    where ${isOpenRow(orders.status)} and (${orders.accountId}, ${orders.orderId}) >
      (${parameter('afterAccountId', 'text')}, ${parameter('afterOrderId', 'text')})
    order by ${orders.accountId}, ${orders.orderId} limit ${parameter('limit', 'integer')}`,
  decodeBooked,
)

/**
 * Reads all open orders, by account. Each page is read at a moment of its own, so an order may be
 * newer than the account's number that was read before it.
 */
export const allOpenOrders = (runner: StatementRunner): AsyncGenerator<readonly BookedOrder[]> =>
  pages((after) =>
    runner.all(openAfter, {
      afterAccountId: after?.accountId ?? '',
      afterOrderId: after?.orderId ?? '',
      limit: String(PAGE),
    }),
  )

export interface AccountNumber {
  readonly accountId: string
  /** The number of the account's last event. */
  readonly seq: number
}

const numbersAfter = statement(
  ['afterAccountId', 'limit'],
  sql`select ${accounts.accountId}, ${accounts.seq} from ${accounts}
    where ${accounts.accountId} > ${parameter('afterAccountId', 'text')} and ${accounts.seq} > 0
    order by ${accounts.accountId} limit ${parameter('limit', 'integer')}`,
  ([accountId, seq]): AccountNumber => ({ accountId: String(accountId), seq: Number(seq) }),
)

/** The number of the last event of each account that has one. */
export const accountNumbers = (runner: StatementRunner): AsyncGenerator<readonly AccountNumber[]> =>
  pages((after) =>
    runner.all(numbersAfter, { afterAccountId: after?.accountId ?? '', limit: String(PAGE) }),
  )

/** The changes of an account since a given event. */
export interface AccountChanges {
  readonly accountId: string
  /** The event up to which `orders` has every change. */
  readonly seq: number
  /** The number of the account's last event. */
  readonly lastSeq: number
  /** The changed orders in their present state. */
  readonly orders: readonly BookedOrder[]
  /** The ids of the conditional orders that have changed. */
  readonly groupIds: readonly string[]
}

/** The accounts in one query, and the events read for each. */
const ACCOUNTS_AT_ONCE = 200
const EVENTS_AT_ONCE = 5_000

/**
 * One look-up of each account's events, and one of each order among them. It is one statement, so
 * that all of it is of one moment.
 */
const changedSince = statement(
  ['accountIds', 'seqs', 'events'],
  sql`select known.id, ${accounts.seq},
      least(${accounts.seq}, known.seq + ${parameter('events', 'integer')}), changed.order_id,
      ${booked}
    from (select unnest(${parameter('accountIds', 'text[]')}) as id,
        unnest(${parameter('seqs', 'integer[]')}) as seq) as known
    cross join lateral (select * from ${accounts}
      where ${accounts.accountId} = known.id offset 0) as ${accounts}
    left join lateral (select distinct ${orderEvents.orderId} from ${orderEvents}
      where ${orderEvents.accountId} = known.id and ${orderEvents.seq} > known.seq
        and ${orderEvents.seq} <= known.seq + ${parameter('events', 'integer')}) as changed on true
    left join lateral (select * from ${orders}
      where ${orders.accountId} = known.id and ${orders.orderId} = changed.order_id
      offset 0) as ${orders} on true`,
  ([accountId, lastSeq, seq, changed, ...order]) => ({
    accountId: String(accountId),
    lastSeq: Number(lastSeq),
    seq: Number(seq),
    order: order[0] === null ? null : decodeBooked(order),
    groupId: order[0] === null && changed !== null ? String(changed) : null,
  }),
)

/**
 * Yields the changes after each account's event, for a limited number of accounts and events at a
 * time.
 */
export async function* changesSince(
  runner: StatementRunner,
  known: readonly AccountNumber[],
): AsyncGenerator<readonly AccountChanges[]> {
  for (let first = 0; first < known.length; first += ACCOUNTS_AT_ONCE) {
    const some = known.slice(first, first + ACCOUNTS_AT_ONCE)
    const rows = await runner.all(changedSince, {
      accountIds: arrayLiteral(some.map(({ accountId }) => accountId)),
      seqs: arrayLiteral(some.map(({ seq }) => String(seq))),
      events: String(EVENTS_AT_ONCE),
    })
    yield [...Map.groupBy(rows, ({ accountId }) => accountId).values()].flatMap((ofAccount) => {
      const [one] = ofAccount
      if (one === undefined) return []
      const { accountId, seq, lastSeq } = one
      const orders = ofAccount.flatMap(({ order }) => order ?? [])
      const groupIds = ofAccount.flatMap(({ groupId }) => groupId ?? [])
      return { accountId, seq, lastSeq, orders, groupIds }
    })
  }
}

const filledTable = statement(
  [],
  sql`select relfilenode from pg_class where oid = ${sql.raw("'orders'::regclass")}`,
  ([file]) => String(file),
)

/**
 * Returns the file of the orders' table. Another file means that the table was emptied and
 * refilled, so the accounts' event numbers cannot be compared.
 */
export async function orderTable(runner: StatementRunner): Promise<string> {
  const [file = ''] = await runner.all(filledTable, {})
  return file
}
