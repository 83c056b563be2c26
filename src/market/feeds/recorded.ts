/**
 * A recording as a market: each batch is taken at the instant at which it came in then, as the
 * market's time reaches it. The guard decides as it did, so orders that are placed at the same
 * instants get the same fills [live.record]. The past is known as in a live market.
 */
import type { Instant } from '../../core/time'
import type { Feed } from '../feed'
import { liveFeed, type StaleAfter } from './live'
import { liveBook } from './live/book'
import type { RecordLine } from './live/record'

export interface RecordedFeedDeps {
  readonly first: RecordLine
  /** The line after the last one; null at the end. */
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

  const played =
    <Args extends readonly unknown[], Answer>(
      instantOf: (...args: Args) => Instant,
      ask: (...args: Args) => Answer,
    ) =>
    (...args: Args): Answer => {
      playTo(instantOf(...args))
      return ask(...args)
    }
  const second = (_: string, at: Instant): Instant => at
  return {
    ...live,
    trades: played(second, live.trades),
    quote: played(second, live.quote),
    bidAsk: played(second, live.bidAsk),
    candles: played((_, __, { now }) => now, live.candles),
    ...(live.awaitsAuction && {
      awaitsAuction: played((_, __, ___, at) => at, live.awaitsAuction),
    }),
    ...(live.lacks && { lacks: played(second, live.lacks) }),
    ...(live.sentRate && { sentRate: played((at: Instant) => at, live.sentRate) }),
    ...(live.lastPrice && { lastPrice: played(second, live.lastPrice) }),
  }
}
