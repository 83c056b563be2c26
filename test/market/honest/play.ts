/** Plays bots at the market: a decision on one second's quote is executed at the next second's. */
import type { Columns } from './columns'

export type Position = -1 | 0 | 1

/** The position that a bot wants, from the columns up to a second. */
export type Bot = (columns: Columns, second: number, position: Position) => Position

export interface Played {
  /** The gain relative to the first price; a position is one share. */
  readonly net: number
  /** The same gain at the middle of bid and ask, without the spread. */
  readonly gross: number
  readonly trades: number
}

export const at = (column: Float64Array, index: number): number => column[index] ?? Number.NaN

export const middle = ({ bid, ask }: Columns, index: number): number =>
  (at(bid, index) + at(ask, index)) / 2

/** Ends without a position. A buy takes the next tick's ask, a sell its bid. */
export function play(bot: Bot, columns: Columns): Played {
  const { length, bid, ask } = columns
  let position: Position = 0
  let [cash, value, trades] = [0, 0, 0]
  for (let second = 0; second < length - 1; second++) {
    const wanted: Position = second === length - 2 ? 0 : bot(columns, second, position)
    if (wanted === position) continue
    const bought = wanted - position
    cash -= bought * at(bought > 0 ? ask : bid, second + 1)
    value -= bought * middle(columns, second + 1)
    position = wanted
    trades++
  }
  const start = middle(columns, 0)
  return { net: cash / start, gross: value / start, trades }
}
