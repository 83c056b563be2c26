/**
 * The clocks and the timer of a brokerage, which uses no others. The market's clock resumes at its
 * last time, which never runs back [clock.never-back].
 */
import { uptime } from 'node:os'
import {
  atMs,
  earlier,
  type Instant,
  isBefore,
  later,
  NEW_YORK,
  newYorkDate,
  Temporal,
  toKst,
} from '../../core/time'
import { latestOrderChange } from '../../ledger/accounts'
import { marketCarriedTo } from '../../ledger/market-state'
import { latestPinChange } from '../../ledger/pinned-quotes'
import type { MarketCalendar } from '../../market/calendar'
import {
  type Alarm,
  alarm,
  type MonotonicMs,
  monotonicNowMs,
  systemClock,
  wallNowMs,
} from '../../market/clock'
import { simulatedClock } from '../../market/simulated-clock'
import { steadyClock } from '../../market/steady-clock'
import type { Database } from '../../postgres/database'
import { StartError } from '../../postgres/errors'
import { leaseState } from '../../postgres/matcher-lease'
import { LEASE_MS, LEASE_RENEWED_EVERY_MS } from '../../postgres/options'
import type { Config } from '../config/config'
import type { Job } from '../jobs/jobs'

export interface Time {
  /** Milliseconds since 1970 by the machine's clock, with its jumps. */
  readonly wallNowMs: () => number
  readonly elapsedMs: MonotonicMs
  /** Milliseconds since the machine started, including sleep. */
  readonly uptimeMs: () => number
  readonly after: Alarm
}

export const MACHINE_TIME: Time = {
  wallNowMs,
  elapsedMs: monotonicNowMs,
  uptimeMs: () => uptime() * 1_000,
  after: alarm,
}

/**
 * The largest difference between the system clocks of servers that share a database. A server whose
 * clock is behind by less begins at the others' latest order, and waits there for its own clock.
 */
const CLOCKS_APART_MAX_MS = 5_000

/**
 * `resumed` is true if the database's market is later than MARKET_CLOCK, which is then ignored.
 * `beganAt` is the market's first instant; null if it has been played up to there before.
 * `playedTo` is the saved progress of a market that resumes; null if it is that of the clock.
 */
export async function openClock(
  database: Database,
  clock: Config['clock'],
  calendar: MarketCalendar,
  nowMs: () => number = wallNowMs,
  elapsedMs: MonotonicMs = monotonicNowMs,
  after: Alarm = alarm,
) {
  // An order may be later than the progress, which is saved only periodically.
  const reached = await Promise.all([marketCarriedTo(database), latestOrderChange(database)])
  const [carriedTo] = reached
  switch (clock.kind) {
    case 'system': {
      const now = systemClock(nowMs).now()
      const last = latest([now, ...reached])
      if (isBefore(now.add({ milliseconds: CLOCKS_APART_MAX_MS }), last)) {
        throw new StartError(
          `This database's market is already at ${toKst(last)}; MARKET_CLOCK=system would ` +
            'take it back. If this machine’s clock is right, `paper market repair` shows ' +
            'what it would change. If not, set it, or choose another database or a simulated ' +
            'clock; MARKET_CLOCK=open resumes from there.',
        )
      }
      await refuseAhead(database, now, elapsedMs, after)
      const clock = systemClock(nowMs, last)
      return { clock, simulated: null, resumed: false, beganAt: null, playedTo: null }
    }
    case 'simulated': {
      const pinnedAt = await latestPinChange(database)
      // A pin may begin just after the tick of its millisecond.
      const pinned = pinnedAt && atMs(pinnedAt.epochMilliseconds)
      const startsAt =
        clock.startsAt === 'open'
          ? openMarketAt(calendar, systemClock(nowMs).now(), latestOf([pinned, ...reached]))
          : clock.startsAt
      const from = latest([startsAt, pinned, ...reached])
      const simulated = simulatedClock(from, clock.speed, elapsedMs, earlier(startsAt, from))
      // The matcher lets it run, once it has played what the last server has left.
      simulated.holdAt(from)
      const before = latestOf([pinned, ...reached])
      const beganAt = before === null || isBefore(before, from) ? from : null
      const playedTo = beganAt === null ? (carriedTo ?? simulated.beganAt) : null
      return { clock: simulated, simulated, resumed: isBefore(startsAt, from), beganAt, playedTo }
    }
  }
}

/** Null if all are null. */
const latestOf = (instants: readonly (Instant | null)[]): Instant | null =>
  instants.reduce((last, instant) => (last && instant ? later(last, instant) : (last ?? instant)))

/**
 * How far this server's clock may be ahead of a market that another server moves. The other server
 * may be busy, and its last tick up to a minute old. If this server were further ahead, its first
 * order would move the whole market to its time.
 */
const AHEAD_MAX_MS = 120_000

const CHECK_AGAIN_AFTER_MS = 500
/**
 * A server that wakes from sleep renews its lease before it has moved the market to its own time,
 * and may end right then. So only a market that is behind for this long is refused.
 */
const REFUSED_AFTER_MS = 2 * LEASE_RENEWED_EVERY_MS

async function refuseAhead(
  database: Database,
  now: Instant,
  elapsedMs: MonotonicMs,
  after: Alarm,
): Promise<void> {
  const beganAtMs = elapsedMs()
  for (;;) {
    const lease = await leaseState(database)
    if (lease === undefined || lease.holder === null || lease.carriedTo === null) return
    const { carriedTo, silentMs } = lease
    if (silentMs > LEASE_MS) return
    const marketAt = carriedTo.add({ milliseconds: Math.round(silentMs) })
    if (!isBefore(marketAt.add({ milliseconds: AHEAD_MAX_MS }), now)) return
    if (elapsedMs() - beganAtMs - silentMs >= REFUSED_AFTER_MS) {
      throw new StartError(
        `This machine's clock says ${toKst(now)}, but another server moves the market of this ` +
          `database, and is at ${toKst(marketAt)}. Set the clock that is wrong.`,
      )
    }
    await new Promise<void>((next) => after(CHECK_AGAIN_AFTER_MS, next))
  }
}

const latest = ([first, ...others]: readonly [Instant, ...(Instant | null)[]]): Instant =>
  others.reduce<Instant>(
    (last, instant) => (instant !== null && isBefore(last, instant) ? instant : last),
    first,
  )

/** Half an hour after the opening, and before the close of the shortest day. */
const TEN_O_CLOCK = Temporal.PlainTime.from('10:00')

/**
 * The last 10:00 in New York of a trading date, at or before `now`. If the market has already
 * reached a later time, it resumes there if that is in REGULAR, and otherwise at the next 10:00 of
 * a trading date: its time never runs back [clock.never-back].
 */
export function openMarketAt(
  calendar: MarketCalendar,
  now: Instant,
  reached: Instant | null,
): Instant {
  const last = lastTenBy(calendar, now) ?? nextTenAfter(calendar, now) ?? now
  if (reached === null || !isBefore(last, reached)) return last
  if (calendar.sessionAt(reached).session === 'REGULAR') return reached
  return nextTenAfter(calendar, reached) ?? reached
}

function lastTenBy(calendar: MarketCalendar, now: Instant): Instant | null {
  const today = newYorkDate(now)
  const tomorrow = today.add({ days: 1 })
  const date = calendar.previousTradingDate(isBefore(now, tenOn(today)) ? today : tomorrow)
  return date && tenOn(date)
}

function nextTenAfter(calendar: MarketCalendar, now: Instant): Instant | null {
  const today = newYorkDate(now)
  const yesterday = today.subtract({ days: 1 })
  const date = calendar.nextTradingDate(isBefore(now, tenOn(today)) ? yesterday : today)
  return date && tenOn(date)
}

const tenOn = (date: Temporal.PlainDate): Instant =>
  date.toZonedDateTime({ timeZone: NEW_YORK, plainTime: TEN_O_CLOCK }).toInstant()

const CHECK_EVERY_MS = 2_000
/** A larger difference between two clocks is reported. */
const APART_MS_MAX = 5_000

const FOLLOWED_AGAIN = 'this machine’s clock is followed again'

export interface WallClock {
  /** Milliseconds since 1970. */
  nowMs(): number
  notices(): readonly string[]
  /** Reports jumps, and differences from the database's clock. */
  readonly job: Job
}

interface WallClockDeps {
  readonly time: Time
  /** Null if the database uses this machine's clock. */
  readonly databaseNowMs: (() => Promise<number>) | null
  readonly report: (line: string) => void
}

export async function openWallClock(deps: WallClockDeps): Promise<WallClock> {
  const clock = steadyClock({
    wallMs: deps.time.wallNowMs,
    elapsedMs: deps.time.elapsedMs,
    uptimeMs: deps.time.uptimeMs,
  })
  let aheadOfDatabaseMs = 0
  let wasJumped = false
  let wasApart = false

  const isApart = (): boolean => Math.abs(aheadOfDatabaseMs) > APART_MS_MAX
  const jumpNotice = (): string =>
    `this machine’s clock has jumped ${differenceText(clock.jumpMs ?? 0)}, which is not followed`
  const apartNotice = (): string =>
    `this machine’s clock is ${differenceText(aheadOfDatabaseMs)}, by the database’s`

  function report(line: string): void {
    deps.report(`clock         ${line}`)
  }

  async function check(): Promise<void> {
    clock.nowMs()
    const isJumped = clock.jumpMs !== null
    if (isJumped !== wasJumped) report(isJumped ? jumpNotice() : FOLLOWED_AGAIN)
    wasJumped = isJumped
    const databaseMs = await deps.databaseNowMs?.()
    if (databaseMs === undefined) return
    clock.compareWith(databaseMs)
    aheadOfDatabaseMs = clock.nowMs() - databaseMs
    if (isApart() && !wasApart) report(apartNotice())
    wasApart = isApart()
  }

  await check()
  return {
    nowMs: clock.nowMs,
    notices: () => [
      ...(clock.jumpMs === null ? [] : [jumpNotice()]),
      ...(isApart() ? [apartNotice()] : []),
    ],
    job: { name: 'watch-clock', everyMs: CHECK_EVERY_MS, run: check },
  }
}

function differenceText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000).toLocaleString('en-US')
  return `${seconds} s ${ms > 0 ? 'ahead' : 'behind'}`
}
