/**
 * Tells whether a write would succeed now and whether the market moves, whichever process moves it
 * [health.true]. Callers share one examination a second, and none waits for it any longer.
 */
import { HEALTH_ANSWER_MS_MAX, TICK_LATE_MS_MAX } from '../../core/limits'
import { isSlow, type Pace, slowness } from '../../core/pace'
import type { PriceAges } from '../../core/price-ages'
import type { Instant } from '../../core/time'
import type { MarketCalendar } from '../../market/calendar'
import type { MarketClock, MonotonicMs } from '../../market/clock'
import { nextInstantAfter } from '../../market/schedule'
import type { MarketHeld } from '../../store/tables/matcher-lease'
import { writeFault } from '../../store/write-probe'
import type { MarketPulse } from '../../trading/matcher/waits'

/** How long callers get the same examination. */
const FRESH_MS = 1_000
/** The answer has the rest of its second to arrive [health.fast]. */
const ANSWERED_WITHIN_MS = HEALTH_ANSWER_MS_MAX - 100

export interface Health {
  /** Why the server cannot serve; empty where it can. */
  readonly reasons: readonly string[]
  /** Further facts for its operator, such as a wrong clock. */
  readonly notices: readonly string[]
  readonly market: {
    readonly now: Instant
    /** Null: the process that moves the market has not reported yet. */
    readonly carriedTo: Instant | null
    readonly movedBy: 'this server' | 'another server' | 'nobody'
  }
  /** The pace of the market's clock on this server. */
  readonly pace: Pace
  /** Of live prices; null in any other market. */
  readonly prices: PriceAges | null
}

export type HealthService = () => Promise<Health>

interface HeldPrices {
  readonly ages: PriceAges
  readonly notices: readonly string[]
}

export interface HealthDeps {
  /** Rejects where nothing can be written. */
  readonly probeWrite: () => Promise<void>
  /** The last report of the process that moves the market. */
  readonly marketHeld: () => Promise<MarketHeld | undefined>
  readonly matcher: { readonly pulse: MarketPulse; readonly carriedTo: Instant }
  readonly clock: MarketClock
  readonly isSimulated: boolean
  readonly calendar: MarketCalendar
  readonly tickMs: number
  readonly elapsedMs: MonotonicMs
  readonly after: (ms: number) => Promise<void>
  readonly notices: () => readonly string[]
  /** Null unless prices come from outside [live.seen]. */
  readonly prices: () => HeldPrices | null
  readonly pace: () => Pace
  /** It was told to end, and serves no longer than it must. */
  readonly ending: () => boolean
}

type Market = Health['market'] & { readonly reasons: readonly string[] }

export function healthService(deps: HealthDeps): HealthService {
  const { matcher, clock, elapsedMs } = deps
  let examined: { readonly health: Health; readonly atMs: number } | null = null
  let pending: { readonly health: Promise<Health>; readonly beganMs: number } | null = null

  /** The facts that need no query. */
  function known(): Pick<Health, 'notices' | 'pace' | 'prices'> {
    const pace = deps.pace()
    const prices = deps.prices()
    const slow = isSlow(pace) ? [slowness(pace)] : []
    const notices = [...deps.notices(), ...(prices?.notices ?? []), ...slow]
    return { pace, prices: prices?.ages ?? null, notices }
  }

  function ownMarket(): Market {
    const { lateMs } = matcher.pulse
    const reasons =
      lateMs > TICK_LATE_MS_MAX
        ? [`the market has stood still for ${seconds(lateMs)} on this server`]
        : []
    const { carriedTo } = matcher
    return { now: clock.now(), carriedTo, movedBy: 'this server', reasons }
  }

  async function anothersMarket(): Promise<Market> {
    const held = await deps.marketHeld()
    const now = clock.now()
    if (held === undefined || held.holder === null || held.silentMs > TICK_LATE_MS_MAX) {
      const carriedTo = held?.carriedTo ?? null
      // A server that has just started may take the market any moment, and so may another one what
      // a server has given back at its end: no tick is late yet.
      const isEarly = !matcher.pulse.begun && matcher.pulse.lateMs <= TICK_LATE_MS_MAX
      const isGivenBack = held !== undefined && held.silentMs <= TICK_LATE_MS_MAX
      const reasons = isEarly || isGivenBack ? [] : ['no server moves the market']
      return { now, carriedTo, movedBy: 'nobody', reasons }
    }
    const { carriedTo } = held
    if (deps.isSimulated && matcher.pulse.begun) {
      // This process still has a clock of its own, and stamps orders with it [clock.one-server].
      const reasons = ['another server has taken over this simulated market']
      return { now, carriedTo, movedBy: 'another server', reasons }
    }
    const lateMs = carriedTo === null ? 0 : lateBy(carriedTo, now)
    const reasons =
      lateMs > TICK_LATE_MS_MAX
        ? [`the market has stood still for ${seconds(lateMs)} on its server`]
        : []
    return { now, carriedTo, movedBy: 'another server', reasons }
  }

  /** Both processes go by the system's clock: a simulated clock is one process's alone. */
  function lateBy(carriedTo: Instant, now: Instant): number {
    const due = nextInstantAfter(deps.calendar, carriedTo.epochMilliseconds, deps.tickMs)
    return due === null ? 0 : now.since(due).total('milliseconds')
  }

  async function examine(): Promise<Health> {
    const [write, market] = await Promise.all([
      deps.probeWrite().then(
        () => [],
        (error: unknown) => [writeFault(error)],
      ),
      matcher.pulse.movesMarket ? ownMarket() : anothersMarket().catch(unknownMarket),
    ])
    const { reasons: marketReasons, ...reported } = market
    const reasons = [...new Set([...write, ...marketReasons])]
    return { reasons, market: reported, ...known() }
  }

  const unknownMarket = (error: unknown): Market => {
    const reasons = [writeFault(error)]
    return { now: clock.now(), carriedTo: null, movedBy: 'nobody', reasons }
  }

  const unanswered = (beganMs: number): Health => ({
    reasons: [`the database has not answered for ${seconds(elapsedMs() - beganMs)}`],
    ...known(),
    market: {
      now: clock.now(),
      carriedTo: matcher.pulse.movesMarket ? matcher.carriedTo : null,
      movedBy: matcher.pulse.movesMarket ? 'this server' : 'nobody',
    },
  })

  function begin() {
    const beganMs = elapsedMs()
    const health = examine()
    const begun = { health, beganMs }
    const ended = (): void => {
      if (pending === begun) pending = null
    }
    health.then((found) => {
      examined = { health: found, atMs: elapsedMs() }
      ended()
    }, ended)
    return begun
  }

  /** Known at once, whatever was examined before [run.drain]. */
  const asItEnds = (health: Health): Health =>
    deps.ending() || matcher.pulse.stopped
      ? { ...health, reasons: ['the server is ending', ...health.reasons] }
      : health

  return async () => asItEnds(await healthNow())

  async function healthNow(): Promise<Health> {
    if (examined !== null && elapsedMs() - examined.atMs < FRESH_MS) return examined.health
    pending ??= begin()
    const { health, beganMs } = pending
    const leftMs = ANSWERED_WITHIN_MS - (elapsedMs() - beganMs)
    if (leftMs <= 0) return unanswered(beganMs)
    return Promise.race([health, deps.after(leftMs).then(() => unanswered(beganMs))])
  }
}

const seconds = (ms: number): string => `${Math.max(1, Math.round(ms / 1_000))} s`
