/**
 * Takes what sources send to this server, and keeps what is still to be told: to the other servers,
 * to the recording, and to the sources themselves.
 */
import { FEED_WANTED_MS_MAX } from '../../../core/limits'
import type { SourceBatch } from './batch'
import type { ChangedMinute, LiveBook } from './book'
import type { BatchTally } from './guard'
import type { RecordLine } from './record'

export interface LiveIntake {
  /** Called with each batch before the guard has seen it. */
  take(batch: SourceBatch): BatchTally
  /** Hands over what has counted since the last call, of each symbol's quotes the last one. */
  takeUntold(): readonly RecordLine[]
  /** Likewise the minutes whose bars have changed. */
  takeUnkeptMinutes(): readonly ChangedMinute[]
  /** The symbols that clients of this server asked for lately, with the instant. */
  asked(): ReadonlyMap<string, number>
  ask(symbol: string): void
}

export interface LiveIntakeDeps {
  readonly book: Pick<LiveBook, 'take'>
  readonly nowMs: () => number
  readonly lists: (symbol: string) => boolean
  /** Null: nothing is recorded. */
  readonly record: ((line: RecordLine) => void) | null
  /** Only one server has this database: nobody is told. */
  readonly alone: boolean
}

export function liveIntake({ book, nowMs, lists, record, alone }: LiveIntakeDeps): LiveIntake {
  let untold: RecordLine[] = []
  const unkept = new Map<string, ChangedMinute>()
  const asked = new Map<string, number>()

  return {
    take(batch) {
      const atMs = nowMs()
      record?.({ atMs, batch })
      const { counted, changed, ...tally } = book.take(batch, atMs)
      for (const one of changed) unkept.set(`${one.symbol} ${one.minute}`, one)
      if (tally.accepted > 0) untold.push({ atMs, batch: alone ? withoutPrices(counted) : counted })
      return tally
    },
    takeUntold() {
      const taken = untold
      untold = []
      return newestQuotes(taken)
    },
    takeUnkeptMinutes() {
      const taken = [...unkept.values()]
      unkept.clear()
      return taken
    },
    ask(symbol) {
      if (lists(symbol)) asked.set(symbol, nowMs())
    },
    asked() {
      const sinceMs = nowMs() - FEED_WANTED_MS_MAX
      for (const [symbol, atMs] of asked) if (atMs < sinceMs) asked.delete(symbol)
      return asked
    },
  }
}

/** Facts are kept also where no other server needs the prices. */
const withoutPrices = (batch: SourceBatch): SourceBatch => ({
  ...batch,
  quotes: [],
  trades: [],
  bars: [],
})

function newestQuotes(lines: readonly RecordLine[]): readonly RecordLine[] {
  const seen = new Set<string>()
  return lines
    .toReversed()
    .map(({ atMs, batch }) => {
      const newestFirst = batch.quotes.toReversed()
      const quotes = newestFirst.filter(({ symbol }) => !seen.has(symbol) && seen.add(symbol))
      return { atMs, batch: { ...batch, quotes: quotes.reverse() } }
    })
    .reverse()
}
