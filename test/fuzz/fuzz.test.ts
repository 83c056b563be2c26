import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { openRange, shots } from './fuzz'

/** `bun run fuzz` fires many more. */
const CASES = 2_000
const SEED = 20260302

describe('whatever is asked', () => {
  test('[error.type] [error.code] the answer fits its schema and is no failure', async () => {
    const { known, fire } = await openRange()
    const property = fc.asyncProperty(shots(known), async (shot) => {
      expect(await fire(shot)).toBeUndefined()
    })
    await fc.assert(property, { numRuns: CASES, seed: SEED, endOnFailure: true })
  }, 60_000)
})
