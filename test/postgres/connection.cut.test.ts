/** A network that is cut after any byte: each answer is right, or an error. */
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { databaseAt } from '../../src/postgres/drivers/postgres'
import { parameter, statement } from '../../src/postgres/statement'
import { cuttingProxy } from '../support/cutting-proxy'
import { scriptedPostgres } from '../support/scripted-postgres'

const STEP_BYTES = 13
const UP_TO_BYTES = 1_500

const named = statement(['name'], sql`select ${parameter('name', 'text')}`, ([name]) =>
  String(name),
)
const list = statement([], sql`select list`, ([item]) => String(item))
const LIST = Array.from({ length: 9 }, (_, index) => `item ${index}`)

test('each answer over a cut network is right or an error, however few bytes arrive', async () => {
  const server = await scriptedPostgres((text) => {
    if (text.includes('$1')) return { rows: [['named']] }
    if (text.includes('list')) return { rows: LIST.map((item) => [item]) }
    return { rows: [['t']] }
  })
  let bytesLeft = 0
  const proxy = await cuttingProxy(server.url, () => {
    bytesLeft += STEP_BYTES
    return bytesLeft % UP_TO_BYTES
  })
  const url = new URL(server.url)
  url.port = new URL(proxy.origin).port
  const database = databaseAt(url.href)
  const wrong: unknown[] = []
  const check = async (asked: Promise<unknown>, right: unknown): Promise<void> => {
    const answer = await asked.catch(() => right)
    if (!Bun.deepEquals(answer, right)) wrong.push(answer)
  }
  for (let round = 0; round < UP_TO_BYTES / STEP_BYTES; round++) {
    await Promise.all([
      check(database.all(list, {}), LIST),
      check(database.all(named, { name: 'x' }), ['named']),
      check(Promise.resolve(database.drizzle.select({ item: sql`list` }).from(sql`x`)), [
        ...LIST.map((item) => ({ item })),
      ]),
      check(
        database.transaction(async (transaction) => {
          const [found, [name]] = await Promise.all([
            transaction.all(list, {}),
            transaction.all(named, { name: 'x' }),
          ])
          return [...found, name]
        }),
        [...LIST, 'named'],
      ),
    ])
  }
  expect(wrong).toEqual([])
  expect(proxy.cuts()).toBeGreaterThan(20)
  proxy.heal()
  expect(await database.all(list, {})).toEqual(LIST)
  expect(await database.transaction((transaction) => transaction.all(list, {}))).toEqual(LIST)
  await database.close()
  proxy.stop()
  server.stop()
})
