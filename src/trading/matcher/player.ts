/**
 * Plays the market from instant to instant, in order: the expiries and fills of each are committed
 * before the next begins. Where no open order can act, the database gets no query, so a
 * simulated year without orders passes in a moment.
 */
import { atMs, type Instant, isBefore } from '../../core/time'
import { nextInstantAfter, tickAt } from '../../market/schedule'
import { type DueForced, dueForcedOrders } from '../../store/tables/forced-outcomes'
import type { Forcing } from '../forced-rows'
import { openRestingBook, type RestingBookDeps, type RestingChanges } from './resting'
import { marketStep, type StepDeps } from './step'

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

export function marketPlayer(deps: MarketPlayerDeps, startsAt: Instant): MarketPlayer {
  const { database, sequencer, feed, tickMs } = deps
  const { calendar } = feed
  const resting = openRestingBook(deps)
  const step = marketStep({ ...deps, orders: resting })
  let forced: { readonly asOf: number; readonly due: readonly DueForced[] } | null = null
  let carriedToMs = startsAt.epochMilliseconds
  /** Until then a look for a quiet stretch is not worth its time. */
  let noisyUntilMs = 0

  /**
   * An order is tried at the first tick after its acceptance [life.first-tick] [clock.tick-first],
   * so a tick waits for orders that the sequencer has accepted before it and not committed yet.
   */
  const committed = async (at: Instant): Promise<void> => {
    await sequencer.committing(at)
  }

  /** Where no order is open: the next instant if an order was accepted and is not committed yet. */
  const instantOfAccepted = (target: Instant): Instant | null =>
    sequencer.committing(target) && nextInstantAfter(calendar, carriedToMs, tickMs)

  /**
   * The next instant, or an expiry before it: where the bars have changed since an order was
   * accepted, its time may be over while the market is closed.
   */
  function instantOrExpiry(expiryAt: Instant): Instant | null {
    const at = nextInstantAfter(calendar, carriedToMs, tickMs)
    const expiryMs = expiryAt.epochMilliseconds
    if (expiryMs <= carriedToMs) return at
    return at === null || expiryMs < at.epochMilliseconds ? expiryAt : at
  }

  /**
   * The last tick, from the instant on, of a stretch in which nothing happens; null where there is
   * none, or none long enough to look for it.
   */
  async function lastQuietTick(
    at: Instant,
    expiryAt: Instant,
    targetMs: number,
  ): Promise<Instant | null> {
    const atTickMs = at.epochMilliseconds
    const boundary = calendar.nextBoundaryAfter(atMs(carriedToMs))
    const limitMs = Math.min(
      targetMs + 1,
      boundary?.epochMilliseconds ?? targetMs + 1,
      expiryAt.epochMilliseconds,
    )
    if (limitMs - atTickMs < TICKS_WORTH_A_LOOK * tickMs || atTickMs < noisyUntilMs) return null
    const last = tickAt((await resting.quietUntilMs(at, limitMs)) - 1, tickMs)
    if (last <= atTickMs) noisyUntilMs = atTickMs + TICKS_WORTH_A_LOOK * tickMs
    return last <= atTickMs ? null : atMs(last)
  }

  /** An order that came during the look is not in it, nor one that is not committed yet. */
  const isStillQuiet = (last: Instant, changes: number): boolean =>
    resting.changes === changes && !mayFillForced() && sequencer.committing(last) === null

  /** False: it was left before all orders had ended whose time was over. */
  async function expireAt(at: Instant, goOn: () => boolean): Promise<boolean> {
    const nextExpiryAt = await resting.nextExpiryAt()
    if (nextExpiryAt === null || isBefore(at, nextExpiryAt)) return true
    return step.expireDueOrders(at, goOn)
  }

  /** An order that a test fills in parts is filled at each tick, whatever the price. */
  const mayFillForced = (): boolean =>
    deps.forcing?.mayForce === true && (forced?.asOf !== resting.changes || forced.due.length > 0)

  /** Read again after each change of the open orders, so that a tick costs no query. */
  async function fillForcedAt(at: Instant): Promise<void> {
    const asOf = resting.changes
    if (forced?.asOf !== asOf) forced = { asOf, due: await dueForcedOrders(database) }
    if (forced.due.length > 0) await step.fillForced(at, forced.due)
  }

  async function matchAt(at: Instant): Promise<void> {
    if (deps.forcing?.mayForce === true) await fillForcedAt(at)
    const quotes = await resting.crossedAt(at)
    if (quotes.size > 0) resting.tried(quotes, await step.matchTick(at, quotes))
  }

  return {
    get carriedTo() {
      return atMs(carriedToMs)
    },
    orders: resting,
    resyncTo(now) {
      resting.dropped()
      carriedToMs = Math.max(carriedToMs, now.epochMilliseconds)
    },
    takeTo(carriedTo) {
      resting.dropped()
      carriedToMs = carriedTo.epochMilliseconds
    },
    async playTo(target, goOn, reached = () => {}) {
      const targetMs = target.epochMilliseconds
      resting.rereadIfOld()
      for (let played = 1; carriedToMs < targetMs; played++) {
        if (!goOn()) return false
        const expiryAt = await resting.nextExpiryAt()
        const at = expiryAt === null ? instantOfAccepted(target) : instantOrExpiry(expiryAt)
        if (at === null || at.epochMilliseconds > targetMs) break
        const { changes } = resting
        const found =
          expiryAt === null || mayFillForced() ? null : await lastQuietTick(at, expiryAt, targetMs)
        const quiet = found !== null && isStillQuiet(found, changes) ? found : null
        if (quiet === null) {
          reached(at)
          await committed(at)
          if (!(await expireAt(at, deps.goOnInStep))) return false
          await matchAt(at)
          carriedToMs = at.epochMilliseconds
        } else {
          reached(quiet)
          carriedToMs = quiet.epochMilliseconds
        }
        if (quiet !== null || played % INSTANTS_BEFORE_YIELD === 0) await otherWork()
      }
      carriedToMs = Math.max(carriedToMs, targetMs)
      return true
    },
    async playLateTick(tick, isNewest) {
      await committed(tick)
      resting.rereadIfOld()
      const tickBeforeMs = tick.epochMilliseconds - tickMs
      const boundary = calendar.nextBoundaryAfter(atMs(Math.max(carriedToMs, tickBeforeMs)))
      for (const at of boundary !== null && isBefore(boundary, tick) ? [boundary, tick] : [tick]) {
        // Where very many orders end, the ticks go on meanwhile: they reach none of these.
        await expireAt(at, () => deps.goOnInStep() && isNewest())
        if (!deps.goOnInStep()) return
        await matchAt(at)
        carriedToMs = at.epochMilliseconds
      }
    },
  }
}
