/** The query builder on the embedded database, which sends each statement as one message. */
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { openInMemory } from '../../src/postgres/drivers/in-memory'
import { codeOf } from '../../src/postgres/errors'

const { drizzle } = await openInMemory()
const echo = (value: unknown) => drizzle.execute(sql`select ${value}::text as said, 7 as number`)
const rejectionOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => null,
    (error: unknown) => error,
  )

test.each([
  ["it's \\ $1; 한국어 🙂", "it's \\ $1; 한국어 🙂"],
  ['', ''],
  [null, null],
  [12.5, '12.5'],
  [true, 'true'],
])('the query builder of an embedded database sends %p as the text %p', async (value, said) => {
  expect<unknown>(await echo(value)).toEqual([{ said, number: 7 }])
})

test('the query builder of an embedded database refuses a parameter that has no text', async () => {
  const error = await rejectionOf(echo({ some: 'object' }))
  expect(error).toMatchObject({ cause: { name: 'TypeError' } })
})

test('a statement of the query builder that fails leaves its session as it was', async () => {
  expect(codeOf(await rejectionOf(drizzle.execute(sql`select 1 / ${0}::int`)))).toBe('22012')
  expect<unknown>(await echo('next')).toEqual([{ said: 'next', number: 7 }])
})

test('a transaction of the query builder is committed as a whole, or rolled back', async () => {
  const insert = (id: number) => sql`insert into kept values (${id})`
  const ids = () => drizzle.execute(sql`select id from kept order by id`)
  await drizzle.execute(sql`create temporary table kept (id int primary key)`)
  await drizzle.transaction(async (tx) => {
    await tx.execute(insert(1))
    await rejectionOf(tx.transaction((nested) => nested.execute(insert(1))))
    await tx.execute(insert(2))
  })
  const failed = drizzle.transaction(async (tx) => {
    await tx.execute(insert(3))
    await tx.execute(insert(1))
  })
  expect(codeOf(await rejectionOf(failed))).toBe('23505')
  const hidden = drizzle.transaction(async (tx) => {
    await tx.execute(insert(4))
    await rejectionOf(tx.execute(insert(1)))
  })
  expect(await rejectionOf(hidden)).toMatchObject({
    message: expect.stringContaining('as a whole'),
  })
  expect<unknown>(await ids()).toEqual([{ id: 1 }, { id: 2 }])
})
