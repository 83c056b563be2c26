import { describe, expect, test } from 'bun:test'
import Big from 'big.js'
import {
  add,
  affordable,
  amount,
  averagePrice,
  decimalString,
  fitsPlaces,
  notional,
  percentOf,
  price,
  quantity,
  scaled,
  shareOf,
  smaller,
  subtract,
  wireNumber,
} from '../../src/core/money'
import { below, oneOf, randomOf } from '../support/random'

/** What big.js keeps of a decimal; null for a text that it refuses. */
function partsOf(read: () => Big) {
  try {
    const { s: sign, e: exponent, c: digits } = read()
    return { sign, exponent, digits }
  } catch {
    return null
  }
}

const text = (value: { toFixed(): string }) => value.toFixed()

describe('[service.exact] money is exact', () => {
  test('tenths add up', () => {
    expect(text(add(amount('0.1'), amount('0.2')))).toBe('0.3')
    expect(text(subtract(amount('0.3'), amount('0.1')))).toBe('0.2')
  })

  test('an amount may be negative', () => {
    expect(text(subtract(amount('1'), amount('2.50')))).toBe('-1.5')
  })

  test('the smallest price times the smallest quantity keeps its 10 places', () => {
    expect(text(notional(price('0.0001'), quantity('0.000001')))).toBe('0.0000000001')
  })

  test('a price times a factor is not rounded', () => {
    expect(text(scaled(price('0.9999'), '1.03'))).toBe('1.029897')
  })

  test('a JavaScript number is not a decimal', () => {
    // @ts-expect-error a price is read from text
    expect(() => price(0.1)).toThrow()
    expect(() => price('10').times(2)).toThrow()
  })

  test('text that is not a decimal is our bug', () => {
    for (const wrong of ['', ' 1', '1,000', 'ten', 'NaN', 'Infinity', '0x10']) {
      expect(() => amount(wrong)).toThrow()
    }
  })

  test('a plain decimal is read as big.js reads it, whatever its zeros and its sign', () => {
    const random = randomOf(15)
    const figures = (most: number) =>
      Array.from({ length: below(random, most) }, () => oneOf(random, ['0', '0', '7', '9'])).join(
        '',
      )
    const made = Array.from(
      { length: 500 },
      () => `${oneOf(random, ['', '-'])}${figures(6)}${oneOf(random, ['', '.'])}${figures(7)}`,
    )
    for (const each of [...made, '0.000000', '-0', '5.', '.5', '1e5', '-1.2E-3', '1.2.3', '--1']) {
      expect(partsOf(() => amount(each))).toEqual(partsOf(() => new Big(each)))
    }
  })

  test('decimals compare and are written as big.js does it, whatever their digits and signs', () => {
    const texts = [
      '0',
      '1',
      '2',
      '10',
      '10.01',
      '100.5',
      '0.001',
      '0.0012',
      '1000000',
      '99999999.999999',
      '123456789012345',
      '1234567890123456',
      '1.234567890123456789',
      '0.000000000001',
    ].flatMap((each) => (each === '0' ? [each] : [each, `-${each}`]))
    for (const one of texts) {
      const [ours, plain] = [amount(one), new Big(one)]
      expect(ours.toFixed()).toBe(plain.toFixed())
      expect(ours.toFixed(3)).toBe(plain.toFixed(3))
      expect(ours.neg().toFixed()).toBe(plain.neg().toFixed())
      for (const other of texts) {
        const compared = plain.cmp(other)
        expect([ours.cmp(amount(other)), ours.cmp(new Big(other)), ours.cmp(other)]).toEqual([
          compared,
          compared,
          compared,
        ])
      }
    }
  })

  test('nothing added to a decimal leaves it, and taken from nothing turns its sign', () => {
    expect(text(add(amount('-1.5'), amount('0')))).toBe('-1.5')
    expect(text(add(amount('0'), amount('-1.5')))).toBe('-1.5')
    expect(text(subtract(amount('1.5'), amount('0')))).toBe('1.5')
    expect(text(subtract(amount('0'), amount('1.5')))).toBe('-1.5')
  })

  test('a price, a quantity and an amount do not mix', () => {
    // @ts-expect-error dollars and shares have no sum
    add(amount('1'), quantity('1'))
    // @ts-expect-error a notional is a price times a quantity
    notional(amount('1'), quantity('1'))
    // @ts-expect-error a bare product has no unit
    add(amount('1'), price('1').times(price('1')))
    expect.assertions(0)
  })

  test('the smaller of two', () => {
    expect(text(smaller(quantity('2'), quantity('10')))).toBe('2')
    expect(text(smaller(quantity('10'), quantity('2')))).toBe('2')
  })
})

describe('a division names its rounding', () => {
  test('[fill.average] an average price is rounded half-even to 6 places', () => {
    expect(text(averagePrice(amount('2'), quantity('3')))).toBe('0.666667')
    expect(text(averagePrice(amount('0.0000005'), quantity('1')))).toBe('0')
    expect(text(averagePrice(amount('0.0000015'), quantity('1')))).toBe('0.000002')
    expect(text(averagePrice(amount('0.000000501'), quantity('1')))).toBe('0.000001')
  })

  test('a share of a cost is rounded half-even to 10 places', () => {
    expect(text(shareOf(amount('100'), quantity('1'), quantity('3')))).toBe('33.3333333333')
    expect(text(shareOf(amount('200'), quantity('1'), quantity('3')))).toBe('66.6666666667')
    expect(text(shareOf(amount('0.0000000001'), quantity('1'), quantity('2')))).toBe('0')
    expect(text(shareOf(amount('0.0000000003'), quantity('1'), quantity('2')))).toBe('0.0000000002')
  })

  test('the share of the whole is the whole, with all its places', () => {
    const total = amount('0.123456789012')
    expect(text(shareOf(total, quantity('7'), quantity('7.0')))).toBe('0.123456789012')
  })

  test('what an amount pays for is rounded down', () => {
    expect(text(affordable(amount('29.99'), price('10'), 0))).toBe('2')
    expect(text(affordable(amount('30'), price('10'), 0))).toBe('3')
    expect(text(affordable(amount('9.99'), price('10'), 0))).toBe('0')
    expect(text(affordable(amount('20'), price('3'), 6))).toBe('6.666666')
  })

  test('one division does not lend its precision to the next', () => {
    const whole = affordable(amount('20'), price('10'), 0)
    expect(text(averagePrice(amount('1'), whole))).toBe('0.5')
    expect(text(affordable(amount('1'), averagePrice(amount('2'), quantity('3')), 0))).toBe('1')
  })

  test('[holding.value] a percentage is rounded half-even to 2 places, and 0 of nothing', () => {
    expect(text(percentOf(amount('0.95'), amount('100')))).toBe('0.95')
    expect(text(percentOf(amount('-1'), amount('3')))).toBe('-33.33')
    expect(text(percentOf(amount('0.00125'), amount('1')))).toBe('0.12')
    expect(text(percentOf(amount('0.00135'), amount('1')))).toBe('0.14')
    expect(text(percentOf(amount('5'), amount('0')))).toBe('0')
  })
})

describe('decimal places', () => {
  test('trailing zeros are no places', () => {
    expect(fitsPlaces(price('10.10'), 1)).toBe(true)
    expect(fitsPlaces(price('10.11'), 1)).toBe(false)
    expect(fitsPlaces(price('10.11'), 2)).toBe(true)
    expect(fitsPlaces(price('10.99'), 0)).toBe(false)
  })

  test('[account.amounts] a decimal string has at least 2 places, every further one, and no separators', () => {
    expect(decimalString(amount('100000'))).toBe('100000.00')
    expect(decimalString(amount('1234567.5'))).toBe('1234567.50')
    expect(decimalString(amount('0.125'))).toBe('0.125')
    expect(decimalString(amount('-0.5'))).toBe('-0.50')
    expect(decimalString(amount('3'), 0)).toBe('3')
  })

  test('a decimal string never has an exponent', () => {
    expect(decimalString(amount('0.0000000001'))).toBe('0.0000000001')
    expect(decimalString(amount('1000000000000000000000000'))).toBe('1000000000000000000000000.00')
  })

  test('nothing left is 0.00, not -0.00', () => {
    expect(decimalString(subtract(amount('-1'), amount('-1')))).toBe('0.00')
  })

  test('a number on the wire is the double nearest to the decimal', () => {
    expect(wireNumber(amount('0.1'))).toBe(0.1)
    expect(wireNumber(amount('9999999999.9999'))).toBe(9999999999.9999)
  })
})
