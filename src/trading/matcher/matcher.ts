/**
 * The matcher moves the market with its clock. It never runs two ticks at once, and only one of
 * several processes runs it.
 *
 * On the system clock, a tick that comes too late is skipped and counted. A simulated market skips
 * nothing, so that the same orders always meet the same ticks [profile.repeats]. A step that fails
 * is reported and tried again. No order acts on a tick twice, since matching omits the orders that
 * have acted already. A retried step may offer the size shown a second time: an order that got no
 * part of it the first time may get some then.
 */
import { assert } from '../../core/assert'
import { atMs, type Instant } from '../../core/time'
import { marketCarriedTo } from '../../ledger/market-state'
import type { Alarm, MarketClock } from '../../market/clock'
import type { Pace } from '../../market/pace'
import { tickAt } from '../../market/schedule'
import type { SimulatedClock } from '../../market/simulated-clock'
import type { Database } from '../../postgres/database'
import { type MarketLease, marketLease } from './lease'
import { type MarketPlayer, type MarketPlayerDeps, marketPlayer } from './player'
import type { RestingChanges } from './resting'
import {
  type MarketPulse,
  openPulse,
  type Pulse,
  paceWatch,
  serialQueue,
  wakeableSleep,
} from './waits'

const RETRY_AFTER_MS = 1_000
/** A simulated market's progress is saved at least this often, in wall time. */
const SAVE_PROGRESS_EVERY_MS = 1_000
/** How soon a process tries again for a lease that another process has. */
const TRY_LEASE_AGAIN_AFTER_MS = 500

export interface MatcherDeps extends Omit<MarketPlayerDeps, 'lease' | 'goOnInStep'> {
  readonly database: Pick<Database, 'all' | 'takeMatcherLease'>
  readonly clock: MarketClock
  /** The clock again if it is a simulated one; otherwise null. */
  readonly simulated: SimulatedClock | null
  /** Omit it for a lease of its own. It is released when the matcher stops. */
  readonly lease?: MarketLease
  readonly elapsedMs: () => number
  readonly after?: Alarm
  readonly failed: (error: unknown) => void
  /** Called once a minute while the machine is too slow for the clock's speed [clock.pace]. */
  readonly slow?: (pace: Pace) => void
}

export interface Matcher {
  /** Follows the clock, once no other process does. */
  start(): void
  /** Resolves when the current step has been committed and the lease is released. */
  stop(): Promise<void>
  /**
   * Moves a simulated clock to the instant, with everything up to it committed. A function derives
   * the target from the instant at which its turn comes. `stopped` means that the clock stands at
   * an earlier instant, since the matcher was stopped or `signal` aborted. Rejects if another
   * process has the lease.
   */
  advanceTo(
    target: Instant | ((now: Instant) => Instant),
    signal?: AbortSignal,
  ): Promise<'reached' | 'stopped'>
  /** The target of the present advance; null if there is none. */
  readonly advancingTo: Instant | null
  /** Sets the speed of a simulated clock from now on, also during an advance. */
  setSpeed(speed: number): void
  /** Does the work while no step runs. */
  betweenSteps<T>(work: () => Promise<T>): Promise<T>
  /**
   * Call it between two steps, if the state is now that of this instant, which may be an earlier
   * one.
   */
  takeTo(carriedTo: Instant): void
  /** Call these for every change to the open orders, or to the rules that they trade by. */
  readonly orders: RestingChanges
  /** Ticks skipped because they were late, on the system clock. */
  readonly ticksSkipped: number
  /** Everything up to here has been carried out, by this process or by its predecessor. */
  readonly carriedTo: Instant
  readonly pulse: MarketPulse
}

class ClockMatcher implements Matcher {
  readonly #deps: MatcherDeps
  readonly #lease: MarketLease
  readonly #player: MarketPlayer
  readonly #pause: ReturnType<typeof wakeableSleep>
  readonly pulse: Pulse
  readonly #watchPace: (pace: Pace) => void
  #ticksSkipped = 0
  #stopped = false
  #knownAcquisitions = 0
  #following: Promise<void> | null = null
  #savedAtMs = Number.NEGATIVE_INFINITY
  #savedProgress: Instant | null = null
  /** Queues an advance behind the current tick. */
  readonly #turns = serialQueue()
  #advancingTo: Instant | null = null
  readonly betweenSteps: <T>(work: () => Promise<T>) => Promise<T> = this.#turns.run
  readonly orders: RestingChanges

  constructor(deps: MatcherDeps) {
    this.#deps = deps
    this.#lease = deps.lease ?? marketLease(deps.database, deps.elapsedMs, deps.after)
    this.#player = marketPlayer(
      { ...deps, lease: this.#lease, goOnInStep: () => !this.#stopped },
      deps.clock.now(),
    )
    this.#pause = wakeableSleep(deps.after)
    this.pulse = openPulse(deps.elapsedMs)
    this.#watchPace = paceWatch(deps.elapsedMs, deps.slow)
    this.#holdClock()
    this.orders = this.#player.orders
  }

  start(): void {
    this.#following ??= this.#follow()
  }

  readonly stop = async (): Promise<void> => {
    this.#stopped = true
    this.pulse.stop()
    this.#pause.wake()
    await this.#following
    await this.#turns.drained()
    await this.#lease.release(this.#deps.simulated === null ? null : this.#player.carriedTo)
  }

  readonly advanceTo = (
    wanted: Instant | ((now: Instant) => Instant),
    signal?: AbortSignal,
  ): Promise<'reached' | 'stopped'> =>
    this.#turns.run(async () => {
      assert(this.#deps.simulated !== null, 'only a simulated clock is advanced')
      const target = typeof wanted === 'function' ? wanted(this.#deps.clock.now()) : wanted
      const goOn = (): boolean => !this.#stopped && signal?.aborted !== true
      this.#advancingTo = target
      const reached = await this.#advance(target, this.#deps.simulated.moveTo, goOn).finally(() => {
        this.#advancingTo = null
      })
      if (reached) {
        this.#deps.simulated.moveTo(target)
        this.#holdClock()
        await this.#saveProgress(true)
      }
      this.#pause.wake()
      return reached ? 'reached' : 'stopped'
    })

  get advancingTo(): Instant | null {
    return this.#advancingTo
  }

  readonly setSpeed = (speed: number): void => {
    assert(this.#deps.simulated !== null, 'only a simulated clock has a speed')
    this.#deps.simulated.setSpeed(speed)
    this.#pause.wake()
  }

  takeTo(carriedTo: Instant): void {
    this.#player.takeTo(carriedTo)
    this.#savedProgress = null
    this.#pause.wake()
  }

  get ticksSkipped(): number {
    return this.#ticksSkipped
  }

  get carriedTo(): Instant {
    return this.#player.carriedTo
  }

  /**
   * An advance may interrupt the matcher while it follows the clock: it can resume at any instant.
   */
  readonly #goOnUnlessWaited = (): boolean =>
    !this.#stopped && !this.#turns.isWaitedFor && this.#isRenewed()

  /** Ends a long run of instants without a commit if the lease must be renewed. */
  #isRenewed(): boolean {
    return this.#lease.renewsInMs > 0
  }

  readonly #followSystem = async (): Promise<void> => {
    const carriedMs = this.#player.carriedTo.epochMilliseconds
    const tick = tickAt(this.#deps.clock.now().epochMilliseconds, this.#deps.tickMs)
    if (tick <= carriedMs) return
    this.#ticksSkipped += Math.max(0, Math.floor((tick - carriedMs - 1) / this.#deps.tickMs))
    await this.#player.playLateTick(
      atMs(tick),
      () => this.#deps.clock.now().epochMilliseconds < tick + this.#deps.tickMs,
    )
  }

  /** Keeps the clock at most one tick ahead of the progress [clock.one-tick-ahead]. */
  #holdClock(): void {
    this.#deps.simulated?.holdAt(this.#player.carriedTo.add({ milliseconds: this.#deps.tickMs }))
  }

  /**
   * Plays tick after tick until the clock is no longer held. Returns false if it gave way to other
   * work, and must resume.
   */
  async #followSimulated(held: SimulatedClock): Promise<boolean> {
    while (
      await this.#turns.run(() =>
        this.#player.playTo(this.#deps.clock.now(), this.#goOnUnlessWaited, this.pulse.stepped),
      )
    ) {
      this.#holdClock()
      this.pulse.stepped()
      await this.#saveProgress(false)
      this.#watchPace(held.pace)
      if (!held.isHeld) return true
      if (!this.#goOnUnlessWaited()) return false
      await new Promise((next) => setImmediate(next))
    }
    return false
  }

  async #saveProgress(always: boolean): Promise<void> {
    const { carriedTo } = this.#player
    if (!always && this.#deps.elapsedMs() - this.#savedAtMs < SAVE_PROGRESS_EVERY_MS) return
    if (!always && this.#savedProgress?.equals(carriedTo)) return
    this.#savedAtMs = this.#deps.elapsedMs()
    await this.#lease.keepProgress(carriedTo)
    this.#savedProgress = carriedTo
  }

  /** Continues after another process that had the lease, and may have changed the open orders. */
  async #resync(): Promise<void> {
    if (this.#lease.acquiredCount === this.#knownAcquisitions) return
    if (this.#deps.simulated === null) this.#player.resyncTo(this.#deps.clock.now())
    else if (this.#knownAcquisitions === 0) this.#player.orders.dropped()
    else {
      const carriedTo = (await marketCarriedTo(this.#deps.database)) ?? this.#player.carriedTo
      this.#player.resyncTo(carriedTo)
      this.#deps.simulated.moveTo(carriedTo)
    }
    this.#knownAcquisitions = this.#lease.acquiredCount
  }

  /**
   * Returns false if it was stopped before the target. Rejects if another process moves the market.
   */
  async #advance(
    target: Instant,
    reached: (at: Instant) => void,
    goOn: () => boolean,
  ): Promise<boolean> {
    const stepped = (at: Instant): void => {
      this.pulse.stepped()
      reached(at)
    }
    while (goOn()) {
      if (!(await this.#lease.becomesOurs(goOn))) {
        if (!goOn()) return false
        throw new Error('the clock cannot be advanced: another server moves this market')
      }
      await this.#resync()
      if (await this.#player.playTo(target, () => goOn() && this.#isRenewed(), stepped)) return true
    }
    return false
  }

  /** Returns the milliseconds until the next turn. */
  async #turnOnce(): Promise<number> {
    const ours = await this.#lease.isOurs(this.#player.carriedTo)
    if (!ours) this.#player.orders.dropped()
    const waitMs = ours ? await this.#moveOnce() : TRY_LEASE_AGAIN_AFTER_MS
    this.pulse.turned(ours, waitMs)
    return waitMs
  }

  async #moveOnce(): Promise<number> {
    await this.#resync()
    if (this.#deps.simulated === null) await this.#turns.run(this.#followSystem)
    else if (!(await this.#followSimulated(this.#deps.simulated))) return 0
    const nextTickMs =
      tickAt(this.#deps.clock.now().epochMilliseconds, this.#deps.tickMs) + this.#deps.tickMs
    const untilTickMs = this.#deps.clock.wallMsUntil(atMs(nextTickMs)) ?? Number.POSITIVE_INFINITY
    return Math.min(untilTickMs, this.#lease.renewsInMs)
  }

  async #follow(): Promise<void> {
    while (!this.#stopped) {
      const waitMs = await this.#turnOnce().catch((error: unknown) => {
        this.#deps.failed(error)
        return RETRY_AFTER_MS
      })
      if (!this.#stopped) await this.#pause.sleep(waitMs)
    }
  }
}

export const openMatcher = (deps: MatcherDeps): Matcher => new ClockMatcher(deps)
