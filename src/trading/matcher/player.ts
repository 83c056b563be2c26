/**
 * Plays the market from instant to instant, in order: the expiries and fills of each are committed
 * before the next begins. Where no open order can act, the database gets no query, so a
 * simulated year without orders passes in a moment.
 */
import { atMs, type Instant, isBefore } from '../../core/time'
import { type DueForced, dueForcedOrders } from '../../ledger/forced-outcomes'
import { nextInstantAfter, tickAt } from '../../market/schedule'
import type { Forcing } from '../forced-rows'
import {
  openRestingBook,
  type RestingBook,
  type RestingBookDeps,
  type RestingChanges,
} from './resting'
import { type MarketStep, marketStep, type StepDeps } from './step'

/** Instants without a query before other work of the process gets its turn: a few milliseconds. */
const INSTANTS_BEFORE_YIELD = 500

/** A shorter stretch is played tick by tick; likewise after a price was near an order's. */
const TICKS_WORTH_A_LOOK = 10

const otherWork = (): Promise<void> => new Promise((next) => setImmediate(next))

export interface MarketPlayerDeps extends Omit<StepDeps, 'orders'>, RestingBookDeps {
  /** False: a long step is left midway. The orders that have not ended end with a later step. */
  readonly goOnInStep: () => boolean
  /** Null or left out: no test decides orders. */
  readonly forcing?: Forcing | null
}

export interface MarketPlayer {
  /** Everything up to here, inclusive, has been carried out. */
  readonly carriedTo: Instant
  /**
   * Plays every instant up to the target while `goOn` allows it, and calls `reached` at each.
   * False: it was left at an instant before the target.
   */
  playTo(target: Instant, goOn: () => boolean, reached?: (at: Instant) => void): Promise<boolean>
  /**
   * Plays one tick, and a session boundary since the tick before it. Earlier instants are late:
   * nothing trades there any more, but orders whose time was over end, the rest of them with the
   * next tick where `isNewest` turns false before all have ended.
   */
  playLateTick(tick: Instant, isNewest: () => boolean): Promise<void>
  readonly orders: RestingChanges
  /** Another process has moved the market up to here. */
  resyncTo(now: Instant): void
  /** Everything is as it was at this instant, which may be an earlier one [snapshot.save]. */
  takeTo(carriedTo: Instant): void
}

class TickPlayer implements MarketPlayer {
  readonly #deps: MarketPlayerDeps
  readonly #resting: RestingBook
  readonly #step: MarketStep
  #forced: { readonly asOf: number; readonly due: readonly DueForced[] } | null = null
  #carriedToMs: number
  /** Until then a look for a quiet stretch is not worth its time. */
  #noisyUntilMs = 0
  readonly orders: RestingChanges

  constructor(deps: MarketPlayerDeps, startsAt: Instant) {
    this.#deps = deps
    this.#resting = openRestingBook(deps)
    this.#step = marketStep({ ...deps, orders: this.#resting })
    this.#carriedToMs = startsAt.epochMilliseconds
    this.orders = this.#resting
  }

  get carriedTo(): Instant {
    return atMs(this.#carriedToMs)
  }

  resyncTo(now: Instant): void {
    this.#resting.dropped()
    this.#carriedToMs = Math.max(this.#carriedToMs, now.epochMilliseconds)
  }

  takeTo(carriedTo: Instant): void {
    this.#resting.dropped()
    this.#carriedToMs = carriedTo.epochMilliseconds
  }

  async playTo(
    target: Instant,
    goOn: () => boolean,
    reached: (at: Instant) => void = () => {},
  ): Promise<boolean> {
    const targetMs = target.epochMilliseconds
    this.#resting.rereadIfOld()
    for (let played = 1; this.#carriedToMs < targetMs; played++) {
      if (!goOn()) return false
      const expiryAt = await this.#resting.nextExpiryAt()
      const at =
        expiryAt === null ? this.#instantOfAccepted(target) : this.#instantOrExpiry(expiryAt)
      if (at === null || at.epochMilliseconds > targetMs) break
      const { changes } = this.#resting
      const found =
        expiryAt === null || this.#mayFillForced()
          ? null
          : await this.#lastQuietTick(at, expiryAt, targetMs)
      const quiet = found !== null && this.#isStillQuiet(found, changes) ? found : null
      if (quiet === null) {
        reached(at)
        await this.#committed(at)
        if (!(await this.#expireAt(at, this.#deps.goOnInStep))) return false
        await this.#matchAt(at)
        this.#carriedToMs = at.epochMilliseconds
      } else {
        reached(quiet)
        this.#carriedToMs = quiet.epochMilliseconds
      }
      if (quiet !== null || played % INSTANTS_BEFORE_YIELD === 0) await otherWork()
    }
    this.#carriedToMs = Math.max(this.#carriedToMs, targetMs)
    return true
  }

  async playLateTick(tick: Instant, isNewest: () => boolean): Promise<void> {
    await this.#committed(tick)
    this.#resting.rereadIfOld()
    const tickBeforeMs = tick.epochMilliseconds - this.#deps.tickMs
    const boundary = this.#deps.feed.calendar.nextBoundaryAfter(
      atMs(Math.max(this.#carriedToMs, tickBeforeMs)),
    )
    for (const at of boundary !== null && isBefore(boundary, tick) ? [boundary, tick] : [tick]) {
      // Where very many orders end, the ticks go on meanwhile: they reach none of these.
      await this.#expireAt(at, () => this.#deps.goOnInStep() && isNewest())
      if (!this.#deps.goOnInStep()) return
      await this.#matchAt(at)
      this.#carriedToMs = at.epochMilliseconds
    }
  }

  /**
   * An order is tried at the first tick after its acceptance [life.first-tick] [clock.tick-first],
   * so a tick waits for orders that the sequencer has accepted before it and not committed yet.
   */
  async #committed(at: Instant): Promise<void> {
    await this.#deps.sequencer.committing(at)
  }

  /** Where no order is open: the next instant if an order was accepted and is not committed yet. */
  #instantOfAccepted(target: Instant): Instant | null {
    return (
      this.#deps.sequencer.committing(target) &&
      nextInstantAfter(this.#deps.feed.calendar, this.#carriedToMs, this.#deps.tickMs)
    )
  }

  /**
   * The next instant, or an expiry before it: where the bars have changed since an order was
   * accepted, its time may be over while the market is closed.
   */
  #instantOrExpiry(expiryAt: Instant): Instant | null {
    const at = nextInstantAfter(this.#deps.feed.calendar, this.#carriedToMs, this.#deps.tickMs)
    const expiryMs = expiryAt.epochMilliseconds
    if (expiryMs <= this.#carriedToMs) return at
    return at === null || expiryMs < at.epochMilliseconds ? expiryAt : at
  }

  /**
   * The last tick, from the instant on, of a stretch in which nothing happens; null where there is
   * none, or none long enough to look for it.
   */
  async #lastQuietTick(at: Instant, expiryAt: Instant, targetMs: number): Promise<Instant | null> {
    const atTickMs = at.epochMilliseconds
    const boundary = this.#deps.feed.calendar.nextBoundaryAfter(atMs(this.#carriedToMs))
    const limitMs = Math.min(
      targetMs + 1,
      boundary?.epochMilliseconds ?? targetMs + 1,
      expiryAt.epochMilliseconds,
    )
    if (
      limitMs - atTickMs < TICKS_WORTH_A_LOOK * this.#deps.tickMs ||
      atTickMs < this.#noisyUntilMs
    ) {
      return null
    }
    const last = tickAt((await this.#resting.quietUntilMs(at, limitMs)) - 1, this.#deps.tickMs)
    if (last <= atTickMs) this.#noisyUntilMs = atTickMs + TICKS_WORTH_A_LOOK * this.#deps.tickMs
    return last <= atTickMs ? null : atMs(last)
  }

  /** An order that came during the look is not in it, nor one that is not committed yet. */
  #isStillQuiet(last: Instant, changes: number): boolean {
    return (
      this.#resting.changes === changes &&
      !this.#mayFillForced() &&
      this.#deps.sequencer.committing(last) === null
    )
  }

  /** False: it was left before all orders had ended whose time was over. */
  async #expireAt(at: Instant, goOn: () => boolean): Promise<boolean> {
    const nextExpiryAt = await this.#resting.nextExpiryAt()
    if (nextExpiryAt === null || isBefore(at, nextExpiryAt)) return true
    return (await this.#step.expireDueOrders(at, goOn)) && this.#step.expireDueLegs(at, goOn)
  }

  /** An order that a test fills in parts is filled at each tick, whatever the price. */
  #mayFillForced(): boolean {
    return (
      this.#deps.forcing?.mayForce === true &&
      (this.#forced?.asOf !== this.#resting.changes || this.#forced.due.length > 0)
    )
  }

  /** Read again after each change of the open orders, so that a tick costs no query. */
  async #fillForcedAt(at: Instant): Promise<void> {
    const asOf = this.#resting.changes
    if (this.#forced?.asOf !== asOf) {
      this.#forced = { asOf, due: await dueForcedOrders(this.#deps.database) }
    }
    if (this.#forced.due.length > 0) await this.#step.fillForced(at, this.#forced.due)
  }

  async #matchAt(at: Instant): Promise<void> {
    if (this.#deps.forcing?.mayForce === true) await this.#fillForcedAt(at)
    const quotes = await this.#resting.crossedAt(at)
    if (quotes.size > 0) this.#resting.tried(quotes, await this.#step.matchTick(at, quotes))
    // After the fills of the tick, which take their shares from the legs that wait.
    const prices = this.#resting.reachingAt(at)
    if (prices.size > 0) await this.#step.triggerLegs(at, prices)
  }
}

export const marketPlayer = (deps: MarketPlayerDeps, startsAt: Instant): MarketPlayer =>
  new TickPlayer(deps, startsAt)
