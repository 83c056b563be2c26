/** What a server draws before anybody asks. */
import { expect, test } from 'bun:test'
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import { openBrokerage } from '../../src/server/compose/brokerage'
import { indexFunds, warmUp } from '../../src/server/compose/warm-up'
import { configOf, FEED } from '../support/api'
import { freshDatabase } from '../support/database'
import { steeredTime } from '../support/time'

test('a warm-up begins after three seconds and quotes one fund after each pause, until it is ended', () => {
  const time = steeredTime()
  const quoted: string[] = []
  const warming = warmUp(['XLE', 'QQQ', 'SPY'], (symbol) => quoted.push(symbol), time.after)
  time.pass(1_000)
  expect(quoted).toEqual([])
  warming.begin()
  time.pass(2_999)
  expect(quoted).toEqual([])
  time.pass(1)
  expect(quoted).toEqual(['XLE'])
  time.pass(20)
  expect(quoted).toEqual(['XLE', 'QQQ'])
  warming.end()
  time.pass(1_000)
  expect(quoted).toEqual(['XLE', 'QQQ'])
})

test('a warm-up quotes the funds of few parts first, and stops after those of most', () => {
  const time = steeredTime()
  const quoted: string[] = []
  warmUp(indexFunds(US_INSTRUMENTS), (symbol) => quoted.push(symbol), time.after).begin()
  time.pass(60_000)
  expect(quoted).toHaveLength(24)
  expect(quoted.slice(0, 2)).toEqual(['VDE', 'XLE'])
  expect(quoted.slice(-4).toSorted()).toEqual(['IWB', 'SCHX', 'SPY', 'VTI'])
})

test('a server quotes the index funds of its market from three seconds after the start on', async () => {
  const time = steeredTime()
  const quoted = new Set<string>()
  const failures: unknown[] = []
  const failed = (_: unknown, error?: unknown): number => failures.push(error)
  const brokerage = await openBrokerage(
    configOf({ DATA_DIR: 'memory', MARKET_CLOCK: '2026-03-02T10:00-05:00', MARKET_SPEED: '0' }),
    { request: failed, background: failed },
    {
      database: await freshDatabase(),
      time,
      feed: { ...FEED, quote: (symbol, at) => quoted.add(symbol) && FEED.quote(symbol, at) },
    },
  )
  brokerage.warmUp.begin()
  time.pass(2_999)
  expect(quoted).toEqual(new Set())
  time.pass(1_000)
  expect(quoted).toEqual(new Set(indexFunds(US_INSTRUMENTS)))
  await brokerage.close()
  expect(failures).toEqual([])
})
