/**
 * The lease by which one process of several moves the market [run.lease]: acquired, renewed,
 * released. It is
 * renewed about once a second; the fence in each transaction, not the lease, keeps out a process
 * that has been superseded.
 */
import type { Instant } from '../../core/time'
import { type Alarm, alarm } from '../../market/clock'
import type { Database, Fence, MatcherLease } from '../../store/database'
import { LeaseLost } from '../../store/tables/matcher-lease'

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

export function marketLease(
  database: Pick<Database, 'takeMatcherLease'>,
  elapsedMs: () => number,
  after: Alarm = alarm,
): MarketLease {
  let lease: MatcherLease | null = null
  let attempt: Promise<boolean> | null = null
  let acquiredCount = 0
  let renewedAtMs = Number.NEGATIVE_INFINITY

  /** Counted from the time of the request: the database may have renewed it then. */
  async function renewing(renewal: (held: MatcherLease) => Promise<void>): Promise<void> {
    if (lease === null) throw new LeaseLost()
    const requestedAtMs = elapsedMs()
    await renewal(lease).catch((error: unknown) => {
      if (error instanceof LeaseLost) lease = null
      throw error
    })
    renewedAtMs = requestedAtMs
  }

  const renewsInMs = (): number =>
    lease === null ? 0 : renewedAtMs + lease.renewEveryMs - elapsedMs()

  async function acquireOrRenew(carriedTo: Instant | null): Promise<boolean> {
    if (lease === null) {
      const requestedAtMs = elapsedMs()
      lease = await database.takeMatcherLease()
      if (lease === null) return false
      acquiredCount++
      renewedAtMs = requestedAtMs
    } else if (renewsInMs() <= 0) await renewing((held) => held.renew(carriedTo))
    return true
  }

  /** Callers share one pending attempt: two at once would each see the other's as foreign. */
  function isOurs(carriedTo?: Instant): Promise<boolean> {
    attempt ??= acquireOrRenew(carriedTo ?? null).finally(() => {
      attempt = null
    })
    return attempt
  }

  return {
    isOurs,
    async becomesOurs(wanted = () => true) {
      for (let tries = 1; wanted(); tries++) {
        const isLast = tries >= TRIES_MAX
        const ours = await isOurs().catch((error: unknown) => {
          if (isLast) throw error
          return false
        })
        if (ours || isLast) return ours
        await new Promise<void>((next) => after(TRY_EVERY_MS, next))
      }
      return false
    },
    get renewsInMs() {
      return renewsInMs()
    },
    get fence() {
      if (lease === null) throw new LeaseLost()
      return lease.fence
    },
    keepProgress: (carriedTo) => renewing((held) => held.keepProgress(carriedTo)),
    async release(carriedTo = null) {
      await attempt?.catch(() => {})
      const released = lease
      lease = null
      try {
        if (carriedTo !== null) await released?.keepProgress(carriedTo)
        await released?.release()
      } catch {
        // Without the database the lease runs out, and the next process plays again the instants
        // after the last progress that was saved: no order acts on a tick twice.
      }
    },
    get acquiredCount() {
      return acquiredCount
    },
  }
}
