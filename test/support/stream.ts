/** A test's own randomness. */
import { keyedStream, marketKey } from '../../src/market/feeds/simulated/key'
import type { Stream } from '../../src/market/feeds/simulated/stream'

export const streamOf = (seed: number, name: string): Stream =>
  keyedStream(marketKey(seed, name), 0, 0)
