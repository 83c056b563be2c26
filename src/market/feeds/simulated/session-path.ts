/** All of an instrument's session: its log price to the second, its spreads and its shares. */
import { nth } from '../nth'
import type { Pips } from '../pips'
import type { SessionSpan } from '../trading-day'
import { addQuarter, QUARTER, QUARTERS, SECONDS } from './bridge'
import { type Following, followed } from './follower-path'
import type { LogPath } from './instrument-path'
import type { Liquidity } from './liquidity'
import { SESSION_SHAPE } from './session-shape'
import { type Sizes, sizesOf } from './sizes'
import { type Stream, substream, uniform } from './stream'
import { onTick, pipsOf, SPREAD_MINUTES, type Spread, spreadOf, type Touch, touchAt } from './touch'
import { lastTradeBy, type Volumes } from './volumes'

export interface SessionPath {
  readonly span: SessionSpan
  /** The instrument's own, or its leader's. */
  readonly log: LogPath
  readonly following: Following | undefined
  /** Log prices at each minute's start, and at the session's end. */
  readonly levels: Float64Array
  readonly liquidity: Liquidity
  /** By how much spreads are wider than on an average day. */
  readonly strain: number
  readonly volumes: Volumes
  readonly sizes: Sizes
  readonly spreads: Stream
  readonly sides: Stream
  readonly memory: Memory
}

/** What was worked out last: the next question is mostly about the same minute. */
interface Memory {
  minute: number
  readonly second: Float64Array
  period: number
  spread: Spread
}

export interface SessionInputs {
  readonly span: SessionSpan
  readonly log: LogPath
  readonly following: Following | undefined
  readonly liquidity: Liquidity
  readonly restlessness: number
  readonly volumes: Volumes
  readonly draws: Stream
}

const STREAMS = { spreads: 1, sides: 2, sizes: 3 } as const
const PIPS_PER_CENT = 100

export function sessionPath(inputs: SessionInputs): SessionPath {
  const { span, log, following, liquidity, restlessness, volumes, draws } = inputs
  const levels =
    following === undefined ? log.levels : log.levels.map((level) => followed(following, level))
  const strain = Math.min(Math.max(Math.sqrt(Math.sqrt(restlessness)), 0.7), 2.5)
  const seconds = span.minutes * SECONDS
  const perSecond = nth(volumes.shares, span.minutes) / seconds
  const path = {
    ...{ span, log, following, levels, liquidity, strain, volumes },
    sizes: sizesOf(
      substream(draws, STREAMS.sizes),
      perSecond,
      secondsPerSpread(inputs, nth(levels, 0), strain),
    ),
    spreads: substream(draws, STREAMS.spreads),
    sides: substream(draws, STREAMS.sides),
  }
  const spread = { width: 1, phase: 0 }
  return {
    ...path,
    memory: { minute: -1, second: new Float64Array(SECONDS), period: -1, spread },
  }
}

/** How long the efficient price takes to move by a spread as wide as in REGULAR. */
function secondsPerSpread(
  { span, log, following, liquidity }: SessionInputs,
  level: number,
  strain: number,
): number {
  const times = following?.times ?? 1
  let variance = 0
  for (const { weight, factor } of log.sources) {
    for (const deviation of factor.deviations) {
      variance += times * times * weight * weight * deviation * deviation
    }
  }
  const width = widthAt(liquidity, span, level, strain, span.minutes / 2)
  const part = width.pips / SESSION_SHAPE[span.session].spread / pipsOf(level)
  return (part * part * span.minutes * SECONDS) / variance
}

/** Wider in the first minutes of REGULAR. */
function widthAt(
  { spread }: Liquidity,
  { session }: SessionSpan,
  level: number,
  strain: number,
  minute: number,
) {
  const { spread: ofSession } = SESSION_SHAPE[session]
  const early = session === 'REGULAR' ? 1 + 2 / (1 + (minute * minute) / 36) : 1
  const pips = pipsOf(level)
  const tick = pips >= 10_000 ? PIPS_PER_CENT : 1
  const least = 0.8 * tick * ofSession
  return { pips: Math.max(spread * pips * ofSession * early * strain, least), least }
}

export function spreadIn(path: SessionPath, minute: number): Spread {
  const { memory, liquidity, span, strain, levels, spreads } = path
  const period = Math.floor(minute / SPREAD_MINUTES)
  if (memory.period !== period) {
    const from = period * SPREAD_MINUTES
    const { pips, least } = widthAt(liquidity, span, nth(levels, from), strain, from)
    memory.spread = spreadOf(spreads, period, pips, least)
    memory.period = period
  }
  return memory.spread
}

/** Log prices at the 60 seconds of a minute; good until the next call. */
export function secondsOf(path: SessionPath, minute: number): Float64Array {
  const { memory } = path
  if (memory.minute !== minute) {
    for (let quarter = 0; quarter < QUARTERS; quarter++) {
      fillQuarter(path, minute, quarter, memory.second, quarter * QUARTER)
    }
    memory.minute = minute
  }
  return memory.second
}

/** Log prices at the 15 seconds of a quarter of a minute. */
export function fillQuarter(
  { log: { levels, sources }, following }: SessionPath,
  minute: number,
  quarter: number,
  into: Float64Array,
  at: number,
): void {
  const start = nth(levels, minute)
  const slope = (nth(levels, minute + 1) - start) / SECONDS
  for (let second = 0; second < QUARTER; second++) {
    into[at + second] = start + slope * (quarter * QUARTER + second)
  }
  for (const { weight, factor } of sources) {
    const scale = weight * nth(factor.deviations, minute)
    addQuarter(factor.seconds, minute, quarter, scale, into, at)
  }
  if (following === undefined) return
  for (let second = at; second < at + QUARTER; second++) {
    into[second] = followed(following, nth(into, second))
  }
}

export const pipsAt = (path: SessionPath, minute: number, second: number): number =>
  pipsOf(nth(secondsOf(path, minute), second))

export const touchOf = (path: SessionPath, minute: number, second: number): Touch =>
  touchAt(spreadIn(path, minute), pipsAt(path, minute, second))

/** The official price, of the auction that REGULAR opens or closes with. */
export const openingPrice = ({ levels }: SessionPath): Pips => onTick(pipsOf(nth(levels, 0)))
export const closingPrice = ({ levels, span }: SessionPath): Pips =>
  onTick(pipsOf(nth(levels, span.minutes)))

export interface LastTrade {
  readonly price: Pips
  /** Since the session opened. */
  readonly second: number
}

/** A trade is at the bid or at the ask, at either the more often the nearer the price is to it. */
function tradeAt(path: SessionPath, second: number): Pips {
  const { session } = path.span
  // REGULAR opens, and AFTER begins, with the print of an auction.
  if (second === 0 && (session === 'REGULAR' || session === 'AFTER')) return openingPrice(path)
  const minute = Math.floor(second / SECONDS)
  const pips = pipsAt(path, minute, second - minute * SECONDS)
  const { bid, ask } = touchAt(spreadIn(path, minute), pips)
  return uniform(path.sides, second) * (ask - bid) < pips - bid ? ask : bid
}

/** Where the bid or the ask has passed the last trade's price since, the price is there. */
export function lastTrade(path: SessionPath, minute: number, second: number): LastTrade {
  const tradedAt = lastTradeBy(path.volumes, minute, second)
  const price = tradeAt(path, tradedAt)
  const { bid, ask } = touchOf(path, minute, second)
  return { price: Math.min(Math.max(price, bid), ask), second: tradedAt }
}
