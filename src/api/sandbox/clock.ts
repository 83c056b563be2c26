/** Reads and moves the market's clock for a test [sandbox.clock]. */

import { type Refused, refused, refusedParam } from '../../core/refusals'
import type { Session } from '../../core/session'
import {
  type Instant,
  isBefore,
  LAST_INSTANT,
  NEW_YORK,
  type Temporal,
  toKst,
} from '../../core/time'
import type { AccountSeq } from '../../ledger/events/log'
import { recentSeqs } from '../../ledger/events/log'
import type { MarketClock } from '../../market/clock'
import type { Feed } from '../../market/feed'
import { type Pace, SYSTEM_PACE } from '../../market/pace'
import type { SimulatedClock } from '../../market/simulated-clock'
import type { StatementRunner } from '../../postgres/statement'
import type { Matcher } from '../../trading/matcher/matcher'
import type { Caller } from './clients'
import type { ClockChange } from './decode'

export interface ClockDeps {
  readonly database: StatementRunner
  readonly clock: MarketClock
  /** The same clock; null if it is the system's. */
  readonly simulated: SimulatedClock | null
  readonly matcher: Pick<Matcher, 'advanceTo' | 'advancingTo' | 'setSpeed'>
  readonly feed: Pick<Feed, 'calendar' | 'trades'>
}

export interface ClockReading extends Pace {
  readonly now: Instant
  /** The target of an advance in progress; null without one. */
  readonly advancingTo: Instant | null
  readonly session: Session
  /** Null if the market never opens again. */
  readonly tradingDate: Temporal.PlainDate | null
}

export interface MovedClock extends ClockReading {
  /** The caller's accounts with events since the change began, at its instant or later. */
  readonly accounts: readonly AccountSeq[]
}

export type ClockRefusal =
  | 'invalid-parameter'
  | 'clock-not-simulated'
  | 'clock-backwards'
  | 'server-stopping'

export interface ClockControls {
  read(): ClockReading
  /**
   * Resolves when everything up to the new time has been carried out and committed
   * [sandbox.advance]. If the signal aborts, an advance ends after its current step.
   */
  change(
    caller: Pick<Caller, 'accountIds'>,
    change: ClockChange,
    signal?: AbortSignal,
  ): Promise<MovedClock | Refused<ClockRefusal>>
}

export function clockControls(deps: ClockDeps): ClockControls {
  const { database, clock, simulated, matcher, feed } = deps

  function read(): ClockReading {
    const now = clock.now()
    const { session, tradingDate } = feed.calendar.sessionAt(now)
    return {
      now,
      session,
      tradingDate,
      ...(simulated?.pace ?? SYSTEM_PACE),
      advancingTo: matcher.advancingTo,
    }
  }

  return {
    read,
    async change({ accountIds }, change, signal) {
      if (simulated === null) return refused('clock-not-simulated') // [sandbox.forward]
      const now = clock.now()
      // [sandbox.barrier]
      const moved = async (): Promise<MovedClock> => ({
        ...read(),
        accounts: await recentSeqs(database, now, accountIds),
      })
      if ('speed' in change) {
        matcher.setSpeed(change.speed) // [sandbox.speed]
        return moved()
      }
      const target = targetOf(change, now)
      if (target !== undefined && isBefore(target, now)) {
        return refused('clock-backwards', { now: toKst(now) })
      }
      if (target === undefined || isBefore(LAST_INSTANT, target)) {
        const reason = `the market's calendar ends at ${toKst(LAST_INSTANT)}`
        return refusedParam('invalid-parameter', 'to' in change ? 'to' : 'advance', { reason })
      }
      // Counted from the clock's time when its turn comes: two advances at once go twice as far.
      const outcome = await matcher.advanceTo(
        (then) => wholeMs(targetOf(change, then) ?? LAST_INSTANT),
        signal,
      )
      return outcome === 'reached'
        ? moved()
        : refused('server-stopping', { now: toKst(clock.now()) }) // [sandbox.stopping]
    },
  }
}

/** Undefined beyond the last time that can be represented. */
function targetOf(change: Exclude<ClockChange, { speed: number }>, now: Instant) {
  if ('to' in change) return change.to // [sandbox.to]
  try {
    return now.toZonedDateTimeISO(NEW_YORK).add(change.advance).toInstant()
  } catch {
    return undefined
  }
}

/** The market's time has whole milliseconds only. */
const wholeMs = (instant: Instant): Instant =>
  instant.round({ smallestUnit: 'millisecond', roundingMode: 'floor' })
