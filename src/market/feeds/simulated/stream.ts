/**
 * Counter-based randomness within a session or bar: the n-th draw of a stream is a hash of
 * (stream, n), so draws may be computed in any order. The hash is fast but can be inverted, so each
 * session has new streams, from its instrument's key (key.ts).
 */
import { nth } from '../nth'
import { normalQuantile } from './elementary'

export interface Stream {
  readonly high: number
  readonly low: number
}

const GOLDEN_RATIO = 0x9e3779b9
const TWO_TO_MINUS_32 = 1 / 4_294_967_296

/**
 * A bijection of 32-bit words in which each input bit affects each output bit (C. Wellons,
 * "prospector").
 */
function mix(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x21f0aaad)
  const twice = Math.imul(once ^ (once >>> 15), 0xd35a2d97)
  return twice ^ (twice >>> 15)
}

/** A stream's n-th substream. */
export const substream = ({ high, low }: Stream, n: number): Stream => ({
  high: mix(high ^ mix(low + Math.imul(2 * n, GOLDEN_RATIO))),
  low: mix(low ^ mix(high + Math.imul(2 * n + 1, GOLDEN_RATIO))),
})

/** The n-th draw: signed 32 bits, which engines handle fastest. */
export const bits = ({ high, low }: Stream, n: number): number =>
  mix(high ^ mix((low + Math.imul(n, GOLDEN_RATIO)) | 0))

/** 32 random bits as a uniform number on (0, 1), ends excluded. */
export const uniformOf = (word: number): number => ((word >>> 0) + 0.5) * TWO_TO_MINUS_32
export const uniform = (stream: Stream, n: number): number => uniformOf(bits(stream, n))

/** Standard normal. */
export const normalOf = (word: number): number => normalQuantile(uniformOf(word))
export const normal = (stream: Stream, n: number): number => normalOf(bits(stream, n))

const CELLS = 4_096
const QUICK_NORMAL_MAX = 4
const EDGES = Float64Array.from({ length: CELLS + 1 }, (_, edge) => {
  if (edge === 0) return -QUICK_NORMAL_MAX
  return edge === CELLS ? QUICK_NORMAL_MAX : normalQuantile(edge / CELLS)
})

/** Standard normal except for its outermost thousandths: fast, for steps drawn by the thousand. */
export const quickNormal = (stream: Stream, n: number): number => quickNormalOf(bits(stream, n))
export function quickNormalOf(word: number): number {
  const place = uniformOf(word) * CELLS
  const cell = Math.floor(place)
  const from = nth(EDGES, cell)
  return from + (place - cell) * (nth(EDGES, cell + 1) - from)
}

const TEN_BITS = 1_024
/** 1,024 equally likely standard normal values: three of ten bits fit into one draw. */
const VALUES = unitVariance(
  Float64Array.from({ length: TEN_BITS }, (_, value) => normalQuantile((value + 0.5) / TEN_BITS)),
)
export const firstNormal = (drawn: number): number => VALUES[drawn >>> 22] ?? 0
export const secondNormal = (drawn: number): number => VALUES[(drawn >>> 12) & (TEN_BITS - 1)] ?? 0
export const thirdNormal = (drawn: number): number => VALUES[(drawn >>> 2) & (TEN_BITS - 1)] ?? 0

function unitVariance(values: Float64Array): Float64Array {
  let squares = 0
  for (const value of values) squares += value * value
  const deviation = Math.sqrt(squares / values.length)
  return values.map((value) => value / deviation)
}
