/**
 * An order's life (D5): its statuses, the one table of transitions, and what each event does to it.
 *
 * Open and closed are derived from the table, so they cannot disagree with it. `evolve` throws on
 * an edge that is not there: that is our bug, never the caller's.
 */
import { assert } from '../assert'
import {
  type Amount,
  add,
  larger,
  NO_AMOUNT,
  NO_QUANTITY,
  notional,
  type Price,
  type Quantity,
  smaller,
  subtract,
} from '../money'
import type { RefusalCode } from '../refusals'
import type { OpenSession, Session } from '../session'
import type { Instant } from '../time'

export const SIDES = ['BUY', 'SELL'] as const
export type Side = (typeof SIDES)[number]

export const ORDER_TYPES = ['MARKET', 'LIMIT'] as const
export type OrderType = (typeof ORDER_TYPES)[number]

/** Known to the contract, and refused in paper trading: they are for live accounts. */
export const LIVE_ONLY_TYPES = ['VWAP', 'TWAP'] as const
export type LiveOnlyType = (typeof LIVE_ONLY_TYPES)[number]

/** DAY; fill at once, cancel the rest; fill all at once or nothing; opening and closing auction. */
export const TIMES_IN_FORCE = ['DAY', 'IOC', 'FOK', 'OPG', 'CLS'] as const
export type TimeInForce = (typeof TIMES_IN_FORCE)[number]

/** Which auction an order is for. */
export type AuctionOnly = Extract<TimeInForce, 'OPG' | 'CLS'>
export const isForAuction = (timeInForce: TimeInForce): timeInForce is AuctionOnly =>
  timeInForce === 'OPG' || timeInForce === 'CLS'

/** Over after the first tick at which it is tried (D6). */
export const isImmediate = (timeInForce: TimeInForce): boolean =>
  timeInForce === 'IOC' || timeInForce === 'FOK'

/** What a client asks for, its shape already checked. */
export interface OrderRequest {
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: Side
  readonly orderType: OrderType | LiveOnlyType
  readonly timeInForce: TimeInForce
  readonly quantity: Quantity
  /** Null exactly for MARKET, of the types that can be placed. */
  readonly limitPrice: Price | null
}

/** One fill of an order at one tick; it never changes. */
export interface Execution {
  readonly price: Price
  readonly quantity: Quantity
  readonly session: OpenSession
}

/** Why the market ends an order whose client has not asked for that (D5). */
export const CANCEL_REASONS = ['insufficient-buying-power'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

export type OrderTransition =
  | { readonly type: 'PartiallyFilled' | 'Filled'; readonly execution: Execution }
  | { readonly type: 'CancelRequested' | 'Expired' }
  /** Without a reason: it was asked for, or lies in the order's time in force. */
  | { readonly type: 'Canceled'; readonly reason?: CancelReason }
  | { readonly type: 'Rejected'; readonly reason: RefusalCode }

export const TRANSITIONS = {
  SUBMITTED: {
    PartiallyFilled: 'PARTIALLY_FILLED',
    Filled: 'FILLED',
    CancelRequested: 'PENDING_CANCEL',
    Canceled: 'CANCELED',
    Expired: 'EXPIRED',
    Rejected: 'REJECTED',
  },
  PARTIALLY_FILLED: {
    PartiallyFilled: 'PARTIALLY_FILLED',
    Filled: 'FILLED',
    CancelRequested: 'PENDING_CANCEL',
    Canceled: 'CANCELED',
    Expired: 'EXPIRED',
  },
  PENDING_CANCEL: {
    PartiallyFilled: 'PENDING_CANCEL',
    Filled: 'FILLED',
    Canceled: 'CANCELED',
  },
  FILLED: {},
  CANCELED: {},
  EXPIRED: {},
  REJECTED: {},
} as const

export type OrderStatus = keyof typeof TRANSITIONS
type Edges = { readonly [E in OrderTransition['type']]?: OrderStatus }
const EDGES: Readonly<Record<OrderStatus, Edges>> = TRANSITIONS

// safe: Object.keys of a literal gives its own keys.
export const ORDER_STATUSES = Object.keys(TRANSITIONS) as [OrderStatus, ...OrderStatus[]]
export const isOpen = (status: OrderStatus): boolean => Object.keys(EDGES[status]).length > 0
export const OPEN_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter(isOpen)

export interface Order extends OrderRequest {
  readonly orderType: OrderType
  readonly accountId: string
  readonly orderId: string
  /**
   * The account's event number at acceptance: orders of an account in the order of their arrival.
   */
  readonly seq: number
  readonly status: OrderStatus
  readonly filledQuantity: Quantity
  /** Σ quantity × price of its fills, exact. */
  readonly filledAmount: Amount
  /** USD per share held for a BUY; null for a SELL, which holds shares. */
  readonly holdPrice: Price | null
  /** USD still held; 0 for a SELL and once closed. */
  readonly heldCash: Amount
  /** The session at acceptance. */
  readonly session: Session
  readonly rejectReason: RefusalCode | null
  readonly cancelReason: CancelReason | null
  readonly requestedAt: Instant
  readonly updatedAt: Instant
  readonly cancelRequestedAt: Instant | null
  /** When its time is over, should it still be open (D5): an OPG's or CLS's at its auction. */
  readonly validUntil: Instant
  /** D13, `strict`: the shares before it in its price's queue. */
  readonly queueAhead: Quantity
  /** The last tick that the queue moved at; null before. */
  readonly queueMovedAt: Instant | null
}

export const remaining = (order: Pick<Order, 'quantity' | 'filledQuantity'>): Quantity =>
  subtract(order.quantity, order.filledQuantity)

/** Shares held for an open SELL. */
export const heldShares = (order: Order): Quantity =>
  order.side === 'SELL' && isOpen(order.status) ? remaining(order) : NO_QUANTITY

/**
 * The order after an event; its `heldCash` is what a BUY still needs, so never more than before.
 */
export function evolve(order: Order, event: OrderTransition, at: Instant): Order {
  const status = EDGES[order.status][event.type]
  assert(status !== undefined, `an order in ${order.status} has no edge for ${event.type}`)
  const changed = { ...order, status, updatedAt: at }
  switch (event.type) {
    case 'PartiallyFilled':
    case 'Filled':
      return filled(changed, event.execution)
    case 'CancelRequested':
      return { ...changed, cancelRequestedAt: at }
    case 'Canceled':
      return { ...changed, heldCash: NO_AMOUNT, cancelReason: event.reason ?? null }
    case 'Expired':
      return { ...changed, heldCash: NO_AMOUNT }
    case 'Rejected':
      return { ...changed, heldCash: NO_AMOUNT, rejectReason: event.reason }
  }
}

function filled(order: Order, { price, quantity }: Execution): Order {
  const cost = notional(price, quantity)
  const after = {
    ...order,
    filledQuantity: add(order.filledQuantity, quantity),
    filledAmount: add(order.filledAmount, cost),
  }
  assert(
    after.filledQuantity.lte(order.quantity),
    `order ${order.orderId} is filled beyond its quantity`,
  )
  const done = after.filledQuantity.eq(order.quantity)
  assert(
    done === (order.status === 'FILLED'),
    `order ${order.orderId} is FILLED exactly when all is`,
  )
  if (order.holdPrice === null) return after
  assert(
    order.limitPrice === null || cost.lte(order.heldCash),
    `the LIMIT order ${order.orderId} costs at most what it holds`,
  )
  // What a MARKET order costs beyond its hold comes from the account's free buying power (D5).
  const unspent = larger(subtract(order.heldCash, cost), NO_AMOUNT)
  const needed = notional(order.holdPrice, remaining(after))
  return { ...after, heldCash: smaller(unspent, needed) }
}
