/** The first tick of a session makes hundreds of quotes, and lets other work have its turns. */
import { describe, expect, test } from 'bun:test'
import { price } from '../../src/core/money'
import type { Feed } from '../../src/market/feed'
import type { Database } from '../../src/postgres/database'
import { openRestingBook, type RestingBook } from '../../src/trading/matcher/resting'
import { freshDatabase } from '../support/database'
import { NOW } from '../support/examples'
import { steeredFeed } from '../support/steered-feed'

const database = await freshDatabase()
const SYMBOLS = 100

/** A database in which a BUY far below the market rests in each of many instruments. */
const crowded: Database = {
  ...database,
  async all(statement, parameters) {
    const rows = await database.all(statement, parameters)
    if (!statement.text.includes('order by "orders"."account_id"')) return rows
    return Array.from({ length: SYMBOLS }, (_, index) =>
      statement.decode([
        'acc_A',
        `ord_${index}`,
        index,
        `S${index}`,
        'BUY',
        '0.01',
        'DAY',
        'SUBMITTED',
        NOW.epochMilliseconds,
        HOUR_LATER,
      ]),
    )
  },
}

type Look = (book: RestingBook) => Promise<unknown>

async function turnsDuring(look: Look, msForEachLook: number): Promise<number> {
  let nowMs = 0
  const elapsedMs = () => (nowMs += msForEachLook)
  const steered = steeredFeed()
  for (let index = 0; index < SYMBOLS; index++) steered.show(`S${index}`, '9.99', '10.01')
  // Far above all that is bid for an hour.
  const reach: Feed['reach'] = () => ({
    lowest: price('9'),
    highest: price('11'),
    untilMs: HOUR_LATER,
  })
  const feed = { ...steered, reach }
  const book = openRestingBook({ database: crowded, feed, elapsedMs })
  await book.nextExpiryAt()
  let turns = 0
  let isOver = false
  const turn = (): void => {
    if (isOver) return
    turns++
    setImmediate(turn)
  }
  setImmediate(turn)
  await look(book)
  isOver = true
  return turns
}

const tick: Look = async (book) => expect((await book.crossedAt(NOW)).size).toBe(0)
const HOUR_LATER = NOW.epochMilliseconds + 3_600_000
const stretch: Look = async (book) =>
  expect(await book.quietUntilMs(NOW, HOUR_LATER)).toBe(HOUR_LATER)

describe.each([
  ['a tick whose quotes', tick],
  ['a look for a quiet stretch whose prices', stretch],
])('%s', (_, look) => {
  test('have to be made gives way between them', async () => {
    expect(await turnsDuring(look, 3)).toBeGreaterThanOrEqual(9)
  })

  test('are known is one piece', async () => {
    expect(await turnsDuring(look, 0)).toBe(0)
  })
})
