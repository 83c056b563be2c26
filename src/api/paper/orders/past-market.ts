/**
 * The market as the matcher found it at past ticks, for the orders of one account in one
 * instrument: the feed with the pins of that time, the instrument's state of that time, and the
 * liquidity that the account had used up.
 */
import type { Account } from '../../../core/account/account'
import { assert } from '../../../core/assert'
import type { Tradability, TradedInstrument } from '../../../core/instrument'
import { add, NO_QUANTITY } from '../../../core/money'
import type { Auction } from '../../../core/order/auction-outcomes'
import type { TimelineMarket, TimelineTick } from '../../../core/order/explain/timeline'
import { availableQuote, footprintAfter, type Surroundings } from '../../../core/order/footprint'
import { arrivesAt, isCancelThere } from '../../../core/order/latency'
import { type LiquidityUse, offeredInAuction, type UseOf } from '../../../core/order/liquidity'
import { byPriority } from '../../../core/order/matching'
import { isForAuction, type Order, type Side } from '../../../core/order/order'
import type { BidAsk, PinnedQuote } from '../../../core/quote'
import type { OpenSession } from '../../../core/session'
import { atMs, type Instant, isBefore } from '../../../core/time'
import type { RankedFill } from '../../../ledger/fills'
import type { TradabilityBefore } from '../../../ledger/instruments'
import { auctionAt } from '../../../market/auctions'
import type { Feed } from '../../../market/feed'
import { pinnedFeed } from '../../../market/feeds/pinned'
import { nextInstantAfter } from '../../../market/schedule'
import { surroundings, tickQuoteAt, tradedInSecond } from '../../../trading/commands/meeting'

interface PastFacts {
  readonly account: Account
  readonly instrument: TradedInstrument
  readonly changes: readonly TradabilityBefore[]
  /** Every pin of the instrument, by the instant of pinning. */
  readonly pins: readonly PinnedQuote[]
  /** The account's fills in the instrument, oldest first, from the first that can still count. */
  readonly fills: readonly RankedFill[]
}

export interface PastDeps {
  /** The feed without pins. */
  readonly base: Feed
  readonly seed: number
  readonly tickMs: number
}

export function pastMarket(
  { account, instrument, changes, pins, fills }: PastFacts,
  { base, seed, tickMs }: PastDeps,
): TimelineMarket {
  const { calendar } = base
  const { symbol } = instrument
  const { fillProfile } = account
  const feedAt = feedsByPins(base, pins)
  const quoteAt = (at: Instant): BidAsk | undefined => feedAt(at).bidAsk(symbol, at)
  const aroundAt = (at: Instant, session: OpenSession, useOf: UseOf): Surroundings =>
    surroundings({ feed: feedAt(at), seed }, { symbol, session, at }, useOf)
  const used = usedUp(fills, {
    leavesFootprint: (tick) => fillProfile !== 'ideal@1' && quoteAt(tick)?.pinned === undefined,
    around: aroundAt,
    tickOf: tickOnGrid(tickMs),
  })
  const next = (at: Instant) => nextInstantAfter(calendar, at.epochMilliseconds, tickMs)

  /** Shares that other orders of the account took at the tick before this one. */
  function takenBefore(order: Order, at: Instant) {
    return used
      .fillsAt(at, next(at))
      .filter((fill) => fill.orderId !== order.orderId && fill.side === order.side)
      .filter((fill) => byPriority(fill, order) < 0)
      .reduce((sum, { quantity }) => add(sum, quantity), NO_QUANTITY)
  }

  return {
    nextInstantAfter: next,
    sessionAt: (at) => calendar.sessionAt(at).session,
    tickAt(at, order): TimelineTick {
      const { session } = calendar.sessionAt(at)
      const feed = feedAt(at)
      const hasPrints = fillProfile !== 'ideal@1'
      const quote = hasPrints ? tickQuoteAt(feed, symbol, at) : feed.bidAsk(symbol, at)
      const isStrict = fillProfile === 'strict@2'
      const isQueueMoving = isStrict && session !== 'CLOSED' && quote?.pinned === undefined
      return {
        at,
        session,
        quote,
        lacks: feed.lacks?.(symbol, at),
        instrument: tradabilityAt(at, instrument, changes),
        isHalted: () => feed.haltedUntil?.(symbol, at) !== undefined,
        arrived: !isStrict || isBefore(arrivesAt(order, seed), at),
        cancelArrived: !isStrict || isCancelThere(order, seed, at),
        availableQuote: (shown, open) =>
          availableQuote(fillProfile, shown, aroundAt(at, open, used.useAt(at))),
        taken: () => {
          used.useAt(at)
          return takenBefore(order, at)
        },
        queue: isQueueMoving ? { seed, traded: () => tradedInSecond(feed, symbol, at) } : null,
      }
    },
    auctionOf({ timeInForce, side, limitPrice, validUntil: at }): Auction {
      assert(isForAuction(timeInForce), `${timeInForce} orders have an auction`)
      const held = auctionAt(feedAt(at), symbol, timeInForce, at)
      const made = { price: held?.price, volume: held?.volume ?? NO_QUANTITY }
      const turn = { timeInForce, side, limitPrice, at }
      return {
        instrument: { ...instrument, ...tradabilityAt(at, instrument, changes) },
        price: held?.price,
        offered: offeredInAuction(fillProfile, turn, made, used.useAt(at)),
      }
    },
  }
}

/** The instrument's state as a tick found it. */
export const tradabilityAt = (
  at: Instant,
  instrument: Tradability,
  changes: readonly TradabilityBefore[],
): Tradability => changes.find(({ changedAt }) => isBefore(at, changedAt)) ?? instrument

/**
 * The feed as a tick found it: with the pins that had been set by then, and were not yet released.
 * A pin just after its instant's tick is a microsecond later than the tick [candle.pin-tick].
 */
export function feedsByPins(base: Feed, pins: readonly PinnedQuote[]): (at: Instant) => Feed {
  if (pins.length === 0) return () => base
  let known: { readonly at: Instant; readonly until: Instant | null; readonly feed: Feed } | null =
    null
  return (at) => {
    if (known !== null && !isBefore(at, known.at)) {
      if (known.until === null || isBefore(at, known.until)) return known.feed
    }
    const then = pins
      .filter(({ pinnedAt }) => !isBefore(at, pinnedAt))
      .map((pin) => (isReleased(pin, at) ? pin : { ...pin, releasedAt: null }))
    const feed = pinnedFeed(base, { of: (symbol) => then.filter((pin) => pin.symbol === symbol) })
    known = { at, until: nextEdge(pins, at), feed }
    return feed
  }
}

const isReleased = ({ releasedAt }: PinnedQuote, at: Instant): boolean =>
  releasedAt !== null && !isBefore(at, releasedAt)

/** The first time after the instant at which a pin is set or released. */
function nextEdge(pins: readonly PinnedQuote[], at: Instant): Instant | null {
  const edges = pins.flatMap(({ pinnedAt, releasedAt }) => [
    pinnedAt,
    ...(releasedAt === null ? [] : [releasedAt]),
  ])
  return edges
    .filter((edge) => isBefore(at, edge))
    .reduce<Instant | null>(
      (first, edge) => (first === null || isBefore(edge, first) ? edge : first),
      null,
    )
}

/**
 * The liquidity of an instrument that an account had used up at a past tick. It is computed from
 * the account's fills, since the stored row holds only its present use.
 */
interface UsedUp {
  /** The use before the tick. The instants of the calls must ascend. */
  useAt(tick: Instant): UseOf
  /** The account's fills at the tick, in the order in which they were made. Call `useAt` first. */
  fillsAt(tick: Instant, following: Instant | null): readonly RankedFill[]
}

interface PastTicks {
  readonly tickOf: (filledAt: Instant) => Instant
  /** Whether the account's profile and the tick's quote leave it a footprint. */
  readonly leavesFootprint: (tick: Instant) => boolean
  readonly around: (tick: Instant, session: OpenSession, useOf: UseOf) => Surroundings
}

/**
 * Computes the use. `fills` are the account's fills in the instrument, oldest first, from the first
 * that can still count.
 */
function usedUp(
  fills: readonly RankedFill[],
  { tickOf, leavesFootprint, around }: PastTicks,
): UsedUp {
  const uses = new Map<Side, LiquidityUse>()
  const useOf: UseOf = (side, source) => (source === 'FOOTPRINT' ? uses.get(side) : undefined)
  let counted = 0

  function count(fill: RankedFill): void {
    const tick = tickOf(fill.filledAt)
    const { session } = fill
    if (session === 'CLOSED' || isForAuction(fill.timeInForce) || !leavesFootprint(tick)) return
    uses.set(fill.side, footprintAfter(fill, fill.quantity, around(tick, session, useOf)))
  }

  return {
    useAt(tick) {
      for (; counted < fills.length; counted++) {
        const fill = fills[counted]
        if (fill === undefined || !isBefore(fill.filledAt, tick)) break
        count(fill)
      }
      return useOf
    },
    fillsAt(tick, following) {
      const at: RankedFill[] = []
      for (let index = counted; index < fills.length; index++) {
        const fill = fills[index]
        if (fill === undefined || (following !== null && !isBefore(fill.filledAt, following))) break
        if (!isForAuction(fill.timeInForce) && !isBefore(fill.filledAt, tick)) at.push(fill)
      }
      return at
    },
  }
}

/** The last tick of the grid that is not after the instant. */
const tickOnGrid =
  (tickMs: number) =>
  (at: Instant): Instant =>
    atMs(Math.floor(at.epochMilliseconds / tickMs) * tickMs)
