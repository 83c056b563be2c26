/** Times of the wire in milliseconds, timers, and New York's clock. */
import { NEW_YORK_ZONE } from '../ui/when'

/** Milliseconds since 1970 at `2026-03-02T23:30:00.000+09:00`. */
export const msOf = (instant: string): number => Date.parse(instant) // tidy: no clock is read

/** Milliseconds of a clock that only goes forward, for spans of time. */
export const elapsedMs = (): number => performance.now() // tidy: the page's one clock

/** Calls `work` once after `ms`, unless the function that it returns is called before. */
export function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

const PARTS = new Intl.DateTimeFormat('en-GB', {
  timeZone: NEW_YORK_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** The time that New York's clock shows, read as UTC. */
function shownAsUtc(ms: number): number {
  const parts = new Map(PARTS.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const at = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0
  const [year, month, day] = [at('year'), at('month') - 1, at('day')]
  return Date.UTC(year, month, day, at('hour'), at('minute'), at('second')) // tidy: no clock
}

/** Milliseconds since 1970 when New York's clock shows `date` (2026-03-02) and `time` (09:30). */
export function newYorkMs(date: string, time: string): number {
  const wanted = Date.parse(`${date}T${time}:00Z`) // tidy: no clock is read
  // The first guess may lie on the other side of a change of the offset, so guess twice.
  const guess = wanted - (shownAsUtc(wanted) - wanted)
  return guess - (shownAsUtc(guess) - wanted)
}

/** The date `days` later: `2026-03-02`. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000) // tidy: no clock is read
    .toISOString()
    .slice(0, 10)

interface QuoteTimes {
  /** Only live prices have it. */
  readonly quotedAt?: string
  readonly requestedAt: string
}

/** The age in whole seconds, by the server's clock; null if the market is not live [live.seen]. */
export function quoteAgeSeconds(quote: QuoteTimes | null): number | null {
  if (quote?.quotedAt === undefined) return null
  return Math.max(0, Math.floor((msOf(quote.requestedAt) - msOf(quote.quotedAt)) / 1_000))
}
