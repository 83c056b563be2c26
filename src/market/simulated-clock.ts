/**
 * A market clock with its own start and speed. It waits for the matcher: a hold stops it at an
 * instant until the matcher has processed everything before [clock.one-tick-ahead].
 *
 * After a short hold, such as a late timer, the clock catches up. After a longer one it continues
 * from the instant of the hold, so on a slow machine the market slows down.
 */

import { earlier, type Instant } from '../core/time'
import { instantsOf, type MarketClock, type MonotonicMs, monotonicNowMs } from './clock'
import type { Pace } from './pace'

/** The clock catches up after holds of at most this many wall milliseconds. */
const CATCH_UP_MAX_MS = 200
/** The speed is measured over at least MEASURED_MIN_MS and about MEASURED_MS of wall time. */
const MEASURED_MIN_MS = 3_000
const MEASURED_MS = 5_000

/** How far the clock had run, without moves, at a wall time. */
interface Mark {
  readonly elapsedMs: number
  readonly ranMs: number
}

export class SimulatedClock implements MarketClock {
  readonly #elapsedMs: MonotonicMs
  #beganAt: Instant
  #fromMarketMs: number
  #fromElapsedMs: number
  #marketPerWall: number
  #heldAtMs = Number.POSITIVE_INFINITY
  #ranBeforeMs = 0
  #since: Mark
  #latest: Mark
  readonly #instantOf = instantsOf()

  constructor(
    startsAt: Instant,
    speed: number,
    elapsedMs: MonotonicMs = monotonicNowMs,
    marketBeganAt: Instant = startsAt,
  ) {
    this.#elapsedMs = elapsedMs
    this.#beganAt = marketBeganAt
    this.#fromMarketMs = startsAt.epochMilliseconds
    this.#fromElapsedMs = elapsedMs()
    this.#marketPerWall = speed
    this.#since = { elapsedMs: this.#fromElapsedMs, ranMs: 0 }
    this.#latest = this.#since
  }

  /** The earliest instant of its market. */
  get beganAt(): Instant {
    return this.#beganAt
  }

  get pace(): Pace {
    return { speed: this.#marketPerWall, speedReached: this.#speedReached() }
  }

  /** Whether a hold stops it now. */
  get isHeld(): boolean {
    return this.#freeMs() > this.#heldAtMs
  }

  readonly now = (): Instant => this.#instantOf(this.#nowMs())

  wallMsUntil(at: Instant): number | null {
    return this.#marketPerWall === 0
      ? null
      : Math.max(0, (at.epochMilliseconds - this.#freeMs()) / this.#marketPerWall)
  }

  /** Moves forward to the instant and continues from there; ignores an earlier one. */
  readonly moveTo = (at: Instant): void => {
    const toMs = Math.max(this.#nowMs(), at.epochMilliseconds)
    this.#runFrom(toMs)
    this.#heldAtMs = Math.max(this.#heldAtMs, toMs)
  }

  /** Shows nothing later than the instant, until the next hold or move. */
  holdAt(at: Instant): void {
    this.#measure()
    if (this.#freeMs() - this.#nowMs() > CATCH_UP_MAX_MS * this.#marketPerWall) {
      this.#runFrom(this.#nowMs())
    }
    this.#heldAtMs = Math.max(this.#nowMs(), at.epochMilliseconds)
  }

  /** Continues from the instant, which may be an earlier one [snapshot.rewind]. */
  restartAt(at: Instant): void {
    this.#beganAt = earlier(this.#beganAt, at)
    this.#runFrom(at.epochMilliseconds)
    this.#heldAtMs = at.epochMilliseconds
  }

  setSpeed(next: number): void {
    this.#runFrom(this.#nowMs())
    this.#marketPerWall = next
    this.#since = this.#mark()
    this.#latest = this.#since
  }

  #freeMs(): number {
    return Math.floor(
      this.#fromMarketMs + (this.#elapsedMs() - this.#fromElapsedMs) * this.#marketPerWall,
    )
  }

  #nowMs(): number {
    return Math.min(this.#freeMs(), this.#heldAtMs)
  }

  #runFrom(marketMs: number): void {
    this.#ranBeforeMs += this.#nowMs() - this.#fromMarketMs
    this.#fromMarketMs = marketMs
    this.#fromElapsedMs = this.#elapsedMs()
  }

  #mark(): Mark {
    return {
      elapsedMs: this.#elapsedMs(),
      ranMs: this.#ranBeforeMs + this.#nowMs() - this.#fromMarketMs,
    }
  }

  #measure(): Mark {
    const now = this.#mark()
    if (now.elapsedMs - this.#latest.elapsedMs >= MEASURED_MS) {
      this.#since = this.#latest
      this.#latest = now
    }
    return now
  }

  #speedReached(): number | null {
    const now = this.#measure()
    const wallMs = now.elapsedMs - this.#since.elapsedMs
    if (wallMs < MEASURED_MIN_MS || this.#marketPerWall === 0) return null
    return (now.ranMs - this.#since.ranMs) / wallMs
  }
}

export const simulatedClock = (
  startsAt: Instant,
  speed: number,
  elapsedMs: MonotonicMs = monotonicNowMs,
  marketBeganAt: Instant = startsAt,
): SimulatedClock => new SimulatedClock(startsAt, speed, elapsedMs, marketBeganAt)
