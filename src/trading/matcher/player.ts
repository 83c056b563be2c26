/**
 * Carries the market from instant to instant, in order: each step's expiries and fills are
 * committed before the next one begins. Where no open order can act, nothing is asked of the
 * database, so a simulated year without orders passes in a moment.
 */
import type { OrderEvent } from '../../core/order/event'
import { atMs, type Instant, isBefore } from '../../core/time'
import { type OpenBook, openBook } from '../../store/tables/open-orders'
import { crossedQuotes } from './crossing'
import { nextInstantAfter } from './schedule'
import { marketStep, type StepDeps } from './step'
import { usedUp } from './used-up'

/** Steps in memory before other work of the process gets its turn: a few milliseconds. */
const STEPS_BEFORE_YIELD = 500

export interface MarketPlayerDeps extends StepDeps {
  readonly tickMs: number
  /** False: a long step is left in the middle. What is over then ends with a later step. */
  readonly goOnInStep: () => boolean
}

export interface MarketPlayer {
  /** Everything up to here, inclusive, has been carried out. */
  readonly carriedTo: Instant
  /**
   * Carries out every step up to the instant, telling `reached` of each that may change something,
   * for as long as `goOn` says so. False: it was left at a step before the instant.
   */
  playTo(target: Instant, goOn: () => boolean, reached?: (at: Instant) => void): Promise<boolean>
  /**
   * Carries out one tick at the instant, and a session boundary since the tick before it. What lies
   * further back is late: nothing is traded there any more, but what ended there ends (D5), a part
   * of it with the next tick where that is on before all has ended.
   */
  playLateTick(tick: Instant, isNewest: () => boolean): Promise<void>
  /** Open orders have changed by what was booked; nothing: anything may have changed. */
  bookChanged(events?: readonly OrderEvent[]): void
  /** Another process has moved the market up to now: its ticks were none of ours to carry out. */
  resyncTo(now: Instant): void
}

export function marketPlayer(deps: MarketPlayerDeps, startsAt: Instant): MarketPlayer {
  const { calendar } = deps.feed
  const steps = marketStep(deps)
  const used = usedUp(deps.feed)
  let carriedToMs = startsAt.epochMilliseconds
  let book: OpenBook | null = null
  let bookChanges = 0

  const forgetBook = (): void => {
    book = null
    bookChanges++
  }
  const changed = (events: readonly OrderEvent[] = []): void => {
    forgetBook()
    used.changed(events)
  }
  async function currentBook(): Promise<OpenBook> {
    if (book !== null) return book
    const changes = bookChanges
    const read = await openBook(deps.database)
    // What changed while it was read may not be in it: the next step reads it again.
    if (changes === bookChanges) book = read
    return read
  }

  /**
   * An order is tried at the first tick after its acceptance (D5), so a tick waits for those that
   * the desk has accepted before it and not committed yet.
   */
  const settled = async (at: Instant): Promise<void> => {
    await deps.desk.committing(at)
  }

  /** Where no order is open: the next step, if one may have been accepted that is not committed. */
  const stepOfAccepted = (target: Instant): Instant | null =>
    deps.desk.committing(target) && nextInstantAfter(calendar, carriedToMs, deps.tickMs)

  /** False: it was left in the middle of what ends at the instant. */
  async function carryOutStep(at: Instant): Promise<boolean> {
    if (!(await end(at, deps.goOnInStep))) return false
    await tryAt(at)
    return true
  }

  async function end(at: Instant, goOn: () => boolean): Promise<boolean> {
    const { nextExpiryAt } = await currentBook()
    if (nextExpiryAt === null || isBefore(at, nextExpiryAt)) return true
    forgetBook()
    return steps.expireDueOrders(at, goOn)
  }

  async function tryAt(at: Instant): Promise<void> {
    const quotes = crossedQuotes((await currentBook()).frontiers, deps.feed, at, used)
    if (quotes.size === 0) return
    used.beginTick(quotes.keys())
    // The desk tells what it has booked; else the book stays as it is.
    const waiting = await steps.matchTick(at, quotes)
    for (const [symbol, quote] of quotes) {
      const accounts = waiting.get(symbol)
      if (accounts !== undefined) used.keep(quote, accounts)
    }
  }

  /**
   * The next step, or an expiry before it: where the bars have changed since an order was accepted,
   * its time may be over while the market is closed.
   */
  function stepOrExpiry(expiryAt: Instant): Instant | null {
    const at = nextInstantAfter(calendar, carriedToMs, deps.tickMs)
    const expiryMs = expiryAt.epochMilliseconds
    if (expiryMs <= carriedToMs) return at
    return at === null || expiryMs < at.epochMilliseconds ? expiryAt : at
  }

  return {
    get carriedTo() {
      return atMs(carriedToMs)
    },
    bookChanged: changed,
    resyncTo(now) {
      changed()
      carriedToMs = Math.max(carriedToMs, now.epochMilliseconds)
    },
    async playTo(target, goOn, reached = () => {}) {
      const targetMs = target.epochMilliseconds
      for (let taken = 1; carriedToMs < targetMs; taken++) {
        if (!goOn()) return false
        const { nextExpiryAt } = await currentBook()
        const at = nextExpiryAt === null ? stepOfAccepted(target) : stepOrExpiry(nextExpiryAt)
        if (at === null || at.epochMilliseconds > targetMs) break
        reached(at)
        await settled(at)
        if (!(await carryOutStep(at))) return false
        carriedToMs = at.epochMilliseconds
        if (taken % STEPS_BEFORE_YIELD === 0) await new Promise((next) => setImmediate(next))
      }
      carriedToMs = Math.max(carriedToMs, targetMs)
      return true
    },
    async playLateTick(tick, isNewest) {
      await settled(tick)
      // Other processes' orders are not told of.
      changed()
      const tickBeforeMs = tick.epochMilliseconds - deps.tickMs
      const boundary = calendar.nextBoundaryAfter(atMs(Math.max(carriedToMs, tickBeforeMs)))
      for (const at of boundary !== null && isBefore(boundary, tick) ? [boundary, tick] : [tick]) {
        // Where very many orders end, the ticks go on meanwhile: they reach none of these.
        await end(at, () => deps.goOnInStep() && isNewest())
        if (!deps.goOnInStep()) return
        await tryAt(at)
        carriedToMs = at.epochMilliseconds
      }
    },
  }
}
