/**
 * The matcher's lock on a PostgreSQL server: an advisory lock, which belongs to a session. So it
 * has a connection of its own, and whoever ends that connection has freed the lock.
 */
import postgres, { type ReservedSql, type Sql } from 'postgres'
import { MATCHER_LOCK } from './advisory-locks'
import type { MatcherLock } from './database'
import { lockAnswerMaxMs } from './limits'
import { ownConnection, session } from './session'

export interface MatcherLocks {
  /** Null: another has the lock, be it in this process. */
  tryLock(): Promise<MatcherLock | null>
  close(): Promise<void>
}

export function openMatcherLocks(url: string): MatcherLocks {
  let client: Sql | null = null
  /** The one connection is asked for the lock, or has it. */
  let taken = false

  async function endClient(): Promise<void> {
    const ended = client
    client = null
    taken = false
    // At once: what it was asked is not worth waiting for, and may never be answered.
    await ended?.end({ timeout: 0 })
  }

  /** What fails leaves nobody in doubt whether the lock is held: it is not. */
  async function orFree<T>(owner: Sql, work: () => Promise<T>): Promise<T> {
    const end = () => (client === owner ? endClient() : undefined)
    // What is still asked then fails with its connection.
    const overdue = setTimeout(end, lockAnswerMaxMs)
    try {
      return await work()
    } catch (error) {
      await end()
      throw error
    } finally {
      clearTimeout(overdue)
    }
  }

  const lockOf = (owner: Sql, connection: ReservedSql): MatcherLock => ({
    check: () =>
      orFree(owner, async () => {
        await connection`select 1`
      }),
    async release() {
      // Told before the connection ends, so that it is free when this resolves.
      await connection`select pg_advisory_unlock(${MATCHER_LOCK})`.catch(() => {})
      if (client === owner) await endClient()
    },
  })

  return {
    async tryLock() {
      if (taken) return null
      taken = true
      const owner = client ?? postgres(url, { ...session, ...ownConnection })
      client = owner
      return orFree(owner, async () => {
        const connection = await owner.reserve()
        const [row] = await connection<{ locked: boolean }[]>`
          select pg_try_advisory_lock(${MATCHER_LOCK}) as locked`
        if (row?.locked === true) return lockOf(owner, connection)
        connection.release()
        taken = false
        return null
      })
    },
    close: endClient,
  }
}
