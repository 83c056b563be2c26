/**
 * The lease by which one process of several moves the market (D10): asked for, renewed, given back.
 * It is renewed about once a second, since the fence of each transaction, not this, keeps a
 * process out that has been superseded.
 */
import type { Instant } from '../../core/time'
import type { Database, Fence, MatcherLease } from '../../store/database'
import { LeaseLost } from '../../store/tables/matcher-lease'

/** A process that was killed cannot give its lease back, which then runs out. */
const ASK_EVERY_MS = 250
const ASKED_MAX = 20

export interface MarketLease {
  /**
   * True: this process has it now, be it since this moment; renewed where that is due.
   * Rejects when it is lost. `carriedTo` tells the other processes how far the market is.
   */
  isOurs(carriedTo?: Instant): Promise<boolean>
  /** Asks for it some seconds long, a lost one again, for as long as it is wanted. */
  becomesOurs(wanted?: () => boolean): Promise<boolean>
  /** Milliseconds until it must be renewed; not positive: now, or it is not ours. */
  readonly renewsInMs: number
  /** Of the present term, for every command of the market. Throws LeaseLost where there is none. */
  readonly fence: Fence
  keepProgress(carriedTo: Instant): Promise<void>
  /** Keeps how far a simulated market has been carried out, where that is given. */
  release(carriedTo?: Instant | null): Promise<void>
  /** How often it was taken: since the last time, none but this process has moved the market. */
  readonly acquiredCount: number
}

export function marketLease(
  database: Pick<Database, 'takeMatcherLease'>,
  elapsedMs: () => number,
): MarketLease {
  let lease: MatcherLease | null = null
  let asking: Promise<boolean> | null = null
  let takings = 0
  let renewedAtMs = Number.NEGATIVE_INFINITY

  /** Counted from when it is asked: the database may have renewed it then. */
  async function renewing(renewal: (held: MatcherLease) => Promise<void>): Promise<void> {
    if (lease === null) throw new LeaseLost()
    const askedAtMs = elapsedMs()
    await renewal(lease).catch((error: unknown) => {
      if (error instanceof LeaseLost) lease = null
      throw error
    })
    renewedAtMs = askedAtMs
  }

  const renewsInMs = (): number =>
    lease === null ? 0 : renewedAtMs + lease.renewEveryMs - elapsedMs()

  async function ask(carriedTo: Instant | null): Promise<boolean> {
    if (lease === null) {
      const askedAtMs = elapsedMs()
      lease = await database.takeMatcherLease()
      if (lease === null) return false
      takings++
      renewedAtMs = askedAtMs
    } else if (renewsInMs() <= 0) await renewing((held) => held.renew(carriedTo))
    return true
  }

  /** Callers share one pending question: two would each take the lease for the other's. */
  function isOurs(carriedTo?: Instant): Promise<boolean> {
    asking ??= ask(carriedTo ?? null).finally(() => {
      asking = null
    })
    return asking
  }

  return {
    isOurs,
    async becomesOurs(wanted = () => true) {
      for (let asked = 1; wanted(); asked++) {
        const isLast = asked >= ASKED_MAX
        const ours = await isOurs().catch((error: unknown) => {
          if (isLast) throw error
          return false
        })
        if (ours || isLast) return ours
        await new Promise((next) => setTimeout(next, ASK_EVERY_MS))
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
      await asking?.catch(() => {})
      const released = lease
      lease = null
      try {
        if (carriedTo !== null) await released?.keepProgress(carriedTo)
        await released?.release()
      } catch {
        // Where the database is away it runs out, and whoever goes on carries out again what is not
        // known to have been: no order acts on a tick twice.
      }
    },
    get acquiredCount() {
      return takings
    },
  }
}
