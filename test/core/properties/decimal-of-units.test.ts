import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Big, price, priceOfUnits, quantity, quantityOfShares } from '../../../src/core/money'

const inside = ({ s, e, c, constructor: made }: Big) => ({ s, e, c, made })

const units = fc.oneof(
  fc.maxSafeNat(),
  fc.nat(10_000_000),
  fc.nat(1_000).map((hundreds) => hundreds * 100),
)

test('a price of units is the same decimal as one read from text, digit by digit', () => {
  fc.assert(
    fc.property(units, fc.nat(6), (whole, places) => {
      const digits = String(whole).padStart(places + 1, '0')
      const point = digits.length - places
      const text = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
      expect(inside(priceOfUnits(whole, places))).toEqual(inside(price(text)))
    }),
    { numRuns: 5_000 },
  )
})

test('a quantity of whole shares is the same decimal as one read from text', () => {
  fc.assert(
    fc.property(units, (shares) => {
      expect(inside(quantityOfShares(shares))).toEqual(inside(quantity(String(shares))))
    }),
  )
})

test('units that are no exact whole number are refused', () => {
  for (const wrong of [0.5, -1, Number.NaN, 2 ** 53]) {
    expect(() => priceOfUnits(wrong, 2)).toThrow()
  }
})
