/**
 * A market clock with a start and a speed of its own. It waits for the matcher: a hold keeps it at
 * an instant until everything before has been carried out [clock.one-tick-ahead].
 *
 * After a short hold, such as a late timer, the clock catches up. After a longer one it continues
 * from where it was held, so on a slow machine the market slows down.
 */
import type { Pace } from '../core/pace'
import { earlier, type Instant } from '../core/time'
import { instantsOf, type MarketClock, type MonotonicMs, monotonicNowMs } from './clock'

export interface SimulatedClock extends MarketClock {
  /** The earliest instant of its market. */
  readonly beganAt: Instant
  readonly pace: Pace
  /** Whether a hold keeps it from being later. */
  readonly isHeld: boolean
  /** Moves forward to the instant and continues from there; ignores an earlier one. */
  moveTo(at: Instant): void
  /** Shows nothing later than the instant, until the next hold or move. */
  holdAt(at: Instant): void
  setSpeed(speed: number): void
  /** Continues from the instant, which may be an earlier one [snapshot.rewind]. */
  takeTo(at: Instant): void
}

/** Holds up to this many wall milliseconds are caught up. */
const MADE_UP_MAX_MS = 200
/** The measured speed covers at least, and about, this many wall milliseconds. */
const MEASURED_MIN_MS = 3_000
const MEASURED_MS = 5_000

/** How far the clock had run by itself, at a wall time. */
interface Mark {
  readonly elapsedMs: number
  readonly ranMs: number
}

export function simulatedClock(
  startsAt: Instant,
  speed: number,
  elapsedMs: MonotonicMs = monotonicNowMs,
  marketBeganAt: Instant = startsAt,
): SimulatedClock {
  let beganAt = marketBeganAt
  let fromMarketMs = startsAt.epochMilliseconds
  let fromElapsedMs = elapsedMs()
  let marketPerWall = speed
  let heldAtMs = Number.POSITIVE_INFINITY
  let ranBeforeMs = 0
  let since: Mark = { elapsedMs: fromElapsedMs, ranMs: 0 }
  let latest: Mark = since
  const instantOf = instantsOf()

  const freeMs = (): number =>
    Math.floor(fromMarketMs + (elapsedMs() - fromElapsedMs) * marketPerWall)
  const nowMs = (): number => Math.min(freeMs(), heldAtMs)

  function runFrom(marketMs: number): void {
    ranBeforeMs += nowMs() - fromMarketMs
    fromMarketMs = marketMs
    fromElapsedMs = elapsedMs()
  }

  const mark = (): Mark => ({
    elapsedMs: elapsedMs(),
    ranMs: ranBeforeMs + nowMs() - fromMarketMs,
  })

  function measure(): Mark {
    const now = mark()
    if (now.elapsedMs - latest.elapsedMs >= MEASURED_MS) {
      since = latest
      latest = now
    }
    return now
  }

  function speedReached(): number | null {
    const now = measure()
    const wallMs = now.elapsedMs - since.elapsedMs
    if (wallMs < MEASURED_MIN_MS || marketPerWall === 0) return null
    return (now.ranMs - since.ranMs) / wallMs
  }

  return {
    get beganAt() {
      return beganAt
    },
    get pace() {
      return { speed: marketPerWall, speedReached: speedReached() }
    },
    get isHeld() {
      return freeMs() > heldAtMs
    },
    now: () => instantOf(nowMs()),
    wallMsUntil: (at) =>
      marketPerWall === 0 ? null : Math.max(0, (at.epochMilliseconds - freeMs()) / marketPerWall),
    moveTo(at) {
      const toMs = Math.max(nowMs(), at.epochMilliseconds)
      runFrom(toMs)
      heldAtMs = Math.max(heldAtMs, toMs)
    },
    holdAt(at) {
      measure()
      if (freeMs() - nowMs() > MADE_UP_MAX_MS * marketPerWall) runFrom(nowMs())
      heldAtMs = Math.max(nowMs(), at.epochMilliseconds)
    },
    takeTo(at) {
      beganAt = earlier(beganAt, at)
      runFrom(at.epochMilliseconds)
      heldAtMs = at.epochMilliseconds
    },
    setSpeed(next) {
      runFrom(nowMs())
      marketPerWall = next
      since = mark()
      latest = since
    },
  }
}
