/** Statements of the embedded database, which are prepared once, with quoted values. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { openInMemory } from '../../src/postgres/drivers/in-memory'
import { arrayLiteral, parameter, send, statement } from '../../src/postgres/statement'

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

test('an answer arrives whole, however long it is', async () => {
  const long = statement(
    [],
    sql`select repeat('한', 100000), number::int from generate_series(1, 20) as number`,
    ([text, number]) => [String(text).length, number],
  )
  const expected = Array.from({ length: 20 }, (_, index) => [100_000, index + 1])
  expect(await database.all(long, {})).toEqual(expected)
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

describe('a transaction', () => {
  const notes = statement([], sql`create table notes (note text)`)
  const write = statement(['note'], sql`insert into notes values (${parameter('note', 'text')})`)
  const read = statement([], sql`select note from notes order by note`, ([note]) => note)
  const fail = statement([], sql`insert into notes select (1 / 0)::text`)
  const note = (text: string) => ({ statement: write, parameters: { note: text } })
  const written = () => database.all(read, {})

  beforeAll(async () => {
    await database.all(notes, {})
  })

  test('lets what waits for a turn of the event loop go first', async () => {
    const order: string[] = []
    setImmediate(() => order.push('an event of the transaction before'))
    await database.transaction(async () => void order.push('the transaction'))
    expect(order).toEqual(['an event of the transaction before', 'the transaction'])
  })

  test('of several writes is committed as a whole', async () => {
    await database.transaction((transaction) => send(transaction, [note('one'), note('two')]))
    expect(await written()).toEqual(['one', 'two'])
  })

  test('of which one write fails leaves nothing, and the next one begins again', async () => {
    const failing = database.transaction((transaction) =>
      send(transaction, [note('lost'), { statement: fail, parameters: {} }]),
    )
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    await database.transaction((transaction) => send(transaction, [note('three')]))
    expect(await written()).toEqual(['one', 'three', 'two'])
  })

  test('that keeps a failure to itself is not committed', async () => {
    const failing = database.transaction(async (transaction) => {
      await transaction.all(write, { note: 'lost' })
      await transaction.all(divided, { by: '0' }).catch(() => {})
    })
    await expect(failing).rejects.toThrow('committed as a whole')
    expect(await written()).toEqual(['one', 'three', 'two'])
  })

  test('has the session to itself, from its first statement to its end', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const slow = database.transaction(async (transaction) => {
      await transaction.all(write, { note: 'zero' })
      await mayEnd
      throw new Error('given up')
    })
    const meanwhile = [written(), database.drizzle.execute('select note from notes')]
    end()
    await expect(slow).rejects.toThrow('given up')
    expect(JSON.stringify(await Promise.all(meanwhile))).not.toContain('zero')
  })
})
