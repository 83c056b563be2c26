/**
 * Checks whether a write would succeed now, and whether the market moves, whichever process moves
 * it [health.true]. Callers share one check a second, and no caller waits longer for it.
 */
import { HEALTH_ANSWER_MS_MAX, TICK_LATE_MS_MAX } from '../../core/limits'
import type { Instant } from '../../core/time'
import type { MarketCalendar } from '../../market/calendar'
import type { MarketClock, MonotonicMs } from '../../market/clock'
import type { PriceAges } from '../../market/feeds/live/price-ages'
import { isSlow, type Pace, slowness } from '../../market/pace'
import { nextInstantAfter } from '../../market/schedule'
import type { LeaseState } from '../../postgres/matcher-lease'
import { writeFault } from '../../postgres/write-probe'
import type { MarketPulse } from '../../trading/matcher/waits'

/** How long callers share a check. */
const FRESH_MS = 1_000
/** The answer has the rest of its second to arrive [health.fast]. */
const ANSWERED_WITHIN_MS = HEALTH_ANSWER_MS_MAX - 100

export interface Health {
  /** Why the server cannot serve; empty if it can. */
  readonly reasons: readonly string[]
  /** Further facts for its operator, such as a wrong clock. */
  readonly notices: readonly string[]
  readonly market: {
    readonly now: Instant
    /** Null if the process that moves the market has not reported yet. */
    readonly carriedTo: Instant | null
    readonly movedBy: 'this server' | 'another server' | 'nobody'
  }
  /** The pace of the market's clock on this server. */
  readonly pace: Pace
  /** The server's cell; null if it has none [run.cell-seen]. */
  readonly cell: string | null
  /** The ages of live prices; null in any other market. */
  readonly prices: PriceAges | null
}

export type HealthService = () => Promise<Health>

interface LivePrices {
  readonly ages: PriceAges
  readonly notices: readonly string[]
}

export interface HealthDeps {
  /** Rejects if nothing can be written. */
  readonly probeWrite: () => Promise<void>
  /** The last report of the process that moves the market. */
  readonly leaseState: () => Promise<LeaseState | undefined>
  readonly matcher: { readonly pulse: MarketPulse; readonly carriedTo: Instant }
  readonly clock: MarketClock
  readonly isSimulated: boolean
  readonly calendar: MarketCalendar
  readonly tickMs: number
  readonly elapsedMs: MonotonicMs
  readonly after: (ms: number) => Promise<void>
  readonly notices: () => readonly string[]
  /** The state of live prices; null in any other market [live.seen]. */
  readonly prices: () => LivePrices | null
  readonly pace: () => Pace
  readonly cell: string | null
  /** Whether the server is stopping, and serves only what it must. */
  readonly ending: () => boolean
}

type Market = Health['market'] & { readonly reasons: readonly string[] }

class ServerHealth {
  readonly #deps: HealthDeps
  #latest: { readonly health: Health; readonly atMs: number } | null = null
  #pending: { readonly health: Promise<Health>; readonly beganMs: number } | null = null

  constructor(deps: HealthDeps) {
    this.#deps = deps
  }

  readonly read = async (): Promise<Health> => this.#withEnding(await this.#healthNow())

  /** The facts that need no query. */
  #localFacts(): Pick<Health, 'cell' | 'notices' | 'pace' | 'prices'> {
    const pace = this.#deps.pace()
    const prices = this.#deps.prices()
    const slow = isSlow(pace) ? [slowness(pace)] : []
    const notices = [...this.#deps.notices(), ...(prices?.notices ?? []), ...slow]
    return { cell: this.#deps.cell, pace, prices: prices?.ages ?? null, notices }
  }

  #ownMarket(): Market {
    const { lateMs } = this.#deps.matcher.pulse
    const reasons =
      lateMs > TICK_LATE_MS_MAX
        ? [`the market has stood still for ${seconds(lateMs)} on this server`]
        : []
    const { carriedTo } = this.#deps.matcher
    return { now: this.#deps.clock.now(), carriedTo, movedBy: 'this server', reasons }
  }

  async #anothersMarket(): Promise<Market> {
    const report = await this.#deps.leaseState()
    const now = this.#deps.clock.now()
    if (report === undefined || report.holder === null || report.silentMs > TICK_LATE_MS_MAX) {
      const carriedTo = report?.carriedTo ?? null
      // A server that has just started may take the lease at any moment, and so may another one
      // after a server has stopped. Until then no tick is late.
      const isEarly =
        !this.#deps.matcher.pulse.begun && this.#deps.matcher.pulse.lateMs <= TICK_LATE_MS_MAX
      const isGivenBack = report !== undefined && report.silentMs <= TICK_LATE_MS_MAX
      const reasons = isEarly || isGivenBack ? [] : ['no server moves the market']
      return { now, carriedTo, movedBy: 'nobody', reasons }
    }
    const { carriedTo } = report
    if (this.#deps.isSimulated && this.#deps.matcher.pulse.begun) {
      // This process still has its own clock, and stamps orders with it [clock.one-server].
      const reasons = ['another server has taken over this simulated market']
      return { now, carriedTo, movedBy: 'another server', reasons }
    }
    const lateMs = carriedTo === null ? 0 : this.#lateBy(carriedTo, now)
    const reasons =
      lateMs > TICK_LATE_MS_MAX
        ? [`the market has stood still for ${seconds(lateMs)} on its server`]
        : []
    return { now, carriedTo, movedBy: 'another server', reasons }
  }

  /** Both processes use the system's clock, since only one process has a simulated clock. */
  #lateBy(carriedTo: Instant, now: Instant): number {
    const due = nextInstantAfter(
      this.#deps.calendar,
      carriedTo.epochMilliseconds,
      this.#deps.tickMs,
    )
    return due === null ? 0 : now.since(due).total('milliseconds')
  }

  async #examine(): Promise<Health> {
    const [write, market] = await Promise.all([
      this.#deps.probeWrite().then(
        () => [],
        (error: unknown) => [writeFault(error)],
      ),
      this.#deps.matcher.pulse.movesMarket
        ? this.#ownMarket()
        : this.#anothersMarket().catch(this.#unknownMarket),
    ])
    const { reasons: marketReasons, ...reported } = market
    const reasons = [...new Set([...write, ...marketReasons])]
    return { reasons, market: reported, ...this.#localFacts() }
  }

  readonly #unknownMarket = (error: unknown): Market => {
    const reasons = [writeFault(error)]
    return { now: this.#deps.clock.now(), carriedTo: null, movedBy: 'nobody', reasons }
  }

  #unanswered(beganMs: number): Health {
    return {
      reasons: [`the database has not answered for ${seconds(this.#deps.elapsedMs() - beganMs)}`],
      ...this.#localFacts(),
      market: {
        now: this.#deps.clock.now(),
        carriedTo: this.#deps.matcher.pulse.movesMarket ? this.#deps.matcher.carriedTo : null,
        movedBy: this.#deps.matcher.pulse.movesMarket ? 'this server' : 'nobody',
      },
    }
  }

  #begin() {
    const beganMs = this.#deps.elapsedMs()
    const health = this.#examine()
    const examination = { health, beganMs }
    const ended = (): void => {
      if (this.#pending === examination) this.#pending = null
    }
    health.then((found) => {
      this.#latest = { health: found, atMs: this.#deps.elapsedMs() }
      ended()
    }, ended)
    return examination
  }

  /** Reported at once, whatever the last check found [run.drain]. */
  #withEnding(health: Health): Health {
    return this.#deps.ending() || this.#deps.matcher.pulse.stopped
      ? { ...health, reasons: ['the server is ending', ...health.reasons] }
      : health
  }

  async #healthNow(): Promise<Health> {
    if (this.#latest !== null && this.#deps.elapsedMs() - this.#latest.atMs < FRESH_MS) {
      return this.#latest.health
    }
    this.#pending ??= this.#begin()
    const { health, beganMs } = this.#pending
    const leftMs = ANSWERED_WITHIN_MS - (this.#deps.elapsedMs() - beganMs)
    if (leftMs <= 0) return this.#unanswered(beganMs)
    return Promise.race([health, this.#deps.after(leftMs).then(() => this.#unanswered(beganMs))])
  }
}

export const healthService = (deps: HealthDeps): HealthService => new ServerHealth(deps).read

const seconds = (ms: number): string => `${Math.max(1, Math.round(ms / 1_000))} s`
