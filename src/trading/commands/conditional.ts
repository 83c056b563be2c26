/** Places and cancels conditional orders: the core decides on the market as it is now. */
import { isLegOpen, isWaiting, type Leg } from '../../core/conditional/leg'
import {
  type ConditionalRefusal,
  type ConditionalRequest,
  placeConditional,
} from '../../core/conditional/place'
import { priceOf, triggerPrices } from '../../core/conditional/trigger'
import { type Tradability, tradesInSession } from '../../core/instrument'
import { cancel } from '../../core/order/cancel'
import { isRefused, type Refused, refused, refusedParam } from '../../core/refusals'
import type { OpenSession, Session } from '../../core/session'
import { type Instant, isBefore } from '../../core/time'
import type { MarketCalendar } from '../../market/calendar'
import { type Feed, withFeedSuspension, worthAt } from '../../market/feed'
import type { Command } from '../command'
import { openChild } from '../legs'
import type { Rows } from '../rows'
import { type ForcedTurn, forceCancel, forceChildren } from './forced'
import { recordTriggered } from './trigger'

export interface PlacedConditional {
  readonly legs: readonly Leg[]
  /** True if it was placed before, by the same clientOrderId [conditional.replay]. */
  readonly replayed: boolean
}

export type ConditionalOutcome = PlacedConditional | Refused<ConditionalRefusal>

/** `clientId` is the client that sends it, which the legs keep [conditional.client]. */
export const placeConditionalCommand = (
  accountId: string,
  request: ConditionalRequest,
  feed: Feed,
  clientId = '',
): Command<ConditionalOutcome> => ({
  accountId,
  symbols: [request.symbol],
  heldSymbols: [request.symbol],
  meetsOutcomes: true,
  clientOrderIds: [request.clientOrderId],
  decide(rows, now) {
    const { clientOrderId, symbol } = request
    const account = rows.account(accountId)
    if (account === undefined) return refused('account-not-found')
    const instrument = rows.instrument(symbol)
    if (instrument === undefined) return refusedParam('symbol-not-found', 'symbol', { symbol })
    const priceOfLeg = legPrices(feed, symbol, now)
    const placement = placeConditional(request, {
      account,
      clientId,
      instrument: withFeedSuspension(instrument, feed, now),
      holding: rows.holding(accountId, symbol),
      halted: rows.halted,
      haltedUntil: feed.haltedUntil?.(symbol, now),
      hours: feed.calendar.marketHoursAt(now),
      isWatchedBefore: (until) =>
        isWatchedBetween(feed.calendar, request.sessions, instrument, now, until),
      quote: account.fillProfile === 'strict@2' ? feed.bidAsk(symbol, now) : undefined,
      prior: rows.groupByClientId(accountId, clientOrderId),
      priorAccepted: rows.acceptedByClientId(accountId, clientOrderId),
      isKeyOfOrder: rows.orderByClientId(accountId, clientOrderId) !== undefined,
      priceFor: (leg) => priceOfLeg({ ...leg, triggerBy: request.triggerBy }),
      now,
    })
    if (isRefused(placement)) return placement
    if ('replayed' in placement) return { legs: placement.replayed, replayed: true }
    for (const accepted of placement.accepted) recordTriggered(rows, accepted, now)
    // Once all legs are recorded, since an outcome of one order may end the other legs.
    forceChildren(rows, feed)
    const legs = placement.accepted.map(({ leg }) => rows.leg(accountId, leg.leg) ?? leg.leg)
    return { legs, replayed: false }
  },
})

/**
 * Whether one of the sessions, in which the instrument trades, is open at or after `from` and
 * before `until` [conditional.never].
 */
export function isWatchedBetween(
  { nextBoundaryAfter, sessionAt }: Pick<MarketCalendar, 'nextBoundaryAfter' | 'sessionAt'>,
  sessions: readonly OpenSession[],
  instrument: Tradability,
  from: Instant,
  until: Instant,
): boolean {
  const watched = sessions.filter((session) => tradesInSession(session, instrument))
  if (watched.length === 0) return false
  for (let at: Instant | null = from; at !== null && isBefore(at, until); ) {
    const { session } = sessionAt(at)
    if (watched.some((each) => each === session)) return true
    at = nextBoundaryAfter(at)
  }
  return false
}

/**
 * Returns a function that gives the price that triggers a leg, and of a MARKET leg the price that
 * it would meet. A price of an instrument is looked up once.
 */
export function legPrices(feed: Feed, symbol: string, at: Instant) {
  const prices = triggerPrices(
    () => worthAt(feed, symbol, at),
    () => feed.bidAsk(symbol, at),
  )
  return (leg: Pick<Leg, 'side' | 'triggerBy' | 'type'>) =>
    leg.type === 'MARKET' ? prices.BUY : priceOf(prices, leg)
}

/** Every reason to refuse a cancel. */
export type CancelConditionalRefusal = 'conditional-order-not-found' | 'conditional-order-ended'

/**
 * Ends the legs that still wait at once, since the broker holds them. Cancels an order that a leg
 * has placed like any other order, and its leg ends with it [conditional.cancel]. `forcing` lets a
 * test decide the orders.
 */
export const cancelConditionalCommand = (
  accountId: string,
  groupId: string,
  symbol: string,
  calendar: MarketCalendar,
  forcing?: Omit<ForcedTurn, 'now'>,
): Command<readonly Leg[] | Refused<CancelConditionalRefusal>> => ({
  accountId,
  heldSymbols: [symbol],
  groupIds: [groupId],
  decide(rows, now) {
    const legs = rows.group(accountId, groupId)
    if (legs.length === 0) return refused('conditional-order-not-found')
    if (!legs.some(({ status }) => isLegOpen(status))) return refused('conditional-order-ended')
    cancelLegs(rows, legs, calendar.sessionAt(now).session, now, forcing)
    return rows.group(accountId, groupId)
  },
})

export function cancelLegs(
  rows: Rows,
  legs: readonly Leg[],
  session: Session,
  now: Instant,
  forcing?: Omit<ForcedTurn, 'now'>,
): void {
  // Waiting legs are canceled first: otherwise the end of another leg's order would end them.
  for (const leg of legs.filter(isWaiting)) {
    rows.applyLeg(leg, { type: 'Canceled', reason: null }, now)
  }
  for (const leg of legs) {
    const open = openChild(rows, leg)
    const child = open && forcing ? forceCancel(rows, open, { ...forcing, now }) : open
    const transition = child && cancel(child, session)
    if (child !== undefined && transition && !isRefused(transition)) {
      rows.apply(child, transition, now)
    }
  }
}
