/** A live market that a test feeds by hand: batches as a source writes them. */
import { Temporal } from '../../src/core/time'
import { liveFeed } from '../../src/market/feeds/live'
import { type LiveBook, liveBook } from '../../src/market/feeds/live/book'
import { isBatchFault, readBatch, type WireBatch } from '../../src/market/feeds/live/wire'

export const STALE_MS = { regular: 5_000, other: 60_000 } as const

/** Times are New York's, of one day. */
export const newYorkMs = (time: string, date = '2026-03-02'): number =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime('America/New_York')
    .epochMilliseconds

export const utc = (ms: number): string => Temporal.Instant.fromEpochMilliseconds(ms).toString()

export const quoteOf = (
  bidPrice: string,
  askPrice: string,
  atMs: number,
  sizes: { readonly bidSize?: string; readonly askSize?: string } = {},
  symbol = 'BUSY',
) => ({ symbol, bidPrice, bidSize: '100', askPrice, askSize: '200', ...sizes, time: utc(atMs) })

export const tradeOf = (price: string, size: string, atMs: number, symbol = 'BUSY') => ({
  symbol,
  price,
  size,
  time: utc(atMs),
})

export function liveMarket(lists = (symbol: string) => symbol === 'BUSY') {
  const book: LiveBook = liveBook({ lists, tickMs: 1_000 })
  const feed = liveFeed({ book, staleMs: STALE_MS })
  return {
    book,
    feed,
    take(wire: WireBatch, nowMs: number) {
      const batch = readBatch(wire)
      if (isBatchFault(batch)) throw new Error(`${batch.path} must be ${batch.fault}`)
      return book.take(batch, nowMs)
    },
    /** `189.98 x 100 / 190.02 x 200`; none while no quote is shown. */
    shown(ms: number): string {
      const shown = feed.bidAsk('BUSY', Temporal.Instant.fromEpochMilliseconds(ms))
      if (shown === undefined) return 'none'
      const { bidPrice, bidSize, askPrice, askSize } = shown
      const side = (at: typeof bidPrice, size: typeof bidSize) =>
        `${at.toFixed()} x ${size.toFixed()}`
      return `${side(bidPrice, bidSize)} / ${side(askPrice, askSize)}`
    },
  }
}
