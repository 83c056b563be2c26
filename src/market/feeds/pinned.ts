/**
 * Adds pinned quotes to a base feed [sandbox.quotes]. While a pin is set, the market shows its bid
 * and ask and trades at the tick halfway between. Volumes are the base's.
 *
 * A pin replaces the quote of its instant, but candles also cover the quote that a tick was matched
 * against [candle.pin-tick]. A pin has no effect on a date on which the base does not trade the
 * instrument. An instrument without pins costs nothing: every answer is the base's.
 */

import type { Price } from '../../core/money'
import type { BidAsk, PinnedQuote } from '../../core/quote'
import { type Instant, SECOND_MS, type Temporal } from '../../core/time'
import { regularSession, sessionAt } from '../calendar'
import type { AuctionPrices, Feed, MarketQuote } from '../feed'
import type { PinnedQuotes } from '../pins'
import { pinnedCandles } from './pinned/candles'
import { overlapping, pinAt, pinnedPrice } from './pinned/pin-spans'

export const pinnedFeed = (
  base: Feed,
  pinned: Pick<PinnedQuotes, 'of'> & Partial<Pick<PinnedQuotes, 'version'>>,
): Feed => ({
  calendar: base.calendar,
  trades: base.trades,
  sparse: base.sparse,
  // Without a version the base may change at any time, and so may this feed.
  ...(base.version && pinned.version && { version: pinned.version }),
  quote(symbol, at) {
    const quote = base.quote(symbol, at)
    const pins = pinned.of(symbol)
    return quote === undefined || pins.length === 0 ? quote : pinnedQuote(base, quote, pins, at)
  },
  bidAsk: (symbol, at) =>
    sidesOf(effectivePin(base, pinned.of(symbol), at), at) ?? base.bidAsk(symbol, at),
  // A pinned price has no path, neither while the pin stands nor in the second that it ends in.
  prints(symbol, at) {
    const untilMs = at.epochMilliseconds + 1
    const second = { fromMs: untilMs - 1 - SECOND_MS, untilMs }
    const isPinned = overlapping(pinned.of(symbol), second).length > 0
    return isPinned ? undefined : base.prints?.(symbol, at)
  },
  reach: (symbol, at, minutes) =>
    pinned.of(symbol).length === 0 ? base.reach?.(symbol, at, minutes) : undefined,
  // A pin trades through every halt.
  haltedUntil: (symbol, at) =>
    effectivePin(base, pinned.of(symbol), at) === undefined
      ? base.haltedUntil?.(symbol, at)
      : undefined,
  ...(base.awaitsAuction && { awaitsAuction: base.awaitsAuction }),
  ...(base.lastPrice && { lastPrice: base.lastPrice }),
  ...(base.lacks && { lacks: base.lacks }),
  ...(base.dollarRate && { dollarRate: base.dollarRate }),
  candles(symbol, interval, range) {
    const pins = pinned.of(symbol)
    return pins.length === 0
      ? base.candles(symbol, interval, range)
      : pinnedCandles(base, pins, symbol, interval, range)
  },
  auction(symbol, tradingDate) {
    const prices = base.auction(symbol, tradingDate)
    const pins = pinned.of(symbol)
    return prices === undefined || pins.length === 0
      ? prices
      : pinnedAuction(prices, pins, tradingDate)
  },
})

function pinnedQuote(
  base: Feed,
  quote: MarketQuote,
  pins: readonly PinnedQuote[],
  at: Instant,
): MarketQuote {
  const pin = effectivePin(base, pins, at)
  const dateBefore = dateTradedBefore(base, quote)
  return {
    ...quote,
    previousClose: (dateBefore && pinnedClose(pins, dateBefore)) ?? quote.previousClose,
    ...(pin && { ...sidesOf(pin, at), price: pinnedPrice(pin) }),
  }
}

function effectivePin(
  base: Feed,
  pins: readonly PinnedQuote[],
  at: Instant,
): PinnedQuote | undefined {
  const pin = pinAt(pins, at.epochMilliseconds)
  return pin !== undefined && base.trades(pin.symbol, at) ? pin : undefined
}

/** The instrument's last trading date before the quote's own. */
function dateTradedBefore(
  { calendar, trades }: Feed,
  { symbol, lastTradeAt }: MarketQuote,
): Temporal.PlainDate | null {
  let date = calendar.previousTradingDate(sessionAt(lastTradeAt).tradingDate)
  for (;;) {
    const regular = date && regularSession(date)
    if (date === null || (regular && trades(symbol, regular.opensAt))) return date
    date = calendar.previousTradingDate(date)
  }
}

/** A pin's sizes are renewed at each tick [profile.pinned-size]. */
function sidesOf(pin: PinnedQuote | undefined, at: Instant): BidAsk | undefined {
  if (pin === undefined) return undefined
  const { symbol, bidPrice, bidSize, askPrice, askSize } = pin
  const renewedAtMs = at.epochMilliseconds
  return {
    symbol,
    bidPrice,
    bidSize,
    askPrice,
    askSize,
    bidRenewedAtMs: renewedAtMs,
    askRenewedAtMs: renewedAtMs,
    pinned: true,
  }
}

/** The prices at REGULAR's opening and just before its close, as in the day's candle. */
const pinnedAuction = (
  prices: AuctionPrices,
  pins: readonly PinnedQuote[],
  date: Temporal.PlainDate,
): AuctionPrices => ({
  ...prices,
  open: priceAt(pins, regularSession(date)?.opensAt) ?? prices.open,
  close: pinnedClose(pins, date) ?? prices.close,
})

const pinnedClose = (pins: readonly PinnedQuote[], date: Temporal.PlainDate): Price | undefined =>
  priceAt(pins, regularSession(date)?.closesAt.subtract({ milliseconds: 1 }))

function priceAt(pins: readonly PinnedQuote[], at: Instant | undefined): Price | undefined {
  const pin = at && pinAt(pins, at.epochMilliseconds)
  return pin && pinnedPrice(pin)
}
