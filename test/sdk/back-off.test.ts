import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { backOffMs } from '../../src/clients/sdk/order-events'

test.each([
  [0, 0, 125],
  [0, 0.5, 188],
  [0, 0.999, 250],
  [1, 0, 250],
  [2, 0, 500],
  [3, 0.5, 1_500],
  [6, 0, 8_000],
  [7, 0, 15_000],
  [7, 0.999, 29_985],
  [8, 0, 15_000],
  [1_000, 0.5, 22_500],
])(
  'the SDK waits after %d failures in a row, and with a random of %d: %d ms',
  (failures, random, ms) => {
    expect(backOffMs(failures, random)).toBe(ms)
  },
)

test('the SDK never waits less than 125 ms, nor more than 30 s, before it connects again', () => {
  const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.nat(10_000), randoms, (failures, random) => {
      const ms = backOffMs(failures, random)
      return Number.isInteger(ms) && ms >= 125 && ms <= 30_000
    }),
  )
})
