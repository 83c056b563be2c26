/** A market that a wrong clock has taken into the future can be repaired. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { marketCommand } from '../../src/clients/cli/market/command'
import { Temporal } from '../../src/core/time'
import { bringBackTimes, futureTimes } from '../../src/ledger/future-times'
import { marketCarriedTo } from '../../src/ledger/market-state'
import { exchangeCalendar } from '../../src/market/calendar'
import type { Database } from '../../src/postgres/database'
import { saveMarketCarriedTo } from '../../src/postgres/matcher-lease'
import { openClock } from '../../src/server/compose/market-clock'
import { run } from '../support/command'
import { freshDatabase } from '../support/database'
import { STORAGES } from '../support/storage'
import { MONDAY_AT_TEN, openFloor } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

/** The times that an account has seen, by the number of their event. */
async function timesSeen(): Promise<readonly number[]> {
  const rows = await database.drizzle.execute(
    sql`select extract(epoch from occurred_at) * 1000 as ms from order_events order by seq`,
  )
  return [...Object(rows)].map(({ ms }: { ms: unknown }) => Number(ms))
}

describe('a market that was an hour ahead for some orders', () => {
  test('[clock.repair] is brought back: the times before now, in their order, and nothing else', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '9.99', '10.00')
    await floor.order('acc_A', { quantity: '1' })
    await floor.advance('PT1S')
    await floor.advance('PT1H')
    await floor.order('acc_A', { quantity: '2' })
    const open = await floor.order('acc_A', { quantity: '1', limit: '1' })
    await floor.advance('PT5S')
    const before = await floor.state('acc_A')
    const right = MONDAY_AT_TEN.add({ seconds: 5 })
    expect(await futureTimes(database, right)).toMatchObject({
      orders: 2,
      openOrders: 1,
      fills: 1,
      events: 3,
      latest: MONDAY_AT_TEN.add({ hours: 1, seconds: 6 }),
    })

    await database.transaction((transaction) =>
      bringBackTimes(transaction, right, database.shards !== undefined),
    )
    expect(await futureTimes(database, right)).toMatchObject({ orders: 0, latest: null })
    expect(await floor.state('acc_A')).toEqual(before)
    expect((await floor.stateOf('acc_A', open)).status).toBe('SUBMITTED')
    const seen = await timesSeen()
    expect(seen).toHaveLength(5)
    expect(seen).toEqual(seen.toSorted((one, other) => one - other))
    expect(seen.at(1)).toBe(MONDAY_AT_TEN.add({ seconds: 1 }).epochMilliseconds)
    expect(seen.at(-1)).toBeLessThanOrEqual(right.epochMilliseconds)
    const system = { kind: 'system' } as const
    const { clock } = await openClock(database, system, exchangeCalendar, () =>
      Number(right.epochMilliseconds),
    )
    expect(clock.now()).toEqual(right)
  })
})

describe.each(STORAGES)('paper market repair, on %s', (_, openStorage) => {
  test('is shown by market repair, and repaired with --apply', async () => {
    const storage = await openStorage()
    const future = Temporal.Instant.from('2035-03-02T10:00:00Z')
    const opened = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
      const database = await storage.open()
      return work(database).finally(database.close)
    }
    await opened((database) => saveMarketCarriedTo(database, future))
    const repair = async (...args: readonly string[]) => {
      const env = storage.settings
      const { outcome, said } = await run(marketCommand, ['repair', ...args], { env })
      return outcome?.fault ?? said
    }
    const found = await repair()
    expect(found).toContain('The market is at 2035-03-02T19:00:00.000+09:00.')
    expect(found).toContain('`paper market repair --apply` does it.')
    expect(await opened(marketCarriedTo)).toEqual(future)
    expect(await repair('--apply')).toContain('Done')
    expect(await opened((database) => futureTimes(database, future))).toMatchObject({
      latest: null,
    })
    await storage.remove()
  })
})
