/** Decimals of the wire as people read them, and the page's arithmetic of them. */
import { describe, expect, test } from 'bun:test'
import {
  apart,
  directionOf,
  less,
  percentOf,
  shownDecimal,
  typedDecimal,
  unitsFor,
} from '../../src/clients/console/ui/decimal'

describe('an amount on the console', () => {
  test.each([
    [1234567.5, '1,234,567.50'],
    ['1234567.50', '1,234,567.50'],
    ['0.0001', '0.0001'],
    [0, '0.00'],
    [-0, '0.00'],
    ['-1234.5', '−1,234.50'],
    ['-0.00', '0.00'],
    [1e-7, '0.0000001'],
    [1.5e21, '1,500,000,000,000,000,000,000.00'],
    ['9007199254740993.01', '9,007,199,254,740,993.01'],
  ])('of %p is %s, digit by digit', (value, shown) => {
    expect(shownDecimal(value, { places: 2 })).toBe(shown)
  })

  test.each([
    [3.1, '+3.10', 'up'],
    [-3.1, '−3.10', 'down'],
    ['0.00', '0.00', 'level'],
  ] as const)('that is a change of %p has its sign: %s', (value, shown, direction) => {
    expect(shownDecimal(value, { places: 2, signed: true })).toBe(shown)
    expect(directionOf(value)).toBe(direction)
  })

  test('that is no decimal stays as it is', () => {
    expect(shownDecimal('n/a', { places: 2 })).toBe('n/a')
  })
})

describe('arithmetic on the console', () => {
  test('is exact', () => {
    expect(less('0.3', 0.1)).toBe('0.2')
    expect(less('9007199254740993.01', '0.02')).toBe('9007199254740992.99')
  })

  test('counts whole units that a part of an amount pays, rounded down', () => {
    expect(unitsFor('1000', 100, '33.35')).toBe('29')
    expect(unitsFor('1000', 50, 0.1)).toBe('5000')
    expect(unitsFor('33.34', 100, '33.35')).toBe('0')
  })

  test('gives how far apart two amounts are, and reads typed separators', () => {
    expect([apart('199.90', 220), apart(220, '199.90')]).toEqual(['20.1', '20.1'])
    expect(typedDecimal(' 1,234.5 ')).toBe('1234.5')
  })

  test('in percent has two places, half-even, and none of nothing', () => {
    expect(percentOf('31.30', '100000')).toBe('0.03')
    expect(percentOf('0.125', '100')).toBe('0.12')
    expect(percentOf('1', '0')).toBeNull()
  })
})
