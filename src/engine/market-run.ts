/**
 * Carries the market from instant to instant, in order: each step's expiries and fills are
 * committed before the next one begins. Where no open order can act, nothing is asked of the
 * database, so a simulated year without orders passes in a moment.
 */
import { atMs, type Instant, isBefore } from '../core/time'
import { nextBoundaryAfter, sessionAt } from '../market/calendar'
import { type OpenBook, openBook } from '../store/open-orders'
import { carryOutEnds, carryOutTick, type StepDeps } from './carry-step'
import { reachedQuotes } from './crossing'
import { nextStep, type Step } from './steps'

/** Steps in memory before other work of the process gets its turn: a few milliseconds. */
const STEPS_BEFORE_YIELD = 500

export interface MarketRunDeps extends StepDeps {
  readonly tickMs: number
}

export interface MarketRun {
  /** Everything up to here, inclusive, has been carried out. */
  readonly carriedTo: Instant
  /**
   * Carries out every step up to the instant, telling `reached` of each that may change something,
   * for as long as `goOn` says so. False: it was left at a step before the instant.
   */
  carryTo(target: Instant, goOn: () => boolean, reached?: (at: Instant) => void): Promise<boolean>
  /**
   * Carries out only the boundaries before the instant and one tick at it: the ticks between are
   * late.
   */
  skipTo(tick: Instant): Promise<void>
  /** Open orders may have changed. */
  bookChanged(): void
}

export function marketRun(deps: MarketRunDeps, startsAt: Instant): MarketRun {
  let carriedToMs = startsAt.epochMilliseconds
  let book: OpenBook | null = null
  let bookChanges = 0

  const forgetBook = (): void => {
    book = null
    bookChanges++
  }
  async function currentBook(): Promise<OpenBook> {
    if (book !== null) return book
    const changes = bookChanges
    const read = await openBook(deps.database)
    // What changed while it was read may not be in it: the next step reads it again.
    if (changes === bookChanges) book = read
    return read
  }

  async function carryOutStep({ at, session }: Step): Promise<void> {
    const { nextExpiryAt } = await currentBook()
    if (nextExpiryAt !== null && !isBefore(at, nextExpiryAt)) {
      forgetBook()
      await carryOutEnds(deps, at)
    }
    const quotes = reachedQuotes((await currentBook()).frontiers, deps.feed, at, session)
    if (quotes.size === 0) return
    forgetBook()
    await carryOutTick(deps, quotes)
  }

  return {
    get carriedTo() {
      return atMs(carriedToMs)
    },
    bookChanged: forgetBook,
    async carryTo(target, goOn, reached = () => {}) {
      const targetMs = target.epochMilliseconds
      for (let steps = 1; carriedToMs < targetMs; steps++) {
        if (!goOn()) return false
        if ((await currentBook()).nextExpiryAt === null) break
        const step = nextStep(carriedToMs, deps.tickMs)
        if (step.at.epochMilliseconds > targetMs) break
        reached(step.at)
        await carryOutStep(step)
        carriedToMs = step.at.epochMilliseconds
        if (steps % STEPS_BEFORE_YIELD === 0) await new Promise((next) => setImmediate(next))
      }
      carriedToMs = Math.max(carriedToMs, targetMs)
      return true
    },
    async skipTo(tick) {
      forgetBook()
      while (carriedToMs < tick.epochMilliseconds) {
        const boundary = nextBoundaryAfter(atMs(carriedToMs))
        const at = isBefore(boundary, tick) ? boundary : tick
        await carryOutStep({ at, session: sessionAt(at).session })
        carriedToMs = at.epochMilliseconds
      }
    },
  }
}
