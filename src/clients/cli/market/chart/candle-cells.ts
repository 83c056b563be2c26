/**
 * One candle as a column of characters, each two cells high. A rising body is a line, a falling one
 * a block, so that they differ without colour.
 */
import type { PriceAxis } from './price-axis'

export interface ChartCandle {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

type Part = 'none' | 'wick' | 'body'

/** By the parts in the upper and in the lower half of a character. */
const RISING: Readonly<Record<Part, Readonly<Record<Part, string>>>> = {
  none: { none: ' ', wick: '╷', body: '╻' },
  wick: { none: '╵', wick: '│', body: '╽' },
  body: { none: '╹', wick: '╿', body: '┃' },
}
const FALLING: typeof RISING = {
  none: { none: ' ', wick: '╷', body: '▄' },
  wick: { none: '╵', wick: '│', body: '▄' },
  body: { none: '▀', wick: '▀', body: '█' },
}

export const rises = ({ open, close }: ChartCandle): boolean => close >= open

/** From the top row down. */
export function candleCells(candle: ChartCandle, { rows, halfAt }: PriceAxis): readonly string[] {
  const [top, bottom] = [halfAt(candle.high), halfAt(candle.low)]
  const [bodyTop, bodyBottom] = [
    halfAt(Math.max(candle.open, candle.close)),
    halfAt(Math.min(candle.open, candle.close)),
  ]
  const partAt = (half: number): Part => {
    if (bodyTop <= half && half <= bodyBottom) return 'body'
    return top <= half && half <= bottom ? 'wick' : 'none'
  }
  const shapes = rises(candle) ? RISING : FALLING
  return Array.from({ length: rows }, (_, row) => shapes[partAt(2 * row)][partAt(2 * row + 1)])
}
