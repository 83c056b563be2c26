import { expect, test } from 'bun:test'
import createBig, { type Big } from 'big.js'
import fc from 'fast-check'
import { Decimal, decimalOfText, dividing } from '../../../src/core/decimal'

const Plain = createBig()

/** Near each other and far apart, with zeros at either end and between. */
const digits = fc.oneof(fc.nat(20), fc.nat(1_000_000), fc.maxSafeNat(), fc.bigInt({ min: 0n }))
const decimals = fc
  .tuple(digits, fc.nat(12), fc.nat(12), fc.boolean())
  .map(([whole, zeros, places, isNegative]) => {
    const text = `${whole}${'0'.repeat(zeros)}`.padStart(places + 1, '0')
    const point = text.length - places
    const plain = places === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`
    return isNegative ? `-${plain}` : plain
  })

/** A zero's sign, which big.js keeps or not, means nothing. */
const inside = ({ s, e, c }: Big) => ({ s: c[0] === 0 ? 1 : s, e, c })

for (const sum of ['plus', 'minus'] as const) {
  test(`[service.exact] ${sum} gives what big.js gives, digit by digit`, () => {
    fc.assert(
      fc.property(decimals, decimals, (left, right) => {
        const [one, other] = [decimalOfText(left), decimalOfText(right)]
        const before = [inside(one), inside(other)].map((each) => structuredClone(each))
        expect(inside(one[sum](other))).toEqual(inside(new Plain(left)[sum](right)))
        expect([inside(one), inside(other)]).toEqual(before)
      }),
      { numRuns: 5_000 },
    )
  })
}

test('a sum divides as the decimal that something was added to', () => {
  const Thirds = dividing(3, 0)
  const sum = new Thirds('1.5').plus(decimalOfText('0.5'))
  expect(sum.div('3').toFixed()).toBe('0.666')
  expect(decimalOfText('1').plus(sum).constructor).toBe(Decimal)
})

test('a sum takes no JavaScript number', () => {
  // safe: what the types refuse is refused at run time as well.
  expect(() => decimalOfText('1').plus(1 as unknown as string)).toThrow()
})
