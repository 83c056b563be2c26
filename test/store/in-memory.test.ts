/** Databases in memory are opened again after they are closed; nobody may see a difference. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { Temporal } from '../../src/core/time'
import { userIdOf } from '../../src/identity/secrets'
import type { Database, Drizzle } from '../../src/store/database'
import { forkInMemory, openInMemory } from '../../src/store/drivers/in-memory'
import { createUser } from '../../src/store/tables/accounts'
import { linesOf, otherThings, tableDefinitions } from '../drift/rules/table-definitions'

/** A busy machine needs longer than Bun's 5 s. */
setDefaultTimeout(180_000)

const ADA = {
  userId: userIdOf('Ada'),
  name: 'Ada',
  createdAt: Temporal.Instant.from('2026-03-02T15:00:00Z'),
}

const lines = async (drizzle: Drizzle, query: SQL) =>
  (await linesOf(drizzle, query)).map(({ line }) => line)

/** Of the session, which a new one does not have: the database was used before. */
const mark = ({ drizzle }: Database) =>
  drizzle.execute(sql`select set_config('test.mark', 'x', false)`)
const isMarked = async ({ drizzle }: Database): Promise<boolean> =>
  (await lines(drizzle, sql`select current_setting('test.mark', true) as line`))[0] === 'x'

/** What the planner takes for the size of a table; a new one has never been counted. */
const SIZES = sql`select concat_ws(' ', relname, relpages, reltuples) as line
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  order by relname collate "C"`
const USERS = sql`select user_id as line from users`

test('[testkit.apart] a database in memory that is opened again is as a new one', async () => {
  const [used, other] = [await openInMemory(), await openInMemory()]
  const asNew = await lines(used.drizzle, SIZES)
  await mark(used)
  await createUser(used.drizzle, ADA)
  await used.drizzle.execute(sql`analyze users`)
  await used.close()
  const again = await openInMemory()
  expect(await isMarked(again)).toBe(true)
  expect(await lines(again.drizzle, USERS)).toEqual([])
  expect(await lines(again.drizzle, SIZES)).toEqual(asNew)
  expect(await tableDefinitions(again.drizzle)).toBe(await tableDefinitions(other.drizzle))
  await Promise.all([again.close(), other.close()])
})

test('[testkit.apart] whoever keeps a database in memory that was closed reaches nobody else', async () => {
  const used = await openInMemory()
  await used.close()
  const again = await openInMemory()
  expect(createUser(used.drizzle, ADA)).rejects.toMatchObject({
    cause: new Error('the database is closed'),
  })
  expect(used.transaction(async () => {})).rejects.toThrow('the database is closed')
  expect(await lines(again.drizzle, USERS)).toEqual([])
  await again.close()
})

test('a database in memory with a table that is not ours is not opened again', async () => {
  const used = await openInMemory()
  await mark(used)
  await used.drizzle.execute(sql`create table only_here (id int)`)
  await used.close()
  const again = await openInMemory()
  expect(await otherThings(again.drizzle)).toEqual([])
  await again.close()
})

test('[testkit.fork] a fork has no timer of its recovery, so a process with one ends by itself', async () => {
  const first = await openInMemory()
  const fork = await forkInMemory(first)
  const timer = sql`select current_setting('log_startup_progress_interval') as line`
  expect(await lines(fork.drizzle, timer)).toEqual(['0'])
  await Promise.all([first.close(), fork.close()])
})
