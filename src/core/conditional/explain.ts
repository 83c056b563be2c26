/**
 * Explains a leg that waits or that has waited in vain: how near the market came to its stop
 * [paper.conditional-explanation], and what became of it, in English sentences. The path of the
 * market is walked again, tick by tick, with the terms that the leg had then. Parts that cannot
 * come nearer are skipped.
 */
import { gap, NO_PRICE, type Price } from '../money'
import { GROUP_END_TEXTS, shares, timeOf, usd } from '../order/explain/sentence'
import type { Order } from '../order/order'
import type { OpenSession } from '../session'
import { atMs, type Instant, isBefore, later } from '../time'
import type { EndReason, Leg, LegEvent, LegName } from './leg'
import { marked, passesMark } from './trail'
import { priceOf, reaches, type TriggerPrices } from './trigger'

/** The market of one instrument at past ticks. */
export interface WatchedMarket {
  readonly nextInstantAfter: (at: Instant) => Instant | null
  /** Returns null if a leg with these sessions cannot be triggered at the tick. */
  readonly pricesAt: (at: Instant, sessions: readonly OpenSession[]) => TriggerPrices | null
  /**
   * Returns the bounds of all prices in a part of the session, of `minutes` minutes. Undefined if
   * there are none.
   */
  readonly boundsAt: (at: Instant, minutes: number) => Bounds | undefined
}

export interface Bounds {
  readonly lowest: Price
  readonly highest: Price
  /** The end of the part, which is outside of it. */
  readonly untilMs: number
}

/** A time in which a leg waited with the same terms: after `from`, up to `to`. */
interface Watch {
  readonly leg: Leg
  readonly from: Instant
  readonly to: Instant
}

/** The tick at which the market was nearest to a stop. */
export interface Nearest {
  readonly at: Instant
  readonly price: Price
  /** The stop at that tick. */
  readonly stopPrice: Price
  /** USD per share between them. */
  readonly missedBy: Price
}

/** The place at which the next page begins, with the mark of the leg that waits there. */
export interface WatchCursor {
  readonly at: Instant
  readonly mark: Price | null
}

interface WatchPage {
  readonly nearest: ReadonlyMap<LegName, Nearest>
  /** The last tick that was looked at; null if none was. */
  readonly lookedAt: Instant | null
  /** The start of the next page; null if all ticks have been looked at. */
  readonly next: WatchCursor | null
}

/**
 * The times in which the legs have waited, oldest first. A leg that was triggered has none, since
 * its trigger explains it. `legs` are the legs of a group as they are, `events` all its events.
 */
export function watchesOf(
  legs: readonly Leg[],
  events: readonly LegEvent[],
  carriedTo: Instant,
): readonly Watch[] {
  const watches = legs.flatMap((leg) => {
    if (leg.triggeredAt !== null) return []
    const own = events.filter((event) => event.leg.leg === leg.leg)
    return own.flatMap((event, index): Watch[] => {
      if (event.leg.status !== 'ARMED') return []
      const endsAt = own[index + 1]?.leg.updatedAt ?? carriedTo
      const to = isBefore(leg.validUntil, endsAt) ? leg.validUntil : endsAt
      return [{ leg: event.leg, from: event.leg.updatedAt, to }]
    })
  })
  return watches.toSorted((one, other) => (isBefore(one.from, other.from) ? -1 : 1))
}

/** Minutes of the parts to skip, longest first: the session, an hour, a minute. */
const PARTS_MINUTES = [Number.POSITIVE_INFINITY, 60, 1]
const TICKS_BEFORE_YIELD = 25

/**
 * Generates a page of at most `ticksMax` ticks. It yields from time to time, so that its caller can
 * do other work.
 */
export function* nearestOf(
  watches: readonly Watch[],
  market: WatchedMarket,
  from: WatchCursor | null,
  ticksMax: number,
): Generator<void, WatchPage> {
  const nearest = new Map<LegName, Nearest>()
  let lookedAt: Instant | null = null
  let ticks = 0
  for (const watch of watches) {
    const isResumed = from !== null && isBefore(watch.from, from.at)
    let at = isResumed ? from.at : watch.from
    let leg = watch.leg
    if (isResumed && from.mark !== null) leg = marked(leg, from.mark, at)
    for (;;) {
      const next = market.nextInstantAfter(at)
      // At the end of its time a leg expires before the tick.
      if (next === null || isBefore(watch.to, next) || !isBefore(next, leg.validUntil)) break
      if (ticks >= ticksMax) return { nearest, lookedAt, next: { at, mark: leg.mark } }
      if (++ticks % TICKS_BEFORE_YIELD === 0) yield
      at = next
      const prices = market.pricesAt(at, leg.sessions)
      const price = prices === null ? undefined : priceOf(prices, leg)
      if (price !== undefined) {
        lookedAt = at
        if (passesMark(leg, price)) leg = marked(leg, price, at)
        const known = nearest.get(leg.leg)
        const found = distanceAt(leg, price, at)
        const isNearer = known === undefined || found?.missedBy.lt(known.missedBy) === true
        if (found !== null && isNearer && !isPastEnd(found, watch)) nearest.set(leg.leg, found)
      }
      at = skipped(at, leg, nearest.get(leg.leg), prices === null, market)
    }
  }
  return { nearest, lookedAt, next: null }
}

/**
 * Whether the leg had ended or changed when the tick came, at the same instant: a price that
 * reaches the stop would have triggered it.
 */
const isPastEnd = ({ at, missedBy }: Nearest, { to }: Watch): boolean =>
  missedBy.eq(NO_PRICE) && at.equals(to)

function distanceAt(leg: Leg, price: Price, at: Instant): Nearest | null {
  const { stopPrice } = leg
  if (stopPrice === null) return null
  const missedBy = distance(leg, price, stopPrice)
  return { at, price, stopPrice, missedBy }
}

/** USD per share from the price to the stop; 0 if the price reaches the stop. */
function distance({ side }: Pick<Leg, 'side'>, price: Price, stopPrice: Price): Price {
  if (reaches({ side, stopPrice }, price)) return NO_PRICE
  return side === 'SELL' ? gap(stopPrice, price) : gap(price, stopPrice)
}

/** Skips the longest part of the session in which no tick can matter. */
function skipped(
  at: Instant,
  leg: Leg,
  known: Nearest | undefined,
  isUnwatched: boolean,
  market: WatchedMarket,
): Instant {
  for (const minutes of PARTS_MINUTES) {
    const bounds = market.boundsAt(at, minutes)
    if (bounds === undefined || !(isUnwatched || cannotMatter(leg, known, bounds))) continue
    return later(at, atMs(bounds.untilMs - 1))
  }
  return at
}

function cannotMatter(leg: Leg, known: Nearest | undefined, bounds: Bounds): boolean {
  const { mark, side, stopPrice } = leg
  if (known === undefined || stopPrice === null) return false
  const best = side === 'SELL' ? bounds.highest : bounds.lowest
  const worst = side === 'SELL' ? bounds.lowest : bounds.highest
  const moves = mark !== null && (side === 'SELL' ? best.gt(mark) : best.lt(mark))
  return !moves && !distance(leg, worst, stopPrice).lt(known.missedBy)
}

interface LegFacts {
  /** Whether the leg has ever waited for its trigger. */
  readonly hasWaited: boolean
  readonly nearest: Nearest | undefined
  /** The leg's last order; undefined if it has placed none. */
  readonly child: Order | undefined
}

/** Writes the sentences, with times of New York. */
export function legText(leg: Leg, facts: LegFacts): string {
  return [triggerText(leg), waitText(leg, facts), childText(facts.child), endText(leg)]
    .filter((text) => text !== null)
    .join(' ')
}

function triggerText(leg: Leg): string | null {
  if (leg.triggeredAt !== null) {
    return (
      `${priceName(leg)} of ${usd(leg.triggerPrice)} reached the stop of ${usd(leg.stopPrice)} ` +
      `at ${timeOf(leg.triggeredAt)}.`
    )
  }
  if (leg.status === 'PENDING') return 'It waits for its entry, which has filled nothing.'
  return leg.orderId === null ? null : 'It placed its order without a trigger.'
}

function waitText(leg: Leg, { hasWaited, nearest }: LegFacts): string | null {
  if (leg.triggeredAt !== null || leg.status === 'PENDING' || leg.orderId !== null) return null
  if (!hasWaited) {
    return leg.reason === 'entry-ended' ? null : 'It never began: its entry had filled nothing.'
  }
  if (nearest === undefined) return 'In this time no tick came whose price could trigger it.'
  const { at, missedBy, price, stopPrice } = nearest
  return (
    `${priceName(leg)} was nearest to the stop at ${timeOf(at)}: it was ${usd(price)}, and the ` +
    `stop ${usd(stopPrice)}, ${usd(missedBy)} away.`
  )
}

function childText(child: Order | undefined): string | null {
  if (child === undefined) return null
  const { filledQuantity, orderId, quantity, status } = child
  return `Its order ${orderId} is ${status}, filled ${filledQuantity} of ${shares(quantity)}.`
}

function endText({ reason, status, validUntil }: Leg): string | null {
  if (status === 'EXPIRED') return `Its time was over at ${timeOf(validUntil)}.`
  if (status === 'REJECTED') return `It was rejected (${reason ?? 'no reason is kept'}).`
  if (status !== 'CANCELED') return null
  return reason === null ? 'It was canceled by its client, or by a reset.' : canceledText(reason)
}

function canceledText(reason: EndReason): string {
  switch (reason) {
    case 'other-exit-filled':
    case 'other-exit-triggered':
    case 'other-exit-ended':
    case 'entry-ended':
      return `It was canceled because ${GROUP_END_TEXTS[reason]}.`
    case 'exit-began':
    case 'exit-ended':
      return `What it had not filled was canceled because ${GROUP_END_TEXTS[reason]}.`
    case 'holding-closed':
      return 'It was canceled because its client closed the holding.'
    default:
      return `It was canceled (${reason}).`
  }
}

function priceName({ side, triggerBy }: Leg): string {
  if (triggerBy === 'LAST') return 'The last price'
  return side === 'SELL' ? 'The bid' : 'The ask'
}
