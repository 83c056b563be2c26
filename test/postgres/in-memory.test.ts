/** Databases in memory are recycled after they are closed, and look like new ones. */
import { expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { Temporal } from '../../src/core/time'
import { userIdOf } from '../../src/identity/secrets'
import { createUser } from '../../src/ledger/accounts'
import { addInstruments } from '../../src/ledger/instruments'
import type { Database, Drizzle } from '../../src/postgres/database'
import { type InitialData, openInMemory } from '../../src/postgres/drivers/in-memory'
import { linesOf, otherThings, tableDefinitions } from '../drift/rules/table-definitions'
import { instrumentNamed } from '../support/trading-floor'

const ADA = {
  userId: userIdOf('Ada'),
  name: 'Ada',
  createdAt: Temporal.Instant.from('2026-03-02T15:00:00Z'),
}

const lines = async (drizzle: Drizzle, query: SQL) =>
  (await linesOf(drizzle, query)).map(({ line }) => line)

/** Sets a value of the session, by which a recycled session is recognized. */
const mark = ({ drizzle }: Database, name = 'x') =>
  drizzle.execute(sql`select set_config('test.mark', ${name}, false)`)
const isMarked = async ({ drizzle }: Database, name = 'x'): Promise<boolean> =>
  (await lines(drizzle, sql`select current_setting('test.mark', true) as line`))[0] === name

/** Opens databases until it gets the marked one: others may have been closed before it. */
async function openMarked(name: string): Promise<Database> {
  const before: Database[] = []
  let database = await openInMemory(ONE)
  while (!(await isMarked(database, name))) {
    before.push(database)
    database = await openInMemory(ONE)
  }
  await Promise.all(before.map((each) => each.close()))
  return database
}

/** The planner's estimate of a table's size; a new table has none. */
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

test('[testkit.apart] a database in memory does not hand out its session, which the next one uses', async () => {
  const used = await openInMemory()
  expect(Reflect.get(used.drizzle, '$client')).toBeUndefined()
  await used.close()
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

const INSTRUMENTS = sql`select concat_ws(' ', symbol, tradable) as line from instruments`
const ONE: InitialData = {
  listing: 'AAPL alone',
  put: ({ drizzle }) => addInstruments(drizzle, [instrumentNamed('AAPL')]),
}
const CHANGES = {
  'is changed': sql`update instruments set tradable = 'SUSPENDED'`,
  'is deleted': sql`delete from instruments`,
  'is replaced': sql`with gone as (delete from instruments returning *)
    insert into instruments select * from gone`,
  'is counted': sql`analyze instruments`,
}

test('[testkit.apart] seeded databases in memory begin with the same rows, used before or not', async () => {
  const first = await openInMemory(ONE)
  await mark(first)
  const asNew = await lines(first.drizzle, SIZES)
  const others = [await openInMemory(ONE), await openInMemory(ONE)]
  await createUser(first.drizzle, ADA)
  await Promise.all([first, ...others].map((database) => database.close()))
  const again = [await openInMemory(ONE), await openInMemory(ONE), await openInMemory(ONE)]
  expect(await Promise.all(again.map((each) => isMarked(each)))).toContain(true)
  for (const { drizzle } of again) {
    expect(await lines(drizzle, INSTRUMENTS)).toEqual(['AAPL TRADABLE'])
    expect(await lines(drizzle, USERS)).toEqual([])
    expect(await lines(drizzle, SIZES)).toEqual(asNew)
  }
  const bare = await openInMemory()
  expect(await lines(bare.drizzle, INSTRUMENTS)).toEqual([])
  await Promise.all([...again, bare].map((database) => database.close()))
})

test.each(Object.entries(CHANGES))(
  '[testkit.apart] a seeded row that %s is restored for the next user',
  async (what, change) => {
    const used = await openInMemory(ONE)
    const asNew = await lines(used.drizzle, SIZES)
    await mark(used, what)
    await used.drizzle.execute(change)
    await used.close()
    const again = await openMarked(what)
    expect(await lines(again.drizzle, INSTRUMENTS)).toEqual(['AAPL TRADABLE'])
    expect(await lines(again.drizzle, SIZES)).toEqual(asNew)
    await again.close()
  },
)

test('[testkit.apart] a database with more than a few rows is emptied as well', async () => {
  const used = await openInMemory(ONE)
  const asNew = await lines(used.drizzle, SIZES)
  await mark(used, 'many')
  await used.drizzle.execute(sql`insert into users (user_id, name, created_at)
    select 'usr_' || number, repeat('x', 50), now() from generate_series(1, 1000) as number`)
  await used.close()
  const again = await openMarked('many')
  expect(await lines(again.drizzle, USERS)).toEqual([])
  expect(await lines(again.drizzle, SIZES)).toEqual(asNew)
  await again.close()
})
