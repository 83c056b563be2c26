/**
 * The hours of the week that simulations play in, written down once more: the trading dates from
 * Monday 2 to Monday 9 March 2026, in UTC. New York is five hours behind, on the last of them four.
 */

export type Session = 'DAY' | 'PRE' | 'REGULAR' | 'AFTER' | 'CLOSED'

interface Hours {
  readonly session: Session
  readonly opensMs: number
  readonly closesMs: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** 2026-03-02T00:00 in New York. */
export const MONDAY_MS = 1_772_427_600_000
const DATES_MS = [0, 1, 2, 3, 4].map((day) => MONDAY_MS + day * DAY_MS)
const NEXT_MONDAY_MS = MONDAY_MS + 7 * DAY_MS - HOUR_MS

const hoursOf = (midnightMs: number): readonly Hours[] => {
  const hours = (session: Session, opens: number, closes: number): Hours => ({
    session,
    opensMs: midnightMs + opens * MINUTE_MS,
    closesMs: midnightMs + closes * MINUTE_MS,
  })
  return [
    hours('DAY', -4 * 60, 3 * 60 + 50),
    hours('PRE', 4 * 60, 9 * 60 + 30),
    hours('REGULAR', 9 * 60 + 30, 16 * 60),
    hours('AFTER', 16 * 60, 20 * 60),
  ]
}

const WEEK: readonly Hours[] = [...DATES_MS, NEXT_MONDAY_MS].flatMap(hoursOf)

const openAt = (atMs: number): Hours | undefined =>
  WEEK.find(({ opensMs, closesMs }) => opensMs <= atMs && atMs < closesMs)

/** Undefined while it is closed. */
export const sessionOf = (atMs: number): { readonly closesMs: number } | undefined => openAt(atMs)

export const sessionAt = (atMs: number): Session => openAt(atMs)?.session ?? 'CLOSED'

const first = (times: readonly number[], fits: (ms: number) => boolean): number =>
  times.find(fits) ?? Number.POSITIVE_INFINITY
const regular = WEEK.filter(({ session }) => session === 'REGULAR')
const OPENINGS = regular.map(({ opensMs }) => opensMs)
const CLOSES = regular.map(({ closesMs }) => closesMs)

/** When the time of an order is over that is accepted then. */
export function validUntilMs(timeInForce: string, atMs: number): number {
  const open = openAt(atMs)
  switch (timeInForce) {
    case 'OPG':
      return first(OPENINGS, (ms) => ms - 2 * MINUTE_MS >= atMs)
    case 'CLS':
      return first(CLOSES, (ms) => ms - 10 * MINUTE_MS >= atMs)
    case 'DAY':
      return open?.session === 'AFTER' ? open.closesMs : first(CLOSES, (ms) => ms > atMs)
    default:
      return open?.closesMs ?? Number.POSITIVE_INFINITY
  }
}

/** Whether a conditional order that is accepted then could be triggered before it ends. */
export function isWatched(
  { sessions, timeInForce }: { readonly sessions: readonly string[]; readonly timeInForce: string },
  atMs: number,
): boolean {
  const untilMs = timeInForce === 'GTC' ? Number.POSITIVE_INFINITY : validUntilMs('DAY', atMs)
  return WEEK.some(
    ({ session, opensMs, closesMs }) =>
      sessions.includes(session) && atMs < closesMs && opensMs < untilMs,
  )
}

/** The first REGULAR close after the instant. */
export const nextCloseMs = (atMs: number): number => first(CLOSES, (ms) => ms > atMs)

/** For a message: `Mon 10:00:05.000` in New York. */
export function clockOf(atMs: number): string {
  const sinceMs = atMs - MONDAY_MS
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const [day, inDayMs] = [Math.floor(sinceMs / DAY_MS), ((sinceMs % DAY_MS) + DAY_MS) % DAY_MS]
  const digits = (value: number, places = 2) => String(Math.floor(value)).padStart(places, '0')
  const [hours, minutes] = [inDayMs / HOUR_MS, (inDayMs % HOUR_MS) / MINUTE_MS]
  const [seconds, ms] = [(inDayMs % MINUTE_MS) / 1_000, inDayMs % 1_000]
  const name = days[(day + 7) % 7] ?? ''
  return `${name} ${digits(hours)}:${digits(minutes)}:${digits(seconds)}.${digits(ms, 3)}`
}
