/** One process moves the market, while it renews its lease. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { marketCarriedTo } from '../../src/ledger/market-state'
import { LeaseLost, leaseState, RENEWED, takeMatcherLease } from '../../src/postgres/matcher-lease'
import { statement } from '../../src/postgres/statement'
import { freshDatabase } from '../support/database'
import { MONDAY_AT_TEN } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const bound = statement(['term'], RENEWED, ([term]) => term)

async function taken(holder: string) {
  const lease = await takeMatcherLease(database, holder)
  if (lease === null) throw new Error('it is not free')
  return lease
}
const renewedAgo = (seconds: number) =>
  database.drizzle.execute(
    sql`update matcher_lease set renewed_at = clock_timestamp() - ${seconds} * interval '1 second'`,
  )

describe('the lease of the matcher', () => {
  test('is held by one process, and free at once when that releases it', async () => {
    const one = await taken('one')
    expect(await takeMatcherLease(database, 'other')).toBeNull()
    await one.release()
    const other = await taken('other')
    await other.renew(null)
    await expect(one.renew(null)).rejects.toBeInstanceOf(LeaseLost)
  })

  test('is free 3 s after its last renewal', async () => {
    await taken('one')
    await renewedAgo(2)
    expect(await takeMatcherLease(database, 'other')).toBeNull()
    await renewedAgo(3.1)
    expect(await takeMatcherLease(database, 'other')).not.toBeNull()
  })

  test('is free if its renewal lies in the future: a clock was set back', async () => {
    await taken('one')
    await renewedAgo(-3_600)
    expect(await takeMatcherLease(database, 'other')).not.toBeNull()
  })

  test('can be renewed after it ran out, unless another process has taken it', async () => {
    const one = await taken('one')
    await renewedAgo(60)
    await one.renew(null)
    expect(await takeMatcherLease(database, 'other')).toBeNull()
  })

  test('shows the other processes how far the market is', async () => {
    expect(await leaseState(database)).toBeUndefined()
    const one = await taken('one')
    expect(await leaseState(database)).toMatchObject({ holder: 'one', carriedTo: null })
    await one.renew(MONDAY_AT_TEN)
    expect(await leaseState(database)).toMatchObject({ holder: 'one', carriedTo: MONDAY_AT_TEN })
  })

  test('is renewed by each statement that is bound to it', async () => {
    const one = await taken('one')
    await renewedAgo(60)
    expect(await database.all(bound, { term: one.fence.term })).toHaveLength(1)
    expect(await takeMatcherLease(database, 'other')).toBeNull()
  })

  test('once taken over, lets no statement of its old holder change anything', async () => {
    const one = await taken('one')
    await one.keepProgress(MONDAY_AT_TEN)
    await renewedAgo(60)
    await taken('other')
    expect(await database.all(bound, { term: one.fence.term })).toEqual([])
    await expect(one.keepProgress(MONDAY_AT_TEN.add({ hours: 1 }))).rejects.toBeInstanceOf(
      LeaseLost,
    )
    expect(await marketCarriedTo(database)).toEqual(MONDAY_AT_TEN)
  })
})
