/** Lines of the start about the market: its time, its session, and what others can foresee. */
import { type Instant, NEW_YORK, Temporal, toKst } from '../../../core/time'
import type { MarketCalendar } from '../../../market/calendar'
import { referencesEnd } from '../../../market/feeds/trading-day'
import { lastDateOf } from '../../../server/compose/market-feed'
import type { Config } from '../../../server/config/config'
import { othersCanReach } from '../../../server/config/reach'

/**
 * The market's time in Korea, as in the API, and in New York. If the market is closed, they show
 * when it opens. `canStartOpen`: whether MARKET_CLOCK=open is a way to trade now.
 */
export function marketLines(
  calendar: MarketCalendar,
  now: Instant,
  canStartOpen: boolean,
): readonly string[] {
  const { session, nextOpeningAt } = calendar.marketHoursAt(now)
  const line = `market time   ${inBoth(now)}, ${session}`
  if (session !== 'CLOSED') return [line]
  if (nextOpeningAt === null) {
    return [
      `${line} for good: the imported bars end on ${lastDateOf(calendar)}.`,
      `${INDENT}Import later ones, or replay these on another database: the time of this one`,
      `${INDENT}never runs backwards.`,
    ]
  }
  const next = calendar.sessionAt(nextOpeningAt).session
  return [
    line,
    `${INDENT}until ${inBoth(nextOpeningAt)}, ${next}`,
    `${INDENT}orders wait until then${canStartOpen ? `; ${HOW_TO_TRADE_NOW}` : ''}`,
  ]
}

const INDENT = ' '.repeat(14)

/** Warns of simulated prices that can be foreseen. [run.known-years] */
export const referenceLines = (feed: Config['feed'], now: Instant): readonly string[] =>
  feed === 'simulated' && isBefore(now, referencesEnd()) ? KNOWN_YEARS : []

/** Warns if others trade in a simulated market with a chosen seed. [run.seed-known] */
export const seedLines = (config: Config, seedDrawn: boolean): readonly string[] =>
  config.feed === 'simulated' && !seedDrawn && othersCanReach(config) ? KNOWN_SEED : []

const KNOWN_SEED = [
  `${INDENT}others can reach this server, and whoever finds out its seed knows its future;`,
  `${INDENT}a new database without MARKET_SEED draws a seed that nobody can guess`,
]

const isBefore = (now: Instant, date: Temporal.PlainDate): boolean =>
  Temporal.PlainDate.compare(now.toZonedDateTimeISO(NEW_YORK).toPlainDate(), date) < 0

const KNOWN_YEARS = [
  `${INDENT}before 2025 every price is on its way to near its instrument's referencePrice;`,
  `${INDENT}from 2025 on no known number shows where a price goes`,
]

const HOW_TO_TRADE_NOW = 'to trade now, start it with MARKET_CLOCK=open'

/** `2026-03-03T00:00:00.000+09:00 in Korea (Mon 10:00 in New York)` */
const inBoth = (at: Instant): string => `${toKst(at)} in Korea (${inNewYork(at)} in New York)`

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

function inNewYork(at: Instant): string {
  const time = at.toZonedDateTimeISO(NEW_YORK)
  const clock = time.toPlainTime().toString({ smallestUnit: 'minute' })
  return `${WEEKDAYS[time.dayOfWeek - 1]} ${clock}`
}
