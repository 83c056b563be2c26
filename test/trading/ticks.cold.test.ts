/** The first tick of a session makes hundreds of quotes, and lets other work have its turns. */
import { expect, test } from 'bun:test'
import { price } from '../../src/core/money'
import type { Database } from '../../src/store/database'
import { openRestingBook } from '../../src/trading/matcher/resting'
import { freshDatabase } from '../support/database'
import { NOW } from '../support/examples'
import { steeredFeed } from '../support/steered-feed'

const database = await freshDatabase()
const SYMBOLS = 100

/** A database in which a BUY far below the market rests in each of many instruments. */
const crowded: Database = {
  ...database,
  async all(statement, parameters) {
    await database.all(statement, parameters)
    const isBook = statement.names.length === 0 && statement.text.includes('recursive')
    const limit = price('0.01')
    const rows = Array.from({ length: isBook ? SYMBOLS : 0 }, (_, index) => [
      ...[`S${index}`, 'TRADABLE', true, false, false],
      ...[limit.toFixed(), null, limit.toFixed(), null, false],
    ])
    return rows.map((row) => statement.decode(row))
  },
}

async function turnsDuringTick(msForEachLook: number): Promise<number> {
  let nowMs = 0
  const elapsedMs = () => (nowMs += msForEachLook)
  const feed = steeredFeed()
  for (let index = 0; index < SYMBOLS; index++) feed.show(`S${index}`, '9.99', '10.01')
  const book = openRestingBook({ database: crowded, feed, elapsedMs, desk: { batchesBegun: 0 } })
  await book.nextExpiryAt()
  let turns = 0
  let isOver = false
  const turn = (): void => {
    if (isOver) return
    turns++
    setImmediate(turn)
  }
  setImmediate(turn)
  expect((await book.crossedAt(NOW)).size).toBe(0)
  isOver = true
  return turns
}

test('a tick whose quotes have to be made gives way between them', async () => {
  expect(await turnsDuringTick(3)).toBeGreaterThanOrEqual(9)
})

test('a tick whose quotes are known is one piece', async () => {
  expect(await turnsDuringTick(0)).toBe(0)
})
