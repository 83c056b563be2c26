/**
 * Instants, and how requests and answers write them: ISO 8601 in Korean time [time.out]. Korea has
 * had no daylight saving time since 1988.
 */

import { Temporal } from 'temporal-polyfill'
import { YEAR_MAX, YEAR_MIN } from './limits'

export { Temporal }
export type Instant = Temporal.Instant

/** The time zone of the exchange. */
export const NEW_YORK = 'America/New_York'
const SEOUL_OFFSET = '+09:00'

export const atMs = (epochMs: number): Instant => Temporal.Instant.fromEpochMilliseconds(epochMs)

/** The date in New York. */
export const newYorkDate = (at: Instant): Temporal.PlainDate =>
  at.toZonedDateTimeISO(NEW_YORK).toPlainDate()

export const isBefore = (left: Instant, right: Instant): boolean =>
  Temporal.Instant.compare(left, right) < 0

export const earlier = (one: Instant, other: Instant): Instant =>
  isBefore(other, one) ? other : one
export const later = (one: Instant, other: Instant): Instant => (isBefore(one, other) ? other : one)

/**
 * The first and the last instant of the years for which the exchange's calendar is tested, or for
 * which its rules hold.
 */
export const FIRST_INSTANT = Temporal.Instant.from(`${YEAR_MIN}-01-01T00:00Z`)
export const LAST_INSTANT = Temporal.Instant.from(`${YEAR_MAX}-12-31T23:59:59.999Z`)

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
/** 24 hours. A day in New York may have one hour more or less. */
export const DAY_MS = 24 * HOUR_MS

const SEOUL_OFFSET_MS = 9 * HOUR_MS
const YEAR_9999_END_MS = 253_402_300_800_000

/**
 * Writes `2026-03-02T23:30:00.000+09:00`. This code writes it itself, since a page of candles has a
 * thousand times and Temporal takes several times as long. Temporal writes times outside the years
 * 1970 to 9999.
 */
export function toKst(instant: Instant): string {
  const localMs = instant.epochMilliseconds + SEOUL_OFFSET_MS
  if (localMs < 0 || localMs >= YEAR_9999_END_MS) {
    return instant.toString({ timeZone: SEOUL_OFFSET, fractionalSecondDigits: 3 })
  }
  const day = Math.floor(localMs / DAY_MS)
  const msOfDay = localMs - day * DAY_MS
  const minute = Math.floor(msOfDay / MINUTE_MS)
  const msOfMinute = msOfDay - minute * MINUTE_MS
  const second = Math.floor(msOfMinute / SECOND_MS)
  const ms = msOfMinute - second * SECOND_MS
  return `${dateText(day)}${MINUTES[minute]}${SECONDS[second]}${MILLISECONDS[ms]}`
}

const TWO_DIGITS: readonly string[] = Array.from({ length: 100 }, (_, value) =>
  String(value).padStart(2, '0'),
)
const twoDigits = (value: number): string => TWO_DIGITS[value] ?? ''

// `join` builds a whole text at once. The parts of a template's text are joined again at each use.
const times = (count: number, textOf: (at: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, at) => textOf(at))
/** Texts like `23:30:`. */
const MINUTES = times(DAY_MS / MINUTE_MS, (minute) =>
  [twoDigits(Math.floor(minute / 60)), twoDigits(minute % 60), ''].join(':'),
)
/** Texts like `00.`. */
const SECONDS = times(MINUTE_MS / SECOND_MS, (second) => [twoDigits(second), ''].join('.'))
/** Texts like `000+09:00`. */
const MILLISECONDS = times(SECOND_MS, (ms) => [String(ms).padStart(3, '0'), SEOUL_OFFSET].join(''))

let lastDay = Number.NaN
let lastDateText = ''

/**
 * The text `2026-03-02T` for a number of days since 1970, by H. Hinnant's `civil_from_days`, whose
 * years begin in March.
 */
function dateText(day: number): string {
  if (day === lastDay) return lastDateText
  const sinceEra = day + 719_468
  const era = Math.floor(sinceEra / 146_097)
  const dayOfEra = sinceEra - era * 146_097
  const leaps =
    Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365)
  const years = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
  const dayOfYear = dayOfEra - years
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const dayOfMonth = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  lastDay = day
  lastDateText = [year, twoDigits(month), `${twoDigits(dayOfMonth)}T`].join('-')
  return lastDateText
}

/** Whether `parseInstant` reads the time as Korean, since it has no offset. */
export const isReadAsKorean = (text: string): boolean =>
  !WITH_OFFSET.test(text.slice('yyyy-mm-dd'.length))

const WITH_OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i

/**
 * Reads an ISO 8601 time. Without an offset or `Z` it is Korean time, and a date alone is its
 * midnight in Korea [time.in]. Undefined for any other text, including dates that do not exist.
 */
export function parseInstant(text: string): Instant | undefined {
  if (!DATE_ONLY.test(text) && !DATE_TIME.test(text)) return undefined
  const complete = DATE_ONLY.test(text) ? `${text}T00:00` : text
  try {
    return Temporal.Instant.from(isReadAsKorean(complete) ? complete + SEOUL_OFFSET : complete)
  } catch {
    return undefined
  }
}

/** Reads `2026-03-02`; undefined for any other text, including dates that do not exist. */
export function parseDate(text: string): Temporal.PlainDate | undefined {
  if (!DATE_ONLY.test(text)) return undefined
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return undefined
  }
}
