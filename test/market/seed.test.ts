/** Quotes do not reveal a drawn seed, unless someone tries every seed. */
import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { wireNumber } from '../../src/core/money'
import { atMs } from '../../src/core/time'
import { drawSeed } from '../../src/market/draw-seed'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import {
  chacha8,
  keyedWords,
  latencySeedOf,
  marketKey,
  PURPOSES,
  type Seed,
  streamIn,
} from '../../src/market/feeds/simulated/key'
import { type Stream, substream } from '../../src/market/feeds/simulated/stream'
import { at, INSTRUMENTS } from '../support/feed'

const STRANGERS = 128

/** What two minutes of quotes show of the renewals of both sizes. */
function renewalsOf(seed: Seed): readonly string[] {
  const feed = simulatedFeed({ seed, instruments: INSTRUMENTS })
  const from = at('2026-03-02T15:00:00Z').epochMilliseconds
  return Array.from({ length: 120 }, (_, second) => {
    const shown = feed.bidAsk('BUSY', atMs(from + second * 1_000))
    if (shown === undefined) throw new Error('BUSY has a quote')
    const { bidSize, bidRenewedAtMs, askSize, askRenewedAtMs } = shown
    return [bidSize, askSize].map(wireNumber).concat(bidRenewedAtMs, askRenewedAtMs).join(' ')
  })
}

/** In how many seconds a candidate shows what was seen: the report's attack. */
function fitOf(seen: readonly string[], candidate: Seed): number {
  const shown = renewalsOf(candidate)
  return seen.filter((each, second) => each === shown[second]).length
}

describe('[run.seed-random] quotes', () => {
  test('confirm a seed to whoever tries that very one', () => {
    const seen = renewalsOf(20)
    const fits = Array.from({ length: 40 }, (_, candidate) => fitOf(seen, candidate))
    expect(fits.indexOf(Math.max(...fits))).toBe(20)
    expect(fits.filter((fit) => fit > 12)).toEqual([120])
  })

  test('show of a candidate with 127 bits of the seed no more than of a stranger', () => {
    const seed = drawSeed()
    const seen = renewalsOf(seed)
    const fits = (candidateOf: (n: number) => bigint): number =>
      Array.from({ length: STRANGERS }, (_, n) => fitOf(seen, candidateOf(n))).reduce(
        (sum, fit) => sum + fit,
      )
    const strangers = fits(() => drawSeed())
    const neighbours = fits((bit) => seed ^ (1n << BigInt(bit)))
    // Each has 15,360 seconds; only the right seed has 120 matches.
    expect(strangers).toBeLessThan(60)
    expect(neighbours).toBeLessThan(60)
  })

  test('of a session lead to no other one, whatever its stream is', () => {
    const key = marketKey(drawSeed(), 'instrument/AAPL')
    for (const purpose of [PURPOSES.sessions, PURPOSES.factorSessions, PURPOSES.bars]) {
      const streamOfSession = (n: number): Stream => streamIn(keyedWords(key, purpose, n), 0)
      // More than any client can find out: 12 bits of the key.
      expect(forecast(streamOfSession(90), 90, key[1] ?? 0)).not.toContainEqual(streamOfSession(91))
    }
  })

  test('would lead there with streams that begin by the fast hash', () => {
    const bytes = randomBytes(8)
    const root = { high: bytes.readInt32LE(0), low: bytes.readInt32LE(4) }
    expect(forecast(substream(root, 90), 90, root.low)).toContainEqual(substream(root, 91))
  })
})

test('a drawn seed has 128 bits', () => {
  const all = Array.from({ length: 64 }, drawSeed).reduce((any, seed) => any | seed)
  expect(all).toBe((1n << 128n) - 1n)
})

test('the latencies of a drawn seed have another seed; a chosen seed is also the latencies’', () => {
  expect(latencySeedOf(7)).toBe(7)
  const seed = drawSeed() | (1n << 127n)
  expect(latencySeedOf(seed)).toBeWithin(0, 2 ** 48)
  expect(seed.toString(16)).not.toContain(latencySeedOf(seed).toString(16))
})

test('ChaCha8 gives the published key stream of a key of zeros', () => {
  const words = new Int32Array(16)
  chacha8(new Int32Array(8), 0, 0, words)
  expect(Buffer.from(words.buffer).toString('hex')).toBe(
    '3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e' +
      '984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42',
  )
})

const GOLDEN_RATIO = 0x9e3779b9
const UNKNOWN_BITS = 20

/**
 * The next session's streams, as an attacker computes them from this session's by inverting the
 * fast hash, if all are substreams of one stream whose low word begins like `low`.
 */
function forecast(stream: Stream, n: number, low: number): readonly Stream[] {
  const found: Stream[] = []
  const begin = (low >>> UNKNOWN_BITS) << UNKNOWN_BITS
  for (let rest = 0; rest < 1 << UNKNOWN_BITS; rest++) {
    const guess = (begin + rest) | 0
    const high = unmixed(stream.high) ^ mixed(guess + Math.imul(2 * n, GOLDEN_RATIO))
    const again = guess ^ mixed(high + Math.imul(2 * n + 1, GOLDEN_RATIO))
    if (mixed(again) === stream.low) found.push(substream({ high, low: guess }, n + 1))
  }
  return found
}

function mixed(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x21f0aaad)
  const twice = Math.imul(once ^ (once >>> 15), 0xd35a2d97)
  return twice ^ (twice >>> 15)
}

function unmixed(word: number): number {
  const once = Math.imul(unshifted(word), inverse(0xd35a2d97))
  const twice = Math.imul(unshifted(once), inverse(0x21f0aaad))
  return twice ^ (twice >>> 16)
}

const unshifted = (word: number): number => {
  const top = word ^ (word >>> 15)
  return word ^ (top >>> 15)
}

/** The inverse of an odd number modulo 2³², by Newton's method. */
function inverse(odd: number): number {
  let found = odd
  for (let step = 0; step < 5; step++) found = Math.imul(found, 2 - Math.imul(odd, found))
  return found
}
