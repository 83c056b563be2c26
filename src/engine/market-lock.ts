/**
 * The lock by which one process of several moves the market: asked for, looked after, given back.
 */
import type { Database, MatcherLock } from '../store/database'

/** PostgreSQL may notice late that the process that had the lock was killed. */
const ASK_EVERY_MS = 250
const ASKED_MAX = 20

export interface MarketLock {
  /** True: this process has it now, be it since this moment. Rejects when it is lost. */
  isOurs(): Promise<boolean>
  /** Asks for it some seconds long, a lost one again, for as long as it is wanted. */
  becomesOurs(wanted?: () => boolean): Promise<boolean>
  release(): Promise<void>
  /** How often it was taken: since the last time, none but this process has moved the market. */
  readonly takings: number
}

export function marketLock(database: Pick<Database, 'tryMatcherLock'>): MarketLock {
  let lock: MatcherLock | null = null
  let asking: Promise<boolean> | null = null
  let takings = 0

  async function ask(): Promise<boolean> {
    if (lock === null) {
      lock = await database.tryMatcherLock()
      if (lock === null) return false
      takings++
    }
    await lock.check().catch((error: unknown) => {
      lock = null
      throw error
    })
    return true
  }

  /** Who asks while another does hears the same answer: two would each take it for the other's. */
  function isOurs(): Promise<boolean> {
    asking ??= ask().finally(() => {
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
    async release() {
      await asking?.catch(() => {})
      await lock?.release()
      lock = null
    },
    get takings() {
      return takings
    },
  }
}
