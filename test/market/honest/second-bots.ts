/** Bots that trade by one instrument's last seconds. */
import type { Columns } from './columns'
import { at, type Bot, middle, type Position } from './play'

export type Named = readonly [name: string, bot: Bot]
export type Way = 1 | -1

const signOf = (value: number): Position => (value > 0 ? 1 : value < 0 ? -1 : 0)
const turned = (position: Position, way: Way): Position =>
  way === 1 ? position : signOf(-position)

/** Bets each `steps` that the last move continues, or that it reverses. */
export const follow =
  (steps: number, way: Way): Bot =>
  ({ last }, index, position) =>
    index % steps !== 0 || index < steps
      ? position
      : signOf((at(last, index) - at(last, index - steps)) * way)

/** Bets so only on a move of more than the spread, and holds until the next such move. */
const followBeyond =
  (steps: number, way: Way): Bot =>
  (columns, index, position) => {
    if (index % steps !== 0 || index < steps) return position
    const since = at(columns.last, index) - at(columns.last, index - steps)
    return Math.abs(since) > spread(columns, index) ? turned(signOf(since), way) : position
  }

/** A signal each `steps`, held until the next one. */
const each =
  (steps: number, way: Way, signal: (columns: Columns, index: number) => number): Bot =>
  (columns, index, position) =>
    index % steps !== 0 || index < 120 ? position : turned(signOf(signal(columns, index)), way)

/** A bet on a signal, closed after `steps`. */
function event(steps: number, way: Way, signal: (columns: Columns, index: number) => number): Bot {
  let until = 0
  return (columns, index, position) => {
    if (index < until) return position
    if (index < 120) {
      until = 0
      return 0
    }
    const side = turned(signOf(signal(columns, index)), way)
    if (side !== 0) until = index + steps
    return side
  }
}

const imbalance = ({ bidSize, askSize }: Columns, index: number): number => {
  const [bid, ask] = [at(bidSize, index), at(askSize, index)]
  const part = (bid - ask) / (bid + ask)
  return Math.abs(part) > 0.4 ? part : 0
}
const traded = ({ volume }: Columns, index: number, seconds: number): number =>
  at(volume, index) - at(volume, index - seconds)
const moved = (columns: Columns, index: number, seconds: number): number =>
  middle(columns, index) - middle(columns, index - seconds)
/** Compares one second's shares with the average of the last minute. */
const volumeSpike = (columns: Columns, index: number): number =>
  traded(columns, index, 1) > (6 * traded(columns, index, 60)) / 60 ? moved(columns, index, 5) : 0
const spread = ({ bid, ask }: Columns, index: number): number => at(ask, index) - at(bid, index)
const widened = (columns: Columns, index: number): number =>
  spread(columns, index) > 1.5 * spread(columns, index - 10) ? moved(columns, index, 10) : 0
const sideOfLast = (columns: Columns, index: number): number =>
  at(columns.last, index) - middle(columns, index)

function extremes(columns: Columns, index: number, seconds: number): number {
  const from = index - (Math.floor(at(columns.atMs, index) / 1_000) % seconds)
  if (index - from < seconds / 6 || from < 0) return 0
  let [high, low] = [-Infinity, Infinity]
  for (let before = from; before < index; before++) {
    high = Math.max(high, at(columns.last, before))
    low = Math.min(low, at(columns.last, before))
  }
  const last = at(columns.last, index)
  return last > high ? 1 : last < low ? -1 : 0
}

/** Decides in the last second of a minute, by the minute's move. */
const minuteEnds = (columns: Columns, index: number): number =>
  Math.floor(at(columns.atMs, index) / 1_000) % 60 === 58 ? moved(columns, index, 58) : 0
const minuteBegins = (columns: Columns, index: number): number =>
  Math.floor(at(columns.atMs, index) / 1_000) % 60 === 0 ? moved(columns, index, 1) : 0

/** Decides by the distance from the average of two minutes. */
const stretched = (columns: Columns, index: number): number => {
  let sum = 0
  for (let before = 0; before < 120; before += 10) sum += middle(columns, index - before)
  return middle(columns, index) - sum / 12
}

const BOTH_WAYS: readonly (readonly [string, (way: Way) => Bot])[] = [
  ...[1, 5, 15, 60, 300].map(
    (seconds) => [`the last ${seconds} s`, (way: Way) => follow(seconds, way)] as const,
  ),
  ...[5, 15].map(
    (seconds) =>
      [
        `the last ${seconds} s, beyond the spread`,
        (way: Way) => followBeyond(seconds, way),
      ] as const,
  ),
  ['the size imbalance, for 1 s', (way) => each(1, way, imbalance)],
  ['the size imbalance, for 10 s', (way) => event(10, way, imbalance)],
  ['a volume spike, for 30 s', (way) => event(30, way, volumeSpike)],
  ['a widened spread, for 30 s', (way) => event(30, way, widened)],
  ['the side of the last trade, for 5 s', (way) => each(5, way, sideOfLast)],
  ['a new extreme of the minute', (way) => event(15, way, (c, i) => extremes(c, i, 60))],
  ['a new extreme of five minutes', (way) => event(60, way, (c, i) => extremes(c, i, 300))],
  ['the minute, over its end', (way) => event(3, way, minuteEnds)],
  ['the first second of a minute', (way) => event(20, way, minuteBegins)],
  ['the distance from two minutes’ average', (way) => each(20, way, stretched)],
]

/** Returns new bots, because some have state. */
export const secondBots = (): readonly Named[] =>
  BOTH_WAYS.flatMap(([name, bot]): readonly Named[] => [
    [`with ${name}`, bot(1)],
    [`against ${name}`, bot(-1)],
  ])
