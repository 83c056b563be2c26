/**
 * Instants, and how requests and answers write them: ISO 8601 in Korean time [time.out]. Korea has
 * had no daylight saving since 1988.
 */

import { Temporal } from 'temporal-polyfill'
import { YEAR_MAX, YEAR_MIN } from './limits'

export { Temporal }
export type Instant = Temporal.Instant

/** Exchange-local time. */
export const NEW_YORK = 'America/New_York'
const SEOUL_OFFSET = '+09:00'

export const atMs = (epochMs: number): Instant => Temporal.Instant.fromEpochMilliseconds(epochMs)

export const isBefore = (left: Instant, right: Instant): boolean =>
  Temporal.Instant.compare(left, right) < 0

export const later = (one: Instant, other: Instant): Instant => (isBefore(one, other) ? other : one)

/** The years for which the exchange's calendar is tested, or for which its rules hold. */
export const FIRST_INSTANT = Temporal.Instant.from(`${YEAR_MIN}-01-01T00:00Z`)
export const LAST_INSTANT = Temporal.Instant.from(`${YEAR_MAX}-12-31T23:59:59.999Z`)

/** `2026-03-02T23:30:00.000+09:00` */
export const toKst = (instant: Instant): string =>
  instant.toString({ timeZone: SEOUL_OFFSET, fractionalSecondDigits: 3 })

const WITH_OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i

/**
 * Reads an ISO 8601 time: without an offset or `Z` it is Korean time, and a date alone is its
 * midnight there [time.in]. Undefined for any other text, also for dates that do not exist.
 */
export function parseInstant(text: string): Instant | undefined {
  if (!DATE_ONLY.test(text) && !DATE_TIME.test(text)) return undefined
  const complete = DATE_ONLY.test(text) ? `${text}T00:00` : text
  try {
    return Temporal.Instant.from(
      WITH_OFFSET.test(complete.slice('yyyy-mm-dd'.length)) ? complete : complete + SEOUL_OFFSET,
    )
  } catch {
    return undefined
  }
}

/** Reads `2026-03-02`; undefined for any other text, also for dates that do not exist. */
export function parseDate(text: string): Temporal.PlainDate | undefined {
  if (!DATE_ONLY.test(text)) return undefined
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return undefined
  }
}
