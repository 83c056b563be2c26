/**
 * Opens the feed that MARKET_FEED names [run.feed]. A market of live prices is received and shared
 * by this server and others [live.shared].
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import { atMs, FIRST_INSTANT, LAST_INSTANT, NEW_YORK, newYorkDate, toKst } from '../../core/time'
import { newToken } from '../../identity/secrets'
import { openBarFile } from '../../ledger/bar-file'
import { barLibrary, listBars, readBars } from '../../ledger/bars'
import { addPlainInstruments, listModelled, symbolsIn } from '../../ledger/instruments'
import { readLiveFacts } from '../../ledger/live-prices'
import { errorMessage, plural } from '../../lib/text'
import { type MarketCalendar, regularSession } from '../../market/calendar'
import type { Feed } from '../../market/feed'
import { liveFeed } from '../../market/feeds/live'
import { type LiveBook, liveBook } from '../../market/feeds/live/book'
import { type LiveIntake, liveIntake } from '../../market/feeds/live/intake'
import {
  openRecordingFile,
  type RecordingFile,
  type RecordLine,
  readLine,
  writeLine,
} from '../../market/feeds/live/record'
import { type LiveLibrary, restoreBars, restoreMinutesAfter } from '../../market/feeds/live/restore'
import { recordedFeed } from '../../market/feeds/recorded'
import { replayFeed } from '../../market/feeds/replay'
import { type BarLibrary, loadRecording, TooManyBars } from '../../market/feeds/replay/load'
import { simulatedFeed } from '../../market/feeds/simulated'
import type { Seed } from '../../market/feeds/simulated/key'
import type { ListedInstrument } from '../../market/instruments/listed'
import { fromStored, mergeImports } from '../../market/instruments/reference'
import type { Database } from '../../postgres/database'
import { FILE_MODE } from '../../postgres/drivers/disk'
import { StartError } from '../../postgres/errors'
import type { Config } from '../config/config'
import { type LivePrices, openLivePrices } from '../jobs/live-prices'
import type { Reports } from '../telemetry/log'
import type { Time } from './market-clock'

interface FeedDeps {
  readonly seed: Seed
  readonly listed: readonly ListedInstrument[]
  readonly time: Pick<Time, 'wallNowMs'>
  readonly progress: (text: string) => void
  readonly notice: Reports['notice']
  readonly live: LiveMarket
}

/**
 * Throws a StartError if there are no bars to replay, too many, or only bars from before the start.
 */
export async function openFeed(
  database: Database,
  config: Pick<Config, 'feed' | 'clock' | 'barsFile' | 'feedFile' | 'feedStaleMs' | 'tickMs'>,
  { seed, listed, time, progress, notice, live }: FeedDeps,
): Promise<Feed> {
  const { feed, clock } = config
  switch (feed) {
    case 'simulated': {
      const imported = fromStored(await listModelled(database.drizzle), listed)
      return simulatedFeed({ seed, instruments: mergeImports(listed, imported) })
    }
    case 'replay': {
      const recording = await recordingOf(database, config.barsFile, { listed, progress })
      const replayed = replayFeed(recording, seed)
      refuseLateStart(replayed.calendar, clock, time.wallNowMs)
      return replayed
    }
    case 'live':
      return live.feed
    case 'recorded':
      return openRecording(config, notice)
  }
}

/** A market that began after its last bar could never go back to the bars. */
function refuseLateStart(
  calendar: MarketCalendar,
  clock: Config['clock'],
  wallNowMs: () => number,
): void {
  const startsAt = clock.kind === 'system' ? atMs(wallNowMs()) : clock.startsAt
  // `open` always starts within the bars.
  if (startsAt === 'open') return
  if (calendar.nextBoundaryAfter(startsAt) !== null) return
  throw new StartError(
    `MARKET_FEED=replay: the imported bars end on ${lastDateOf(calendar)}, before the market's ` +
      `clock starts at ${toKst(startsAt)}. Let MARKET_CLOCK start it within them, such as ` +
      `${firstOpeningOf(calendar)}.`,
  )
}

function firstOpeningOf(calendar: MarketCalendar): string {
  const first = calendar.nextTradingDate(newYorkDate(FIRST_INSTANT))
  const opensAt = first && regularSession(first)?.opensAt
  return opensAt?.toString({ timeZone: NEW_YORK, smallestUnit: 'minute' }) ?? 'none'
}

export const lastDateOf = (calendar: MarketCalendar): string =>
  String(calendar.previousTradingDate(newYorkDate(LAST_INSTANT).add({ days: 1 })))

/** The bars between two lines of progress, which take some seconds to read. */
const REPORT_EVERY_BARS = 1_000_000

async function recordingOf(
  database: Database,
  barsFile: string | null,
  { listed, progress }: Pick<FeedDeps, 'listed' | 'progress'>,
) {
  if (barsFile === null) return recordingIn(barLibrary(database), progress)
  const file = openBarFile(barsFile, 'read')
  try {
    const recording = await recordingIn(file, progress)
    await addMissingSymbols(database, [...recording.keys()], listed)
    return recording
  } finally {
    file.close()
  }
}

/** Adds instruments for symbols of the file that are not in the database, and not listed. */
async function addMissingSymbols(
  database: Database,
  symbols: readonly string[],
  listed: FeedDeps['listed'],
): Promise<void> {
  const known = new Set([...(await symbolsIn(database)), ...listed.map(({ symbol }) => symbol)])
  const missing = symbols.filter((symbol) => !known.has(symbol))
  if (missing.length > 0) await addPlainInstruments(database, missing)
}

async function recordingIn(library: BarLibrary, progress: (text: string) => void) {
  let reported = 0
  const loaded = (bars: number, total: number): void => {
    if (bars - reported < REPORT_EVERY_BARS) return
    reported = bars
    progress(`bars read     ${bars.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`)
  }
  const recording = await loadRecording(library, { loaded }).catch((error: unknown) => {
    if (!(error instanceof TooManyBars)) throw error
    throw new StartError(
      `MARKET_FEED=replay: ${error.message}; \`paper bars remove SYMBOL\` takes some away.`,
    )
  })
  if (recording.size > 0) return recording
  throw new StartError(
    'MARKET_FEED=replay: there are no bars; `paper bars import FILE` brings some.',
  )
}

/** Opens a recording. At its end, calls `notice` if some lines could not be read. */
export function openRecording(
  { feedFile, feedStaleMs, tickMs }: Pick<Config, 'feedFile' | 'feedStaleMs' | 'tickMs'>,
  notice: Reports['notice'],
): Feed {
  const path = feedFile ?? ''
  let file: RecordingFile
  try {
    file = openRecordingFile(path)
  } catch (error) {
    throw new StartError(`FEED_FILE: ${path} cannot be read: ${errorMessage(error)}`)
  }
  const first = file.next()
  if (first === null) {
    throw new StartError(`FEED_FILE: ${path} has no line of a recording at its beginning.`)
  }
  let isReported = false
  function next(): RecordLine | null {
    const line = file.next()
    if (line === null && !isReported && file.unread > 0) {
      isReported = true
      const lines = plural(file.unread, 'line', 'lines')
      notice?.(`FEED_FILE: ${path} has ended, and ${lines} of it could not be read`)
    }
    return line
  }
  return recordedFeed({ first, next, staleMs: feedStaleMs, tickMs })
}

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

interface LiveMarketDeps {
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
