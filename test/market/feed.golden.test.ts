import { expect, test } from 'bun:test'
import { NO_AMOUNT, wireNumber } from '../../src/core/units'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../../src/market/instruments/us'
import { at, range } from '../support/feed'

const feed = simulatedFeed({ seed: 1, instruments: US_INSTRUMENTS })
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

test('seed 1 quotes AAPL like this, on every machine', () => {
  expect(plain(feed.quote('AAPL', at('2026-11-20T15:30:30Z')))).toEqual({
    symbol: 'AAPL',
    bidPrice: '258.95',
    bidSize: '1347',
    askPrice: '258.96',
    askSize: '1097',
    bidRenewedAtMs: 1_795_188_630_000,
    askRenewedAtMs: 1_795_188_630_000,
    price: '258.95',
    previousClose: '258.38',
    volume: '13329982',
    lastTradeAt: '2026-11-20T15:30:30Z',
    session: 'REGULAR',
  })
})

test('seed 1 has these candles of AAPL, the second still forming', () => {
  const hours = range('2026-11-20T09:00:00Z', '2026-11-21T09:00:00Z', {
    now: at('2026-11-20T15:45:30Z'),
  })
  expect(plain(feed.candles('AAPL', '1h', hours))).toEqual([
    {
      startsAt: '2026-11-20T14:30:00Z',
      session: 'REGULAR',
      open: '258.08',
      high: '259.16',
      low: '256.73',
      close: '259.05',
      volume: '11099442',
    },
    {
      startsAt: '2026-11-20T15:30:00Z',
      session: 'REGULAR',
      open: '259.05',
      high: '259.33',
      low: '258.3',
      close: '258.54',
      volume: '2263224',
    },
  ])
})

test('on the day of the anchor every instrument is near its reference price', () => {
  for (const { symbol, referencePrice } of US_INSTRUMENTS) {
    const price = feed.quote(symbol, at('2026-11-02T14:30:00Z'))?.price
    const ratio = wireNumber(price ?? NO_AMOUNT) / wireNumber(referencePrice)
    expect({ symbol, near: ratio > 0.75 && ratio < 1.33 }).toEqual({ symbol, near: true })
  }
})
