/**
 * A market clock that starts where it is told to and runs at a speed of its own [run.speed], but
 * waits for the market [clock.one-tick-ahead]: it is held at an instant until what comes before has
 * been carried out.
 *
 * A short hold, such as a timer that fires late, is made up for. After a longer one the clock runs
 * on from where it stood, so that where the machine is too slow the market slows down.
 */
import type { Pace } from '../core/pace'
import { atMs, type Instant } from '../core/time'
import { type MarketClock, type MonotonicMs, monotonicNowMs } from './clock'

export interface SimulatedClock extends MarketClock {
  readonly pace: Pace
  /** True: it would be later by now, were it not held. */
  readonly isHeld: boolean
  /** Moves forward to the instant and runs on from there; an earlier one changes nothing. */
  moveTo(at: Instant): void
  /** Shows nothing later than the instant, until it is told another or moved. */
  holdAt(at: Instant): void
  setSpeed(speed: number): void
}

/** Wall milliseconds of a hold that the clock makes up for. */
const MADE_UP_MAX_MS = 200
/** Wall milliseconds over which the speed reached is measured, at least and about. */
const MEASURED_MIN_MS = 3_000
const MEASURED_MS = 5_000

/** How far it had run by itself at a wall time. */
interface Mark {
  readonly elapsedMs: number
  readonly ranMs: number
}

export function simulatedClock(
  startsAt: Instant,
  speed: number,
  elapsedMs: MonotonicMs = monotonicNowMs,
): SimulatedClock {
  let fromMarketMs = startsAt.epochMilliseconds
  let fromElapsedMs = elapsedMs()
  let marketPerWall = speed
  let heldAtMs = Number.POSITIVE_INFINITY
  let ranBeforeMs = 0
  let since: Mark = { elapsedMs: fromElapsedMs, ranMs: 0 }
  let latest: Mark = since

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
    get pace() {
      return { speed: marketPerWall, speedReached: speedReached() }
    },
    get isHeld() {
      return freeMs() > heldAtMs
    },
    now: () => atMs(nowMs()),
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
    setSpeed(next) {
      runFrom(nowMs())
      marketPerWall = next
      since = mark()
      latest = since
    },
  }
}
