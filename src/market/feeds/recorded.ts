/**
 * Plays a recording of a live market: each batch arrives again at its recorded instant. The guard
 * decides as it did live, so the same orders at the same instants get the same fills [live.record].
 */
import type { Instant } from '../../core/time'
import type { Feed } from '../feed'
import { liveFeed, type StaleAfter } from './live'
import { liveBook } from './live/book'
import type { RecordLine } from './live/record'

export interface RecordedFeedDeps {
  readonly first: RecordLine
  /** Reads the next line; null at the end. */
  readonly next: () => RecordLine | null
  readonly staleMs: StaleAfter
  readonly tickMs: number
}

export function recordedFeed({ first, next, staleMs, tickMs }: RecordedFeedDeps): Feed {
  const book = liveBook({ lists: () => true, tickMs })
  const live = liveFeed({ book, staleMs })
  let ahead: RecordLine | null = first

  function playTo(at: Instant): void {
    const ms = at.epochMilliseconds
    while (ahead !== null && ahead.atMs <= ms) {
      book.take(ahead.batch, ahead.atMs)
      ahead = next()
    }
  }

  const afterPlaying =
    <Args extends readonly unknown[], Answer>(
      instantOf: (...args: Args) => Instant,
      query: (...args: Args) => Answer,
    ) =>
    (...args: Args): Answer => {
      playTo(instantOf(...args))
      return query(...args)
    }
  const second = (_: string, at: Instant): Instant => at
  return {
    ...live,
    trades: afterPlaying(second, live.trades),
    quote: afterPlaying(second, live.quote),
    bidAsk: afterPlaying(second, live.bidAsk),
    candles: afterPlaying((_, __, { now }) => now, live.candles),
    ...(live.awaitsAuction && {
      awaitsAuction: afterPlaying((_, __, ___, at) => at, live.awaitsAuction),
    }),
    ...(live.lacks && { lacks: afterPlaying(second, live.lacks) }),
    ...(live.dollarRate && { dollarRate: afterPlaying((at: Instant) => at, live.dollarRate) }),
    ...(live.lastPrice && { lastPrice: afterPlaying(second, live.lastPrice) }),
  }
}
