import { expect, test } from 'bun:test'
import createBig from 'big.js'
import fc from 'fast-check'
import { dividing } from '../../../src/core/decimal'

const inside = ({ s, e, c }: { s: number; e: number; c: number[] }) => ({ s, e, c })

const decimal = fc
  .tuple(
    fc.oneof(
      fc.maxSafeNat(),
      fc.nat(1_000_000),
      fc.nat(30),
      fc.nat(1_000).map((n) => n * 1_000),
    ),
    fc.nat(12),
    fc.boolean(),
  )
  .map(([units, places, isNegative]) => {
    const digits = String(units).padStart(places + 1, '0')
    const point = digits.length - places
    const plain = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
    return isNegative ? `-${plain}` : plain
  })

test('[service.exact] a quotient is the one that big.js makes digit by digit, to any places and rounding', () => {
  const configurations = [0, 2, 6, 10].flatMap((places) =>
    ([0, 1, 2, 3] as const).map((rounding) => {
      const plain = createBig()
      plain.DP = places
      plain.RM = rounding
      return { ours: dividing(places, rounding), plain }
    }),
  )
  fc.assert(
    fc.property(decimal, decimal, (left, right) => {
      fc.pre(Number(right) !== 0)
      for (const { ours, plain } of configurations) {
        const quotient = new ours(left).div(new ours(right))
        expect(inside(quotient)).toEqual(inside(new plain(left).div(right)))
        expect(quotient.constructor).toBe(ours)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('[service.exact] a quotient halfway between two is rounded to the even one', () => {
  const toTwo = dividing(2, 2)
  const quotient = (left: string, right: string) => new toTwo(left).div(new toTwo(right)).toFixed()
  expect(quotient('1', '8')).toBe('0.12')
  expect(quotient('3', '8')).toBe('0.38')
  expect(quotient('-1', '8')).toBe('-0.12')
  expect(quotient('0.0249', '5')).toBe('0')
})
