/** A tick for the orders of an account under the profile `strict`. */

import {
  type Amount,
  add,
  larger,
  NO_QUANTITY,
  type Quantity,
  smaller,
  subtract,
} from '../../core/money'
import type { FillProfile } from '../../core/order/fill-profile'
import { type LiquidityUse, metBy, takenAsOf, type UseOf } from '../../core/order/liquidity'
import {
  type InstrumentTick,
  type Met,
  match,
  type OrderOutcome,
  takenOn,
} from '../../core/order/matching'
import { type Order, SIDES } from '../../core/order/order'
import {
  allowance,
  arrivesAt,
  countedSince,
  impactOf,
  queueAfter,
  type TradedVolume,
} from '../../core/order/strict'
import type { BidAsk } from '../../core/quote'
import type { OpenSession } from '../../core/session'
import { atMs, type Instant, isBefore, MINUTE_MS } from '../../core/time'
import type { Feed } from '../../market/feed'
import type { Rows } from '../rows'

export interface StrictMarket {
  readonly feed: Feed
  readonly seed: number
}

interface MetTick extends InstrumentTick {
  readonly symbol: string
}

export function matchStrictly(
  rows: Rows,
  open: readonly Order[],
  tick: MetTick,
  free: Amount,
  { feed, seed }: StrictMarket,
  useOf: UseOf,
): readonly OrderOutcome[] {
  const { at, quote, session, symbol } = tick
  const arrived = arrivedBefore(at, open, seed)
  if (quote === undefined || session === 'CLOSED') return match(arrived, tick, free)
  if (quote.pinned) return match(arrived.map(withoutQueue), tick, free)
  const { traded, ...met } = metStrictly(feed, { symbol, session, at }, quote, useOf)
  const queued = arrived.map((order) => requeued(rows, order, quote, traded, at))
  const outcomes = match(queued, { ...tick, ...met }, free)
  for (const side of SIDES) {
    const taken = takenOn(side, outcomes)
    const [first] = outcomes
    if (first === undefined || taken.eq(NO_QUANTITY)) continue
    const asOf = countedSince(at)
    const quantity = add(takenAsOf(useOf(side, 'TRADED'), asOf), taken)
    const { accountId } = first.order
    const use: LiquidityUse = { accountId, symbol, side, source: 'TRADED', asOf, quantity }
    rows.setLiquidityUse(use)
  }
  return outcomes
}

/** The orders that the market has at the instant [profile.strict-latency]. */
export const arrivedBefore = (
  at: Instant,
  orders: readonly Order[],
  seed: number,
): readonly Order[] => orders.filter((order) => isBefore(arrivesAt(order, seed), at))

interface Place {
  readonly symbol: string
  readonly session: OpenSession
  readonly at: Instant
}

/** With the account's share of the traded volume, and its impact on the price. */
function metStrictly(feed: Feed, { symbol, session, at }: Place, quote: BidAsk, useOf: UseOf) {
  const traded = tradedVolume(feed, symbol, session, at)
  const may = {
    BUY: allowance(traded, useOf('BUY', 'TRADED'), at),
    SELL: allowance(traded, useOf('SELL', 'TRADED'), at),
  }
  const askSize = smaller(quote.askSize, may.BUY)
  const bidSize = smaller(quote.bidSize, may.SELL)
  return { quote: { ...quote, askSize, bidSize }, beyond: impactOf(traded, may), traded }
}

/** The market as an account of the profile meets it. */
export const marketMet = (
  profile: FillProfile,
  feed: Feed,
  place: Place,
  quote: BidAsk,
  useOf: UseOf,
): Met =>
  profile === 'strict@1' && !quote.pinned
    ? metStrictly(feed, place, quote, useOf)
    : { quote: metBy(profile, quote, useOf) }

function requeued(
  rows: Rows,
  order: Order,
  quote: BidAsk,
  traded: TradedVolume,
  at: Instant,
): Order {
  const after = queueAfter(order, quote, traded.lately, at)
  if (after !== order) rows.setOrder(after)
  return after
}

/** A pinned size is for every order that its price reaches; the queue is kept for later. */
const withoutQueue = (order: Order): Order => ({ ...order, queueAhead: NO_QUANTITY })

const MINUTES = 5

/** From the feed's candles of the last five minutes, and its volume of the last second. */
function tradedVolume(feed: Feed, symbol: string, session: OpenSession, at: Instant): TradedVolume {
  const ms = at.epochMilliseconds
  const minuteAtMs = Math.floor(ms / MINUTE_MS) * MINUTE_MS
  const candles = feed.candles(symbol, '1m', {
    from: atMs(minuteAtMs - MINUTES * MINUTE_MS),
    to: atMs(minuteAtMs + MINUTE_MS),
    now: at,
    sessions: [session],
    limit: MINUTES + 1,
    keep: 'newest',
  })
  const [first, ...others] = candles
  const newest = candles.at(-1)
  const quoted = feed.bidAsk(symbol, at)
  const forming = newest?.startsAt.epochMilliseconds === minuteAtMs ? newest : undefined
  const none = first ?? { volume: NO_QUANTITY, low: quoted?.bidPrice, high: quoted?.askPrice }
  if (none.low === undefined || none.high === undefined) throw new Error(`${symbol} has no price`)
  return {
    lately: tradedLately(feed, symbol, at),
    recent: others.reduce((sum, { volume }) => add(sum, volume), none.volume),
    recentLow: others.reduce((lowest, { low }) => smaller(lowest, low), none.low),
    recentHigh: others.reduce((highest, { high }) => larger(highest, high), none.high),
    minute: forming === undefined ? null : { low: forming.low, high: forming.high },
  }
}

/** Shares that the market traded in the last second. */
export function tradedLately(feed: Feed, symbol: string, at: Instant): Quantity {
  const volumeAt = (when: Instant) => feed.quote(symbol, when)?.volume ?? NO_QUANTITY
  return larger(subtract(volumeAt(at), volumeAt(at.subtract({ seconds: 1 }))), NO_QUANTITY)
}
