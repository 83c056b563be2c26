/** An instrument's session: its log price to the second, its spreads and its volume. */
import { nth } from '../nth'
import { tickOf } from '../pips'
import type { SessionSpan } from '../trading-day'
import { drawEnds, drawQuarter, QUARTER, QUARTERS, SECONDS } from './bridge'
import type { Arrays } from './elementary'
import { type Conversion, followerPrice } from './follower-path'
import { haltAt } from './halts'
import type { LogPath } from './instrument-path'
import type { Liquidity } from './liquidity'
import { SESSION_SHAPE } from './session-shape'
import { type Sizes, sizesOf } from './sizes'
import type { Stream } from './stream'
import { pipsOf, SPREAD_MINUTES, type Spread, spreadOf, type Touch, touchAt, WIDEST } from './touch'
import type { Volumes } from './volumes'

export interface SessionPath {
  readonly span: SessionSpan
  /** The instrument's own path, or its leader's. */
  readonly log: LogPath
  readonly conversion: Conversion | undefined
  readonly widths: Widths
  /** Shares of the whole session. */
  readonly shares: number
  readonly volumes: () => Volumes
  readonly sizes: () => Sizes
  readonly spreads: Stream
  readonly sides: Stream
  /** The draws of the path within seconds. */
  readonly strays: Stream
  readonly memory: Memory
  /** Cached bars of its minutes. */
  readonly minuteBars: () => Float64Array
}

/** Caches all spreads, and the last minute, since callers mostly stay within one. */
interface Memory {
  minute: number
  /** The levels of the log at each second of the minute. */
  readonly seconds: Float64Array
  /** A minute before the last one, and the level at its last second. */
  minuteBefore: number
  lastBefore: number
  /** Each period's spread; a width of 0 has not been computed yet. */
  readonly widths: Float64Array
  readonly phases: Float64Array
}

export interface SessionInputs {
  readonly span: SessionSpan
  readonly log: LogPath
  readonly conversion: Conversion | undefined
  readonly liquidity: Liquidity
  readonly restlessness: number
  /** Shares of the whole session. */
  readonly shares: number
  readonly volumes: () => Volumes
  readonly draws: SessionDraws
}

/** The session's own streams. */
export interface SessionDraws {
  readonly spreads: Stream
  readonly sides: Stream
  readonly sizes: readonly [Stream, Stream]
  readonly strays: Stream
}

/** Open, high, low, close and volume; an open of 0 marks a bar that has not been computed. */
export const BAR_FIELDS = 5

export function sessionPath(inputs: SessionInputs, arrays: Arrays): SessionPath {
  const { span, log, conversion, liquidity, restlessness, shares, draws } = inputs
  const strain = Math.min(Math.max(Math.sqrt(Math.sqrt(restlessness)), 0.7), 2.5)
  const volumes = once(inputs.volumes)
  const start = nth(log.levels, 0)
  const pips = pipsOf(conversion === undefined ? start : followerPrice(conversion, start))
  const widths = widthsOf(liquidity, span, pips, strain)
  const part = Math.max(widths.usual, widths.least) / SESSION_SHAPE[span.session].spread / pips
  const periods = Math.ceil(span.minutes / SPREAD_MINUTES)
  return {
    span,
    log,
    conversion,
    widths,
    shares,
    volumes,
    sizes: once(() => {
      const perSecond = nth(volumes().shares, span.minutes) / (span.minutes * SECONDS)
      return sizesOf(draws.sizes, perSecond, secondsPerSpread(inputs, part))
    }),
    spreads: draws.spreads,
    sides: draws.sides,
    strays: draws.strays,
    memory: {
      minute: -1,
      seconds: arrays(SECONDS),
      minuteBefore: -1,
      lastBefore: 0,
      widths: arrays(periods).fill(0),
      phases: arrays(periods),
    },
    minuteBars: once(() => new Float64Array(span.minutes * BAR_FIELDS)),
  }
}

/** The efficient price at a level of the log. */
export const priceAt = ({ conversion }: SessionPath, level: number): number =>
  pipsOf(conversion === undefined ? level : followerPrice(conversion, level))

/** The log price at a minute's start, or at the session's end. */
export const levelAt = ({ log, conversion }: SessionPath, minute: number): number => {
  const level = nth(log.levels, minute)
  return conversion === undefined ? level : followerPrice(conversion, level)
}

/** Computes a value on first use: a search for extremes needs neither sizes nor volumes. */
function once<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | undefined
  return () => {
    known ??= { value: compute() }
    return known.value
  }
}

/** The time in which the efficient price moves by REGULAR's spread. */
function secondsPerSpread({ span, log, conversion }: SessionInputs, part: number): number {
  const times = conversion?.times ?? 1
  let variance = 0
  for (let minute = 0; minute < span.minutes; minute++) {
    const deviation = times * nth(log.deviations, minute)
    variance += deviation * deviation
  }
  return (part * part * span.minutes * SECONDS) / variance
}

/** The basis of a session's spreads, in pips. */
interface Widths {
  readonly usual: number
  readonly least: number
}

function widthsOf(
  { spread }: Liquidity,
  { session }: SessionSpan,
  pips: number,
  strain: number,
): Widths {
  const { spread: ofSession } = SESSION_SHAPE[session]
  return {
    usual: spread * pips * ofSession * strain,
    least: 0.8 * tickOf(pips) * ofSession,
  }
}

/** How much wider each period's spread is in REGULAR, which opens with wide spreads. */
const EARLY = Float64Array.from({ length: 195 }, (_, period) => {
  const minute = period * SPREAD_MINUTES
  return 1 + 2 / (1 + (minute * minute) / 36)
})

function widthIn({ span, widths }: SessionPath, period: number): number {
  const early = span.session === 'REGULAR' ? (EARLY[period] ?? 1) : 1
  return Math.max(widths.usual * early, widths.least)
}

/** The period whose spread a minute has; in a halt the spread of its beginning. */
export const spreadPeriod = ({ log }: SessionPath, minute: number): number =>
  Math.floor((haltAt(log.halts, minute)?.from ?? minute) / SPREAD_MINUTES)

/** An upper bound of the spreads from a minute on, in pips. */
export const widestIn = (path: SessionPath, minute: number): number =>
  WIDEST * widthIn(path, spreadPeriod(path, minute))

export function spreadIn(path: SessionPath, minute: number): Spread {
  const { memory, spreads } = path
  const period = spreadPeriod(path, minute)
  const known = memory.widths[period] ?? 0
  if (known > 0) return { width: known, phase: memory.phases[period] ?? 0 }
  const spread = spreadOf(spreads, period, widthIn(path, period))
  memory.widths[period] = spread.width
  memory.phases[period] = spread.phase
  return spread
}

/** The log's levels at the 60 seconds of a minute; valid until the next call. */
export function secondsOf({ log, memory }: SessionPath, minute: number): Float64Array {
  if (memory.minute !== minute) {
    memory.minuteBefore = memory.minute
    memory.lastBefore = memory.seconds[SECONDS - 1] ?? 0
    drawSeconds(log, minute, memory.seconds)
    memory.minute = minute
  }
  return memory.seconds
}

/** Draws the log's levels at the 60 seconds of a minute. */
export function drawSeconds(log: LogPath, minute: number, into: Float64Array): void {
  drawEnds(log, minute, ends)
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    drawQuarter(log, minute, quarter, ends, into, quarter * QUARTER)
  }
}

const ends = new Float64Array(QUARTERS + 1)

/** The log's level at a minute's last second. */
export function lastOf(path: SessionPath, minute: number): number {
  const { memory } = path
  if (memory.minute === minute) return nth(memory.seconds, SECONDS - 1)
  if (memory.minuteBefore !== minute) {
    memory.minuteBefore = minute
    memory.lastBefore = levelIn(path, minute, SECONDS - 1)
  }
  return memory.lastBefore
}

/** The log's level at a second; computes a quarter of the minute if the minute is not cached. */
export function levelIn({ log, memory }: SessionPath, minute: number, second: number): number {
  if (memory.minute === minute) return nth(memory.seconds, second)
  const quarter = Math.floor(second / QUARTER)
  drawEnds(log, minute, ends)
  drawQuarter(log, minute, quarter, ends, oneQuarter, 0)
  return nth(oneQuarter, second - quarter * QUARTER)
}

const oneQuarter = new Float64Array(QUARTER)

/** The price at a second; a minute's first second needs no bridge. */
export const pipsAt = (path: SessionPath, minute: number, second: number): number =>
  priceAt(path, second === 0 ? nth(path.log.levels, minute) : nth(secondsOf(path, minute), second))

export const touchOf = (path: SessionPath, minute: number, second: number): Touch =>
  touchAt(spreadIn(path, minute), pipsAt(path, minute, second))
