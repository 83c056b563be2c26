/** Lines about an import and about the stored bars. Pure. */
import { TRADING_DATE_MIN } from '../../../core/limits'
import { atMs, type Instant, NEW_YORK, toKst } from '../../../core/time'
import type { StoredBars } from '../../../ledger/bars'
import { counted, plural } from '../../../lib/text'
import type { MonotonicMs } from '../../../market/clock'
import type { BarInterval } from '../../../postgres/schema'
import { inNewYork, tableLines } from '../shared/format'
import type { Terminal } from '../shared/terminal'
import { type ImportedFile, stored, type Tally } from './import-file'

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
