/** Prices in pips, converted to decimals. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { price } from '../../src/core/money'
import { pipsOfPrice, priceOf } from '../../src/market/feeds/pips'

/** Some of them share a place in the cache. */
const pips = fc.oneof(
  fc.nat({ max: 20_000 }),
  fc.nat({ max: 4 }).map((times) => 3_275_400 + times * 409_600),
  fc.nat({ max: Number.MAX_SAFE_INTEGER }),
)

test('a price does not depend on earlier prices', () => {
  fc.assert(
    fc.property(fc.array(pips, { minLength: 1 }), (all) => {
      for (const each of [...all, ...all.toReversed()]) {
        expect(priceOf(each).toFixed()).toBe(price(String(each)).div(price('10000')).toFixed())
      }
    }),
  )
  expect(pipsOfPrice(priceOf(3_275_400))).toBe(3_275_400)
})
