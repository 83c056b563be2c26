/** Reads the rows of a file as bars, with their times in the formats that files use. Pure. */
import {
  PRICE_PLACES_BELOW_ONE_USD_MAX,
  PRICE_PLACES_MAX,
  TRADING_DATE_MIN,
  YEAR_MAX,
} from '../../../core/limits'
import { atMs, DAY_MS, parseDate, Temporal } from '../../../core/time'
import type { NewBar } from '../../../ledger/bars'
import { type CommandFault, fault } from '../../../lib/fault'
import { plural } from '../../../lib/text'
import { calendarDay, sessionAt } from '../../../market/calendar'
import { memoize } from '../../../market/memoize'
import type { BarInterval } from '../../../postgres/schema/market'
import { inNewYork } from '../shared/format'

export interface RowSettings {
  readonly layout: Layout
  /** Null if the rows name their symbols. */
  readonly symbol: string | null
  /** Null if the first row decides. */
  readonly interval: BarInterval | null
  readonly zone: string
}

/** `early`: before the calendar begins. */
type RowOutcome = NewBar | 'early' | { readonly refused: string }

export interface RowReader {
  read(cells: readonly string[]): RowOutcome
  /** Null until the first row. */
  readonly interval: BarInterval | null
}

const SYMBOL = /^[A-Z0-9][A-Z0-9.-]{0,11}$/
/** The dates of the calendar. */
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

  function read(cells: readonly string[]): RowOutcome {
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
    // A daily bar has no time; a minute's bar may start at midnight.
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

/** Stooq's symbols end with a country. */
const symbolOf = (text: string): string => text.trim().toUpperCase().replace(/\.US$/, '')

/** A date alone, or midnight in New York, is the start of a day. */
function usualInterval(written: WrittenTime): BarInterval {
  if (written.kind === 'day') return '1d'
  const { hour, minute } = inNewYork(atMs(written.ms))
  return hour === 0 && minute === 0 ? '1d' : '1m'
}

const TRADING_DATES_CACHED = 64
const regularOpening = memoize(
  TRADING_DATES_CACHED,
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

const PRICE = /^\+?(\d{1,7})(?:\.(\d*))?$/
const VOLUME = /^\d{1,11}(?:\.\d*)?$/
const PIPS_PER_DOLLAR = 10 ** PRICE_PLACES_BELOW_ONE_USD_MAX

/**
 * Pips (0.0001 USD), rounded half-up to the tick: cents from 1 USD up, hundredths of a cent below.
 * Undefined for a text that is not a price above 0 and below 10,000,000 USD.
 */
export function parsePips(text: string): number | undefined {
  const digits = PRICE.exec(text)
  if (digits === null) return undefined
  const dollars = Number(digits[1])
  const fraction = `${digits[2] ?? ''}00000`
  const places = dollars > 0 ? PRICE_PLACES_MAX : PRICE_PLACES_BELOW_ONE_USD_MAX
  const tick = 10 ** (PRICE_PLACES_BELOW_ONE_USD_MAX - places)
  const ticks = Number(fraction.slice(0, places)) + (fraction.charAt(places) >= '5' ? 1 : 0)
  const pips = dollars * PIPS_PER_DOLLAR + ticks * tick
  return pips > 0 ? pips : undefined
}

/** Whole shares, rounded half-up; undefined for a text that is not a number of shares. */
export const sharesOf = (text: string): number | undefined =>
  VOLUME.test(text) ? Math.round(Number(text)) : undefined

/** Names of columns in headers, in lower case. */
const FIELDS = {
  symbol: ['symbol', 'ticker', 'sym', 's'],
  per: ['per'],
  date: ['date', 'timestamp', 't', 'datetime', 'starts_at', 'time_utc', 'ts'],
  time: ['time'],
  open: ['open', 'o'],
  high: ['high', 'h'],
  low: ['low', 'l'],
  close: ['close', 'c'],
  volume: ['volume', 'vol', 'v'],
} as const
type Field = keyof typeof FIELDS
const NEEDED = ['date', 'open', 'high', 'low', 'close', 'volume'] as const

export interface Layout {
  /** The vendor, if the header shows it. */
  readonly name: string
  /** Cells in a row. */
  readonly width: number
  readonly column: Readonly<Record<(typeof NEEDED)[number], number>>
  readonly symbol: number | null
  readonly per: number | null
  readonly time: number | null
  /** Whether the file has a column of adjusted closes, which is not read. */
  readonly adjustedClose: boolean
}

/** Finds the columns in the header. */
export function layoutOf(header: readonly string[]): Layout | CommandFault {
  const names = header.map((name) => name.trim().replace(/^<|>$/g, '').toLowerCase())
  const at = (field: Field): number | null => {
    const known: readonly string[] = FIELDS[field]
    const index = names.findIndex((name) => known.includes(name))
    return index < 0 ? null : index
  }
  // Without a date, `time` is date and time.
  const date = at('date') ?? at('time')
  const missing = NEEDED.filter((field) => (field === 'date' ? date : at(field)) === null)
  if (missing.length > 0) {
    const shown = header.join(' ').slice(0, 100)
    return fault(
      `line 1: no column ${missing.join(', ')} in the header "${shown}"; ` +
        'needed are date (or timestamp), open, high, low, close and volume',
    )
  }
  return {
    name: nameOf(names),
    width: names.length,
    column: {
      date: date ?? 0,
      open: at('open') ?? 0,
      high: at('high') ?? 0,
      low: at('low') ?? 0,
      close: at('close') ?? 0,
      volume: at('volume') ?? 0,
    },
    symbol: at('symbol'),
    per: at('per'),
    time: at('date') === null ? null : at('time'),
    adjustedClose: names.includes('adj close'),
  }
}

function nameOf(names: readonly string[]): string {
  if (names.includes('adj close')) return 'Yahoo Finance'
  if (names.includes('per')) return 'Stooq'
  if (names.includes('t') || names.includes('trade_count')) return 'Alpaca'
  return 'CSV'
}

/** `day`: a date alone. `local`: without an offset. `offset`: an instant. */
type WrittenTime =
  | { readonly kind: 'day'; readonly date: string }
  | { readonly kind: 'local' | 'offset'; readonly ms: number; readonly date: string }

/** `2026-03-02` or `20260302`, optionally with a time, which may have an offset or `Z`. */
const DATE = /(\d{4})-?(\d\d)-?(\d\d)/
const TIME = /(\d\d?):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?/
const OFFSET = /(Z|[+-]\d\d(?::?\d\d)?)/
const DATE_TIME = new RegExp(`^${DATE.source}(?:[T ]+${TIME.source} ?${OFFSET.source}?)?$`)
const UNIX = /^(\d{10})(\d{3})?$/
const DATES_CACHED = 64

interface TimeReader {
  /** Returns undefined for a text that is no time, or a time that does not exist. */
  read(text: string): WrittenTime | undefined
}

/** Reads times without an offset in this zone. */
function timeReader(zone: string): TimeReader {
  const dates = memoize(
    DATES_CACHED,
    (text: string) => text,
    (text) => dateIn(zone, text),
  )
  return {
    read(text) {
      const unix = UNIX.exec(text)
      if (unix !== null) return offsetTime(Number(unix[1]) * 1_000 + Number(unix[2] ?? 0))
      const written = DATE_TIME.exec(text)
      if (written === null) return undefined
      const [, year, month, day, hours, minutes = '', seconds = '0', offset] = written
      const date = `${year}-${month}-${day}`
      const known = dates(date)
      if (known.startsMs === null) return undefined
      if (hours === undefined) return { kind: 'day', date }
      const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
      if (hour > 23 || minute > 59 || second > 59) return undefined
      const timeMs = ((hour * 60 + minute) * 60 + second) * 1_000
      if (offset !== undefined) {
        return offsetTime(known.epochDayMs + timeMs - offsetMs(offset))
      }
      const ms = known.even ? known.startsMs + timeMs : localMs(zone, date, [hour, minute, second])
      return { kind: 'local', ms, date }
    },
  }
}

const offsetTime = (ms: number): WrittenTime => ({
  kind: 'offset',
  ms,
  date: inNewYork(atMs(ms)).toPlainDate().toString(),
})

export const isZone = (zone: string): boolean => {
  try {
    return atMs(0).toZonedDateTimeISO(zone).timeZoneId !== ''
  } catch {
    return false
  }
}

function offsetMs(text: string): number {
  if (text === 'Z') return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(3).replace(':', ''))]
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** The start of a date in the zone. `even`: the zone's clocks do not change on that day. */
function dateIn(zone: string, text: string) {
  try {
    const date = Temporal.PlainDate.from(text)
    const startsMs = date.toZonedDateTime(zone).epochMilliseconds
    const endsMs = date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
    const epochDayMs = date.toZonedDateTime('UTC').epochMilliseconds
    return { startsMs, epochDayMs, even: endsMs - startsMs === DAY_MS }
  } catch {
    return { startsMs: null, epochDayMs: 0, even: false }
  }
}

const localMs = (
  timeZone: string,
  date: string,
  [hour, minute, second]: readonly [number, number, number],
): number =>
  Temporal.PlainDate.from(date).toZonedDateTime({
    timeZone,
    plainTime: Temporal.PlainTime.from({ hour, minute, second }),
  }).epochMilliseconds
