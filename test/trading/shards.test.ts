/** Trading on a distributed database: each account on the server of its shard. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createAccount, findAccount } from '../../src/ledger/accounts'
import { findOrder } from '../../src/ledger/orders'
import { ConnectionLost } from '../../src/postgres/connection'
import type { Database, Shard } from '../../src/postgres/database'
import { openInMemory } from '../../src/postgres/drivers/in-memory'
import { freshDatabase } from '../support/database'
import { CLIENT_ID, furnish, MONDAY_AT_TEN, newAccount, openFloor } from '../support/trading-floor'

let first: Database
let second: Database
beforeEach(async () => {
  first = await freshDatabase()
  second = await openInMemory()
})
afterEach(() => second.close())

/** A shard on a database of its own, which can be lost. */
function shardOn(database: Database) {
  let isLost = false
  let isAway = false
  let asked = 0
  const unlessLost = async <T>(work: () => Promise<T>): Promise<T> => {
    asked++
    if (!isLost) return work()
    isAway = true
    throw new ConnectionLost('the server of the shard is gone')
  }
  const shard: Shard = {
    get isAway() {
      return isAway
    },
    all: (statement, parameters) => unlessLost(() => database.all(statement, parameters)),
    read: (work) => unlessLost(() => database.read(work)),
    commit: (bound, claim) => unlessLost(() => database.commit(bound, claim)),
    commitBeside: () => Promise.reject(new Error('no test decides orders here')),
  }
  return {
    shard,
    /** The number of statements so far. */
    asked: (): number => asked,
    lose(): void {
      isLost = true
    },
    find(): void {
      isLost = false
      isAway = false
    },
  }
}

/** `acc_A` is on the first server, and `acc_B` on the second. */
async function openDistributed() {
  const [a, b] = [shardOn(first), shardOn(second)]
  const listeners: (() => void)[] = []
  const of = (accountId: string): Shard => (accountId === 'acc_B' ? b.shard : a.shard)
  const shards = {
    all: [a.shard, b.shard],
    of,
    onReturn: (listener: () => void) => void listeners.push(listener),
    carryHalt: async () => [],
  }
  const floor = await openFloor({ ...first, shards })
  await furnish(second, MONDAY_AT_TEN)
  await floor.account('acc_A')
  await createAccount(second.drizzle, CLIENT_ID, newAccount('acc_B', MONDAY_AT_TEN))
  const statusOf = async (accountId: string, orderId: string) =>
    (await findOrder(of(accountId), { accountId, orderId }))?.status
  return {
    floor,
    b,
    statusOf,
    /** The second server can be reached again. */
    returned(): void {
      b.find()
      for (const listener of listeners) listener()
    },
  }
}

describe('an order', () => {
  test('is written to the server of its account, and to no other', async () => {
    const { floor } = await openDistributed()
    const orderId = await floor.order('acc_B', { quantity: '1', limit: '1' })
    expect((await findOrder(second, { accountId: 'acc_B', orderId }))?.status).toBe('SUBMITTED')
    expect(await findOrder(first, { accountId: 'acc_B', orderId })).toBeUndefined()
    expect((await findAccount(second, 'acc_B'))?.seq).toBe(1)
  })

  test('fills on each server at the same tick', async () => {
    const { floor, statusOf } = await openDistributed()
    floor.feed.show('AAPL', '99', '101')
    const ofA = await floor.order('acc_A', { quantity: '1' })
    const ofB = await floor.order('acc_B', { quantity: '1' })
    await floor.advance('PT1S')
    expect([await statusOf('acc_A', ofA), await statusOf('acc_B', ofB)]).toEqual([
      'FILLED',
      'FILLED',
    ])
  })
})

describe('if the server of a shard is lost', () => {
  test('its accounts wait, and the market moves on for the others', async () => {
    const { floor, b, statusOf, returned } = await openDistributed()
    floor.feed.show('AAPL', '99', '101')
    const ofB = await floor.order('acc_B', { quantity: '1', limit: '100' })
    const ofA = await floor.order('acc_A', { quantity: '1', limit: '100' })
    await floor.advance('PT1S')
    b.lose()
    floor.feed.show('AAPL', '98', '99')
    await floor.advance('PT5S')
    expect(await statusOf('acc_A', ofA)).toBe('FILLED')
    await expect(floor.place('acc_B', { quantity: '1' })).rejects.toThrow('gone')
    returned()
    expect(await statusOf('acc_B', ofB)).toBe('SUBMITTED')
    await floor.advance('PT1S')
    expect(await statusOf('acc_B', ofB)).toBe('FILLED')
  })

  test('the market does not ask it at each tick', async () => {
    const { floor, b } = await openDistributed()
    floor.feed.show('AAPL', '99', '101')
    await floor.order('acc_B', { quantity: '1', limit: '100' })
    await floor.advance('PT1S')
    b.lose()
    floor.feed.show('AAPL', '98', '99')
    await floor.advance('PT1S')
    const asked = b.asked()
    await floor.advance('PT10S')
    expect(b.asked()).toBe(asked)
  })

  test('a server that begins to move the market then follows its accounts later', async () => {
    const { floor, b, statusOf, returned } = await openDistributed()
    floor.feed.show('AAPL', '99', '101')
    const ofB = await floor.order('acc_B', { quantity: '1', limit: '100' })
    b.lose()
    floor.matcher.orders.dropped()
    const ofA = await floor.order('acc_A', { quantity: '1' })
    await floor.advance('PT1S')
    expect(await statusOf('acc_A', ofA)).toBe('FILLED')
    returned()
    floor.feed.show('AAPL', '98', '99')
    await floor.advance('PT1S')
    expect(await statusOf('acc_B', ofB)).toBe('FILLED')
  })

  test('an order whose time is over there ends when the server is back', async () => {
    const { floor, b, statusOf, returned } = await openDistributed()
    const ofB = await floor.order('acc_B', { quantity: '1', limit: '1' })
    b.lose()
    await floor.advance('PT24H')
    returned()
    await floor.advance('PT1M')
    expect(await statusOf('acc_B', ofB)).toBe('EXPIRED')
  })
})
