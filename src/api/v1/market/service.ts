/** Exchange rates at the market's now, and the calendar date by date, in New York's dates. */
import { CALENDAR_YEARS_MAX, YEAR_MAX, YEAR_MIN } from '../../../core/limits'
import { type Refused, refused, refusedParam } from '../../../core/refusals'
import { type Instant, NEW_YORK, Temporal } from '../../../core/time'
import type { CalendarDay } from '../../../market/calendar'
import type { MarketClock } from '../../../market/clock'
import type { ExchangeRate, Feed } from '../../../market/feed'

/** Returns undefined for a pair that is not quoted. Currencies are in upper case. */
export type RateAt = (base: string, quote: string, at: Instant) => ExchangeRate | undefined

interface RateDeps {
  readonly rateAt: RateAt
  readonly clock: MarketClock
}

export interface QuotedRate extends ExchangeRate {
  readonly base: string
  readonly quote: string
  readonly requestedAt: Instant
}

export interface RateService {
  /** Takes currencies in upper or lower case. */
  find(base: string, quote: string): QuotedRate | Refused<'exchange-rate-not-found'>
}

export const rateService = ({ rateAt, clock }: RateDeps): RateService => ({
  find(baseCurrency, quoteCurrency) {
    const pair = { base: baseCurrency.toUpperCase(), quote: quoteCurrency.toUpperCase() }
    const requestedAt = clock.now()
    const rate = rateAt(pair.base, pair.quote, requestedAt)
    // [exchange-rate.pairs]
    return rate === undefined
      ? refused('exchange-rate-not-found', pair)
      : { ...pair, ...rate, requestedAt }
  },
})

export type { CalendarDay }

interface DatesQuery {
  /** Null for today. */
  readonly from: Temporal.PlainDate | null
  /** Null for `from`. */
  readonly to: Temporal.PlainDate | null
}

type CalendarRefusal = 'invalid-parameter' | 'invalid-range' | 'range-too-long'

export interface CalendarService {
  /** Every date from `from` to `to`, both included. */
  days(query: DatesQuery): readonly CalendarDay[] | Refused<CalendarRefusal>
}

interface CalendarDeps {
  readonly clock: MarketClock
  readonly feed: Pick<Feed, 'calendar'>
}

export const calendarService = ({ clock, feed }: CalendarDeps): CalendarService => ({
  days(query) {
    const from = query.from ?? clock.now().toZonedDateTimeISO(NEW_YORK).toPlainDate()
    const to = query.to ?? from
    const refusal = yearRefusal('from', from) ?? yearRefusal('to', to) ?? spanRefusal(from, to)
    if (refusal !== undefined) return refusal
    const span = from.until(to).days
    return Array.from({ length: span + 1 }, (_, days) => feed.calendar.day(from.add({ days })))
  },
})

function yearRefusal(
  param: string,
  { year }: Temporal.PlainDate,
): Refused<'invalid-parameter'> | undefined {
  if (YEAR_MIN <= year && year <= YEAR_MAX) return undefined
  const reason = `the calendar holds the years ${YEAR_MIN} to ${YEAR_MAX}`
  return refusedParam('invalid-parameter', param, { reason })
}

function spanRefusal(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Refused<'invalid-range' | 'range-too-long'> | undefined {
  if (Temporal.PlainDate.compare(from, to) > 0) return refusedParam('invalid-range', 'from')
  // [calendar.year] The year after 29 February ends on the 28th.
  const latest = from.add({ years: CALENDAR_YEARS_MAX })
  return Temporal.PlainDate.compare(latest, to) < 0
    ? refusedParam('range-too-long', 'to', { latest: latest.toString() })
    : undefined
}
