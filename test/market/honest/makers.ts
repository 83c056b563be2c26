/** Market makers of one share: what they quote, and what a day of it earns them. */
import {
  amount,
  NO_QUANTITY,
  ONE_SHARE,
  type Price,
  price,
  type Quantity,
  wireNumber,
} from '../../../src/core/money'
import type { FillProfile } from '../../../src/core/order/fill-profile'
import {
  availableQuote,
  footprintAfter,
  type Surroundings,
  type TradedLately,
} from '../../../src/core/order/footprint'
import type { LiquidityUse } from '../../../src/core/order/liquidity'
import { executionPrice, match, nearestPrice, shownTo } from '../../../src/core/order/matching'
import { type Order, SIDES, type Side } from '../../../src/core/order/order'
import { queueAfter, queueOnArrival } from '../../../src/core/order/queue'
import type { BidAsk } from '../../../src/core/quote'
import { atMs, SECOND_MS } from '../../../src/core/time'
import type { Feed } from '../../../src/market/feed'
import { memoize } from '../../../src/market/memoize'
import { surroundings, tickQuoteAt, tradedInSecond } from '../../../src/trading/commands/meeting'
import { anInstrument, anOrder } from '../../support/examples'

/** What a maker sees when it decides: the quote, the price tick and its own shares. */
export interface Seen {
  readonly bid: number
  readonly ask: number
  readonly tick: number
  readonly shares: number
  /** Its own limits of the second before; null if it had none, or if the order was filled. */
  readonly before: Limits
}

/** The limits of its two orders; null if it has none on a side. */
export type Limits = Readonly<Record<Side, number | null>>
export type Maker = (seen: Seen) => Limits

const onTick = (limit: number, tick: number): number => Math.round(limit / tick) * tick

/** At the touch, or further away by some ticks; at most one share long or short. */
export const atTouch =
  (away: number): Maker =>
  ({ ask, bid, shares, tick }) => ({
    BUY: shares <= 0 ? bid - away * tick : null,
    SELL: shares >= 0 ? ask + away * tick : null,
  })

export const MAKERS: Readonly<Record<string, Maker>> = {
  'at the touch, each second another order': atTouch(0),
  'two ticks behind the touch': atTouch(2),
  'a tick inside of a spread of three ticks or more': (seen) =>
    seen.ask - seen.bid > 2.5 * seen.tick ? atTouch(-1)(seen) : { BUY: null, SELL: null },
  'at the middle': ({ ask, bid, shares, tick }) => {
    const middle = onTick((bid + ask) / 2, tick)
    return shares <= 0 ? { BUY: middle, SELL: null } : { BUY: null, SELL: middle }
  },
  'at the touch, skewed by up to four shares that it has': ({ ask, bid, shares, tick }) => ({
    BUY: shares <= 3 ? bid - Math.max(0, shares) * tick : null,
    SELL: shares >= -3 ? ask - Math.min(0, shares) * tick : null,
  }),
  'on one side, then on the other': ({ ask, bid, shares }) =>
    shares === 0 ? { BUY: bid, SELL: null } : { BUY: null, SELL: ask },
  'where its order stands until it is two ticks behind the touch': ({
    ask,
    before,
    bid,
    shares,
    tick,
  }) => {
    const kept = (limit: number | null, touch: number): number =>
      limit !== null && Math.abs(limit - touch) < 2.5 * tick ? limit : touch
    return {
      BUY: shares <= 0 ? kept(before.BUY, bid) : null,
      SELL: shares >= 0 ? kept(before.SELL, ask) : null,
    }
  },
  'at the other side of the quote, as a limit': ({ ask, bid, shares }) =>
    shares <= 0 ? { BUY: ask, SELL: null } : { BUY: null, SELL: bid },
}

/** REGULAR, second by second, as a maker meets it. */
export interface MakerDay {
  readonly symbol: string
  readonly opensMs: number
  readonly seconds: readonly MakerSecond[]
  /** What the market traded lately as of a second, and in the second; all makers share them. */
  readonly lately: (second: number) => TradedLately
  readonly traded: (second: number) => Quantity
}

/** A tick's quote, with the numbers that makers decide by. */
interface MakerSecond {
  readonly quote: BidAsk
  readonly bid: number
  readonly ask: number
  /** The lowest price that a BUY may meet, and the highest for a SELL. */
  readonly lowest: number
  readonly highest: number
}

const secondOf = (quote: BidAsk): MakerSecond => ({
  quote,
  bid: wireNumber(quote.bidPrice),
  ask: wireNumber(quote.askPrice),
  lowest: wireNumber(nearestPrice('BUY', quote)),
  highest: wireNumber(nearestPrice('SELL', quote)),
})

const SEED = 1

export function makerDay(feed: Feed, symbol: string, opensMs: number, seconds: number): MakerDay {
  const each = Array.from({ length: seconds }, (_, second) => {
    const quote = tickQuoteAt(feed, symbol, atMs(opensMs + second * SECOND_MS))
    if (quote === undefined) throw new Error(`no quote of ${symbol}`)
    return secondOf(quote)
  })
  const instantOf = (second: number) => atMs(opensMs + second * SECOND_MS)
  const latelyAt = once((minute) => {
    const place = { symbol, session: 'REGULAR', at: instantOf(minute * 60) } as const
    return surroundings({ feed, seed: SEED }, place, () => undefined).tradedLately()
  })
  return {
    symbol,
    opensMs,
    seconds: each,
    lately: (second) => latelyAt(Math.floor(second / 60)),
    traded: once((second) => tradedInSecond(feed, symbol, instantOf(second))),
  }
}

/** Computes a value once for each place. */
function once<Value>(compute: (place: number) => Value): (place: number) => Value {
  const known: (Value | undefined)[] = []
  return (place) => {
    const value = known[place] ?? compute(place)
    known[place] = value
    return value
  }
}

/** The same day with no trades between its quotes, so that a quote alone can reach an order. */
export const withoutPrints = (day: MakerDay): MakerDay => ({
  ...day,
  seconds: day.seconds.map(({ quote: { prints: _, ...quote } }) => secondOf(quote)),
})

export interface Made {
  /** The gain, with the shares left at the middle, in basis points of the first price. */
  readonly gain: number
  /** The mean spread, in basis points of the first price. */
  readonly spread: number
  readonly fills: number
}

export function make(day: MakerDay, maker: Maker, profile: FillProfile): Made {
  const { opensMs, seconds } = day
  const uses = new Map<Side, LiquidityUse>()
  const orders = new Map<Side, Standing>()
  let [cash, shares, fills, spread] = [0, 0, 0, 0]
  const first = seconds[0]
  if (first === undefined) throw new Error('a day has seconds')
  const start = first.bid
  const tick = start < 1 ? 0.0001 : 0.01
  for (let second = 1; second < seconds.length; second++) {
    const seen = seconds[second - 1] ?? first
    const limits = maker({
      bid: seen.bid,
      ask: seen.ask,
      tick,
      shares,
      before: {
        BUY: orders.get('BUY')?.limit ?? null,
        SELL: orders.get('SELL')?.limit ?? null,
      },
    })
    const placedAtMs = opensMs + (second - 1) * SECOND_MS
    for (const side of SIDES) {
      place(orders, side, limits[side], { before: seen.quote, placedAtMs, profile, tick })
    }
    const now = seconds[second] ?? first
    const { quote } = now
    spread += now.ask - now.bid
    const open = [...orders.values()].flatMap(({ limit, order }) =>
      mayMeet(order.side, limit, now) &&
      executionPrice(order, shownTo(order.side, { quote })) !== undefined
        ? [order]
        : [],
    )
    if (open.length === 0) continue
    const at = atMs(placedAtMs + SECOND_MS)
    const around: Surroundings = {
      at,
      useOf: (side) => uses.get(side),
      tradedLately: () => day.lately(second),
      drawOf: () => NEARER,
    }
    const available = availableQuote(profile, quote, around)
    const traded = (): Quantity => day.traded(second)
    const queued = open.map((order) => {
      const after = queueAfter(order, quote, { seed: SEED, traded }, at)
      orders.set(order.side, { limit: limits[order.side] ?? 0, order: after })
      return after
    })
    const outcomes = match(
      queued,
      { at, session: 'REGULAR', instrument: anInstrument(), ...available },
      amount('0'),
    )
    for (const { order, transition } of outcomes) {
      if (!('execution' in transition)) continue
      const sign = order.side === 'BUY' ? 1 : -1
      cash -= sign * wireNumber(transition.execution.price)
      shares += sign
      fills++
      orders.delete(order.side)
      const key = { accountId: 'acc', symbol: order.symbol, side: order.side }
      uses.set(order.side, footprintAfter(key, ONE_SHARE, around))
    }
  }
  const inPoints = 10_000 / start
  const last = seconds.at(-1) ?? first
  return {
    gain: (cash + (shares * (last.bid + last.ask)) / 2) * inPoints,
    spread: (spread / (seconds.length - 1)) * inPoints,
    fills,
  }
}

/** An order in the market, and its limit as the maker named it. */
interface Standing {
  readonly limit: number
  readonly order: Order
}

/** Less than a tick of the cheapest price: numbers nearer than this are the same price. */
const NEAR = 1e-5

/** Whether the market comes so near to the limit that the exact rule has to decide. */
const mayMeet = (side: Side, limit: number, { highest, lowest }: MakerSecond): boolean =>
  side === 'BUY' ? limit > lowest - NEAR : limit < highest + NEAR

/** Enough for any share. */
const HELD = amount('1000000')
/** Impact moves a price to the nearer of two price ticks. */
const NEARER = price('0.5')

const priceOf = memoize(
  10_000,
  (text: string) => text,
  (text): Price => price(text),
)

interface Placing {
  readonly before: BidAsk
  readonly placedAtMs: number
  readonly profile: FillProfile
  readonly tick: number
}

/** Keeps the order of a side if its limit is the same, and so its place in the queue. */
function place(
  orders: Map<Side, Standing>,
  side: Side,
  limit: number | null,
  { before, placedAtMs, profile, tick }: Placing,
): void {
  if (limit === null) {
    orders.delete(side)
    return
  }
  const standing = orders.get(side)
  if (standing !== undefined && Math.abs(standing.limit - limit) < NEAR) return
  const limitPrice = priceOf(limit.toFixed(tick < 0.01 ? 4 : 2))
  const placedAt = atMs(placedAtMs)
  const order = anOrder({
    side,
    limitPrice,
    quantity: ONE_SHARE,
    heldCash: HELD,
    orderId: `ord_${side}_${placedAt.epochMilliseconds}`,
    requestedAt: placedAt,
    updatedAt: placedAt,
    validUntil: placedAt.add({ hours: 24 }),
  })
  const queueAhead = profile === 'strict@2' ? queueOnArrival(order, before) : NO_QUANTITY
  orders.set(side, { limit, order: { ...order, queueAhead } })
}
