/**
 * What the matcher's order book is made of: the open orders, read page by page, and later the
 * orders of single accounts that other processes have changed. These are the only statements over
 * all accounts' orders, and none of them runs at a tick.
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
import { accounts, isOpenRow, orderEvents, orders } from '../postgres/schema'
import { arrayLiteral, parameter, type StatementRunner, statement } from '../postgres/statement'

/** An order, as far as the order book needs it. Times are epoch milliseconds. */
export interface BookedOrder {
  readonly accountId: string
  readonly orderId: string
  /** The account's event number at acceptance: time priority among its orders. */
  readonly seq: number
  readonly symbol: string
  readonly side: Side
  /** The limit; null for a MARKET order. */
  readonly limit: Price | null
  readonly timeInForce: TimeInForce
  readonly isOpen: boolean
  /** It ends after the next tick, whatever its price: a canceled one, IOC and FOK. */
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

/** A million times of a Temporal.Instant take seconds to read, and whole milliseconds are exact. */
const epochMs = (column: SQL): SQL => sql`(extract(epoch from ${column}) * 1000)::bigint`

const booked = sql`${orders.accountId}, ${orders.orderId}, ${orders.seq}, ${orders.symbol},
  ${orders.side}, ${orders.limitPrice}, ${orders.timeInForce}, ${orders.status},
  ${epochMs(sql`${orders.updatedAt}`)}, ${epochMs(sql`${orders.validUntil}`)}`

/** Neighbours often have the same limit. */
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

/** Rows of one page: the process has other work between two pages. */
const PAGE = 5_000

/** Reads page after page; the next one is under way while this one is worked on. */
async function* pages<Row>(
  read: (after: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let next: Promise<readonly Row[]> | null = read(null)
  while (next !== null) {
    const page: readonly Row[] = await next
    next = page.length === PAGE ? read(page.at(-1) ?? null) : null
    // A failure is told when the page is waited for.
    next?.catch(() => {})
    yield page
  }
}

const openAfter = statement(
  ['accountId', 'orderId', 'limit'],
  sql`select ${booked} from ${orders}
    where ${isOpenRow(orders.status)} and (${orders.accountId}, ${orders.orderId}) >
      (${parameter('accountId', 'text')}, ${parameter('orderId', 'text')})
    order by ${orders.accountId}, ${orders.orderId} limit ${parameter('limit', 'integer')}`,
  decodeBooked,
)

/**
 * All open orders, by account. Each page is read at a moment of its own: an order may be seen as it
 * was left by an event that is younger than what was read of its account before.
 */
export const allOpenOrders = (runner: StatementRunner): AsyncGenerator<readonly BookedOrder[]> =>
  pages((after) =>
    runner.all(openAfter, {
      accountId: after?.accountId ?? '',
      orderId: after?.orderId ?? '',
      limit: String(PAGE),
    }),
  )

export interface AccountNumber {
  readonly accountId: string
  /** The number of its last event. */
  readonly seq: number
}

const numbersAfter = statement(
  ['accountId', 'limit'],
  sql`select ${accounts.accountId}, ${accounts.seq} from ${accounts}
    where ${accounts.accountId} > ${parameter('accountId', 'text')} and ${accounts.seq} > 0
    order by ${accounts.accountId} limit ${parameter('limit', 'integer')}`,
  ([accountId, seq]): AccountNumber => ({ accountId: String(accountId), seq: Number(seq) }),
)

/** The number of the last event of each account that has one. */
export const accountNumbers = (runner: StatementRunner): AsyncGenerator<readonly AccountNumber[]> =>
  pages((after) =>
    runner.all(numbersAfter, { accountId: after?.accountId ?? '', limit: String(PAGE) }),
  )

/** What became of an account since the event that was asked about. */
export interface AccountChanges {
  readonly accountId: string
  /** Every change up to this event is in `orders`. */
  readonly seq: number
  /** The number of its last event. */
  readonly lastSeq: number
  /** As they are now. */
  readonly orders: readonly BookedOrder[]
  /** The conditional orders that have changed, by their ids. */
  readonly groupIds: readonly string[]
}

/** Accounts asked about at once, and events looked through of each. */
const ACCOUNTS_AT_ONCE = 200
const EVENTS_AT_ONCE = 5_000

/**
 * For each account one look into its events and one for each order of them, in one statement, so
 * that all is of one moment.
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

/** The changes after each account's event, of a bounded number of accounts and events. */
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
 * The file of the orders' table: another one when the table was emptied and filled with other
 * orders, of which the accounts' numbers say nothing.
 */
export async function orderTable(runner: StatementRunner): Promise<string> {
  const [file = ''] = await runner.all(filledTable, {})
  return file
}
