/**
 * The lease by which one process of several moves the market [run.lease]: acquired, renewed,
 * released. It is
 * renewed about once a second; the fence in each transaction, not the lease, keeps out a process
 * that has been superseded.
 */
import type { Instant } from '../../core/time'
import { type Alarm, alarm } from '../../market/clock'
import type { Database, Fence, MatcherLease } from '../../postgres/database'
import { LeaseLost } from '../../postgres/matcher-lease'

/** A process that was killed cannot release its lease, which then runs out. */
const TRY_EVERY_MS = 250
const TRIES_MAX = 20

export interface MarketLease {
  /**
   * Acquires the lease where it is free, and renews it where that is due. True: this process has
   * it. Rejects when it is lost. `carriedTo` tells other processes the market's progress.
   */
  isOurs(carriedTo?: Instant): Promise<boolean>
  /** Tries for some seconds, also after it was lost, while `wanted` allows it. */
  becomesOurs(wanted?: () => boolean): Promise<boolean>
  /** Milliseconds until it must be renewed; not positive: now, or it is not ours. */
  readonly renewsInMs: number
  /** Of the present term, for every command of the market. Throws LeaseLost where there is none. */
  readonly fence: Fence
  keepProgress(carriedTo: Instant): Promise<void>
  /** Saves the progress of a simulated market first, where it is given. */
  release(carriedTo?: Instant | null): Promise<void>
  /** While it stays the same, no other process has moved the market. */
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

  /** Callers share one pending attempt: two at once would each see the other's as foreign. */
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
      // Without the database the lease runs out, and the next process plays again the instants
      // after the last progress that was saved: no order acts on a tick twice.
    }
  }

  get acquiredCount(): number {
    return this.#acquiredCount
  }

  /** Counted from the time of the request: the database may have renewed it then. */
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
