/**
 * Receives the batches of this server's sources, and collects what jobs publish: batches for other
 * servers, changed minutes for the database, and wanted symbols for the sources.
 */
import { FEED_WANTED_MS_MAX } from '../../../core/limits'
import type { SourceBatch } from './batch'
import type { ChangedMinute, LiveBook } from './book'
import type { BatchTally } from './guard'
import type { RecordLine } from './record'

export interface LiveIntake {
  /** Records the batch, and applies it to the market. */
  take(batch: SourceBatch): BatchTally
  /** Removes and returns the accepted items since the last call, with each symbol's last quote. */
  drainBatches(): readonly RecordLine[]
  /** Removes and returns the minutes whose bars have changed since the last call. */
  drainMinutes(): readonly ChangedMinute[]
  /** The symbols that clients of this server queried lately, with the instants. */
  wanted(): ReadonlyMap<string, number>
  /** Notes a client's query for the symbol. */
  want(symbol: string): void
}

export interface LiveIntakeDeps {
  readonly book: Pick<LiveBook, 'take'>
  readonly nowMs: () => number
  readonly lists: (symbol: string) => boolean
  /** Null if the market is not recorded. */
  readonly record: ((line: RecordLine) => void) | null
  /** Whether no other server can share this database. */
  readonly alone: boolean
}

export function liveIntake({ book, nowMs, lists, record, alone }: LiveIntakeDeps): LiveIntake {
  let batches: RecordLine[] = []
  const minutes = new Map<string, ChangedMinute>()
  const wanted = new Map<string, number>()

  return {
    take(batch) {
      const atMs = nowMs()
      record?.({ atMs, batch })
      const { acceptedItems, changed, ...tally } = book.take(batch, atMs)
      for (const one of changed) minutes.set(`${one.symbol} ${one.minute}`, one)
      if (tally.accepted > 0)
        batches.push({ atMs, batch: alone ? withoutPrices(acceptedItems) : acceptedItems })
      return tally
    },
    drainBatches() {
      const drained = batches
      batches = []
      return newestQuotes(drained)
    },
    drainMinutes() {
      const drained = [...minutes.values()]
      minutes.clear()
      return drained
    },
    want(symbol) {
      if (lists(symbol)) wanted.set(symbol, nowMs())
    },
    wanted() {
      const sinceMs = nowMs() - FEED_WANTED_MS_MAX
      for (const [symbol, atMs] of wanted) if (atMs < sinceMs) wanted.delete(symbol)
      return wanted
    },
  }
}

/** Halts, auctions and rates are stored even if no other server needs the prices. */
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
