/** `paper bars`: import, list, remove. */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { TRADING_DATE_MIN, YEAR_MIN } from '../../../core/limits'
import { atMs, type Instant, NEW_YORK, toKst } from '../../../core/time'
import type { StoredBars } from '../../../ledger/bars'
import { fault, isFault } from '../../../lib/fault'
import { counted, plural } from '../../../lib/text'
import { type MonotonicMs, monotonicNowMs } from '../../../market/clock'
import { BAR_INTERVALS, type BarInterval } from '../../../postgres/schema/market'
import { quoted } from '../../../server/config/setting'
import {
  action,
  type CliCommand,
  choiceOf,
  type OptionFormat,
  type Outcome,
  readOption,
} from '../shared/command-line'
import { inNewYork, tableLines } from '../shared/format'
import { CELLS_HELP, overCells } from '../shared/on-database'
import type { Terminal } from '../shared/terminal'
import { type BarStore, onBars, onLibrary } from './bar-store'
import {
  type ImportedFile,
  type ImportSettings,
  importFile,
  stored,
  type Tally,
} from './import-file'
import { isZone } from './rows'

export const BARS_HELP = `\
Imports bars of real trading, which MARKET_FEED=replay trades against.

  paper bars import FILE… [--symbol SYMBOL] [--interval 1m|1d] [--time-zone ZONE]
                        [--add-instruments] [--skip-refused] [--json] [--cells FILE]
  paper bars list [--json] [--cells FILE]
  paper bars remove SYMBOL [--interval 1m|1d] [--json] [--cells FILE]

  import             reads CSV with a header, plain or gzip: Yahoo Finance's, Stooq's, Alpaca's, or
                     any with the columns date (or timestamp, t), open, high, low, close, volume,
                     and symbol unless --symbol names it; other columns are ignored
  --symbol           the symbol of all rows, if the file has no column for it
  --interval         1m or 1d; otherwise the first row decides: a date alone, or midnight in New
                     York, is a day
  --time-zone        the zone of times without an offset (America/New_York); some of Stooq's files
                     have Europe/Warsaw
  --add-instruments  adds unknown instruments, with their symbol as their name
  --skip-refused     imports the good rows of a file that has refused ones; otherwise one refused
                     row refuses the whole file
  --json             prints the outcome as JSON, one line for each file
${CELLS_HELP}

A cell may be quoted, and then hold separators and line breaks (RFC 4180).

Prices are imported as the file has them, adjusted for splits and dividends or not, and rounded
half-up to their tick: cents from 1 USD up, hundredths of a cent below. In Yahoo's files the column
Close is read, which is adjusted for splits only. A bar that is imported again is replaced. The
calendar begins in ${YEAR_MIN}; earlier rows are ignored.

The database is the server's: DATABASE_URL, or DATA_DIR if no server has it open; list also works
while one has. With BARS_FILE the bars are in that file, which any number of databases can share:
import X: at most 10,000,000, in half a gigabyte of memory.

The market that MARKET_FEED=replay makes of them:

  price      takes a random walk's path through each bar that keeps its open, high, low and close,
             drawn from the seed, the symbol and the bar's start. How often it changes, how far and
             whether it jumps comes from the bars before, so that nothing before a bar's end shows
             its close if the bars are such a walk's. A price that changes more than once a second
             passes the high and the low between two seconds. A daily bar is busiest at the ends of
             its session
  time       a minute's bar lasts its minute, a day's bar REGULAR; a date with bars of minutes needs
             no daily bar
  bid, ask   lie within the bar's high and low, as every fill does; 1 tick apart if 10,000 shares
             a minute traded before, 2 ticks from 1,000 up, 5 from 100 up, otherwise 10; a narrower
             bar has its range, and of a bar of one price one side is outside it and shows no
             size. Sizes are what trades in some eight seconds; between bars there are none
  auctions   OPG orders execute at the open of the bar that starts with REGULAR, and end CANCELED
             if there is none; CLS orders execute at the last close of REGULAR
  no bars    an instrument is SUSPENDED on each date without bars of it, a date without any bars is
             CLOSED, and nothing opens after the last bar: start the clock before it (MARKET_CLOCK);
             a database's time never runs backwards`

const INTERVAL = choiceOf(BAR_INTERVALS)
const TIME_ZONE: OptionFormat<string> = {
  allowed: 'the name of an IANA time zone',
  read: (text) => (isZone(text) ? text : undefined),
}
/** How many refused rows of a file are printed; the others are only counted. */
const REFUSED_PRINTED_MAX = 1_000

export const barsCommand: CliCommand = overCells({
  name: 'bars',
  help: BARS_HELP,
  action: {
    import: action(
      {
        operands: ['FILE…'],
        options: {
          symbol: 'text',
          interval: 'text',
          'time-zone': 'text',
          'add-instruments': 'flag',
          'skip-refused': 'flag',
          json: 'flag',
        },
      },
      (line, context) => {
        const interval = readOption('interval', line.text('interval'), INTERVAL, null)
        if (isFault(interval)) return interval
        const zone = readOption('time-zone', line.text('time-zone'), TIME_ZONE, 'America/New_York')
        if (isFault(zone)) return zone
        const settings = {
          symbol: line.text('symbol')?.toUpperCase() ?? null,
          interval,
          zone,
          addInstruments: line.flag('add-instruments'),
          skipRefused: line.flag('skip-refused'),
        }
        const report = { terminal: context.terminal, isJson: line.flag('json') }
        return onBars(
          context,
          (store) => importAll(store, line.operands, settings, report),
          'missing',
        )
      },
    ),
    list: action({ operands: [], options: { json: 'flag' } }, (line, context) =>
      onLibrary(context, async (library) => {
        const bars = await library.list()
        context.terminal.say(line.flag('json') ? listJson(bars) : listLines(bars).join('\n'))
        return undefined
      }),
    ),
    remove: action(
      { operands: ['SYMBOL'], options: { interval: 'text', json: 'flag' } },
      (line, context) => {
        const [symbol = ''] = line.operands
        const interval = readOption('interval', line.text('interval'), INTERVAL, null)
        if (isFault(interval)) return interval
        return onBars(context, async (store) => {
          const count = await store.remove(symbol.toUpperCase(), interval)
          if (count === 0) return fault(`${quoted(symbol)} has no such bars; \`list\` shows all.`)
          const removed = { symbol: symbol.toUpperCase(), removed: count }
          const text = `${plural(count, 'bar')} of ${removed.symbol} removed.`
          context.terminal.say(line.flag('json') ? JSON.stringify(removed) : text)
          return undefined
        })
      },
    ),
  },
})

/** Imports each file in its own transaction. */
async function importAll(
  store: BarStore,
  paths: readonly string[],
  settings: ImportSettings,
  report: Report,
): Promise<Outcome> {
  const firstMinutes: number[] = []
  let failed = 0
  for (const path of paths) {
    const imported = await importOne(store, path, settings, report)
    if (imported === 'not imported') failed++
    else if (stored(imported) > 0) firstMinutes.push(imported.firstMinute)
  }
  if (firstMinutes.length > 0 && !report.isJson) {
    report.terminal.say(serverLine(Math.min(...firstMinutes), await store.marketTime()))
  }
  if (failed === 0) return undefined
  return fault(`${failed} of ${plural(paths.length, 'file')} not imported.`)
}

interface Report {
  readonly terminal: Terminal
  /** One line of JSON for each file. */
  readonly isJson: boolean
}

async function importOne(
  store: BarStore,
  path: string,
  settings: ImportSettings,
  { terminal, isJson }: Report,
): Promise<Tally | 'not imported'> {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size
  if (bytes === undefined) {
    terminal.complain(`${path}: there is no such file`)
    return 'not imported'
  }
  const startedMs = monotonicNowMs()
  const progress = progressOf(terminal, basename(path), bytes, monotonicNowMs)
  let refusedRows = 0
  const imported = await importFile(store, path, settings, {
    began: () => {
      refusedRows = 0
    },
    refused(line, reason) {
      refusedRows++
      if (refusedRows <= REFUSED_PRINTED_MAX) terminal.complain(`${path}: line ${line}: ${reason}`)
      if (refusedRows === REFUSED_PRINTED_MAX) {
        terminal.complain(`${path}: further refused lines are only counted`)
      }
    },
    progress: progress.at,
  })
  if (isFault(imported)) {
    terminal.complain(`${path}: ${imported.fault}`)
    return 'not imported'
  }
  const lines = importLines(imported, monotonicNowMs() - startedMs)
  terminal.say(isJson ? importJson(path, imported) : [path, ...lines].join('\n'))
  return imported.isStored ? imported.tally : 'not imported'
}

// Lines about an import and about the stored bars. Pure.

export function startText(minute: number, interval: BarInterval | null): string {
  const local = inNewYork(atMs(minute * 60_000)).toPlainDateTime()
  if (interval === '1d') return local.toPlainDate().toString()
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ')
}

const SYMBOLS_SHOWN_MAX = 8
const ADJUSTED_TOO = '; its Adj Close is not read'

export function importLines(imported: ImportedFile, tookMs: number): readonly string[] {
  const { layout, interval, tally, isStored } = imported
  return [
    `  layout    ${layout.name}, ${interval ?? 'no'} bars`,
    `  prices    as they are in the file${layout.adjustedClose ? ADJUSTED_TOO : ''}`,
    ...jumpLines(tally, interval),
    `  rows      ${rowsText(tally)}`,
    ...(stored(tally) === 0
      ? []
      : [
          `  symbols   ${symbolsText(tally)}`,
          `  range     ${startText(tally.firstMinute, interval)} … ` +
            `${startText(tally.lastMinute, interval)}${interval === '1m' ? ' in New York' : ''}`,
        ]),
    isStored
      ? `  stored    ${storedText(tally)}`
      : '  stored    nothing: see above, or --skip-refused',
    `  took      ${(tookMs / 1_000).toFixed(1)} s${paceText(tally, tookMs)}`,
  ]
}

export const importJson = (file: string, { interval, tally, isStored }: ImportedFile): string => {
  const { rows, refused, added, replaced } = tally
  return JSON.stringify({ file, stored: isStored, interval, rows, refused, added, replaced })
}

/** The pace of a shorter import means nothing. */
const PACE_FROM_MS = 1_000

const paceText = ({ rows }: Tally, tookMs: number): string =>
  tookMs < PACE_FROM_MS ? '' : `, ${plural(Math.round((rows / tookMs) * 60_000), 'row')} a minute`

const rowsText = ({ rows, early, refused }: Tally): string =>
  [
    counted(rows),
    ...(early > 0 ? [`${counted(early)} before ${TRADING_DATE_MIN} skipped`] : []),
    `${counted(refused)} refused`,
  ].join(', ')

function symbolsText({ symbols }: Tally): string {
  const shown = [...symbols].sort().slice(0, SYMBOLS_SHOWN_MAX).join(' ')
  const others = symbols.size - SYMBOLS_SHOWN_MAX
  return others > 0 ? `${shown} and ${counted(others)} more` : shown
}

function storedText(tally: Tally): string {
  const { added, replaced, repeated } = tally
  const same = stored(tally) - repeated - added - replaced
  return (
    `${counted(added)} new, ${counted(replaced)} replaced, ${counted(same)} already there` +
    `, ${counted(repeated)} repeated in the file`
  )
}

/** How to start a server at the first bar. `marketTime`: the time of the database's market. */
export function serverLine(firstMinute: number, marketTime: Instant | null): string {
  if (marketTime !== null && marketTime.epochMilliseconds > firstMinute * 60_000) {
    const time = marketTime.toString({ timeZone: NEW_YORK, smallestUnit: 'minute' })
    return (
      `This database's market is already at ${time}, and its time never runs ` +
      'backwards: to replay earlier bars, import them into another one (DATA_DIR=.replay, say).'
    )
  }
  const clock = inNewYork(atMs(firstMinute * 60_000)).toString({
    smallestUnit: 'minute',
    timeZoneName: 'never',
  })
  return `A server replays them with MARKET_FEED=replay MARKET_CLOCK=${clock}`
}

const jumpLines = ({ jumps }: Tally, interval: BarInterval | null): readonly string[] =>
  jumps.map(
    ({ symbol, startMinute, factor }) =>
      `            ${symbol} opens ${startText(startMinute, interval)} at ` +
      `${factor.toFixed(2)} times the close before: a split that the file is not adjusted for?`,
  )

export const listJson = (bars: readonly StoredBars[]): string =>
  JSON.stringify({
    bars: bars.map(({ symbol, interval, count, firstMinute, lastMinute }) => ({
      symbol,
      interval,
      count,
      first: toKst(atMs(firstMinute * 60_000)),
      last: toKst(atMs(lastMinute * 60_000)),
    })),
  })

export function listLines(bars: readonly StoredBars[]): readonly string[] {
  if (bars.length === 0) return ['There are no bars yet; `paper bars import FILE` imports some.']
  const rows = bars.map(({ symbol, interval, count, firstMinute, lastMinute }) => [
    symbol,
    interval,
    counted(count),
    startText(firstMinute, interval),
    startText(lastMinute, interval),
  ])
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  return [
    ...tableLines(['SYMBOL', 'INTERVAL', 'BARS', 'FIRST', 'LAST'], rows),
    `${plural(total, 'bar')}; times are New York's`,
  ]
}

const REDRAW_EVERY_MS = 100
const LINE_EVERY_MS = 5_000
const WIDTH = 30

/** Shows how far a file has been read: a bar that is redrawn, or a line every 5 s. */
export interface Progress {
  at(bytesRead: number, rows: number): void
}

export function progressOf(
  terminal: Terminal,
  name: string,
  bytes: number,
  elapsedMs: MonotonicMs,
): Progress {
  const everyMs = terminal.redraws ? REDRAW_EVERY_MS : LINE_EVERY_MS
  let shownAtMs = elapsedMs()
  return {
    at(bytesRead, rows) {
      if (elapsedMs() - shownAtMs < everyMs) return
      shownAtMs = elapsedMs()
      const part = bytes === 0 ? 1 : Math.min(1, bytesRead / bytes)
      const percent = `${Math.floor(part * 100)} %`.padStart(5)
      const line = `${percent}  ${plural(rows, 'row')}`
      if (!terminal.redraws) return terminal.complain(`${name}  ${line}`)
      const done = Math.round(part * WIDTH)
      terminal.redraw(`${name}  ${'█'.repeat(done)}${'░'.repeat(WIDTH - done)} ${line}`)
    },
  }
}
