/**
 * Plays the market from instant to instant, in order: the expiries and fills of each are committed
 * before the next begins. If no open order can act, it runs no query, so a simulated year without
 * orders passes in a moment.
 */
import { atMs, type Instant, isBefore } from '../../core/time'
import { type DueForced, dueForcedOrders } from '../../ledger/forced'
import { nextInstantAfter, tickAt } from '../../market/schedule'
import type { Forcing } from '../forcing'
import {
  openRestingBook,
  type RestingBook,
  type RestingBookDeps,
  type RestingChanges,
} from './resting'
import { type MarketStep, marketStep, type StepDeps } from './step'

/** Instants without a query before other work of the process gets its turn: a few milliseconds. */
const INSTANTS_BEFORE_YIELD = 500

/**
 * The player does not look for a quiet stretch shorter than this, or this soon after a price was
 * near an order's.
 */
const TICKS_WORTH_A_LOOK = 10

const otherWork = (): Promise<void> => new Promise((next) => setImmediate(next))

export interface MarketPlayerDeps extends Omit<StepDeps, 'database' | 'orders'>, RestingBookDeps {
  /** Return false to stop a long step midway. The remaining orders expire in a later step. */
  readonly goOnInStep: () => boolean
  /** Null or omitted if no test decides orders. */
  readonly forcing?: Pick<Forcing, 'mayForce'> | null
}

export interface MarketPlayer {
  /** Everything up to here, inclusive, has been carried out. */
  readonly carriedTo: Instant
  /**
   * Plays every instant up to the target while `goOn` returns true, and calls `reached` at each.
   * Returns false if it stopped before the target.
   */
  playTo(target: Instant, goOn: () => boolean, reached?: (at: Instant) => void): Promise<boolean>
  /**
   * Plays one tick, and a session boundary since the tick before it. Earlier instants are late:
   * nothing trades there any more, but orders whose time was over expire. If `isNewest` turns false
   * before all have expired, the rest expire with the next tick.
   */
  playLateTick(tick: Instant, isNewest: () => boolean): Promise<void>
  readonly orders: RestingChanges
  /** Continues from here: another process has moved the market to this instant. */
  resyncTo(now: Instant): void
  /**
   * Continues from here: the state is that of this instant, which may be an earlier one
   * [snapshot.save].
   */
  takeTo(carriedTo: Instant): void
}

class TickPlayer implements MarketPlayer {
  readonly #deps: MarketPlayerDeps
  readonly #resting: RestingBook
  readonly #step: MarketStep
  #forced: { readonly asOf: number; readonly due: readonly DueForced[] } | null = null
  #carriedToMs: number
  /** No search for a quiet stretch before this time: it would be wasted. */
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
    this.#step.forgetMissedTriggers()
    this.#carriedToMs = Math.max(this.#carriedToMs, now.epochMilliseconds)
  }

  takeTo(carriedTo: Instant): void {
    this.#resting.dropped()
    this.#step.forgetMissedTriggers()
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
        expiryAt === null || this.#mayFillForced() || (await this.#step.hasMissedTriggers())
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
      // If very many orders end at once, ticks continue between them: they reach none of these
      // orders.
      await this.#expireAt(at, () => this.#deps.goOnInStep() && isNewest())
      if (!this.#deps.goOnInStep()) return
      await this.#matchAt(at)
      this.#carriedToMs = at.epochMilliseconds
    }
  }

  /**
   * Waits for the orders that the sequencer has decided before the tick and not committed yet,
   * since an order is tried at the first tick after its acceptance [life.first-tick]
   * [clock.tick-first].
   */
  async #committed(at: Instant): Promise<void> {
    await this.#deps.sequencer.committing(at)
  }

  /**
   * Used if no order is open. Returns the next instant if an accepted order is not committed yet.
   */
  #instantOfAccepted(target: Instant): Instant | null {
    return (
      this.#deps.sequencer.committing(target) &&
      nextInstantAfter(this.#deps.feed.calendar, this.#carriedToMs, this.#deps.tickMs)
    )
  }

  /**
   * Returns the next instant, or an expiry before it. If the bars have changed since an order was
   * accepted, its time may be over while the market is closed.
   */
  #instantOrExpiry(expiryAt: Instant): Instant | null {
    const at = nextInstantAfter(this.#deps.feed.calendar, this.#carriedToMs, this.#deps.tickMs)
    const expiryMs = expiryAt.epochMilliseconds
    if (expiryMs <= this.#carriedToMs) return at
    return at === null || expiryMs < at.epochMilliseconds ? expiryAt : at
  }

  /**
   * Returns the last tick of a stretch, from the instant on, in which nothing happens. Returns null
   * if there is no such stretch, or if it is too short to look for.
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

  /** Returns false if an order came during the search, or is accepted and not committed yet. */
  #isStillQuiet(last: Instant, changes: number): boolean {
    return (
      this.#resting.changes === changes &&
      !this.#mayFillForced() &&
      this.#deps.sequencer.committing(last) === null
    )
  }

  /** Returns false if stopped before every due order had expired. */
  async #expireAt(at: Instant, goOn: () => boolean): Promise<boolean> {
    const nextExpiryAt = await this.#resting.nextExpiryAt()
    if (nextExpiryAt === null || isBefore(at, nextExpiryAt)) return true
    return (await this.#step.expireDueOrders(at, goOn)) && this.#step.expireDueLegs(at, goOn)
  }

  /**
   * Returns whether a test may fill an order in parts, which happens at each tick, whatever the
   * price.
   */
  #mayFillForced(): boolean {
    return (
      this.#deps.forcing?.mayForce === true &&
      (this.#forced?.asOf !== this.#resting.changes || this.#forced.due.length > 0)
    )
  }

  /**
   * Reads the due orders again only after a change of the open orders, so that a tick costs no
   * query.
   */
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
    // Comes after the fills of the tick, which take their shares from the legs that wait.
    const prices = await this.#resting.reachingAt(at)
    if (prices.size > 0 || (await this.#step.hasMissedTriggers())) {
      await this.#step.triggerLegs(at, prices)
    }
  }
}

export const marketPlayer = (deps: MarketPlayerDeps, startsAt: Instant): MarketPlayer =>
  new TickPlayer(deps, startsAt)
