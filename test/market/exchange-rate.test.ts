/** The exchange rate of USD/KRW and KRW/USD. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { wireNumber } from '../../src/core/money'
import { atMs } from '../../src/core/time'
import { rateAt } from '../../src/market/exchange-rate'
import { at } from '../support/feed'

const rate = (base: string, quote: string, when = at('2026-11-20T15:30:30Z')) => {
  const found = rateAt(1, base, quote, when)
  if (found === undefined) throw new Error(`no rate of ${base}/${quote}`)
  return found
}

test('seed 1 has these rates', () => {
  expect(JSON.stringify(rate('USD', 'KRW'))).toBe('{"askRate":"1288.69","bidRate":"1286.11"}')
  expect(JSON.stringify(rate('KRW', 'USD'))).toBe(
    '{"askRate":"0.0007775385","bidRate":"0.0007759818"}',
  )
})

test('the ask is above the bid, to 2 places in won and 10 in dollars, and plausible', () => {
  const instants = fc
    .integer({
      min: at('2005-01-04T00:00:00Z').epochMilliseconds,
      max: at('2035-12-31T00:00:00Z').epochMilliseconds,
    })
    .map(atMs)
  fc.assert(
    fc.property(instants, (when) => {
      const won = rate('USD', 'KRW', when)
      const dollars = rate('KRW', 'USD', when)
      expect([won.askRate.gt(won.bidRate), dollars.askRate.gt(dollars.bidRate)]).not.toContain(
        false,
      )
      expect(won.askRate.round(2).eq(won.askRate)).toBe(true)
      expect(wireNumber(won.bidRate)).toBeGreaterThan(500)
      expect(wireNumber(won.askRate)).toBeLessThan(3_000)
      expect(wireNumber(dollars.askRate) * wireNumber(won.bidRate)).toBeCloseTo(1, 5)
    }),
    { numRuns: 200, seed: 6 },
  )
})

test('it moves while the market is open and stands while it is closed', () => {
  const text = (when: string) => JSON.stringify(rate('USD', 'KRW', at(when)))
  expect(text('2026-11-20T15:30:30Z')).not.toBe(text('2026-11-20T16:30:30Z'))
  expect(text('2026-11-21T15:30:30Z')).toBe(text('2026-11-22T15:30:30Z'))
})

test('there is no other pair', () =>
  expect(rateAt(1, 'USD', 'JPY', at('2026-11-20T15:30:30Z'))).toBeUndefined())
