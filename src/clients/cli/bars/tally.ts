/** Counts the rows of an import. */
import type { NewBar, Written } from '../../../ledger/bars'
import { plural } from '../../../lib/text'
import type { BarInterval } from '../../../postgres/schema'

/** A bar that opens far from the close before it, as after an unadjusted split. */
export interface Jump {
  readonly symbol: string
  readonly startMinute: number
  readonly factor: number
}

export interface Tally {
  rows: number
  early: number
  refused: number
  /** Rows with the symbol and start of an earlier row, which they replace. */
  repeated: number
  added: number
  replaced: number
  readonly symbols: Set<string>
  firstMinute: number
  lastMinute: number
  readonly jumps: Jump[]
}

const JUMPS_MAX = 5
const JUMP_FACTOR = 1.8

export const newTally = (): Tally => ({
  rows: 0,
  early: 0,
  refused: 0,
  repeated: 0,
  added: 0,
  replaced: 0,
  symbols: new Set(),
  firstMinute: Number.POSITIVE_INFINITY,
  lastMinute: Number.NEGATIVE_INFINITY,
  jumps: [],
})

export const stored = (tally: Tally): number => tally.rows - tally.early - tally.refused

export function countWritten(tally: Tally, { added, replaced }: Written): void {
  tally.added += added
  tally.replaced += replaced
}

/** Counts the bars of a file in order, and keeps the last bar of each symbol. */
export function barCounter(tally: Tally) {
  const before = new Map<string, NewBar>()
  /** The greatest common divisor of the minutes between rows, and the shortest time. */
  let gap = 0
  let least = Number.POSITIVE_INFINITY
  return {
    count(bar: NewBar): void {
      const { symbol, numbers } = bar
      const [start, open] = numbers
      tally.symbols.add(symbol)
      tally.firstMinute = Math.min(tally.firstMinute, start)
      tally.lastMinute = Math.max(tally.lastMinute, start)
      const last = before.get(symbol)
      before.set(symbol, bar)
      if (last === undefined) return
      const apart = Math.abs(start - last.numbers[0])
      gap = divisor(gap, apart)
      if (apart > 0) least = Math.min(least, apart)
      const factor = open / last.numbers[4]
      const far = factor > JUMP_FACTOR || factor < 1 / JUMP_FACTOR
      if (far && start > last.numbers[0] && tally.jumps.length < JUMPS_MAX) {
        tally.jumps.push({ symbol, startMinute: start, factor })
      }
    },
    /** Returns the time between rows if it does not fit the interval; otherwise null. */
    otherInterval(interval: BarInterval | null): string | null {
      if (least === Number.POSITIVE_INFINITY) return null
      if (interval === '1m') return gap > 1 ? inWords(gap) : null
      return least >= LONGEST_CLOSURE_MINUTES ? inWords(least) : null
    },
  }
}

/** Longer than any time between two openings of REGULAR. */
const LONGEST_CLOSURE_MINUTES = 5 * 1_440

const inWords = (minutes: number): string =>
  minutes < 1_440 ? plural(minutes, 'minute') : plural(Math.round(minutes / 1_440), 'day')

const divisor = (one: number, other: number): number =>
  other === 0 ? one : divisor(other, one % other)
