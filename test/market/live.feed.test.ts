/** The quotes, candles and auctions of a market of live prices. */
import { describe, expect, test } from 'bun:test'
import { price, quantity } from '../../src/core/money'
import { atMs, Temporal } from '../../src/core/time'
import { sourceRateAt } from '../../src/market/exchange-rate'
import type { CandleRange, Interval } from '../../src/market/feed'
import { worthAt } from '../../src/market/feed'
import { liveFeed } from '../../src/market/feeds/live'
import { quoteHistory } from '../../src/market/feeds/live/quote-history'
import { epochDayOf } from '../../src/market/feeds/trading-day'
import { liveMarket, newYorkMs, quoteOf, STALE_MS, tradeOf, utc } from '../support/live'

const T = newYorkMs('10:00:00')
const SHOWN = '189.98 x 100 / 190.02 x 200'
const MINUTE = 60_000

const QUOTE = {
  symbol: 'BUSY',
  bidPrice: price('1'),
  askPrice: price('2'),
  atMs: T,
  bidSize: quantity('1'),
  askSize: quantity('1'),
}

function withQuote(ms = T) {
  const market = liveMarket()
  market.take({ quotes: [quoteOf('189.98', '190.02', ms)] }, ms)
  return market
}

describe('[live.stale] a quote is shown from its arrival until it is stale', () => {
  test('5 s in REGULAR', () => {
    const market = withQuote()
    expect([T - 1, T, T + 5_000, T + 5_001].map(market.shown)).toEqual([
      'none',
      SHOWN,
      SHOWN,
      'none',
    ])
    expect(market.feed.quote('BUSY', atMs(T + 5_001))).toBeUndefined()
  })

  test('60 s in any other session, and while the market is closed', () => {
    for (const time of ['08:00:00', '17:00:00', '22:00:00']) {
      const ms = newYorkMs(time)
      const market = withQuote(ms)
      expect([market.shown(ms + 60_000), market.shown(ms + 60_001)]).toEqual([SHOWN, 'none'])
    }
    const sunday = newYorkMs('12:00:00', '2026-03-01')
    expect(withQuote(sunday).shown(sunday + 60_001)).toBe('none')
  })

  test('[live.stale] a late quote is stale by its own time, however new it is here', () => {
    const market = liveMarket()
    market.take({ quotes: [quoteOf('189.98', '190.02', T - 900_000)] }, T)
    expect(market.shown(T)).toBe('none')
    market.take({ quotes: [quoteOf('189.98', '190.02', T - 3_000)] }, T)
    expect([market.shown(T + 2_000), market.shown(T + 2_001)]).toEqual([SHOWN, 'none'])
  })

  test('[live.stale] after a gap the next quote is shown again', () => {
    const market = withQuote()
    const later = T + 600_000
    expect(market.shown(later)).toBe('none')
    market.take({ quotes: [quoteOf('150', '150.1', later)] }, later)
    expect(market.shown(later)).toBe('150 x 100 / 150.1 x 200')
  })

  test('[live.ticks] prices between two ticks are shown at the ticks that are no better', () => {
    const market = liveMarket()
    market.take({ quotes: [quoteOf('189.989', '190.021', T, { bidSize: '1.23456789' })] }, T)
    expect(market.shown(T)).toBe('189.98 x 1.234567 / 190.03 x 200')
    market.take({ quotes: [quoteOf('0.00004', '0.99999', T + 2_000)] }, T + 2_000)
    expect(market.shown(T + 2_000)).toBe('0.0001 x 100 / 1 x 200')
  })

  test('an order is matched against its tick’s quote, not against a later one', () => {
    const market = withQuote(T + 400)
    market.take({ quotes: [quoteOf('189.90', '189.95', T + 1_003)] }, T + 1_003)
    expect(market.shown(T + 1_000)).toBe(SHOWN)
    expect(market.shown(T + 1_003)).toBe('189.9 x 100 / 189.95 x 200')
  })

  test('[live.explained] old quotes are dropped, and queries for them say so', () => {
    const quotes = quoteHistory(1_000, () => 2)
    for (let second = 0; second < 5; second++) quotes.show(QUOTE, T + second * 1_000, 0)
    expect(quotes.storedFromMs).toBe(T + 2_000)
    expect([quotes.at(T + 1_999), quotes.at(T + 2_000)?.fromMs]).toEqual([undefined, T + 2_000])
    const { book } = withQuote()
    const feed = liveFeed({ book, staleMs: STALE_MS, beganMs: T })
    const lacks = (ms: number) => feed.lacks?.('BUSY', atMs(ms))
    expect([lacks(T - 1), lacks(T + 6_000)]).toEqual(['not-stored', 'stale'])
    expect(liveMarket().feed.lacks?.('BUSY', atMs(T))).toBeUndefined()
  })

  test('[live.worth] a holding is worth the last price while no quote is shown', () => {
    const market = withQuote()
    market.take({ trades: [tradeOf('190', '10', T + 10)] }, T + 10)
    const later = atMs(T + 3_600_000)
    expect(market.feed.quote('BUSY', later)).toBeUndefined()
    expect(worthAt(market.feed, 'BUSY', later)?.toFixed()).toBe('190')
    expect(worthAt(market.feed, 'NOBODY', later)).toBeUndefined()
  })
})

describe('a size is renewed if it or its price changes', () => {
  test('each side separately', () => {
    const market = withQuote()
    const next = quoteOf('189.98', '190.02', T + 100, { askSize: '300' })
    market.take({ quotes: [next] }, T + 150)
    expect(market.feed.bidAsk('BUSY', atMs(T + 150))).toMatchObject({
      bidRenewedAtMs: T,
      askRenewedAtMs: T + 150,
    })
  })
})

describe('[live.halt] while a source calls an instrument halted it shows no price', () => {
  const state = (word: string, ms: number) => ({ symbol: 'BUSY', state: word, time: utc(ms) })

  test('and is SUSPENDED, until it resumes and a newer quote is there', () => {
    const market = withQuote()
    market.take({ states: [state('HALTED', T + 1_000)] }, T + 1_000)
    market.take({ quotes: [quoteOf('180', '181', T + 1_500)] }, T + 1_500)
    expect([market.shown(T + 999), market.shown(T + 1_500)]).toEqual([SHOWN, 'none'])
    const trades = (ms: number) => market.feed.trades('BUSY', atMs(ms))
    expect([trades(T + 999), trades(T + 1_000)]).toEqual([true, false])

    market.take({ states: [state('RESUMED', T + 2_000)] }, T + 2_000)
    expect([trades(T + 2_000), market.shown(T + 2_000)]).toEqual([true, 'none'])
    market.take({ quotes: [quoteOf('180', '181', T + 2_000)] }, T + 2_100)
    expect(market.shown(T + 2_100)).toBe('180 x 100 / 181 x 200')
  })

  test('[live.halt] a state that is old or repeated changes nothing', () => {
    const market = withQuote()
    const take = (word: string, ms: number, nowMs: number) =>
      market.take({ states: [state(word, ms)] }, nowMs).rejected
    expect(take('RESUMED', T, T)).toEqual({ repeated: 1 })
    expect(take('HALTED', T + 5_000, T)).toEqual({ 'from-the-future': 1 })
    expect(take('HALTED', T, T)).toEqual({})
    expect(take('HALTED', T + 1, T + 1)).toEqual({ repeated: 1 })
    expect(take('RESUMED', T - 1, T + 1)).toEqual({ older: 1 })
  })
})

describe('[live.bars] minute bars are built from trades', () => {
  const range = (nowMs: number): CandleRange => ({
    from: atMs(newYorkMs('09:30:00')),
    to: atMs(newYorkMs('16:00:00')),
    now: atMs(nowMs),
    sessions: ['REGULAR'],
    limit: 100,
    keep: 'oldest',
  })

  function candles(market: ReturnType<typeof liveMarket>, interval: Interval, nowMs: number) {
    return market.feed.candles('BUSY', interval, range(nowMs)).map((candle) => {
      const { open, high, low, close, volume } = candle
      return [open, high, low, close, volume].map((part) => part.toFixed()).join(' ')
    })
  }

  test('in the order of their times, whenever they come, and longer ones are folded', () => {
    const market = liveMarket()
    const trades = [
      tradeOf('190', '100', T + 10_000),
      tradeOf('191.005', '50', T + 20_000),
      tradeOf('189.5', '0.5', T + 5_000),
      tradeOf('192', '10', T + MINUTE),
    ]
    market.take({ trades }, T + MINUTE)
    const nowMs = T + 2 * MINUTE
    expect(candles(market, '1m', nowMs)).toEqual([
      '189.5 191.01 189.5 191.01 150',
      '192 192 192 192 10',
    ])
    expect(candles(market, '5m', nowMs)).toEqual(['189.5 192 189.5 192 160'])
    expect(candles(market, '1d', nowMs)).toEqual(['189.5 192 189.5 192 160'])
    expect(candles(market, '1m', T)).toEqual(['189.5 191.01 189.5 191.01 150'])
  })

  test('[live.bars] a source’s own bar replaces its minute, and closes it', () => {
    const market = liveMarket()
    market.take({ trades: [tradeOf('190', '100', T + 1_000)] }, T + 1_000)
    const bar = {
      symbol: 'BUSY',
      startsAt: utc(T),
      open: '189',
      high: '192',
      low: '188',
      close: '191',
      volume: '900',
    }
    expect(market.take({ bars: [bar] }, T + MINUTE - 1).rejected).toEqual({ 'wrong-minute': 1 })
    expect(market.take({ bars: [bar] }, T + MINUTE).accepted).toBe(1)
    const late = market.take({ trades: [tradeOf('195', '5', T + 59_000)] }, T + MINUTE + 100)
    expect(late.rejected).toEqual({ 'wrong-minute': 1 })
    expect(candles(market, '1m', T + MINUTE)).toEqual(['189 192 188 191 900'])
    const old = market.take({ trades: [tradeOf('190', '5', T - 900_001)] }, T)
    expect(old.rejected).toEqual({ 'wrong-minute': 1 })
  })

  test('the quote has the last trade, the day’s volume and the close before', () => {
    const market = liveMarket()
    const friday = newYorkMs('16:00:03', '2026-02-27')
    market.take(
      {
        officials: [
          { symbol: 'BUSY', auction: 'CLS', price: '188', size: '5000', time: utc(friday) },
        ],
      },
      T,
    )
    const early = tradeOf('189', '40', newYorkMs('08:00:00'))
    market.book.restore('BUSY', newYorkMs('08:00:00') / MINUTE, {
      open: 1_890_000,
      high: 1_890_000,
      low: 1_890_000,
      close: 1_890_000,
      volume: 40,
    })
    market.take({ quotes: [quoteOf('189.98', '190.02', T)], trades: [tradeOf('190', '100', T)] }, T)
    expect(early.price).toBe('189')
    const quote = market.feed.quote('BUSY', atMs(T))
    expect({
      price: quote?.price.toFixed(),
      previousClose: quote?.previousClose.toFixed(),
      volume: quote?.volume.toFixed(),
      lastTradeAt: quote?.lastTradeAt.epochMilliseconds,
      session: quote?.session,
    }).toEqual({
      price: '190',
      previousClose: '188',
      volume: '140',
      lastTradeAt: T,
      session: 'REGULAR',
    })
  })

  test('before the first trade the price is halfway between bid and ask', () => {
    expect(withQuote().feed.quote('BUSY', atMs(T))?.price.toFixed()).toBe('190')
  })

  test('[live.bars] a stored daily bar is used for a date without minutes', () => {
    const market = liveMarket()
    const bar = { open: 1, high: 4, low: 1, close: 3, volume: 7 }
    market.book.restoreDaily('BUSY', epochDayOf(Temporal.PlainDate.from('2026-02-27')), bar)
    const asked = { ...range(T), from: atMs(newYorkMs('09:30:00', '2026-02-27')) }
    expect(market.feed.candles('BUSY', '1d', asked).map(({ volume }) => volume.toFixed())).toEqual([
      '7',
    ])
    expect(market.feed.candles('BUSY', '1h', asked)).toEqual([])
    expect(worthAt(market.feed, 'BUSY', atMs(T))?.toFixed()).toBe('0.0003')
  })
})

describe('[live.auctions] an auction has the price that the source calls official', () => {
  const date = Temporal.PlainDate.from('2026-03-02')
  const opens = newYorkMs('09:30:00')
  const official = (auction: string, ms: number) => ({
    symbol: 'BUSY',
    auction,
    price: '190.1',
    size: '12000',
    time: utc(ms),
  })

  test('and is awaited for 30 minutes', () => {
    const { feed, take } = liveMarket()
    const awaits = (ms: number) => feed.awaitsAuction?.('BUSY', 'OPG', atMs(opens), atMs(ms))
    expect([awaits(opens), awaits(opens + 1_800_000), awaits(opens + 1_800_001)]).toEqual([
      true,
      true,
      false,
    ])
    expect(feed.auction('BUSY', date)).toBeUndefined()
    take({ officials: [official('OPG', opens + 2_000)] }, opens + 2_500)
    expect(awaits(opens + 2_500)).toBe(false)
    expect(feed.auction('BUSY', date)).toMatchObject({ open: price('190.1'), close: undefined })
    expect(feed.auction('BUSY', date)?.openVolume.toFixed()).toBe('12000')
  })

  test('[live.auctions] a price of an auction that was not held is rejected', () => {
    const { take } = liveMarket()
    const closes = newYorkMs('16:00:00')
    expect(take({ officials: [official('CLS', opens)] }, closes).rejected).toEqual({
      'no-auction': 1,
    })
    expect(take({ officials: [official('CLS', closes + 5_000)] }, closes).rejected).toEqual({
      'from-the-future': 1,
    })
    expect(take({ officials: [official('CLS', closes)] }, closes).accepted).toBe(1)
  })
})

describe('[live.rate] the exchange rate is a source’s rate', () => {
  const rate = (bidRate: string, askRate: string, ms: number) => ({
    base: 'USD',
    quote: 'KRW',
    bidRate,
    askRate,
    time: utc(ms),
  })

  test('rounded against the customer, for both pairs', () => {
    const { book, take } = liveMarket()
    take({ rates: [rate('1449.501', '1450.499', T)] }, T)
    const shown = (base: string, quote: string, ms = T) => {
      const pair = sourceRateAt(book.rate, base, quote, atMs(ms))
      return pair && [pair.bidRate.toFixed(), pair.askRate.toFixed()]
    }
    expect(shown('USD', 'KRW')).toEqual(['1449.5', '1450.5'])
    expect(shown('KRW', 'USD')).toEqual(['0.0006894174', '0.0006898931'])
    expect(shown('USD', 'JPY')).toBeUndefined()
    const day = 24 * 60 * MINUTE
    expect([shown('USD', 'KRW', T + day) === undefined, shown('USD', 'KRW', T + day + 1)]).toEqual([
      false,
      undefined,
    ])
  })

  test('[live.rate] a rate that is crossed, older or from the future is rejected', () => {
    const { take } = liveMarket()
    take({ rates: [rate('1449', '1450', T)] }, T)
    const wrong = [rate('1451', '1450', T), rate('1', '2', T - 1), rate('1', '2', T + 2_000)]
    expect(take({ rates: wrong }, T).rejected).toEqual({
      crossed: 1,
      older: 1,
      'from-the-future': 1,
    })
  })
})
