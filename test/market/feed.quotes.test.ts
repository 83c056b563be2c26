import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isOnTick } from '../../src/core/instrument'
import { atMs } from '../../src/core/time'
import { touchAt } from '../../src/market/feeds/simulated/touch'
import { at, newFeed, quoted, SYMBOLS } from '../support/feed'
import { forThisFile } from '../support/for-this-file'

const feed = forThisFile(() => newFeed(4))
const instants = fc
  .integer({
    min: at('2005-01-03T12:00:00Z').epochMilliseconds,
    max: at('2035-12-31T00:00:00Z').epochMilliseconds,
  })
  .map(atMs)
const symbols = fc.constantFrom(...SYMBOLS)

test('from 2005 to 2035 every quote is positive, on its tick, and bid ≤ price ≤ ask', () => {
  fc.assert(
    fc.property(symbols, instants, (symbol, when) => {
      const { bidPrice, price, askPrice, ...quote } = quoted(feed(), symbol, when)
      expect([bidPrice, price, askPrice].filter((p) => !isOnTick(p) || p.lte('0'))).toEqual([])
      expect([bidPrice.lte(price), price.lte(askPrice), bidPrice.lt(askPrice)]).not.toContain(false)
      expect([quote.bidSize.gt('0'), quote.askSize.gt('0')]).not.toContain(false)
      expect(quote.lastTradeAt.epochMilliseconds).toBeLessThanOrEqual(when.epochMilliseconds)
    }),
    { numRuns: 2_000, seed: 4 },
  )
})

test('below a dollar prices have four places', () => {
  const startMs = at('2026-03-02T14:30:00Z').epochMilliseconds
  const prices = Array.from(
    { length: 300 },
    (_, minute) => quoted(feed(), 'PENNY', atMs(startMs + minute * 60_000)).price,
  )
  expect(prices.every((price) => price.lt('1'))).toBe(true)
  expect(prices.some((price) => !price.round(2).eq(price))).toBe(true)
})

test('an ask across the dollar is a whole cent', () => {
  for (let pips = 9_700; pips < 10_000; pips++) {
    const { bid, ask } = touchAt({ width: 200, phase: 0.4 }, pips)
    expect(bid).toBeLessThanOrEqual(pips)
    expect(ask).toBeGreaterThanOrEqual(pips)
    expect(ask < 10_000 || ask % 100 === 0).toBe(true)
  }
})

test("the cheap bid and ask are the quote's", () => {
  fc.assert(
    fc.property(symbols, instants, (symbol, when) => {
      const cheap = feed().bidAsk(symbol, when)
      expect(quoted(feed(), symbol, when)).toMatchObject({ ...cheap })
    }),
    { numRuns: 100, seed: 5 },
  )
})

describe('while nothing trades', () => {
  const shown = (symbol: string, text: string) => {
    const { session, ...quote } = quoted(feed(), symbol, at(text))
    return { session, text: JSON.stringify(quote) }
  }
  test('the last second of Friday is shown all weekend', () => {
    const last = shown('BUSY', '2026-02-28T00:59:59Z')
    const sunday = shown('BUSY', '2026-03-01T12:00:00Z')
    expect([last.session, sunday.session]).toEqual(['AFTER', 'CLOSED'])
    expect(sunday.text).toBe(last.text)
  })
  test('an instrument without DAY shows the end of AFTER during DAY', () => {
    const last = shown('IDLE', '2026-03-03T00:59:59Z')
    const day = shown('IDLE', '2026-03-03T05:00:00Z')
    expect(day).toEqual({ session: 'DAY', text: last.text })
  })
  test('the first trade after the weekend is a gap away', () => {
    const before = quoted(feed(), 'BUSY', at('2026-02-28T00:59:59Z')).price
    const after = quoted(feed(), 'BUSY', at('2026-03-02T01:00:00Z')).price
    expect(after.eq(before)).toBe(false)
  })
})

test('the volume counts from the first second of the trading date', () => {
  const last = quoted(feed(), 'BUSY', at('2026-03-03T00:59:59Z')).volume
  const first = quoted(feed(), 'BUSY', at('2026-03-03T01:00:00Z')).volume
  expect(last.gt('1000000')).toBe(true)
  expect(first.lt('10000')).toBe(true)
})

test('unknown symbols and the time before 2005 have no quote', () => {
  const when = at('2026-03-02T15:00:00Z')
  expect([feed().quote('NOPE', when), feed().bidAsk('NOPE', when)]).toEqual([undefined, undefined])
  expect(feed().quote('BUSY', at('2004-12-30T15:00:00Z'))).toBeUndefined()
})
