/** Orders of an account at the simulated market, filled second by second by its profile. */
import {
  gap,
  halfway,
  NO_QUANTITY,
  notional,
  type Price,
  type Quantity,
  quantityOfShares,
  subtract,
  wireNumber,
} from '../../../src/core/money'
import type { FillProfile } from '../../../src/core/order/fill-profile'
import { availableQuote, footprintAfter } from '../../../src/core/order/footprint'
import type { LiquidityUse } from '../../../src/core/order/liquidity'
import { isMarketable, offeredTo, shownTo } from '../../../src/core/order/matching'
import type { BidAsk } from '../../../src/core/quote'
import { type Instant, Temporal } from '../../../src/core/time'
import { simulatedFeed } from '../../../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../../../src/market/instruments/reference'
import { surroundings } from '../../../src/trading/commands/meeting'

const SEED = 101
const market = {
  feed: simulatedFeed({ seed: SEED, instruments: US_INSTRUMENTS }),
  seed: SEED,
}

export interface Taking {
  readonly profile: FillProfile
  readonly symbol: string
  readonly at: Instant
  readonly wanted: Quantity
  /** The limit of a LIMIT order; null for a MARKET order. */
  readonly limitPrice?: Price | null
  /** The number of equal parts in which it is sent, one a second. */
  readonly parts?: number
  readonly secondsMax?: number
}

export interface Taken {
  readonly quantity: Quantity
  /** The mean price of its fills over the first middle price, relative to that. */
  readonly cost: number
  readonly seconds: number
}

const quoteAt = (symbol: string, at: Instant): BidAsk => {
  const quote = market.feed.bidAsk(symbol, at)
  if (quote === undefined) throw new Error(`${symbol} has a quote`)
  return quote
}

export const middleAt = (symbol: string, at: Instant): number => {
  const { bidPrice, askPrice } = quoteAt(symbol, at)
  return wireNumber(halfway(bidPrice, askPrice))
}

export const halfSpreadAt = (symbol: string, at: Instant): number => {
  const { bidPrice, askPrice } = quoteAt(symbol, at)
  return wireNumber(gap(bidPrice, askPrice)) / 2 / middleAt(symbol, at)
}

/** Sends a BUY. Its cost excludes the moves of the market until each fill, which are noise. */
export function take({ profile, symbol, at: start, wanted, ...more }: Taking): Taken {
  const { limitPrice = null, parts = 1, secondsMax = 1_200 } = more
  let use: LiquidityUse | undefined
  let left = wanted
  let over = 0
  let seconds = 0
  for (; seconds < secondsMax && left.gt(NO_QUANTITY); seconds++) {
    const at = start.add({ seconds: seconds + 1 })
    const { session } = market.feed.calendar.sessionAt(at)
    if (session === 'CLOSED') throw new Error('the market is open')
    const useOf = (side: string) => (side === 'BUY' ? use : undefined)
    const around = surroundings(market, { symbol, session, at }, useOf)
    const quote = quoteAt(symbol, at)
    const shown = shownTo('BUY', availableQuote(profile, quote, around))
    const sent = Math.min(1, (seconds + 1) / parts)
    const due = subtract(left, quantityOfShares(Math.floor(wireNumber(wanted) * (1 - sent))))
    if (due.lte(NO_QUANTITY) || !isMarketable({ side: 'BUY', limitPrice }, shown.price)) continue
    const offered = offeredTo({ side: 'BUY', limitPrice }, due, shown, shown.shown)
    if (offered.quantity.lte(NO_QUANTITY)) continue
    const paid = wireNumber(notional(offered.price, offered.quantity))
    over += paid / middleAt(symbol, at) - wireNumber(offered.quantity)
    left = subtract(left, offered.quantity)
    if (profile === 'ideal@1') continue
    use = footprintAfter({ accountId: 'acc', symbol, side: 'BUY' }, offered.quantity, around)
  }
  const quantity = subtract(wanted, left)
  return { quantity, cost: over / wireNumber(quantity), seconds }
}

/** REGULAR's shares and standard deviation of a day, over the ten dates from March 2 on. */
export function dayOf(symbol: string): { readonly volume: number; readonly sigma: number } {
  let volume = 0
  let squares = 0
  for (const date of DATES) {
    const opens = Temporal.PlainDate.from(date)
      .toZonedDateTime({ timeZone: 'America/New_York' })
      .add({ hours: 9, minutes: 30 })
      .toInstant()
    const candles = market.feed.candles(symbol, '5m', {
      from: opens,
      to: opens.add({ minutes: 390 }),
      now: opens.add({ hours: 24 }),
      sessions: ['REGULAR'],
      limit: 100,
      keep: 'oldest',
    })
    let before = 0
    for (const { close, volume: shares } of candles) {
      const log = Math.log(wireNumber(close))
      if (before !== 0) squares += (log - before) ** 2
      before = log
      volume += wireNumber(shares)
    }
  }
  return { volume: volume / DATES.length, sigma: Math.sqrt(squares / DATES.length) }
}

const DATES = ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13'].map(
  (day) => `2026-03-${day}`,
)

export const momentsOf = (count: number): readonly Instant[] =>
  Array.from({ length: count }, (_, index) => {
    const date = DATES[index % DATES.length] ?? ''
    const minute = 20 + ((index * 97) % 340)
    return Temporal.PlainDate.from(date)
      .toZonedDateTime({ timeZone: 'America/New_York' })
      .add({ hours: 9, minutes: 30 + minute, seconds: (index * 13) % 60 })
      .toInstant()
  })
