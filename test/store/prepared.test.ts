/** Statements of the embedded database: prepared once, their values quoted. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { openInMemory } from '../../src/store/drivers/in-memory'
import { arrayLiteral, parameter, statement } from '../../src/store/pg/statement'

/** A busy machine needs longer than Bun's 5 s. */
setDefaultTimeout(180_000)

const database = await openInMemory()

const echo = statement(
  ['text', 'list'],
  sql`select ${parameter('text', 'text')}, (${parameter('list', 'text[]')})[1]`,
  (row) => row,
)
const divided = statement(['by'], sql`select 1 / ${parameter('by', 'integer')}`, ([whole]) => whole)
const preparedTexts = statement(
  [],
  sql`select count(*)::int from pg_prepared_statements where statement like '%1 / $1%'
    and statement not like '%count%'`,
  ([count]) => count,
)

const TEXTS = [
  'plain',
  '',
  "it's",
  "''",
  '\\',
  "\\'; drop table orders; --",
  "'); commit; --",
  '$1',
  '한국어 🙂',
  'a\nb\tc',
]

test.each(TEXTS)('a value arrives as it is: %j', async (text) => {
  const list = arrayLiteral([text])
  expect(await database.all(echo, { text, list })).toEqual([[text, text]])
})

test('null arrives as null, and a text that PostgreSQL cannot hold is refused', async () => {
  expect(await database.all(echo, { text: null, list: null })).toEqual([[null, null]])
  await expect(database.all(echo, { text: 'a\0b', list: null })).rejects.toThrow('U+0000')
})

describe('a statement', () => {
  test('is prepared once, in a transaction that is rolled back too', async () => {
    const failing = database.transaction(async (transaction) => {
      await transaction.all(divided, { by: '0' })
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    const together = [1, 1, 1].map((by) => database.all(divided, { by: String(by) }))
    expect(await Promise.all(together)).toEqual([[1], [1], [1]])
    expect(await database.all(preparedTexts, {})).toEqual([1])
  })

  test('that cannot be prepared fails each time it is asked for', async () => {
    const wrong = statement([], sql`select nothing from nowhere`, (row) => row)
    for (let times = 0; times < 2; times++) {
      await expect(database.all(wrong, {})).rejects.toMatchObject({ code: '42P01' })
    }
  })
})

test('a statement that PREPARE does not take is sent as it is', async () => {
  const made = statement([], sql`create temporary table unprepared (one integer)`)
  const emptied = statement([], sql`truncate unprepared`)
  await database.transaction(async (transaction) => {
    await transaction.all(made, {})
    await transaction.all(emptied, {})
  })
})
