/** How numbers and times are written by hand, beside the slower way that writes the same. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { amount, wireNumber } from '../../../src/core/money'
import { atMs, Temporal, toKst } from '../../../src/core/time'

const RUNS = { numRuns: 5_000 }
const byTemporal = (at: Temporal.Instant): string =>
  at.toString({ timeZone: '+09:00', fractionalSecondDigits: 3 })
const DAY_MS = 86_400_000

describe('a time of an answer', () => {
  test('[time.out] is written as Temporal writes it, at any instant', () => {
    const most = 8_640_000_000_000_000
    const anyMs = fc.oneof(
      fc.integer({ min: -most, max: most - 9 * 3_600_000 }),
      fc.integer({ min: 0, max: 2_000_000_000_000 }),
      fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }),
    )
    fc.assert(
      fc.property(anyMs, (ms) => {
        expect(toKst(atMs(ms))).toBe(byTemporal(atMs(ms)))
      }),
      RUNS,
    )
  })

  test('[time.out] has no nanoseconds, as Temporal leaves them out', () => {
    const nanoseconds = fc.bigInt({ min: 0n, max: 4_000_000_000_000_000_000n })
    fc.assert(
      fc.property(nanoseconds, (since1970) => {
        const at = Temporal.Instant.fromEpochNanoseconds(since1970)
        expect(toKst(at)).toBe(byTemporal(at))
      }),
      RUNS,
    )
  })

  test('[time.out] is right on both sides of each midnight of four hundred years', () => {
    const wrong: string[] = []
    for (let day = 0; day < 146_097; day++) {
      for (const at of [atMs(day * DAY_MS - 9 * 3_600_000), atMs(day * DAY_MS + 53_999_999)]) {
        if (toKst(at) !== byTemporal(at)) wrong.push(byTemporal(at))
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('a number of an answer', () => {
  const digits = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n })
  const decimal = fc
    .tuple(fc.oneof(digits, fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n })), fc.nat(26))
    .map(([count, places]) => amount(`${count}e-${places}`))

  test('[service.money] is the double nearest to the decimal, as its text is read', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(JSON.stringify(wireNumber(value))).toBe(JSON.stringify(Number(value.toFixed())))
      }),
      RUNS,
    )
  })

  test.each([
    '0',
    '-0',
    '100',
    '1500000',
    '0.000001',
    '-0.1',
    '999999999999999.9',
    '123456789012345678',
  ])('[service.money] %s is that number', (text) => {
    expect(wireNumber(amount(text))).toBe(Number(amount(text).toFixed()))
  })
})
