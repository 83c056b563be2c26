/** D10: of several processes one moves the market, and a lock that nobody is sure of is free. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MATCHER_LOCK } from '../../src/store/advisory-locks'
import { connect } from '../../src/store/connect'
import type { Database, MatcherLock } from '../../src/store/database'
import { codeOf } from '../../src/store/retry'
import { administer, hasPostgres, postgresStorage, type Storage } from '../support/storage'
import { until } from '../support/until'

/** A database is made, or dropped, with a checkpoint of the whole server. */
const TIMEOUT_MS = 60_000

describe.skipIf(!hasPostgres)('the matcher’s lock', () => {
  let storage: Storage
  let url = ''
  let one: Database
  let other: Database
  beforeAll(async () => {
    storage = await postgresStorage()
    url = storage.settings.DATABASE_URL ?? ''
    one = await storage.open()
    other = await storage.open()
  }, TIMEOUT_MS)
  afterAll(async () => {
    await one.close()
    await other.close()
    await storage.remove()
  }, TIMEOUT_MS)

  async function taken(database: Database): Promise<MatcherLock> {
    const lock = await until(database.tryMatcherLock, (each) => each !== null)
    if (lock === null) throw new Error('it is not free')
    return lock
  }
  /** Does it to the session that holds the lock, so many times. */
  const toItsHolder = (what: 'pg_cancel_backend' | 'pg_terminate_backend', times = 1) =>
    administer(async (sql) => {
      for (let time = 1; time <= times; time++) {
        await sql.unsafe(`
          select ${what}(pid) from pg_locks
          where locktype = 'advisory' and objid = ${MATCHER_LOCK} and granted
            and database = (select oid from pg_database where datname = current_database())`)
      }
    }, url)
  async function sessions(): Promise<number> {
    let count = 0
    await administer(async (sql) => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
      count = row?.count ?? 0
    }, url)
    return count
  }

  test(
    'is one process’s until it gives it back',
    async () => {
      const lock = await taken(one)
      await lock.check()
      expect(await one.tryMatcherLock()).toBeNull()
      expect(await other.tryMatcherLock()).toBeNull()
      await lock.release()
      const next = await other.tryMatcherLock()
      expect(next).not.toBeNull()
      await next?.release()
    },
    TIMEOUT_MS,
  )

  test(
    'that was lost with its connection can be taken again',
    async () => {
      const lock = await taken(one)
      await toItsHolder('pg_terminate_backend')
      await expect(lock.check()).rejects.toThrow()
      await (await taken(one)).release()
    },
    TIMEOUT_MS,
  )

  test(
    'whose check fails while its connection lives is free for anyone',
    async () => {
      const lock = await taken(one)
      // A statement is cancelled only while it runs, so there is always one.
      const failed = await until(
        async () => {
          const checks = Promise.allSettled(Array.from({ length: 2_000 }, lock.check))
          await toItsHolder('pg_cancel_backend', 100)
          return (await checks).flatMap((each) => (each.status === 'rejected' ? each.reason : []))
        },
        ({ length }) => length > 0,
      )
      expect(failed.map(codeOf)).toContain('57014')
      await (await taken(other)).release()
      await (await taken(one)).release()
    },
    TIMEOUT_MS,
  )

  test(
    'that cannot be asked for keeps no connection of those that asked',
    async () => {
      await administer(async (sql) => {
        await sql`create schema failing`
        await sql`create function failing.pg_try_advisory_lock(bigint) returns boolean
        language plpgsql as $$ begin raise exception 'not now'; end $$`
      }, url)
      const failing = await connect({
        kind: 'server',
        url: `${url}?search_path=failing,pg_catalog`,
      })
      const before = await sessions()
      for (let times = 0; times < 10; times++) {
        await expect(failing.tryMatcherLock()).rejects.toThrow('not now')
      }
      await until(sessions, (now) => now <= before)
      await failing.close()
    },
    TIMEOUT_MS,
  )
})
