/** A real PostgreSQL that cancels statements under load: an answer is right, or an error. */
import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { connect } from '../../src/postgres/connect'
import { statement } from '../../src/postgres/statement'
import { administer, hasPostgres, postgresStorage } from '../support/storage'

const ROUNDS = 40

const numbers = statement(
  [],
  sql`select n, repeat('x', 200) from generate_series(1, 20000) as n`,
  ([n]) => Number(n),
)
/** Its time limit passes when three quarters of its rows have been sent. */
const stuck = statement(
  [],
  sql`select n, repeat('x', 200), case when n = 15000 then pg_sleep(60)::text end
    from generate_series(1, 20000) as n`,
  ([n]) => Number(n),
)
const one = statement([], sql`select 42`, ([n]) => Number(n))

/** Returns an error as a value. */
const orError = async <T>(asked: Promise<T>): Promise<T | 'failed'> => asked.catch(() => 'failed')

describe.skipIf(!hasPostgres)('a PostgreSQL that cancels statements in the middle', () => {
  test('never gives one statement the answer of another', async () => {
    const storage = await postgresStorage()
    const url = storage.settings.DATABASE_URL ?? ''
    // With the patience of a command, since a busy machine takes longer than a client waits.
    const database = await connect({ kind: 'server', url }, { timeouts: 'cli' })
    const { drizzle } = database
    let cancelled = 0
    await administer(async (outside) => {
      for (let round = 0; round < ROUNDS || cancelled === 0; round++) {
        const long = Array.from({ length: 4 }, () => orError(database.all(numbers, {})))
        const short = Array.from({ length: 12 }, (_, index) =>
          index % 2 === 0
            ? orError(database.all(one, {}))
            : orError(drizzle.select({ n: sql<number>`42` }).from(sql`generate_series(1, 1)`)),
        )
        await outside`select pg_cancel_backend(pid) from pg_stat_activity
            where pid <> pg_backend_pid() and state = 'active' and query like '%generate_series%'`
        for (const rows of await Promise.all(long)) {
          if (rows === 'failed') cancelled++
          else expect(rows.length === 20_000 && rows[0] === 1 && rows[19_999] === 20_000).toBe(true)
        }
        for (const [index, rows] of (await Promise.all(short)).entries()) {
          if (rows !== 'failed') expect<unknown>(rows).toEqual(index % 2 === 0 ? [42] : [{ n: 42 }])
        }
        expect(await database.all(one, {})).toEqual([42])
      }
    }, url)
    await database.close()
    await storage.remove()
  })

  test('never does so at a statement_timeout either', async () => {
    const storage = await postgresStorage()
    const url = storage.settings.DATABASE_URL ?? ''
    const ready = await connect({ kind: 'server', url })
    await ready.close()
    const database = await connect({ kind: 'server', url: `${url}?statement_timeout=100` })
    for (let round = 0; round < ROUNDS / 4; round++) {
      expect<unknown>(await orError(database.all(stuck, {}))).toBe('failed')
      const next = await orError(database.all(one, {}))
      if (next !== 'failed') expect(next).toEqual([42])
    }
    await database.close()
    await storage.remove()
  })
})
