import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  add,
  affordable,
  amount,
  averagePrice,
  notional,
  price,
  quantity,
  shareOf,
  subtract,
} from '../../../src/core/money'
import { steps } from '../../support/scenario'

const somePrice = fc.integer({ min: 1, max: 99_999_999 }).map((count) => price(steps(count, 4)))
const someQuantity = fc
  .integer({ min: 1, max: 999_999_999 })
  .map((count) => quantity(steps(count, 6)))
const someAmount = fc.nat().map((count) => amount(steps(count, 4)))

describe('for all amounts, prices and quantities', () => {
  test('what is added can be taken away again', () => {
    fc.assert(
      fc.property(someAmount, someAmount, (one, other) => {
        expect(subtract(add(one, other), other).eq(one)).toBe(true)
      }),
    )
  })

  test('what is affordable can be paid, and one step more cannot', () => {
    fc.assert(
      fc.property(someAmount, somePrice, fc.constantFrom(0, 6), (funds, at, places) => {
        const most = affordable(funds, at, places)
        const more = add(most, quantity(places === 0 ? '1' : '0.000001'))
        expect(notional(at, most).lte(funds)).toBe(true)
        expect(notional(at, more).gt(funds)).toBe(true)
      }),
    )
  })

  test('a share of a cost is at least nothing and at most all of it', () => {
    fc.assert(
      fc.property(someAmount, someQuantity, someQuantity, (total, part, rest) => {
        const share = shareOf(total, part, add(part, rest))
        expect(share.gte('0') && share.lte(total)).toBe(true)
      }),
    )
  })

  test('an average price lies within half of its last place of the exact one', () => {
    fc.assert(
      fc.property(someAmount, someQuantity, (total, shares) => {
        const off = notional(averagePrice(total, shares), shares).minus(total).abs()
        expect(off.lte(notional(price('0.0000005'), shares))).toBe(true)
      }),
    )
  })
})
