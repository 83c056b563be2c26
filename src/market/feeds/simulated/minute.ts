/**
 * A minute trades min(volume, 60) times, at evenly spread whole seconds. Its first trade is at the
 * minute's level and its last at the next one's; its high and low are drawn first, two of the trades
 * in between are exactly there, and the others stay between them. So a candle of any length knows
 * its extremes without looking at the seconds, and no second ever contradicts it.
 */
import { exp, ln } from './elementary'
import { nth } from './nth'
import { type Pips, toPips } from './pips'
import type { SessionPath } from './session-path'
import { normal, type Stream, substream, uniform } from './stream'

const SECONDS = 60
/** Of a second's share of the minute's deviation: trades bounce, they do not wander off. */
const BOUNCE = 0.6

/** Draws that a minute takes before those of its trades. */
const DRAW = { high: 0, low: 1, first: 2, second: 3, trades: 4 } as const

export const pipsAt = (path: SessionPath, level: number): Pips =>
  toPips(path.referencePrice * exp(level))

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

interface Extremes {
  readonly high: number
  readonly low: number
}

/** Log prices. With too few trades to be anywhere in between, the ends are the extremes. */
export function minuteExtremes(path: SessionPath, minute: number): Extremes {
  const trades = tradesIn(path, minute)
  const from = nth(path.levels, minute)
  const to = trades === 1 ? from : nth(path.levels, minute + 1)
  const ends = { high: Math.max(from, to), low: Math.min(from, to) }
  if (trades < 3) return ends
  const draws = substream(path.draws, minute)
  const variance = nth(path.variances, minute)
  const highest = (from + to + reach(from, to, variance, uniform(draws, DRAW.high))) / 2
  const lowest = (from + to - reach(from, to, variance, uniform(draws, DRAW.low))) / 2
  if (trades > 3) return { high: highest, low: lowest }
  return uniform(draws, DRAW.first) < 0.5
    ? { high: highest, low: ends.low }
    : { high: ends.high, low: lowest }
}

/** P(a Brownian bridge's maximum > m) = exp(−2 (m − from) (m − to) ÷ variance), solved for m. */
const reach = (from: number, to: number, variance: number, probability: number): number =>
  Math.sqrt((to - from) * (to - from) - 2 * variance * ln(probability))

/** The price of one of the minute's trades. */
export function tradePips(path: SessionPath, minute: number, trade: number): Pips {
  const trades = tradesIn(path, minute)
  if (trade === 0) return pipsAt(path, nth(path.levels, minute))
  if (trade === trades - 1) return pipsAt(path, nth(path.levels, minute + 1))
  return pipsAt(path, innerLevel(path, minute, trade, trades))
}

function innerLevel(path: SessionPath, minute: number, trade: number, trades: number): number {
  const draws = substream(path.draws, minute)
  const { high, low } = minuteExtremes(path, minute)
  if (trades === 3) return uniform(draws, DRAW.first) < 0.5 ? high : low
  const { highTrade, lowTrade } = extremeTrades(draws, trades)
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
  const level = between(turns, trade) + bounce * normal(draws, DRAW.trades + trade)
  return Math.min(Math.max(level, low), high)
}

interface Turn {
  readonly trade: number
  readonly level: number
}

/** Two different trades, neither the first nor the last. */
function extremeTrades(draws: Stream, trades: number): { highTrade: number; lowTrade: number } {
  const highTrade = 1 + Math.floor(uniform(draws, DRAW.first) * (trades - 2))
  const other = 1 + Math.floor(uniform(draws, DRAW.second) * (trades - 3))
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
