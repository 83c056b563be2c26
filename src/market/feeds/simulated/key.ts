/**
 * Keyed randomness. Each factor, instrument and replayed symbol has a key: BLAKE2s of the seed and
 * a name. ChaCha8 under that key gives what is drawn for each date, and the streams of each session
 * or bar. Neither function can be inverted, so nothing that a client can find out leads to the
 * seed, to another key, or from one session to another.
 */
import { createHash } from 'node:crypto'
import { chacha8 } from './chacha8'
import { normalOf, quickNormalOf, type Stream, uniformOf } from './stream'

/** A whole number of up to 128 bits that all simulated prices are made of. */
export type Seed = number | bigint

/** 256 bits in eight words. */
export type Key = Int32Array

/** What draws are for. Draws of one key for two purposes are independent of each other. */
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
  /** The first of several: each component of volatility has one. */
  components: 32,
} as const

/** A later model of the market has another one, so that no seed seems to have the same market. */
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
 * The seed of the latencies of the profile `strict`, which orders show. If nobody can guess the
 * market's seed, this one tells nothing of it.
 */
export function latencySeedOf(seed: Seed): number {
  const [high = 0, low = 0] = marketKey(seed, 'latency')
  return seed <= Number.MAX_SAFE_INTEGER
    ? Number(seed)
    : (high >>> 0) * LATENCY_LOW_VALUES + (low & (LATENCY_LOW_VALUES - 1))
}

/** The block of words that was computed last: most callers draw one word after another. */
const NO_KEY: Key = new Int32Array(0)
const latest = { key: NO_KEY, purpose: 0, block: 0, words: new Int32Array(WORDS) }

/** 16 words; good until the next draw. */
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

/** The stream of two of a block's words. */
export const streamIn = (words: Int32Array, pair: number): Stream => ({
  high: words[2 * pair] ?? 0,
  low: words[2 * pair + 1] ?? 0,
})

/** The stream of one bar. */
export const keyedStream = (key: Key, purpose: number, n: number): Stream =>
  streamIn(keyedWords(key, purpose, n), 0)
