/**
 * Keyed randomness. Each factor, instrument and replayed symbol has a key: BLAKE2s of the seed and
 * a name. ChaCha8 with that key computes the draws of each date, and the streams of each session or
 * bar. Neither function can be inverted, so no client can compute the seed, another key or another
 * session.
 */
import { createHash } from 'node:crypto'
import { normalOf, quickNormalOf, type Stream, uniformOf } from './stream'

/** A whole number of up to 128 bits that determines all simulated prices. */
export type Seed = number | bigint

/** 256 bits in eight words. */
export type Key = Int32Array

/** The purposes of draws. One key's draws for two purposes are independent. */
export const PURPOSES = {
  moves: 0,
  jumps: 1,
  shares: 2,
  reference: 3,
  phases: 4,
  reportDates: 5,
  reports: 6,
  ends: 7,
  factorSessions: 8,
  sessions: 9,
  bars: 10,
  /** The first of several: each component of volatility has its own. */
  components: 32,
} as const

/** The model's version: after a release, a changed model needs a new one, for different draws. */
const MODEL = '0'
const SEED_HEX_DIGITS = 32
const KEY_WORDS = 8
const LATENCY_LOW_VALUES = 0x1_0000
/** Words of one ChaCha8 block. */
const WORDS = 16

/** Throws a RangeError if the seed is a fraction. */
export function marketKey(seed: Seed, name: string): Key {
  const digest = createHash('blake2s256')
    .update(MODEL)
    .update(BigInt(seed).toString(16).padStart(SEED_HEX_DIGITS, '0'), 'hex')
    .update(name)
    .digest()
  return Int32Array.from({ length: KEY_WORDS }, (_, word) => digest.readInt32LE(4 * word))
}

/**
 * The seed of the latencies of the profile `strict`. Orders show these latencies, so this seed does
 * not reveal the market's seed, unless that one is small enough to guess.
 */
export function latencySeedOf(seed: Seed): number {
  const [high = 0, low = 0] = marketKey(seed, 'latency')
  return seed <= Number.MAX_SAFE_INTEGER
    ? Number(seed)
    : (high >>> 0) * LATENCY_LOW_VALUES + (low & (LATENCY_LOW_VALUES - 1))
}

/** The last block of words: most callers draw one word after another. */
const NO_KEY: Key = new Int32Array(0)
const latest = { key: NO_KEY, purpose: 0, block: 0, words: new Int32Array(WORDS) }

/** 16 words; valid until the next draw. */
export function keyedWords(key: Key, purpose: number, block: number): Int32Array {
  if (latest.key !== key || latest.purpose !== purpose || latest.block !== block) {
    latest.key = key
    latest.purpose = purpose
    latest.block = block
    chacha8(key, purpose, block, latest.words)
  }
  return latest.words
}

/** The n-th word of a purpose; n may be negative. */
const wordAt = (key: Key, purpose: number, n: number): number =>
  keyedWords(key, purpose, n >> 4)[n & (WORDS - 1)] ?? 0

/** Uniform on (0, 1), ends excluded. */
export const keyedUniform = (key: Key, purpose: number, n: number): number =>
  uniformOf(wordAt(key, purpose, n))

/** Standard normal. */
export const keyedNormal = (key: Key, purpose: number, n: number): number =>
  normalOf(wordAt(key, purpose, n))

/** Standard normal except for its outermost thousandths. */
export const keyedQuickNormal = (key: Key, purpose: number, n: number): number =>
  quickNormalOf(wordAt(key, purpose, n))

/** The stream that two of a block's words make. */
export const streamIn = (words: Int32Array, pair: number): Stream => ({
  high: words[2 * pair] ?? 0,
  low: words[2 * pair + 1] ?? 0,
})

/** The stream of one bar. */
export const keyedStream = (key: Key, purpose: number, n: number): Stream =>
  streamIn(keyedWords(key, purpose, n), 0)

/**
 * One block of ChaCha with eight rounds (D. J. Bernstein 2008; eight suffice by J.-P. Aumasson,
 * _Too much crypto_, 2019). The purpose is the nonce, the block is the counter. The rounds are
 * unrolled, so that all words stay in registers: a block takes 40 ns.
 */
const ROUNDS = 8
/** "expand 32-byte k". */
const [C0, C1, C2, C3] = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const

/** Writes 16 words to `into`. */
export function chacha8(key: Int32Array, purpose: number, block: number, into: Int32Array): void {
  let x0: number = C0
  let x1: number = C1
  let x2: number = C2
  let x3: number = C3
  const k0 = key[0] ?? 0
  const k1 = key[1] ?? 0
  const k2 = key[2] ?? 0
  const k3 = key[3] ?? 0
  const k4 = key[4] ?? 0
  const k5 = key[5] ?? 0
  const k6 = key[6] ?? 0
  const k7 = key[7] ?? 0
  let x4 = k0
  let x5 = k1
  let x6 = k2
  let x7 = k3
  let x8 = k4
  let x9 = k5
  let x10 = k6
  let x11 = k7
  let x12 = block | 0
  let x13 = 0
  let x14 = purpose | 0
  let x15 = 0
  for (let round = 0; round < ROUNDS; round += 2) {
    x0 = (x0 + x4) | 0
    x12 ^= x0
    x12 = (x12 << 16) | (x12 >>> 16)
    x8 = (x8 + x12) | 0
    x4 ^= x8
    x4 = (x4 << 12) | (x4 >>> 20)
    x0 = (x0 + x4) | 0
    x12 ^= x0
    x12 = (x12 << 8) | (x12 >>> 24)
    x8 = (x8 + x12) | 0
    x4 ^= x8
    x4 = (x4 << 7) | (x4 >>> 25)
    x1 = (x1 + x5) | 0
    x13 ^= x1
    x13 = (x13 << 16) | (x13 >>> 16)
    x9 = (x9 + x13) | 0
    x5 ^= x9
    x5 = (x5 << 12) | (x5 >>> 20)
    x1 = (x1 + x5) | 0
    x13 ^= x1
    x13 = (x13 << 8) | (x13 >>> 24)
    x9 = (x9 + x13) | 0
    x5 ^= x9
    x5 = (x5 << 7) | (x5 >>> 25)
    x2 = (x2 + x6) | 0
    x14 ^= x2
    x14 = (x14 << 16) | (x14 >>> 16)
    x10 = (x10 + x14) | 0
    x6 ^= x10
    x6 = (x6 << 12) | (x6 >>> 20)
    x2 = (x2 + x6) | 0
    x14 ^= x2
    x14 = (x14 << 8) | (x14 >>> 24)
    x10 = (x10 + x14) | 0
    x6 ^= x10
    x6 = (x6 << 7) | (x6 >>> 25)
    x3 = (x3 + x7) | 0
    x15 ^= x3
    x15 = (x15 << 16) | (x15 >>> 16)
    x11 = (x11 + x15) | 0
    x7 ^= x11
    x7 = (x7 << 12) | (x7 >>> 20)
    x3 = (x3 + x7) | 0
    x15 ^= x3
    x15 = (x15 << 8) | (x15 >>> 24)
    x11 = (x11 + x15) | 0
    x7 ^= x11
    x7 = (x7 << 7) | (x7 >>> 25)
    x0 = (x0 + x5) | 0
    x15 ^= x0
    x15 = (x15 << 16) | (x15 >>> 16)
    x10 = (x10 + x15) | 0
    x5 ^= x10
    x5 = (x5 << 12) | (x5 >>> 20)
    x0 = (x0 + x5) | 0
    x15 ^= x0
    x15 = (x15 << 8) | (x15 >>> 24)
    x10 = (x10 + x15) | 0
    x5 ^= x10
    x5 = (x5 << 7) | (x5 >>> 25)
    x1 = (x1 + x6) | 0
    x12 ^= x1
    x12 = (x12 << 16) | (x12 >>> 16)
    x11 = (x11 + x12) | 0
    x6 ^= x11
    x6 = (x6 << 12) | (x6 >>> 20)
    x1 = (x1 + x6) | 0
    x12 ^= x1
    x12 = (x12 << 8) | (x12 >>> 24)
    x11 = (x11 + x12) | 0
    x6 ^= x11
    x6 = (x6 << 7) | (x6 >>> 25)
    x2 = (x2 + x7) | 0
    x13 ^= x2
    x13 = (x13 << 16) | (x13 >>> 16)
    x8 = (x8 + x13) | 0
    x7 ^= x8
    x7 = (x7 << 12) | (x7 >>> 20)
    x2 = (x2 + x7) | 0
    x13 ^= x2
    x13 = (x13 << 8) | (x13 >>> 24)
    x8 = (x8 + x13) | 0
    x7 ^= x8
    x7 = (x7 << 7) | (x7 >>> 25)
    x3 = (x3 + x4) | 0
    x14 ^= x3
    x14 = (x14 << 16) | (x14 >>> 16)
    x9 = (x9 + x14) | 0
    x4 ^= x9
    x4 = (x4 << 12) | (x4 >>> 20)
    x3 = (x3 + x4) | 0
    x14 ^= x3
    x14 = (x14 << 8) | (x14 >>> 24)
    x9 = (x9 + x14) | 0
    x4 ^= x9
    x4 = (x4 << 7) | (x4 >>> 25)
  }
  into[0] = x0 + C0
  into[1] = x1 + C1
  into[2] = x2 + C2
  into[3] = x3 + C3
  into[4] = x4 + k0
  into[5] = x5 + k1
  into[6] = x6 + k2
  into[7] = x7 + k3
  into[8] = x8 + k4
  into[9] = x9 + k5
  into[10] = x10 + k6
  into[11] = x11 + k7
  into[12] = x12 + block
  into[13] = x13
  into[14] = x14 + purpose
  into[15] = x15
} // tidy: split up, its words would go through memory, which takes twice as long
