/** A few worlds of `bun run simulate --postgres`. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { hasPostgres } from '../support/storage'
import { type Ground, postgres } from './grounds'
import { type Run, simulate } from './run'

describe.skipIf(!hasPostgres)('worlds on a real PostgreSQL', () => {
  let ground: Ground
  beforeAll(async () => {
    ground = await postgres()
  })
  afterAll(() => ground.close())

  const play = (seed: number): Promise<Run> => simulate(seed, 60, ground)

  test.each([3, 4, 6])('the simulated world %i has nothing to find', async (seed) => {
    const { finding, counts } = await play(seed)
    expect(finding).toBeNull()
    expect(counts.get('interleaved')).toBeGreaterThan(0)
  })

  test('the same seed is the same world, byte for byte', async () => {
    const [once, again] = [await play(4), await play(4)]
    expect(again.digest).toBe(once.digest)
  })
})
