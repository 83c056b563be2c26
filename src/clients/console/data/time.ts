/** Times: those of the wire as milliseconds, and how long something takes here. */
import { NEW_YORK_ZONE } from '../ui/when'

/** Milliseconds since 1970 of a time of the wire, `2026-03-02T23:30:00.000+09:00`. */
export const msOf = (instant: string): number => Date.parse(instant) // tidy: no clock is read

/** Milliseconds that only grow, for spans of time on this machine. */
export const elapsedMs = (): number => performance.now() // tidy: the page's one clock

/** Calls `work` once after so many milliseconds; what it returns cancels that. */
export function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** Times of New York's clock as instants: the calendar of the market has them without a zone. */
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

/** What New York's clock shows, as if it were UTC. */
function shownAsUtc(ms: number): number {
  const parts = new Map(PARTS.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const at = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0
  const [year, month, day] = [at('year'), at('month') - 1, at('day')]
  return Date.UTC(year, month, day, at('hour'), at('minute'), at('second')) // tidy: no clock
}

/** Milliseconds since 1970 when New York's clock shows `date` (2026-03-02) and `time` (09:30). */
export function newYorkMs(date: string, time: string): number {
  const wanted = Date.parse(`${date}T${time}:00Z`) // tidy: no clock is read
  // Its offset then, looked at twice, since the first guess may lie beyond a change of it.
  const guess = wanted - (shownAsUtc(wanted) - wanted)
  return guess - (shownAsUtc(guess) - wanted)
}

/** The date so many days later: `2026-03-02`. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000) // tidy: no clock is read
    .toISOString()
    .slice(0, 10)
