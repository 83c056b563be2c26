/** Bots for replays: they look at the bar so far, and bet on its end. */
import type { Columns } from './columns'
import { at, type Bot, type Position } from './play'

/** A bar up to a second. */
interface SoFar {
  readonly open: number
  readonly last: number
  readonly high: number
  readonly low: number
  readonly highAt: number
  readonly lowAt: number
  readonly part: number
}

function soFar({ last }: Columns, from: number, second: number, seconds: number): SoFar {
  let [highAt, lowAt] = [from, from]
  for (let index = from; index <= second; index++) {
    if (at(last, index) > at(last, highAt)) highAt = index
    if (at(last, index) < at(last, lowAt)) lowAt = index
  }
  return {
    open: at(last, from),
    last: at(last, second),
    high: at(last, highAt),
    low: at(last, lowAt),
    highAt: highAt - from,
    lowAt: lowAt - from,
    part: (second - from + 1) / seconds,
  }
}

const sign = (value: number): Position => (value > 0 ? 1 : value < 0 ? -1 : 0)
const middleOf = ({ high, low }: SoFar): number => (high + low) / 2

/** Each bot decides once, after its part of the bar, and holds to the bar's end. */
const BETS: Readonly<Record<string, readonly [part: number, (bar: SoFar) => Position]>> = {
  'the way it went in the first third': [1 / 3, ({ last, open }) => sign(last - open)],
  'the way it went in the first half': [1 / 2, ({ last, open }) => sign(last - open)],
  'the way it went in five sixths': [5 / 6, ({ last, open }) => sign(last - open)],
  'back from the first half': [1 / 2, ({ last, open }) => sign(open - last)],
  'the low came first, so it closes up': [2 / 3, ({ highAt, lowAt }) => sign(highAt - lowAt)],
  'the high came first, so it closes up': [2 / 3, ({ highAt, lowAt }) => sign(lowAt - highAt)],
  'at half time, the later extreme holds': [1 / 2, ({ highAt, lowAt }) => sign(highAt - lowAt)],
  'towards the farther extreme': [1 / 2, (bar) => sign(middleOf(bar) - bar.last)],
  'from the middle to the nearer extreme': [2 / 3, (bar) => sign(bar.last - middleOf(bar))],
  'towards the middle, late': [5 / 6, (bar) => sign(middleOf(bar) - bar.last)],
  'an early high is not passed again': [
    1 / 2,
    ({ highAt, lowAt, part }) => (highAt < lowAt && part > 0 ? -1 : 1),
  ],
  'breakout at half time': [
    1 / 2,
    (bar) => (bar.last === bar.high ? 1 : bar.last === bar.low ? -1 : 0),
  ],
  'fade at half time': [
    1 / 2,
    (bar) => (bar.last === bar.high ? -1 : bar.last === bar.low ? 1 : 0),
  ],
}

export const replayBots = (seconds: number): readonly (readonly [string, Bot])[] => [
  ...Object.entries(BETS).map(([name, [part, bet]]): readonly [string, Bot] => [
    name,
    (columns, second, position) => {
      const within = second % seconds
      if (within === seconds - 1) return 0
      const decides = Math.floor(seconds * part)
      return within === decides ? bet(soFar(columns, second - within, second, seconds)) : position
    },
  ]),
]
