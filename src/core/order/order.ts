/**
 * An order's life: its statuses, the one table of transitions, the effect of each transition, and
 * the fills and events that record it.
 *
 * Open and closed are derived from the table, so they cannot contradict it. `evolve` throws if the
 * table has no edge: that is our bug, never the caller's.
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
import type { FillOrigin, FORCED_FILL } from './fill-profile'
import type { Sizing } from './sizing'

export const SIDES = ['BUY', 'SELL'] as const
export type Side = (typeof SIDES)[number]

export const ORDER_TYPES = ['MARKET', 'LIMIT'] as const
type OrderType = (typeof ORDER_TYPES)[number]

/** Order types of live accounts, which paper trading refuses [order.live-only]. */
export const LIVE_ONLY_TYPES = ['VWAP', 'TWAP'] as const
type LiveOnlyType = (typeof LIVE_ONLY_TYPES)[number]

/**
 * DAY is for the day. IOC fills at once and cancels the rest. FOK fills all at once or nothing. OPG
 * and CLS are for the opening and the closing auction [order.timeInForce].
 */
export const TIMES_IN_FORCE = ['DAY', 'IOC', 'FOK', 'OPG', 'CLS'] as const
export type TimeInForce = (typeof TIMES_IN_FORCE)[number]

/** The times in force that name an auction. */
export type AuctionOnly = Extract<TimeInForce, 'OPG' | 'CLS'>
export const isForAuction = (timeInForce: TimeInForce): timeInForce is AuctionOnly =>
  timeInForce === 'OPG' || timeInForce === 'CLS'

/** Whether the order ends with the first tick that tries it [fill.ioc] [fill.fok]. */
export const isImmediate = (timeInForce: TimeInForce): boolean =>
  timeInForce === 'IOC' || timeInForce === 'FOK'

/** A client's order, its shape already checked. */
export interface OrderRequest {
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: Side
  readonly orderType: OrderType | LiveOnlyType
  readonly timeInForce: TimeInForce
  readonly quantity: Quantity
  /** The limit. Among the types that can be placed, it is null exactly for MARKET. */
  readonly limitPrice: Price | null
}

/** The origin of an order whose client did not name all of its terms. */
interface OrderOrigin {
  /** The order whose place it takes [amend.replace]. */
  readonly replaces: string | null
  /** What its quantity was computed from; null if the client named the quantity. */
  readonly sizing: Sizing | null
}

export type OrderToPlace = OrderRequest & Partial<OrderOrigin>

/** One fill of an order at one tick. */
export interface Execution {
  readonly price: Price
  readonly quantity: Quantity
  readonly session: OpenSession
  /** Set if a test forced the fill; omit it for a fill under the account's fill profile. */
  readonly fillProfile?: typeof FORCED_FILL
}

/**
 * Why an order was canceled, if the reason is neither a cancel request nor its time in force
 * [record.cancelReason].
 */
export const CANCEL_REASONS = ['insufficient-buying-power', 'amended', 'holding-closed'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

export type OrderTransition =
  | { readonly type: 'PartiallyFilled' | 'Filled'; readonly execution: Execution }
  | { readonly type: 'CancelRequested' | 'Expired' }
  /**
   * A cancel has no reason if the client requested it, or if the order's time in force ends it.
   * `replacedBy` is the order that takes its place.
   */
  | { readonly type: 'Canceled'; readonly reason?: CancelReason; readonly replacedBy?: string }
  | { readonly type: 'Rejected'; readonly reason: RefusalCode }

/** The status after each transition [life.transitions]; docs/orders.md draws the table. */
export const TRANSITIONS = {
  // [state.SUBMITTED] [life.fill]
  SUBMITTED: {
    PartiallyFilled: 'PARTIALLY_FILLED',
    Filled: 'FILLED',
    CancelRequested: 'PENDING_CANCEL',
    Canceled: 'CANCELED',
    Expired: 'EXPIRED',
    Rejected: 'REJECTED',
  },
  // [state.PARTIALLY_FILLED]
  PARTIALLY_FILLED: {
    PartiallyFilled: 'PARTIALLY_FILLED',
    Filled: 'FILLED',
    CancelRequested: 'PENDING_CANCEL',
    Canceled: 'CANCELED',
    Expired: 'EXPIRED',
  },
  // [state.PENDING_CANCEL]
  PENDING_CANCEL: {
    PartiallyFilled: 'PENDING_CANCEL',
    Filled: 'FILLED',
    Canceled: 'CANCELED',
  },
  // [state.FILLED] [state.CANCELED] [state.EXPIRED] [state.REJECTED]
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
export const OPEN_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter(
  (status) => Object.keys(EDGES[status]).length > 0,
)
/** [life.open-closed] */
export const isOpen = (status: OrderStatus): boolean => OPEN_STATUSES.includes(status)

export interface Order extends OrderRequest, OrderOrigin {
  readonly orderType: OrderType
  readonly accountId: string
  readonly orderId: string
  /** The account's event number at acceptance. An account's orders are sorted by it. */
  readonly seq: number
  readonly status: OrderStatus
  readonly filledQuantity: Quantity
  /** Σ quantity × price of its fills, exact. */
  readonly filledAmount: Amount
  /** USD per share held for a BUY; null for a SELL, which holds shares. */
  readonly holdPrice: Price | null
  /** USD still held; 0 for a SELL, and for a closed order. */
  readonly heldCash: Amount
  /** The session at acceptance. */
  readonly session: Session
  readonly rejectReason: RefusalCode | null
  readonly cancelReason: CancelReason | null
  /** The order that has taken its place [amend.replace]. */
  readonly replacedBy: string | null
  readonly requestedAt: Instant
  readonly updatedAt: Instant
  readonly cancelRequestedAt: Instant | null
  /** The end of its time; for OPG and CLS the instant of their auction. */
  readonly validUntil: Instant
  /**
   * The shares before it in the queue at its price [profile.strict-queue]; 0 under other profiles.
   */
  readonly queueAhead: Quantity
  /** The last tick at which the queue moved; null before the first. */
  readonly queueMovedAt: Instant | null
}

/** The fields that all new orders have in common. */
export const JUST_ACCEPTED = {
  status: 'SUBMITTED',
  filledQuantity: NO_QUANTITY,
  filledAmount: NO_AMOUNT,
  rejectReason: null,
  cancelReason: null,
  cancelRequestedAt: null,
  queueMovedAt: null,
  replaces: null,
  replacedBy: null,
  sizing: null,
} as const satisfies Partial<Order>

export const remaining = (order: Pick<Order, 'quantity' | 'filledQuantity'>): Quantity =>
  subtract(order.quantity, order.filledQuantity)

/** The order after a transition. Its `heldCash` never grows. */
export function evolve(order: Order, transition: OrderTransition, at: Instant): Order {
  const status = EDGES[order.status][transition.type]
  assert(status !== undefined, `an order in ${order.status} has no edge for ${transition.type}`)
  const changed = { ...order, status, updatedAt: at }
  switch (transition.type) {
    case 'PartiallyFilled':
    case 'Filled':
      return filled(changed, transition.execution)
    case 'CancelRequested':
      return { ...changed, cancelRequestedAt: at }
    case 'Canceled':
      return {
        ...changed,
        heldCash: NO_AMOUNT,
        cancelReason: transition.reason ?? null,
        replacedBy: transition.replacedBy ?? null,
      }
    case 'Expired':
      return { ...changed, heldCash: NO_AMOUNT }
    case 'Rejected':
      return { ...changed, heldCash: NO_AMOUNT, rejectReason: transition.reason }
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
    `order ${order.orderId} is FILLED exactly when all of it is filled`,
  )
  if (order.holdPrice === null) return after
  assert(
    order.limitPrice === null || cost.lte(order.heldCash),
    `the LIMIT order ${order.orderId} costs at most what it holds`,
  )
  // The account's free buying power pays the part of a MARKET order beyond its hold [life.paid].
  const unspent = larger(subtract(order.heldCash, cost), NO_AMOUNT)
  const needed = notional(order.holdPrice, remaining(after))
  return { ...after, heldCash: smaller(unspent, needed) }
}

/** An execution with its id, its time and its order's terms [fill.fields]. */
export interface Fill {
  readonly fillId: string
  readonly orderId: string
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: Side
  readonly quantity: Quantity
  readonly price: Price
  readonly session: Session
  readonly filledAt: Instant
  /** The rules that made the fill. */
  readonly fillProfile: FillOrigin
}

// One line of an account's event log, with the order after the event [stream.event].
//
// The record of a past event is exact. An order's terms never change, and the log keeps what does
// change. The few other facts follow from the event's status.

/** An order as clients see it: without the cash that it holds, and without its place in a queue. */
export type ShownOrder = Omit<
  Order,
  'seq' | 'holdPrice' | 'heldCash' | 'validUntil' | 'queueAhead' | 'queueMovedAt'
>

export interface OrderEvent {
  readonly accountId: string
  /** The number of the event: 1, 2, 3 … per account [stream.seq]. */
  readonly seq: number
  /** The order after the event. Its `updatedAt` is the event's time. */
  readonly order: ShownOrder
  /** The execution; null if the event is not an execution. */
  readonly fill: Fill | null
}

/** The part of an order that the log keeps at each event. */
interface LoggedState {
  readonly status: OrderStatus
  readonly filledQuantity: Quantity
  readonly filledAmount: Amount
  readonly occurredAt: Instant
}

/**
 * Rebuilds the order after an event from the order as it is now, which later events may have
 * canceled or rejected.
 */
export function orderAfter(now: ShownOrder, logged: LoggedState): ShownOrder {
  const { occurredAt, ...state } = logged
  return {
    ...now,
    ...state,
    updatedAt: occurredAt,
    rejectReason: state.status === 'REJECTED' ? now.rejectReason : null,
    cancelReason: state.status === 'CANCELED' ? now.cancelReason : null,
    replacedBy: state.status === 'CANCELED' ? now.replacedBy : null,
    cancelRequestedAt: FOLLOWS_A_REQUEST[state.status] ? now.cancelRequestedAt : null,
  }
}

/**
 * Whether the event of a status came after the order's cancel request, if the order has one. After
 * a request an order can only become FILLED or CANCELED [life.cancel], so the request of an order
 * in these two statuses came first.
 */
const FOLLOWS_A_REQUEST: Readonly<Record<OrderStatus, boolean>> = {
  SUBMITTED: false,
  PARTIALLY_FILLED: false,
  PENDING_CANCEL: true,
  FILLED: true,
  CANCELED: true,
  EXPIRED: false,
  REJECTED: false,
}
