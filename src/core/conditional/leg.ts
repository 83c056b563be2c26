/**
 * A conditional order is a group of legs. Each leg waits for a trigger price and then places an
 * ordinary order, its child. This is a leg's life: its states, the one table of transitions, and
 * the effect of each transition.
 *
 * `evolve` throws if the table has no edge: that is our bug, never the caller's.
 */
import { assert } from '../assert'
import {
  type Amount,
  add,
  NO_AMOUNT,
  NO_QUANTITY,
  notional,
  type Percent,
  type Price,
  type Quantity,
} from '../money'
import type { CancelReason, Execution, OrderEvent, Side } from '../order/order'
import type { RefusalCode } from '../refusals'
import type { OpenSession } from '../session'
import type { Instant } from '../time'

/**
 * What a leg places, and when. A leg with a stop waits for its trigger. A leg without one places
 * its child at once [conditional.types].
 */
export const LEG_TYPES = ['STOP', 'STOP_LIMIT', 'TRAILING_STOP', 'LIMIT', 'MARKET'] as const
export type LegType = (typeof LEG_TYPES)[number]

/** Whether the leg places its child without a trigger. */
export const worksAtOnce = (type: LegType): boolean => type === 'LIMIT' || type === 'MARKET'

/**
 * The leg's place in its group: the only one, the entry of an OTO or a BRACKET [conditional.entry],
 * or an exit [conditional.oco]. They stand in the order in which they are shown.
 */
export const LEG_NAMES = ['SINGLE', 'ENTRY', 'TAKE_PROFIT', 'STOP_LOSS'] as const
export type LegName = (typeof LEG_NAMES)[number]

/** The name of the leg's part in a request, with a dot; empty for the only leg. */
export const PARTS = {
  SINGLE: '',
  ENTRY: 'entry.',
  TAKE_PROFIT: 'takeProfit.',
  STOP_LOSS: 'stopLoss.',
} as const satisfies Readonly<Record<LegName, string>>

/** For the day, or until canceled, for at most GTC_DAYS_MAX [conditional.timeInForce]. */
export const CONDITIONAL_TIMES_IN_FORCE = ['DAY', 'GTC'] as const
export type ConditionalTimeInForce = (typeof CONDITIONAL_TIMES_IN_FORCE)[number]

/**
 * The price that triggers a leg: the last trade, or the bid for a SELL and the ask for a BUY
 * [conditional.triggerBy].
 */
export const TRIGGER_PRICES = ['LAST', 'BID_ASK'] as const
export type TriggerBy = (typeof TRIGGER_PRICES)[number]

/** The status after each transition [conditional.states]; docs/conditional-orders.md draws it. */
export const LEG_TRANSITIONS = {
  // An exit whose entry has filled nothing [conditional.pending].
  PENDING: {
    Amended: 'PENDING',
    Armed: 'ARMED',
    Started: 'TRIGGERED',
    Canceled: 'CANCELED',
  },
  ARMED: {
    Amended: 'ARMED',
    Resized: 'ARMED',
    Triggered: 'TRIGGERED',
    Canceled: 'CANCELED',
    Expired: 'EXPIRED',
    Rejected: 'REJECTED',
  },
  TRIGGERED: {
    Renewed: 'TRIGGERED',
    Replaced: 'TRIGGERED',
    PartiallyFilled: 'TRIGGERED',
    Filled: 'FILLED',
    Canceled: 'CANCELED',
    Expired: 'EXPIRED',
    Rejected: 'REJECTED',
  },
  FILLED: {},
  CANCELED: {},
  EXPIRED: {},
  REJECTED: {},
} as const

export type LegStatus = keyof typeof LEG_TRANSITIONS

// safe: Object.keys of a literal gives its own keys.
export const LEG_STATUSES = Object.keys(LEG_TRANSITIONS) as [LegStatus, ...LegStatus[]]

/**
 * Why a leg has ended together with another leg of its group: an exit with the other exit
 * [conditional.oco], an exit with its entry [conditional.entry-ends], or the rest of an entry with
 * an exit [conditional.exit-began].
 */
export const GROUP_ENDS = [
  'other-exit-filled',
  'other-exit-triggered',
  'other-exit-ended',
  'entry-ended',
  'exit-began',
  'exit-ended',
] as const

export type GroupEnd = (typeof GROUP_ENDS)[number]

/** Why a leg has ended without being filled. */
export type EndReason = RefusalCode | CancelReason | GroupEnd

export type LegTransition =
  | {
      readonly type: 'Triggered'
      /** The tick of the trigger. `price` is the price there that reached the stop. */
      readonly tickAt: Instant
      readonly price: Price
      /** The limit of the child. */
      readonly limitPrice: Price | null
      readonly orderId: string
    }
  /**
   * The first shares of its entry are filled, and the leg waits for its trigger from now on. A leg
   * that is the only exit holds the shares itself [conditional.arm].
   */
  | ({ readonly type: 'Armed'; readonly quantity: Quantity; readonly holdsShares: boolean } & Pick<
      Leg,
      'mark' | 'stopPrice'
    >)
  /** The first shares of its entry are filled, and it places its child [conditional.arm]. */
  | { readonly type: 'Started'; readonly quantity: Quantity; readonly orderId: string }
  /**
   * A leg that waits gets another quantity, since the other exit has filled a part of it, or the
   * entry has filled more.
   */
  | { readonly type: 'Resized'; readonly quantity: Quantity }
  /**
   * A client has amended the waiting leg, which gets new terms and their holds [conditional.amend].
   */
  | { readonly type: 'Amended'; readonly terms: AmendedTerms }
  /** Its child has expired, and the next one is placed [conditional.gtc]. */
  | { readonly type: 'Renewed'; readonly orderId: string }
  /** Another child takes the place of its child [conditional.grow]. */
  | {
      readonly type: 'Replaced'
      readonly orderId: string
      readonly quantity: Quantity
      readonly limitPrice: Price | null
    }
  /** Its child has been filled. `endsAt` is the end of the child's time. */
  | {
      readonly type: 'PartiallyFilled' | 'Filled'
      readonly execution: Execution
      readonly endsAt: Instant
    }
  | { readonly type: 'Canceled'; readonly reason: EndReason | null }
  | { readonly type: 'Expired' }
  | { readonly type: 'Rejected'; readonly reason: EndReason }

/** What an amendment of a leg that waits may change. */
export type AmendedTerms = Pick<
  Leg,
  | 'quantity'
  | 'stopPrice'
  | 'limitPrice'
  | 'trailAmount'
  | 'trailPercent'
  | 'limitOffset'
  | 'holdPrice'
  | 'heldPrice'
  | 'heldCash'
  | 'heldQuantity'
>

type Edges = { readonly [E in LegTransition['type']]?: LegStatus }
const EDGES: Readonly<Record<LegStatus, Edges>> = LEG_TRANSITIONS

/** Derives open and closed from the table. */
export const isLegOpen = (status: LegStatus): boolean => Object.keys(EDGES[status]).length > 0
export const OPEN_LEG_STATUSES: readonly LegStatus[] = LEG_STATUSES.filter(isLegOpen)

/** Whether the leg waits, without a child: for its entry or for its trigger. */
export const isWaiting = ({ status }: { readonly status: LegStatus }): boolean =>
  status === 'PENDING' || status === 'ARMED'

/** The terms of one leg, as a client sends them. */
export interface LegTerms {
  readonly leg: LegName
  readonly type: LegType
  readonly side: Side
  readonly quantity: Quantity
  /**
   * The trigger price; null for a TRAILING_STOP, whose stop follows the market, and for a leg that
   * has no trigger.
   */
  readonly stopPrice: Price | null
  /**
   * The limit of its child; null if the child is a MARKET order, or if the trigger sets the limit.
   */
  readonly limitPrice: Price | null
  /**
   * The distance of a TRAILING_STOP from the best price: an amount or a percentage, never both
   * [conditional.trail].
   */
  readonly trailAmount: Price | null
  readonly trailPercent: Percent | null
  /**
   * How far beyond its stop a TRAILING_STOP sets the limit of its child; null for a MARKET order.
   */
  readonly limitOffset: Price | null
}

/** Returns the type of a leg whose client names no type: it follows from the prices. */
export function legTypeOf(
  prices: {
    readonly [Name in 'limitPrice' | 'stopPrice' | 'trailAmount' | 'trailPercent']?: unknown
  },
): LegType {
  const [limit, stop] = [prices.limitPrice ?? null, prices.stopPrice ?? null]
  if ((prices.trailAmount ?? prices.trailPercent ?? null) !== null) return 'TRAILING_STOP'
  if (stop !== null) return limit === null ? 'STOP' : 'STOP_LIMIT'
  return limit === null ? 'MARKET' : 'LIMIT'
}

/** The terms that all legs of a group share. */
export interface GroupTerms {
  readonly clientOrderId: string
  readonly symbol: string
  readonly timeInForce: ConditionalTimeInForce
  readonly triggerBy: TriggerBy
  /**
   * The sessions in which the leg may be triggered, in the order of SESSIONS
   * [conditional.sessions].
   */
  readonly sessions: readonly OpenSession[]
}

/** One leg with all of its facts. The legs of a group share its `groupId`. */
export interface Leg extends LegTerms, GroupTerms {
  /**
   * The price that triggers the leg now; null for a leg that has no trigger, and for a PENDING
   * TRAILING_STOP.
   */
  readonly stopPrice: Price | null
  /** The best price since a TRAILING_STOP was armed; null before, and for any other type. */
  readonly mark: Price | null
  readonly accountId: string
  /**
   * The client that placed the conditional order [conditional.client]; null if it was placed before
   * clients were recorded.
   */
  readonly clientId: string | null
  readonly groupId: string
  /** The account's event number at acceptance. An account's groups are sorted by it. */
  readonly seq: number
  readonly status: LegStatus
  readonly filledQuantity: Quantity
  /** USD per share that the child of a BUY holds; null for a SELL, which holds shares. */
  readonly holdPrice: Price | null
  /** USD per share that the leg holds itself while it waits; null if the group holds enough. */
  readonly heldPrice: Price | null
  /** USD that the leg holds itself; 0 once its child holds them, or once the leg has ended. */
  readonly heldCash: Amount
  /** Shares that the leg holds itself; 0 once its child holds them, or once the leg has ended. */
  readonly heldQuantity: Quantity
  /** Its child, or the last one if it has placed several; null before the trigger. */
  readonly orderId: string | null
  /** How many children it has placed: a GTC leg places one for each trading date. */
  readonly children: number
  /**
   * The last tick that cannot trigger the leg: the time when it was armed, or when its mark last
   * moved.
   */
  readonly watchedAfter: Instant
  /** The tick of the trigger. `triggerPrice` is the price there that reached the stop. */
  readonly triggeredAt: Instant | null
  readonly triggerPrice: Price | null
  readonly reason: EndReason | null
  readonly requestedAt: Instant
  readonly updatedAt: Instant
  readonly validUntil: Instant
}

/** One line of an account's event log, with the leg after the event [conditional.event]. */
export interface LegEvent {
  readonly accountId: string
  /** The number of the event, in the same sequence as the events of orders [stream.seq]. */
  readonly seq: number
  readonly leg: Leg
}

/** One line of an account's event log, for an order or for a leg. */
export type AccountEvent = OrderEvent | LegEvent

export const isOfLeg = (event: AccountEvent): event is LegEvent => 'leg' in event
export const isOfOrder = (event: AccountEvent): event is OrderEvent => 'order' in event

export const legIdOf = ({ groupId, leg }: Pick<Leg, 'groupId' | 'leg'>): string =>
  `${groupId} ${leg}`

/**
 * The leg after a transition. Its own holds grow only if its entry fills more shares, or if a
 * client amends it.
 */
export function evolveLeg(leg: Leg, transition: LegTransition, at: Instant): Leg {
  const status = EDGES[leg.status][transition.type]
  assert(status !== undefined, `a leg in ${leg.status} has no edge for ${transition.type}`)
  const changed = { ...leg, status, updatedAt: at }
  switch (transition.type) {
    case 'Triggered':
      return {
        ...released(changed),
        orderId: transition.orderId,
        children: 1,
        triggeredAt: transition.tickAt,
        triggerPrice: transition.price,
        limitPrice: transition.limitPrice,
      }
    case 'Armed':
      return {
        ...changed,
        quantity: transition.quantity,
        mark: transition.mark,
        stopPrice: transition.stopPrice,
        watchedAfter: at,
        heldQuantity: transition.holdsShares ? transition.quantity : NO_QUANTITY,
      }
    case 'Started':
      return {
        ...changed,
        quantity: transition.quantity,
        orderId: transition.orderId,
        children: 1,
      }
    case 'Amended':
      // A tick before the amendment cannot trigger the leg by its new terms.
      return { ...changed, ...transition.terms, watchedAfter: at }
    case 'Resized':
      return resized(changed, transition.quantity)
    case 'Renewed':
      return { ...changed, orderId: transition.orderId, children: leg.children + 1 }
    case 'Replaced':
      return {
        ...changed,
        quantity: transition.quantity,
        limitPrice: transition.limitPrice,
        holdPrice: leg.holdPrice && (transition.limitPrice ?? leg.holdPrice),
        orderId: transition.orderId,
        children: leg.children + 1,
      }
    case 'PartiallyFilled':
    case 'Filled':
      return filled(changed, transition.execution)
    case 'Expired':
      return released(changed)
    case 'Canceled':
    case 'Rejected':
      return { ...released(changed), reason: transition.reason }
  }
}

const released = (leg: Leg): Leg => ({
  ...leg,
  heldCash: NO_AMOUNT,
  heldQuantity: NO_QUANTITY,
})

function resized(leg: Leg, quantity: Quantity): Leg {
  assert(quantity.gt(leg.filledQuantity), `the leg ${legIdOf(leg)} has shares left`)
  return {
    ...leg,
    quantity,
    heldCash: leg.heldPrice === null ? NO_AMOUNT : notional(leg.heldPrice, quantity),
    heldQuantity: leg.heldQuantity.eq(NO_QUANTITY) ? NO_QUANTITY : quantity,
  }
}

function filled(leg: Leg, { quantity }: Execution): Leg {
  const filledQuantity = add(leg.filledQuantity, quantity)
  assert(
    filledQuantity.lte(leg.quantity) &&
      filledQuantity.eq(leg.quantity) === (leg.status === 'FILLED'),
    `the leg ${legIdOf(leg)} is FILLED exactly when all of it is filled`,
  )
  return { ...leg, filledQuantity }
}
