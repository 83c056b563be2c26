/** Bots that look at the last seconds. */
import { at, type Bot, type Position } from './play'

const signOf = (value: number): Position => (value > 0 ? 1 : value < 0 ? -1 : 0)

/** Bets each `seconds` that the last price goes on as it went since, or the other way. */
export const follow =
  (seconds: number, way: 1 | -1): Bot =>
  ({ last }, second, position) =>
    second % seconds !== 0 || second < seconds
      ? position
      : signOf((at(last, second) - at(last, second - seconds)) * way)
