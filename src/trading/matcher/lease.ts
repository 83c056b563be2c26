/**
 * The lease by which one of several processes moves the market [run.lease]: acquired, renewed,
 * released. It is renewed about once a second. A process that has been superseded is kept out by
 * the fence in each transaction, and not by the lease.
 */
import type { Instant } from '../../core/time'
import { type Alarm, alarm } from '../../market/clock'
import type { Database, Fence, MatcherLease } from '../../postgres/database'
import { LeaseLost } from '../../postgres/matcher-lease'

/** A process that was killed cannot release its lease, which then expires. */
const TRY_EVERY_MS = 250
const TRIES_MAX = 20

export interface MarketLease {
  /**
   * Acquires the lease if it is free, and renews it if renewal is due. Returns true if this process
   * has the lease; rejects if it was lost. `carriedTo` shows other processes the market's progress.
   */
  isOurs(carriedTo?: Instant): Promise<boolean>
  /** Tries for some seconds, even after the lease was lost, while `wanted` returns true. */
  becomesOurs(wanted?: () => boolean): Promise<boolean>
  /** Milliseconds until renewal; zero or less if it is due, or if this process has no lease. */
  readonly renewsInMs: number
  /**
   * The fence of the present term, for every command of the market. Throws LeaseLost without a
   * lease.
   */
  readonly fence: Fence
  keepProgress(carriedTo: Instant): Promise<void>
  /** Releases the lease, and first saves the progress of a simulated market if it is given. */
  release(carriedTo?: Instant | null): Promise<void>
  /** While this number stays the same, no other process has moved the market. */
  readonly acquiredCount: number
}

class DatabaseLease implements MarketLease {
  readonly #after: Alarm
  readonly #elapsedMs: () => number
  readonly #database: Pick<Database, 'takeMatcherLease'>
  #lease: MatcherLease | null = null
  #attempt: Promise<boolean> | null = null
  #acquiredCount = 0
  #renewedAtMs = Number.NEGATIVE_INFINITY

  constructor(
    database: Pick<Database, 'takeMatcherLease'>,
    elapsedMs: () => number,
    after: Alarm = alarm,
  ) {
    this.#after = after
    this.#elapsedMs = elapsedMs
    this.#database = database
  }

  /**
   * Callers share one pending attempt: of two attempts at once, each would see the other's lease as
   * foreign.
   */
  isOurs(carriedTo?: Instant): Promise<boolean> {
    this.#attempt ??= this.#acquireOrRenew(carriedTo ?? null).finally(() => {
      this.#attempt = null
    })
    return this.#attempt
  }

  async becomesOurs(wanted: () => boolean = () => true): Promise<boolean> {
    for (let tries = 1; wanted(); tries++) {
      const isLast = tries >= TRIES_MAX
      const ours = await this.isOurs().catch((error: unknown) => {
        if (isLast) throw error
        return false
      })
      if (ours || isLast) return ours
      await new Promise<void>((next) => this.#after(TRY_EVERY_MS, next))
    }
    return false
  }

  get renewsInMs(): number {
    return this.#renewsInMs()
  }

  get fence(): Fence {
    if (this.#lease === null) throw new LeaseLost()
    return this.#lease.fence
  }

  keepProgress(carriedTo: Instant): Promise<void> {
    return this.#renewing((held) => held.keepProgress(carriedTo))
  }

  async release(carriedTo: Instant | null = null): Promise<void> {
    await this.#attempt?.catch(() => {})
    const released = this.#lease
    this.#lease = null
    try {
      if (carriedTo !== null) await released?.keepProgress(carriedTo)
      await released?.release()
    } catch {
      // Without the database the lease expires, and the next process replays the instants after the
      // last saved progress: no order acts on a tick twice.
    }
  }

  get acquiredCount(): number {
    return this.#acquiredCount
  }

  /**
   * The term counts from the time of the request, since the database may have renewed the lease as
   * early as that.
   */
  async #renewing(renewal: (held: MatcherLease) => Promise<void>): Promise<void> {
    if (this.#lease === null) throw new LeaseLost()
    const requestedAtMs = this.#elapsedMs()
    await renewal(this.#lease).catch((error: unknown) => {
      if (error instanceof LeaseLost) this.#lease = null
      throw error
    })
    this.#renewedAtMs = requestedAtMs
  }

  #renewsInMs(): number {
    return this.#lease === null
      ? 0
      : this.#renewedAtMs + this.#lease.renewEveryMs - this.#elapsedMs()
  }

  async #acquireOrRenew(carriedTo: Instant | null): Promise<boolean> {
    if (this.#lease === null) {
      const requestedAtMs = this.#elapsedMs()
      this.#lease = await this.#database.takeMatcherLease()
      if (this.#lease === null) return false
      this.#acquiredCount++
      this.#renewedAtMs = requestedAtMs
    } else if (this.#renewsInMs() <= 0) await this.#renewing((held) => held.renew(carriedTo))
    return true
  }
}

export const marketLease = (
  database: Pick<Database, 'takeMatcherLease'>,
  elapsedMs: () => number,
  after: Alarm = alarm,
): MarketLease => new DatabaseLease(database, elapsedMs, after)
