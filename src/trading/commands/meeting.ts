/**
 * The market as an account meets it at an instant. The account's fill profile derives it from the
 * quote, from recent volume, and from what the account itself took.
 */
import { drawnDecimal } from '../../core/draw'
import {
  add,
  gap,
  larger,
  NO_PRICE,
  NO_QUANTITY,
  price,
  type Quantity,
  smaller,
  subtract,
} from '../../core/money'
import type { FillProfile } from '../../core/order/fill-profile'
import {
  availableQuote,
  LATELY_MINUTES,
  type Surroundings,
  type TradedLately,
} from '../../core/order/footprint'
import type { UseOf } from '../../core/order/liquidity'
import type { AvailableQuote } from '../../core/order/matching'
import type { BidAsk } from '../../core/quote'
import type { OpenSession } from '../../core/session'
import { atMs, type Instant, MINUTE_MS, SECOND_MS } from '../../core/time'
import type { Feed } from '../../market/feed'

/** What decides fills, apart from the orders. */
export interface FillMarket {
  readonly feed: Feed
  /** Seeds the draws of fill profiles [profile.repeats]. */
  readonly seed: number
}

export interface InstrumentMoment {
  readonly symbol: string
  readonly session: OpenSession
  readonly at: Instant
}

/**
 * Returns the market around an instrument at an instant. Reads its candles once, and only if
 * needed.
 */
export function surroundings(
  { feed, seed }: FillMarket,
  place: InstrumentMoment,
  useOf: UseOf,
): Surroundings {
  const { at, symbol } = place
  let known: TradedLately | undefined
  return {
    at,
    useOf,
    tradedLately: () => {
      known ??= tradedLately(feed, place)
      return known
    },
    drawOf: (side) => drawnDecimal(`${seed} ${symbol} ${side} ${at.epochMilliseconds}`),
  }
}

/**
 * The market that the account would meet at a tick if the market stayed as it is. Impact moves a
 * price to the nearer of two price ticks, without a draw.
 */
export const expectedQuote = (
  profile: FillProfile,
  feed: Feed,
  place: InstrumentMoment,
  quote: BidAsk,
  useOf: UseOf,
): AvailableQuote =>
  availableQuote(profile, quote, {
    ...surroundings({ feed, seed: 0 }, place, useOf),
    drawOf: () => NEARER,
  })

const NEARER = price('0.5')

/**
 * Sums the candles of the session's whole minutes, so the result is constant within a minute. In
 * the first minute of a session, that minute itself counts.
 */
function tradedLately(feed: Feed, { symbol, session, at }: InstrumentMoment): TradedLately {
  const minuteAtMs = Math.floor(at.epochMilliseconds / MINUTE_MS) * MINUTE_MS
  const candles = feed.candles(symbol, '1m', {
    from: atMs(minuteAtMs - LATELY_MINUTES * MINUTE_MS),
    to: atMs(minuteAtMs + MINUTE_MS),
    now: at,
    sessions: [session],
    limit: LATELY_MINUTES + 1,
    keep: 'newest',
  })
  const whole = candles.filter(({ startsAt }) => startsAt.epochMilliseconds < minuteAtMs)
  const [first, ...others] = whole.length > 0 ? whole : candles
  if (first === undefined) return NOTHING_TRADED
  const lowest = others.reduce((low, each) => smaller(low, each.low), first.low)
  const highest = others.reduce((high, each) => larger(high, each.high), first.high)
  const volume = others.reduce((sum, each) => add(sum, each.volume), first.volume)
  return { volume, range: gap(lowest, highest) }
}

const NOTHING_TRADED: TradedLately = { volume: NO_QUANTITY, range: NO_PRICE }

/** Returns the quote of a tick, with the prints of the second before it. */
export function tickQuoteAt(
  { bidAsk, prints: printsAt }: Pick<Feed, 'bidAsk' | 'prints'>,
  symbol: string,
  at: Instant,
): BidAsk | undefined {
  const quote = bidAsk(symbol, at)
  // Between two whole seconds no other second has ended.
  const isSecond = at.epochMilliseconds % SECOND_MS === 0
  const prints = quote && isSecond ? printsAt?.(symbol, at) : undefined
  return quote && prints ? { ...quote, prints } : quote
}

/** Returns the shares that the market traded in the last second. */
export function tradedInSecond(feed: Feed, symbol: string, at: Instant): Quantity {
  const volumeAt = (when: Instant) => feed.quote(symbol, when)?.volume ?? NO_QUANTITY
  return larger(subtract(volumeAt(at), volumeAt(at.subtract({ seconds: 1 }))), NO_QUANTITY)
}
