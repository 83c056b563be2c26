/** Bots that look at two instruments. */
import type { Columns } from './columns'
import { at, type Bot, middle, type Position, play } from './play'

const signOf = (value: number): Position => (value > 0 ? 1 : value < 0 ? -1 : 0)

const ratio = (one: Columns, other: Columns, index: number): number =>
  Math.log(middle(one, index) / middle(other, index))

/** Buys the instrument that has become cheap and sells the other; returns the gain of both. */
export function rotate(one: Columns, other: Columns, seconds: number): number {
  const bot = (way: 1 | -1): Bot => {
    return (_, index, position) => {
      if (index % 5 !== 0 || index < seconds) return position
      let sum = 0
      for (let before = 1; before <= seconds; before += 5) sum += ratio(one, other, index - before)
      const usual = sum / Math.ceil(seconds / 5)
      return signOf(-way * (ratio(one, other, index) - usual))
    }
  }
  return (play(bot(1), one).net + play(bot(-1), other).net) / 2
}

/** Repeats the other instrument's move of the last seconds. */
export const lead =
  (leader: Columns, seconds: number): Bot =>
  (_, index, position) =>
    index % seconds !== 0 || index < seconds
      ? position
      : signOf(at(leader.last, index) - at(leader.last, index - seconds))

/** Repeats the part of the other's move that this instrument has not made yet. */
export const catchUp =
  (leader: Columns, seconds: number): Bot =>
  (columns, index, position) =>
    index % seconds !== 0 || index < seconds
      ? position
      : signOf(ratio(leader, columns, index) - ratio(leader, columns, index - seconds))
