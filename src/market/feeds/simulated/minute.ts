/**
 * A minute trades min(volume, 60) times, at evenly spread whole seconds. Its first trade is at the
 * minute's level and its last at the next one's; its high and low are drawn first, two of the
 * trades in between are exactly there, and the others stay between them. So a candle of any length
 * knows its extremes without looking at the seconds, and no second ever contradicts it.
 */

import { nth } from '../nth'
import { type Pips, toPips } from '../pips'
import { exp, ln } from './elementary'
import type { SessionPath } from './session-path'
import { normal, uniform } from './stream'

const SECONDS = 60
/** Of a second's share of the minute's deviation: trades bounce, they do not wander off. */
const BOUNCE = 0.6

/**
 * Each minute has its own stretch of the session's draws: four, then one for each of its trades.
 */
const DRAWS = 128
const DRAW = { high: 0, low: 1, first: 2, second: 3, trades: 4 } as const

export const pipsAt = (path: SessionPath, level: number): Pips =>
  toPips(path.referencePrice * exp(level))

/** Shares. */
export const minuteVolume = ({ volumes }: SessionPath, minute: number): number =>
  nth(volumes, minute + 1) - nth(volumes, minute)

export const tradesIn = (path: SessionPath, minute: number): number =>
  Math.min(minuteVolume(path, minute), SECONDS)

/** The last trade up to a second (0 … 59) of the minute. The 0th is always at second 0. */
export const lastTradeBy = (second: number, trades: number): number =>
  Math.ceil(((second + 1) * trades) / SECONDS) - 1

export const secondOfTrade = (trade: number, trades: number): number =>
  Math.floor((trade * SECONDS) / trades)

/** Shares of the minute's first trades, this one included. */
export const volumeThrough = (trade: number, trades: number, volume: number): number =>
  Math.floor((volume * (trade + 1)) / trades)

/** The minute's highest log price. With fewer than three trades there are only its two ends. */
export function minuteHigh(path: SessionPath, minute: number): number {
  const trades = tradesIn(path, minute)
  const { from, to } = endsOf(path, minute, trades)
  if (trades < 3 || (trades === 3 && !turnsUp(path, minute))) return Math.max(from, to)
  return (from + to + reach(path, minute, DRAW.high)) / 2
}

export function minuteLow(path: SessionPath, minute: number): number {
  const trades = tradesIn(path, minute)
  const { from, to } = endsOf(path, minute, trades)
  if (trades < 3 || (trades === 3 && turnsUp(path, minute))) return Math.min(from, to)
  return (from + to - reach(path, minute, DRAW.low)) / 2
}

function endsOf({ levels }: SessionPath, minute: number, trades: number) {
  const from = nth(levels, minute)
  return { from, to: trades === 1 ? from : nth(levels, minute + 1) }
}

/** P(a Brownian bridge's maximum > m) = exp(−2 (m − from) (m − to) ÷ variance), solved for m. */
function reach(path: SessionPath, minute: number, which: number): number {
  const move = nth(path.levels, minute + 1) - nth(path.levels, minute)
  const probability = draw(path, minute, which)
  return Math.sqrt(move * move - 2 * nth(path.variances, minute) * ln(probability))
}

const draw = (path: SessionPath, minute: number, which: number): number =>
  uniform(path.trades, minute * DRAWS + which)

/** The one trade between two others can be at the high or at the low. */
const turnsUp = (path: SessionPath, minute: number): boolean => draw(path, minute, DRAW.first) < 0.5

/** The log price of one of the minute's trades. */
export function tradeLevel(path: SessionPath, minute: number, trade: number): number {
  const trades = tradesIn(path, minute)
  if (trade === 0) return nth(path.levels, minute)
  if (trade === trades - 1) return nth(path.levels, minute + 1)
  const high = minuteHigh(path, minute)
  const low = minuteLow(path, minute)
  if (trades === 3) return turnsUp(path, minute) ? high : low
  const { highTrade, lowTrade } = extremeTrades(path, minute, trades)
  if (trade === highTrade) return high
  if (trade === lowTrade) return low

  const highFirst = highTrade < lowTrade
  const turns: readonly Turn[] = [
    { trade: 0, level: nth(path.levels, minute) },
    highFirst ? { trade: highTrade, level: high } : { trade: lowTrade, level: low },
    highFirst ? { trade: lowTrade, level: low } : { trade: highTrade, level: high },
    { trade: trades - 1, level: nth(path.levels, minute + 1) },
  ]
  const bounce = BOUNCE * Math.sqrt(nth(path.variances, minute) / trades)
  const bounced = bounce * normal(path.trades, minute * DRAWS + DRAW.trades + trade)
  return Math.min(Math.max(between(turns, trade) + bounced, low), high)
}

interface Turn {
  readonly trade: number
  readonly level: number
}

/** Two different trades, neither the first nor the last. */
function extremeTrades(path: SessionPath, minute: number, trades: number) {
  const highTrade = 1 + Math.floor(draw(path, minute, DRAW.first) * (trades - 2))
  const other = 1 + Math.floor(draw(path, minute, DRAW.second) * (trades - 3))
  return { highTrade, lowTrade: other < highTrade ? other : other + 1 }
}

/** On the straight line between the two turns around the trade. */
function between(turns: readonly Turn[], trade: number): number {
  let before = turns[0]
  for (const after of turns) {
    if (before !== undefined && before.trade < trade && trade < after.trade) {
      const part = (trade - before.trade) / (after.trade - before.trade)
      return before.level + part * (after.level - before.level)
    }
    before = after
  }
  throw new Error(`trade ${trade} is a turn itself`)
}
