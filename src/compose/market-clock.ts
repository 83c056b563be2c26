/** A market that has run before resumes where it ended: time never runs back [clock.never-back]. */
import type { Config } from '../config/config'
import { atMs, earlier, type Instant, isBefore, later, toKst } from '../core/time'
import type { MarketCalendar } from '../market/calendar'
import {
  type Alarm,
  alarm,
  type MonotonicMs,
  monotonicNowMs,
  systemClock,
  wallNowMs,
} from '../market/clock'
import { simulatedClock } from '../market/simulated-clock'
import type { Database } from '../store/database'
import { LEASE_MS, LEASE_RENEWED_EVERY_MS } from '../store/pg/options'
import { StartError } from '../store/start-error'
import { latestOrderChange } from '../store/tables/accounts'
import { marketCarriedTo } from '../store/tables/market'
import { marketHeld } from '../store/tables/matcher-lease'
import { latestPinChange } from '../store/tables/pinned-quotes'
import { openMarketAt } from './open-market'

/**
 * How far apart the system clocks of servers that share a database may be. A server that is behind
 * by less begins at the latest order of the others, and waits there for its own clock.
 */
const CLOCKS_APART_MAX_MS = 5_000

/**
 * `resumed`: the database's market is later than MARKET_CLOCK, which is not used. `beganAt`: where
 * the market begins; null where it has been played up to there before.
 */
export async function openClock(
  database: Database,
  clock: Config['clock'],
  calendar: MarketCalendar,
  nowMs: () => number = wallNowMs,
  elapsedMs: MonotonicMs = monotonicNowMs,
  after: Alarm = alarm,
) {
  // An order may be later than the progress, which is saved now and then.
  const reached = await Promise.all([marketCarriedTo(database), latestOrderChange(database)])
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
      return { clock: systemClock(nowMs, last), simulated: null, resumed: false, beganAt: null }
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
      const before = latestOf([pinned, ...reached])
      const beganAt = before === null || isBefore(before, from) ? from : null
      return { clock: simulated, simulated, resumed: isBefore(startsAt, from), beganAt }
    }
  }
}

/** Null where all are null. */
const latestOf = (instants: readonly (Instant | null)[]): Instant | null =>
  instants.reduce((last, instant) => (last && instant ? later(last, instant) : (last ?? instant)))

/**
 * How far ahead a server may be of the market that another one moves: that one may be busy, and its
 * last tick up to a minute old. This server's first order would take the whole market to its time.
 */
const AHEAD_MAX_MS = 120_000

const LOOK_AGAIN_AFTER_MS = 500
/**
 * A server that has slept renews its lease before it has carried the market to its own time, and
 * may end right then: it is judged by what it says once it has renewed again.
 */
const JUDGED_AFTER_MS = 2 * LEASE_RENEWED_EVERY_MS

async function refuseAhead(
  database: Database,
  now: Instant,
  elapsedMs: MonotonicMs,
  after: Alarm,
): Promise<void> {
  const beganAtMs = elapsedMs()
  for (;;) {
    const held = await marketHeld(database)
    if (held === undefined || held.holder === null || held.carriedTo === null) return
    const { carriedTo, silentMs } = held
    if (silentMs > LEASE_MS) return
    const there = carriedTo.add({ milliseconds: Math.round(silentMs) })
    if (!isBefore(there.add({ milliseconds: AHEAD_MAX_MS }), now)) return
    if (elapsedMs() - beganAtMs - silentMs >= JUDGED_AFTER_MS) {
      throw new StartError(
        `This machine's clock says ${toKst(now)}, but another server moves the market of this ` +
          `database, and is at ${toKst(there)}. Set the clock that is wrong.`,
      )
    }
    await new Promise<void>((next) => after(LOOK_AGAIN_AFTER_MS, next))
  }
}

const latest = ([first, ...others]: readonly [Instant, ...(Instant | null)[]]): Instant =>
  others.reduce<Instant>(
    (last, instant) => (instant !== null && isBefore(last, instant) ? instant : last),
    first,
  )
