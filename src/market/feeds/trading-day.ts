/** The calendar as numbers, for feeds. Instants are epoch milliseconds. */
import type { OpenSession, Session } from '../../core/session'
import { atMs, DAY_MS, MINUTE_MS, type Temporal } from '../../core/time'
import { calendarDay, sessionAt } from '../calendar'
import { memoize } from '../memoize'

export interface SessionSpan {
  readonly session: OpenSession
  /** DAY 0, PRE 1, REGULAR 2, AFTER 3. */
  readonly index: number
  readonly opensMs: number
  readonly closesMs: number
  readonly minutes: number
}

export interface TradingDay {
  /** Days since 1970-01-01. */
  readonly epochDay: number
  readonly date: Temporal.PlainDate
  /** Weekdays since the anchor, holidays included. */
  readonly businessDay: number
  /** Empty unless the date is a trading date. */
  readonly sessions: readonly SessionSpan[]
}

const DAYS_KEPT = 8_192
/** 1970-01-05. */
const A_MONDAY = 4
/** 2025-01-01: levels are counted from the end of 2024. */
const ANCHOR = 20_089

const epochDate = atMs(0).toZonedDateTimeISO('UTC').toPlainDate()

export const epochDayOf = (date: Temporal.PlainDate): number =>
  Math.floor(date.toZonedDateTime('UTC').epochMilliseconds / DAY_MS)

export const dateOf = (epochDay: number): Temporal.PlainDate => epochDate.add({ days: epochDay })

/**
 * Until this date the references show where simulated prices go; they say nothing about later
 * prices.
 */
export const referencesEnd = (): Temporal.PlainDate => dateOf(ANCHOR)

export const dayOn = memoize(
  DAYS_KEPT,
  (epochDay: number) => epochDay,
  (epochDay): TradingDay => {
    const date = dateOf(epochDay)
    const sessions = calendarDay(date).sessions.map(({ session, opensAt, closesAt }, index) => {
      const opensMs = opensAt.epochMilliseconds
      const closesMs = closesAt.epochMilliseconds
      return { session, index, opensMs, closesMs, minutes: (closesMs - opensMs) / MINUTE_MS }
    })
    return { epochDay, date, businessDay: businessDayOf(epochDay), sessions }
  },
)

export const regularSpan = ({ sessions }: TradingDay): SessionSpan | undefined =>
  sessions.find(({ session }) => session === 'REGULAR')

export function tradingDayBefore(epochDay: number): TradingDay {
  let day = dayOn(epochDay - 1)
  while (day.sessions.length === 0) day = dayOn(day.epochDay - 1)
  return day
}

/** A second of a session; its quote holds until the next second. */
export interface Moment {
  /** The market's session at the queried instant; the instrument may not trade in it. */
  readonly session: Session
  readonly day: TradingDay
  readonly span: SessionSpan
  /** Whole seconds since the session opened. */
  readonly second: number
}

/** The last second up to the instant in a session that the instrument trades in. */
export function lastMomentAt(ms: number, trades: (session: OpenSession) => boolean): Moment {
  const { session, tradingDate } = sessionAt(atMs(ms))
  let day = dayOn(epochDayOf(tradingDate))
  while (true) {
    const span = day.sessions.findLast((span) => span.opensMs <= ms && trades(span.session))
    if (span !== undefined) {
      const untilMs = Math.min(ms, span.closesMs - 1)
      return { session, day, span, second: Math.floor((untilMs - span.opensMs) / 1_000) }
    }
    day = tradingDayBefore(day.epochDay)
  }
}

/** Weekdays since the anchor; a weekend counts as the Monday after it. */
export const businessDayOf = (epochDay: number): number =>
  businessDay(epochDay) - businessDay(ANCHOR)

/** The date of a business day. */
export function epochDayOfBusinessDay(businessDays: number): number {
  const weekdays = businessDays + businessDay(ANCHOR)
  const weeks = Math.floor(weekdays / 5)
  return A_MONDAY + 7 * weeks + (weekdays - 5 * weeks)
}

/** Counts Monday to Friday. */
function businessDay(epochDay: number): number {
  const daysSinceMonday = epochDay - A_MONDAY
  const weeks = Math.floor(daysSinceMonday / 7)
  return weeks * 5 + Math.min(daysSinceMonday - weeks * 7, 5)
}
