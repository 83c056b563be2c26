import { expect, test } from 'bun:test'
import { NO_AMOUNT, wireNumber } from '../../src/core/money'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import { at, range } from '../support/feed'
import { forThisFile } from '../support/for-this-file'

const feed = forThisFile(() => simulatedFeed({ seed: 1, instruments: US_INSTRUMENTS }))
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

test('seed 1 quotes AAPL like this, on every machine', () => {
  expect(plain(feed().quote('AAPL', at('2026-11-20T15:30:30Z')))).toEqual({
    symbol: 'AAPL',
    bidPrice: '282.99',
    bidSize: '425',
    askPrice: '283',
    askSize: '219',
    bidRenewedAtMs: 1_795_188_629_000,
    askRenewedAtMs: 1_795_188_624_000,
    price: '283',
    previousClose: '282.24',
    volume: '9013289',
    lastTradeAt: '2026-11-20T15:30:30Z',
    session: 'REGULAR',
  })
})

test('seed 1 has these candles of AAPL, the second still forming', () => {
  const hours = range('2026-11-20T09:00:00Z', '2026-11-21T09:00:00Z', {
    now: at('2026-11-20T15:45:30Z'),
  })
  expect(plain(feed().candles('AAPL', '1h', hours))).toEqual([
    {
      startsAt: '2026-11-20T14:30:00Z',
      session: 'REGULAR',
      sessions: ['REGULAR'],
      open: '283.46',
      high: '284.28',
      low: '282.57',
      close: '283.03',
      volume: '7622158',
    },
    {
      startsAt: '2026-11-20T15:30:00Z',
      session: 'REGULAR',
      sessions: ['REGULAR'],
      open: '283.02',
      high: '284.03',
      low: '282.96',
      close: '283.7',
      volume: '1304931',
    },
  ])
})

test('at the time of the references nine tenths of the prices are within a factor of three', () => {
  const near = US_INSTRUMENTS.filter(({ symbol, referencePrice }) => {
    const price = feed().quote(symbol, at('2025-11-24T15:00:00Z'))?.price ?? NO_AMOUNT
    const ratio = wireNumber(price) / wireNumber(referencePrice)
    return ratio > 1 / 3 && ratio < 3
  })
  expect(near.length).toBeGreaterThan(0.9 * US_INSTRUMENTS.length)
})
