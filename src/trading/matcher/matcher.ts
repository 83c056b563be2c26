/**
 * The matcher moves the market with its clock: never two ticks at once, and of several processes
 * one.
 *
 * On the system clock a tick that comes too late is skipped and counted; a simulated market skips
 * nothing, so that the same orders always meet the same ticks [profile.repeats]. A step that fails
 * is reported and tried again: no order acts on a tick twice, since matching leaves out those that
 * did. Does not promise that the size shown is given only once where a step is tried again: an
 * order that got none of it the first time may get some then.
 */
import { assert } from '../../core/assert'
import type { Pace } from '../../core/pace'
import { atMs, type Instant } from '../../core/time'
import type { Alarm, MarketClock } from '../../market/clock'
import { tickAt } from '../../market/schedule'
import type { SimulatedClock } from '../../market/simulated-clock'
import type { Database } from '../../store/database'
import { marketCarriedTo } from '../../store/tables/market'
import { type MarketLease, marketLease } from './lease'
import { type MarketPlayerDeps, marketPlayer } from './player'
import type { RestingChanges } from './resting'
import { type MarketPulse, openPulse, paceWatch, serialQueue, wakeableSleep } from './waits'

const RETRY_AFTER_MS = 1_000
/** The progress of a simulated market is saved at least this often, in wall time. */
const SAVE_PROGRESS_EVERY_MS = 1_000
/** How soon a process tries again for the lease of another. */
const TRY_LEASE_AGAIN_AFTER_MS = 500

export interface MatcherDeps extends Omit<MarketPlayerDeps, 'lease' | 'goOnInStep'> {
  readonly database: Pick<Database, 'all' | 'takeMatcherLease'>
  readonly clock: MarketClock
  /** The same clock where it is a simulated one. */
  readonly simulated: SimulatedClock | null
  /** Left out: one of its own. It is released when the matcher stops. */
  readonly lease?: MarketLease
  readonly elapsedMs: () => number
  readonly after?: Alarm
  readonly failed: (error: unknown) => void
  /** Called once a minute while the machine is too slow for the clock's speed [clock.pace]. */
  readonly slow?: (pace: Pace) => void
}

export interface Matcher {
  /** Follows the clock, as soon as no other process does. */
  start(): void
  /** Resolves when the step that is under way has been committed, and the lease released. */
  stop(): Promise<void>
  /**
   * A simulated clock only: moves it to the instant, with everything up to it committed. A function
   * makes the instant from the one at which its turn comes. `stopped`: the clock stands at an
   * earlier instant, since the matcher was stopped or `signal` aborted. Rejects where another
   * process has the lease.
   */
  advanceTo(
    target: Instant | ((now: Instant) => Instant),
    signal?: AbortSignal,
  ): Promise<'reached' | 'stopped'>
  /** The target of the present advance; null while there is none. */
  readonly advancingTo: Instant | null
  /** A simulated clock only; from now on, also during an advance. */
  setSpeed(speed: number): void
  /** Does the work while no step is under way. */
  betweenSteps<T>(work: () => Promise<T>): Promise<T>
  /** Between two steps: all is as it was at this instant, which may be an earlier one. */
  takeTo(carriedTo: Instant): void
  /** Must be called with all that changes the open orders, or what may be done with them. */
  readonly orders: RestingChanges
  /** Ticks left out because they were late, on the system clock. */
  readonly ticksSkipped: number
  /** Everything up to here has been carried out, by this process or by the one before it. */
  readonly carriedTo: Instant
  readonly pulse: MarketPulse
}

export function openMatcher(deps: MatcherDeps): Matcher {
  const { clock, simulated, database, tickMs } = deps
  const { lease = marketLease(database, deps.elapsedMs, deps.after) } = deps
  const player = marketPlayer({ ...deps, lease, goOnInStep: () => !stopped }, clock.now())
  const pause = wakeableSleep(deps.after)
  const pulse = openPulse(deps.elapsedMs)
  const watchPace = paceWatch(deps.elapsedMs, deps.slow)
  let ticksSkipped = 0
  let stopped = false
  let knownAcquisitions = 0
  let following: Promise<void> | null = null
  let savedAtMs = Number.NEGATIVE_INFINITY
  let savedProgress: Instant | null = null
  /** An advance waits for the tick that is under way. */
  const turns = serialQueue()
  let advancingTo: Instant | null = null
  holdClock()

  /** An advance may interrupt following, which resumes at any instant. */
  const goOnUnlessWaited = (): boolean => !stopped && !turns.isWaitedFor && isRenewed()
  /** A long run of instants without a commit must stop to renew the lease as well. */
  const isRenewed = (): boolean => lease.renewsInMs > 0

  async function followSystem(): Promise<void> {
    const carriedMs = player.carriedTo.epochMilliseconds
    const tick = tickAt(clock.now().epochMilliseconds, tickMs)
    if (tick <= carriedMs) return
    ticksSkipped += Math.max(0, Math.floor((tick - carriedMs - 1) / tickMs))
    await player.playLateTick(atMs(tick), () => clock.now().epochMilliseconds < tick + tickMs)
  }

  /** The clock may be one tick ahead of the progress [clock.one-tick-ahead]. */
  function holdClock(): void {
    simulated?.holdAt(player.carriedTo.add({ milliseconds: tickMs }))
  }

  /** Tick after tick until the clock is no longer held; false: it gave way, and must resume. */
  async function followSimulated(held: SimulatedClock): Promise<boolean> {
    while (await turns.run(() => player.playTo(clock.now(), goOnUnlessWaited, pulse.stepped))) {
      holdClock()
      pulse.stepped()
      await saveProgress(false)
      watchPace(held.pace)
      if (!held.isHeld) return true
      if (!goOnUnlessWaited()) return false
      await new Promise((next) => setImmediate(next))
    }
    return false
  }

  async function saveProgress(always: boolean): Promise<void> {
    const { carriedTo } = player
    if (!always && deps.elapsedMs() - savedAtMs < SAVE_PROGRESS_EVERY_MS) return
    if (!always && savedProgress?.equals(carriedTo)) return
    savedAtMs = deps.elapsedMs()
    await lease.keepProgress(carriedTo)
    savedProgress = carriedTo
  }

  /** While another process had the lease, it may have changed the open orders. */
  async function resync(): Promise<void> {
    if (lease.acquiredCount === knownAcquisitions) return
    if (simulated === null) player.resyncTo(clock.now())
    else if (knownAcquisitions === 0) player.orders.dropped()
    else {
      const carriedTo = (await marketCarriedTo(database)) ?? player.carriedTo
      player.resyncTo(carriedTo)
      simulated.moveTo(carriedTo)
    }
    knownAcquisitions = lease.acquiredCount
  }

  /** False: it was stopped before. Rejects where another process moves the market. */
  async function advance(
    target: Instant,
    reached: (at: Instant) => void,
    goOn: () => boolean,
  ): Promise<boolean> {
    const stepped = (at: Instant): void => {
      pulse.stepped()
      reached(at)
    }
    while (goOn()) {
      if (!(await lease.becomesOurs(goOn))) {
        if (!goOn()) return false
        throw new Error('the clock cannot be advanced: another server moves this market')
      }
      await resync()
      if (await player.playTo(target, () => goOn() && isRenewed(), stepped)) return true
    }
    return false
  }

  /** Milliseconds until the next turn. */
  async function turnOnce(): Promise<number> {
    const ours = await lease.isOurs(player.carriedTo)
    if (!ours) player.orders.dropped()
    const waitMs = ours ? await moveOnce() : TRY_LEASE_AGAIN_AFTER_MS
    pulse.turned(ours, waitMs)
    return waitMs
  }

  async function moveOnce(): Promise<number> {
    await resync()
    if (simulated === null) await turns.run(followSystem)
    else if (!(await followSimulated(simulated))) return 0
    const nextTickMs = tickAt(clock.now().epochMilliseconds, tickMs) + tickMs
    const untilTickMs = clock.wallMsUntil(atMs(nextTickMs)) ?? Number.POSITIVE_INFINITY
    return Math.min(untilTickMs, lease.renewsInMs)
  }

  async function follow(): Promise<void> {
    while (!stopped) {
      const waitMs = await turnOnce().catch((error: unknown) => {
        deps.failed(error)
        return RETRY_AFTER_MS
      })
      if (!stopped) await pause.sleep(waitMs)
    }
  }

  return {
    start() {
      following ??= follow()
    },
    async stop() {
      stopped = true
      pulse.stop()
      pause.wake()
      await following
      await turns.drained()
      await lease.release(simulated === null ? null : player.carriedTo)
    },
    advanceTo: (wanted, signal) =>
      turns.run(async () => {
        assert(simulated !== null, 'only a simulated clock is advanced')
        const target = typeof wanted === 'function' ? wanted(clock.now()) : wanted
        const goOn = (): boolean => !stopped && signal?.aborted !== true
        advancingTo = target
        const reached = await advance(target, simulated.moveTo, goOn).finally(() => {
          advancingTo = null
        })
        if (reached) {
          simulated.moveTo(target)
          holdClock()
          await saveProgress(true)
        }
        pause.wake()
        return reached ? 'reached' : 'stopped'
      }),
    get advancingTo() {
      return advancingTo
    },
    setSpeed(speed) {
      assert(simulated !== null, 'only a simulated clock has a speed')
      simulated.setSpeed(speed)
      pause.wake()
    },
    betweenSteps: turns.run,
    takeTo(carriedTo) {
      player.takeTo(carriedTo)
      savedProgress = null
      pause.wake()
    },
    orders: player.orders,
    get ticksSkipped() {
      return ticksSkipped
    },
    get carriedTo() {
      return player.carriedTo
    },
    pulse,
  }
}
