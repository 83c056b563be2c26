/** The fuzzer, in short: two thousand requests of one seed. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { openRange, shots } from './fuzz'

/** `bun run fuzz` fires many more. */
const CASES = 2_000
const SEED = 20260302

test('[error.type] [error.code] a request as nobody should send it is answered as its schema says, and not by a failure', async () => {
  const { known, fire, broken } = await openRange()
  const property = fc.asyncProperty(shots(known), async (shot) => {
    expect(await fire(shot)).toBeUndefined()
  })
  await fc.assert(property, { numRuns: CASES, seed: SEED, endOnFailure: true })
  expect(await broken()).toEqual([])
})
