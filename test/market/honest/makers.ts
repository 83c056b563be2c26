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
import { executionPrice, match, shownTo } from '../../../src/core/order/matching'
import { type Order, SIDES, type Side } from '../../../src/core/order/order'
import { queueAfter, queueOnArrival } from '../../../src/core/order/queue'
import type { BidAsk } from '../../../src/core/quote'
import { atMs, MINUTE_MS, SECOND_MS } from '../../../src/core/time'
import type { Feed } from '../../../src/market/feed'
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
const atTouch =
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
  readonly feed: Feed
  readonly symbol: string
  readonly opensMs: number
  readonly quotes: readonly BidAsk[]
}

export function makerDay(feed: Feed, symbol: string, opensMs: number, seconds: number): MakerDay {
  const quotes = Array.from({ length: seconds }, (_, second) => {
    const quote = tickQuoteAt(feed, symbol, atMs(opensMs + second * SECOND_MS))
    if (quote === undefined) throw new Error(`no quote of ${symbol}`)
    return quote
  })
  return { feed, symbol, opensMs, quotes }
}

/** The same day with no trades between its quotes, so that a quote alone can reach an order. */
export const withoutPrints = (day: MakerDay): MakerDay => ({
  ...day,
  quotes: day.quotes.map(({ prints: _, ...quote }) => quote),
})

export interface Made {
  /** The gain, with the shares left at the middle, in basis points of the first price. */
  readonly gain: number
  /** The mean spread, in basis points of the first price. */
  readonly spread: number
  readonly fills: number
}

const SEED = 1

export function make(day: MakerDay, maker: Maker, profile: FillProfile): Made {
  const { feed, symbol, opensMs, quotes } = day
  const uses = new Map<Side, LiquidityUse>()
  const tradedBy = latelyOf(day)
  const orders = new Map<Side, Order>()
  let [cash, shares, fills, spread] = [0, 0, 0, 0]
  const first = quotes[0]
  if (first === undefined) throw new Error('a day has seconds')
  const start = wireNumber(first.bidPrice)
  const tick = start < 1 ? 0.0001 : 0.01
  let sides = sidesOf(first)
  for (let second = 1; second < quotes.length; second++) {
    const before = quotes[second - 1] ?? first
    const limits = maker({
      ...sides,
      tick,
      shares,
      before: { BUY: limitOf(orders.get('BUY')), SELL: limitOf(orders.get('SELL')) },
    })
    const placedAt = atMs(opensMs + (second - 1) * SECOND_MS)
    for (const side of SIDES) place(orders, side, limits[side], { before, placedAt, profile, tick })
    const at = placedAt.add({ milliseconds: SECOND_MS })
    const quote = quotes[second] ?? first
    sides = sidesOf(quote)
    spread += sides.ask - sides.bid
    const open = [...orders.values()].filter(
      (order) => executionPrice(order, shownTo(order.side, { quote })) !== undefined,
    )
    if (open.length === 0) continue
    const around: Surroundings = {
      at,
      useOf: (side) => uses.get(side),
      tradedLately: tradedBy(second),
      drawOf: () => price('0.5'),
    }
    const available = availableQuote(profile, quote, around)
    const traded = (): Quantity => tradedInSecond(feed, symbol, at)
    const queued = open.map((order) => {
      const after = queueAfter(order, quote, { seed: SEED, traded }, at)
      orders.set(order.side, after)
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
      const key = { accountId: 'acc', symbol, side: order.side }
      uses.set(order.side, footprintAfter(key, ONE_SHARE, around))
    }
  }
  const inPoints = 10_000 / start
  return {
    gain: (cash + (shares * (sides.bid + sides.ask)) / 2) * inPoints,
    spread: (spread / (quotes.length - 1)) * inPoints,
    fills,
  }
}

const sidesOf = ({ askPrice, bidPrice }: BidAsk) => ({
  bid: wireNumber(bidPrice),
  ask: wireNumber(askPrice),
})

const limitOf = (order: Order | undefined): number | null =>
  order?.limitPrice ? wireNumber(order.limitPrice) : null

interface Placing {
  readonly before: BidAsk
  readonly placedAt: Order['requestedAt']
  readonly profile: FillProfile
  readonly tick: number
}

/** Keeps the order of a side if its limit is the same, and so its place in the queue. */
function place(
  orders: Map<Side, Order>,
  side: Side,
  limit: number | null,
  { before, placedAt, profile, tick }: Placing,
): void {
  if (limit === null) {
    orders.delete(side)
    return
  }
  const limitPrice: Price = price(limit.toFixed(tick < 0.01 ? 4 : 2))
  if (orders.get(side)?.limitPrice?.eq(limitPrice)) return
  const order = anOrder({
    side,
    limitPrice,
    quantity: ONE_SHARE,
    heldCash: amount('1000000'),
    orderId: `ord_${side}_${placedAt.epochMilliseconds}`,
    requestedAt: placedAt,
    updatedAt: placedAt,
    validUntil: placedAt.add({ hours: 24 }),
  })
  const queueAhead = profile === 'strict@2' ? queueOnArrival(order, before) : NO_QUANTITY
  orders.set(side, { ...order, queueAhead })
}

/** What the market traded before a second, computed once a minute. */
function latelyOf({ feed, symbol, opensMs }: MakerDay): (second: number) => () => TradedLately {
  let known: { readonly minute: number; readonly lately: TradedLately } | undefined
  return (second) => () => {
    const minute = Math.floor(second / 60)
    if (known?.minute !== minute) {
      const at = atMs(opensMs + minute * MINUTE_MS)
      const place = { symbol, session: 'REGULAR', at } as const
      known = {
        minute,
        lately: surroundings({ feed, seed: SEED }, place, () => undefined).tradedLately(),
      }
    }
    return known.lately
  }
}
