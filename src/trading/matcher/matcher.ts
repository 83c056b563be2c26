/**
 * The matcher moves the market with its clock: never two ticks at once, and of several processes
 * one.
 *
 * On the system clock a tick that comes too late is skipped and counted; a simulated market skips
 * nothing, so that the same orders always meet the same ticks. A step that fails is reported and
 * tried again: no order acts on a tick twice (matching asks for those older than the tick). Does
 * not promise that the size shown is given only once where a step is tried again: an order that got
 * nothing of it the first time may then.
 */
import { assert } from '../../core/assert'
import type { OrderEvent } from '../../core/order/event'
import type { Pace } from '../../core/pace'
import type { Instant } from '../../core/time'
import { atMs } from '../../core/time'
import type { MarketClock } from '../../market/clock'
import type { SimulatedClock } from '../../market/simulated-clock'
import { marketCarriedTo } from '../../store/tables/market-progress'
import { serialQueue } from '../turns'
import { type MarketLease, marketLease } from './lease'
import { paceWatch } from './pace-watch'
import { pauses } from './pauses'
import { type MarketPlayerDeps, marketPlayer } from './player'
import { type MarketPulse, openPulse } from './pulse'
import { tickAt } from './schedule'

const RETRY_AFTER_MS = 1_000
/** A simulated market's progress is kept at least this often, in wall time. */
const KEEP_PROGRESS_EVERY_MS = 1_000
/** How soon another process's market is taken over once it stands still. */
const ASK_AGAIN_AFTER_MS = 500

export interface MatcherDeps extends Omit<MarketPlayerDeps, 'lease' | 'goOnInStep'> {
  readonly clock: MarketClock
  /** The same clock where it is a simulated one. */
  readonly simulated: SimulatedClock | null
  /** Where the start has taken it already; given back when the matcher is stopped. */
  readonly lease?: MarketLease
  readonly elapsedMs: () => number
  readonly failed: (error: unknown) => void
  /** Told now and then while the machine is too slow for the simulated clock's speed (D16). */
  readonly slow?: (pace: Pace) => void
}

export interface Matcher {
  /** Starts to follow the clock, as soon as no other process does. */
  start(): void
  /** Resolves when the step that is under way has been committed, and the lease given back. */
  stop(): Promise<void>
  /**
   * A simulated clock only: forward to the instant, everything up to it carried out and committed.
   * A function makes the instant from the one at which its turn comes. `stopped`: the clock stands
   * at a step before, since the matcher was stopped or nobody waits any more. Rejects where another
   * process has the lease.
   */
  advanceTo(
    target: Instant | ((now: Instant) => Instant),
    signal?: AbortSignal,
  ): Promise<'reached' | 'stopped'>
  /** Where the clock is being advanced to; null while it is not. */
  readonly advancingTo: Instant | null
  /** A simulated clock only; from now on, also while it is being advanced. */
  setSpeed(speed: number): void
  /** Does the work while no step is under way. */
  betweenSteps<T>(work: () => Promise<T>): Promise<T>
  /**
   * Open orders have changed by what was booked; nothing: they, or what their instruments let
   * trade, may have changed in any way.
   */
  bookChanged(events?: readonly OrderEvent[]): void
  /** Ticks left out because they were late, on the system clock. */
  readonly ticksSkipped: number
  /** Everything up to here has been carried out, by this process or by the one before it. */
  readonly carriedTo: Instant
  readonly pulse: MarketPulse
}

export function openMatcher(deps: MatcherDeps): Matcher {
  const { clock, simulated, database, tickMs } = deps
  const { lease = marketLease(database, deps.elapsedMs) } = deps
  const run = marketPlayer({ ...deps, lease, goOnInStep: () => !stopped }, clock.now())
  const pause = pauses()
  const pulse = openPulse(deps.elapsedMs)
  const watchPace = paceWatch(deps.elapsedMs, deps.slow)
  let ticksSkipped = 0
  let stopped = false
  let takings = 0
  let following: Promise<void> | null = null
  let keptAtMs = Number.NEGATIVE_INFINITY
  let kept: Instant | null = null
  /** An advance waits for the tick that is under way. */
  const turn = serialQueue()
  let advancingTo: Instant | null = null
  letRun()

  /** Following can be taken up again at any step, so it makes way. */
  const goOnUnlessWaited = (): boolean => !stopped && !turn.isWaitedFor && isRenewed()
  /** A long run through steps that reach no order renews the lease as well. */
  const isRenewed = (): boolean => lease.renewsInMs > 0

  async function followSystem(): Promise<void> {
    const carriedMs = run.carriedTo.epochMilliseconds
    const tick = tickAt(clock.now().epochMilliseconds, tickMs)
    if (tick <= carriedMs) return
    ticksSkipped += Math.max(0, Math.floor((tick - carriedMs - 1) / tickMs))
    await run.playLateTick(atMs(tick), () => clock.now().epochMilliseconds < tick + tickMs)
  }

  /** D16: the clock may be one tick ahead of what has been carried out. */
  function letRun(): void {
    simulated?.holdAt(run.carriedTo.add({ milliseconds: tickMs }))
  }

  /** Tick after tick until the clock is not held any more; false: it is to be taken up again. */
  async function followSimulated(held: SimulatedClock): Promise<boolean> {
    while (await turn.run(() => run.playTo(clock.now(), goOnUnlessWaited, pulse.stepped))) {
      letRun()
      pulse.stepped()
      await keepProgress(false)
      watchPace(held.pace)
      if (!held.isHeld) return true
      if (!goOnUnlessWaited()) return false
      await new Promise((next) => setImmediate(next))
    }
    return false
  }

  async function keepProgress(always: boolean): Promise<void> {
    const carriedTo = run.carriedTo
    if (!always && deps.elapsedMs() - keptAtMs < KEEP_PROGRESS_EVERY_MS) return
    if (!always && kept?.equals(carriedTo)) return
    keptAtMs = deps.elapsedMs()
    await lease.keepProgress(carriedTo)
    kept = carriedTo
  }

  /** While the lease was not ours another process may have changed the open orders. */
  async function asHolder(): Promise<void> {
    if (lease.acquiredCount === takings) return
    if (simulated === null) run.resyncTo(clock.now())
    else if (takings === 0) run.bookChanged()
    else {
      const carriedTo = (await marketCarriedTo(database)) ?? run.carriedTo
      run.resyncTo(carriedTo)
      simulated.moveTo(carriedTo)
    }
    takings = lease.acquiredCount
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
      await asHolder()
      if (await run.playTo(target, () => goOn() && isRenewed(), stepped)) return true
    }
    return false
  }

  /** How long to wait for the next turn. */
  async function turnOnce(): Promise<number> {
    const ours = await lease.isOurs(run.carriedTo)
    const waitMs = ours ? await moveOnce() : ASK_AGAIN_AFTER_MS
    pulse.turned(ours, waitMs)
    return waitMs
  }

  async function moveOnce(): Promise<number> {
    await asHolder()
    if (simulated === null) await turn.run(followSystem)
    else {
      if (!(await followSimulated(simulated))) return 0
    }
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
      await turn.drained()
      await lease.release(simulated === null ? null : run.carriedTo)
    },
    advanceTo: (wanted, signal) =>
      turn.run(async () => {
        assert(simulated !== null, 'only a simulated clock is advanced')
        const target = typeof wanted === 'function' ? wanted(clock.now()) : wanted
        const goOn = (): boolean => !stopped && signal?.aborted !== true
        advancingTo = target
        const reached = await advance(target, simulated.moveTo, goOn).finally(() => {
          advancingTo = null
        })
        if (reached) {
          simulated.moveTo(target)
          letRun()
          await keepProgress(true)
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
    betweenSteps: turn.run,
    bookChanged: run.bookChanged,
    get ticksSkipped() {
      return ticksSkipped
    },
    get carriedTo() {
      return run.carriedTo
    },
    pulse,
  }
}
