/** A market of live prices, which this server and others receive and share [live.shared]. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { newToken } from '../../identity/secrets'
import { listBars, readBars } from '../../ledger/bars'
import { readLiveFacts } from '../../ledger/live-prices'
import { errorMessage } from '../../lib/text'
import type { Feed } from '../../market/feed'
import { liveFeed } from '../../market/feeds/live'
import { type LiveBook, liveBook } from '../../market/feeds/live/book'
import { type LiveIntake, liveIntake } from '../../market/feeds/live/intake'
import { type RecordLine, readLine, writeLine } from '../../market/feeds/live/record'
import { type LiveLibrary, restoreBars, restoreMinutesAfter } from '../../market/feeds/live/restore'
import type { Database } from '../../postgres/database'
import { FILE_MODE } from '../../postgres/drivers/disk'
import { StartError } from '../../postgres/errors'
import type { Config } from '../config/config'
import { type LivePrices, openLivePrices } from '../jobs/live-prices'

export interface LiveMarket {
  readonly feed: Feed
  /** The same feed, except that reading a symbol does not ask sources for it. */
  readonly peekFeed: Feed
  readonly book: LiveBook
  readonly intake: LiveIntake
  /**
   * Reads the stored prices, and listens to other servers. Call it when the instruments are read.
   */
  begin(): Promise<RunningLive>
}

export interface RunningLive {
  readonly jobs: LivePrices['jobs']
  /** Shares and saves the rest. */
  close(): Promise<void>
}

export interface LiveMarketDeps {
  readonly database: Database
  readonly config: Pick<Config, 'feedFile' | 'feedStaleMs' | 'tickMs' | 'database'>
  readonly nowMs: () => number
  readonly lists: (symbol: string) => boolean
  readonly failed: (error: unknown) => void
}

export function liveMarket({ database, config, nowMs, lists, failed }: LiveMarketDeps): LiveMarket {
  const alone = config.database.kind !== 'server'
  const book = liveBook({ lists, tickMs: config.tickMs })
  const library = libraryOf(database)
  let recorder: ReturnType<typeof openRecorder> | null = null
  const record = (line: RecordLine): void => recorder?.write(line)
  const intake = liveIntake({ book, nowMs, lists, alone, record })
  return {
    book,
    intake,
    feed: liveFeed({ book, staleMs: config.feedStaleMs, onQuery: intake.want, beganMs: nowMs() }),
    peekFeed: liveFeed({ book, staleMs: config.feedStaleMs }),
    async begin() {
      recorder = config.feedFile === null ? null : openRecorder(config.feedFile, failed)
      await restoreBars(book, library, nowMs())
      for (const text of await readLiveFacts(database)) {
        const line = readLine(text)
        if (typeof line !== 'string') book.take(line.batch, line.atMs)
      }
      const prices = await openLivePrices({
        database,
        book,
        intake,
        nowMs,
        alone,
        failed,
        server: newToken(),
        reload: (afterMs) => restoreMinutesAfter(book, library, Math.floor(afterMs / 60_000) - 1),
      })
      return {
        jobs: prices.jobs,
        async close() {
          await prices.flush()
          recorder?.close()
        },
      }
    },
  }
}

const libraryOf = (database: Database): LiveLibrary => ({
  list: () => listBars(database),
  read: (symbol, interval, after) => readBars(database, symbol, interval, after),
})

/**
 * Appends a line for each batch [live.record] to a file that only its owner can read. A full disk
 * does not stop the market.
 */
function openRecorder(path: string, failed: (error: unknown) => void) {
  let file: number
  try {
    file = openSync(path, 'a', FILE_MODE)
  } catch (error) {
    throw new StartError(`FEED_FILE: ${path} cannot be written: ${errorMessage(error)}`)
  }
  let isFailing = false
  return {
    write(line: RecordLine): void {
      try {
        writeSync(file, `${writeLine(line)}\n`)
        isFailing = false
      } catch (error) {
        if (!isFailing) failed(error)
        isFailing = true
      }
    },
    close: () => closeSync(file),
  }
}
