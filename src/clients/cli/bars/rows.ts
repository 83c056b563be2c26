/** Rows of one file as bars, or the reasons why they are refused. */
import { TRADING_DATE_MIN, YEAR_MAX } from '../../../core/limits'
import { atMs, parseDate } from '../../../core/time'
import type { NewBar } from '../../../ledger/bars'
import { plural } from '../../../lib/text'
import { calendarDay, sessionAt } from '../../../market/calendar'
import { memoize } from '../../../market/memoize'
import type { BarInterval } from '../../../postgres/schema'
import { inNewYork } from '../shared/new-york-time'
import type { Layout } from './header'
import { parsePips, sharesOf } from './numbers'
import { timeReader, type WrittenTime } from './timestamps'

export interface RowSettings {
  readonly layout: Layout
  /** Null: the rows name their symbols. */
  readonly symbol: string | null
  /** Null: the first row decides. */
  readonly interval: BarInterval | null
  readonly zone: string
}

/** `early`: before the calendar begins; the row is left out. */
export type RowRead = NewBar | 'early' | { readonly refused: string }

export interface RowReader {
  read(cells: readonly string[]): RowRead
  /** Null until the first row. */
  readonly interval: BarInterval | null
}

const SYMBOL = /^[A-Z0-9][A-Z0-9.-]{0,11}$/
/** The calendar has these dates. */
const FIRST_DATE = TRADING_DATE_MIN
const LAST_DATE = `${YEAR_MAX}-12-31`
/** Stooq's words for the two intervals. */
const PERIODS: ReadonlyMap<string, BarInterval> = new Map([
  ['1', '1m'],
  ['D', '1d'],
])

export function rowReader({ layout, symbol, interval: chosen, zone }: RowSettings): RowReader {
  const times = timeReader(zone)
  let interval = chosen

  function timeOf(cells: readonly string[]): WrittenTime | undefined {
    const date = cells[layout.column.date]?.trim() ?? ''
    const time = layout.time === null ? '' : (cells[layout.time]?.trim() ?? '')
    return times.read(time === '' ? date : `${date} ${time}`)
  }

  function startOf(written: WrittenTime, interval: BarInterval): number | string {
    return interval === '1d' ? regularOpening(written.date).minute : minuteOf(written)
  }

  function read(cells: readonly string[]): RowRead {
    const refuse = (reason: string) => ({ refused: reason })
    if (cells.length !== layout.width) {
      return refuse(`${plural(cells.length, 'cell')}, the header has ${layout.width}`)
    }
    const written = timeOf(cells)
    if (written === undefined) return refuse(`no time: '${cells[layout.column.date] ?? ''}'`)
    const per = layout.per === null ? null : (cells[layout.per]?.trim().toUpperCase() ?? '')
    const named = per === null ? undefined : PERIODS.get(per)
    if (per !== null && named === undefined) {
      return refuse(`bars of the period '${per}', not 1 or D`)
    }
    interval ??= named ?? usualInterval(written)
    const now = chosen ?? named ?? usualInterval(written)
    // Bars of days have no times; a bar of a minute may start at midnight.
    if (now === '1m' && interval === '1d') {
      return refuse('a time within the day, among 1d bars; --interval settles which they are')
    }
    if (named !== undefined && named !== interval) return refuse(`a ${named} bar among ${interval}`)
    if (written.date < FIRST_DATE) return 'early'
    const start = startOf(written, interval)
    if (typeof start === 'string') return refuse(start)
    const name = symbol ?? symbolOf(cells[layout.symbol ?? -1] ?? '')
    if (!SYMBOL.test(name)) return refuse(`no symbol: '${name}'`)
    const numbers = numbersOf(cells, layout, start)
    return 'refused' in numbers ? numbers : { symbol: name, interval, numbers }
  }

  return {
    read,
    get interval() {
      return interval
    },
  }
}

/** Stooq's symbols end with their country. */
const symbolOf = (text: string): string => text.trim().toUpperCase().replace(/\.US$/, '')

/** A date alone, or midnight in New York, is the start of a day. */
function usualInterval(written: WrittenTime): BarInterval {
  if (written.kind === 'day') return '1d'
  const { hour, minute } = inNewYork(atMs(written.ms))
  return hour === 0 && minute === 0 ? '1d' : '1m'
}

const DATES_KEPT = 64
const regularOpening = memoize(
  DATES_KEPT,
  (date: string) => date,
  (text): { readonly minute: number | string } => {
    const date = parseDate(text)
    if (date === undefined || text > LAST_DATE) return { minute: `no date up to ${LAST_DATE}` }
    const { sessions, holidayName } = calendarDay(date)
    const regular = sessions.find(({ session }) => session === 'REGULAR')
    if (regular !== undefined) return { minute: regular.opensAt.epochMilliseconds / 60_000 }
    return { minute: `${text} is no trading date (${holidayName ?? 'a weekend'})` }
  },
)

function minuteOf(written: WrittenTime): number | string {
  if (written.kind === 'day') return 'a date without a time, in a file of 1m bars'
  if (written.date > LAST_DATE) return `no date up to ${LAST_DATE}`
  if (written.ms % 60_000 !== 0) return 'it does not start with a minute'
  const at = atMs(written.ms)
  if (sessionAt(at).session !== 'CLOSED') return written.ms / 60_000
  const local = inNewYork(at).toPlainDateTime().toString({ smallestUnit: 'minute' })
  return `no session is open at ${local.replace('T', ' ')} in New York`
}

type Numbers = NewBar['numbers']

function numbersOf(
  cells: readonly string[],
  { column }: Layout,
  start: number,
): Numbers | { readonly refused: string } {
  const cell = (at: number): string => cells[at]?.trim() ?? ''
  const open = parsePips(cell(column.open))
  const high = parsePips(cell(column.high))
  const low = parsePips(cell(column.low))
  const close = parsePips(cell(column.close))
  const volume = sharesOf(cell(column.volume))
  const wrong = (name: keyof typeof column) => ({ refused: `${name} '${cell(column[name])}'` })
  if (open === undefined) return wrong('open')
  if (high === undefined) return wrong('high')
  if (low === undefined) return wrong('low')
  if (close === undefined) return wrong('close')
  if (volume === undefined) return wrong('volume')
  if (high < Math.max(open, low, close)) {
    return { refused: `high ${cell(column.high)} is below its open, low or close` }
  }
  if (low > Math.min(open, close)) {
    return { refused: `low ${cell(column.low)} is above its open or close` }
  }
  return [start, open, high, low, close, volume]
}
