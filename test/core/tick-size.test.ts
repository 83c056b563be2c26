import { describe, expect, test } from 'bun:test'
import { isOnTick, pricePlaces } from '../../src/core/instrument'
import { price } from '../../src/core/money'
import { table } from '../support/table'

const LIMITS = table(`
  price    | places | on tick
  0.0001   | 4      | yes
  0.00001  | 4      | no
  0.9999   | 4      | yes
  0.99999  | 4      | no
  1        | 2      | yes
  1.00     | 2      | yes
  1.01     | 2      | yes
  1.001    | 2      | no
  1.0001   | 2      | no
  1.010000 | 2      | yes
  10000.01 | 2      | yes
`)

describe('[order.tick-size] cents from 1 USD up, hundredths of a cent below', () => {
  for (const row of LIMITS) {
    const limit = price(row('price'))
    test(`${row('price')} is ${row('on tick') === 'yes' ? '' : 'not '}a price`, () => {
      expect(String(pricePlaces(limit))).toBe(row('places'))
      expect(isOnTick(limit)).toBe(row('on tick') === 'yes')
    })
  }
})
