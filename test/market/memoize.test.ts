import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { memoize } from '../../src/market/memoize'

/** Caches `limit` numbers' names, and lists the numbers that it computed. */
function named(limit: number) {
  const computed: number[] = []
  const nameOf = memoize(
    limit,
    (input: number) => input,
    (input) => {
      computed.push(input)
      return { name: `number ${input}` }
    },
  )
  return { nameOf, computed }
}

test('a cached result is not computed again', () => {
  const { nameOf, computed } = named(2)

  expect(nameOf(1)).toBe(nameOf(1))
  expect(computed).toEqual([1])
})

test('beyond the limit the oldest result is dropped', () => {
  const { nameOf, computed } = named(2)
  for (const input of [1, 2, 3, 2, 3, 1]) nameOf(input)

  expect(computed).toEqual([1, 2, 3, 1])
})

test('the cache has the newest results, after any number of inputs', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.nat({ max: 60 }), { maxLength: 2_000 }),
      (limit, inputs) => {
        const { nameOf, computed } = named(limit)
        for (const input of inputs) {
          const newest = computed.slice(-limit)
          const before = computed.length
          nameOf(input)
          expect(computed.length - before).toBe(newest.includes(input) ? 0 : 1)
        }
      },
    ),
    { numRuns: 50 },
  )
})
