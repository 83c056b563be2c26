/** D13: what an account may take of the market, by its fill profile. */
import { beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../src/store/database'
import { listFills } from '../../src/store/fills'
import { freshDatabase } from '../support/database'
import { openFloor } from '../support/trading-floor'

let database: Database
beforeEach(async () => {
  database = await freshDatabase()
})

const fillsOf = async (accountId: string) => {
  const all = { orderId: null, symbol: null, from: null, to: null, before: null, limit: 100 }
  const fills = await listFills(database.drizzle, { accountId, ...all })
  return fills
    .toReversed()
    .map(({ quantity, price }) => `${quantity.toFixed()} @ ${price.toFixed()}`)
}

describe('[d13] standard', () => {
  test('what was taken of a shown size stays taken until it is renewed', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_S', '100000', 'standard@1')
    await floor.account('acc_I', '100000', 'ideal@1')
    floor.feed.show('AAPL', '9.99', '10', '100', 1)
    for (const account of ['acc_S', 'acc_I']) await floor.order(account, { quantity: '250' })
    await floor.advance('PT5S')
    expect(await fillsOf('acc_S')).toEqual(['100 @ 10'])
    expect(await fillsOf('acc_I')).toEqual(['100 @ 10', '100 @ 10', '50 @ 10'])
    floor.feed.show('AAPL', '9.99', '10', '100', 2)
    await floor.advance('PT5S')
    expect(await fillsOf('acc_S')).toEqual(['100 @ 10', '100 @ 10'])
    floor.feed.show('AAPL', '9.99', '10', '70', 3)
    await floor.advance('PT5S')
    expect(await fillsOf('acc_S')).toEqual(['100 @ 10', '100 @ 10', '50 @ 10'])
  })

  test('an order that comes later finds what is left, on its own side only', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_S', '100000', 'standard@1')
    floor.feed.show('AAPL', '9.99', '10', '100', 1)
    await floor.order('acc_S', { quantity: '60' })
    await floor.advance('PT1S')
    await floor.order('acc_S', { quantity: '60', timeInForce: 'IOC' })
    await floor.order('acc_S', { quantity: '60', side: 'SELL' })
    await floor.advance('PT1S')
    expect(await fillsOf('acc_S')).toEqual(['60 @ 10', '40 @ 10', '60 @ 9.99'])
    const refused = await floor.order('acc_S', { quantity: '1', timeInForce: 'FOK' })
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_S', refused)).toMatchObject({ status: 'CANCELED' })
  })

  test('accounts do not compete for a size', async () => {
    const floor = await openFloor(database)
    for (const account of ['acc_A', 'acc_B']) {
      await floor.account(account, '100000', 'standard@1')
    }
    floor.feed.show('AAPL', '9.99', '10', '100', 1)
    for (const account of ['acc_A', 'acc_B']) await floor.order(account, { quantity: '100' })
    await floor.advance('PT1S')
    expect(await fillsOf('acc_A')).toEqual(['100 @ 10'])
    expect(await fillsOf('acc_B')).toEqual(['100 @ 10'])
  })

  test('an auction has a tenth of its volume for the account, the rest is CANCELED', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_S', '100000', 'standard@1')
    floor.feed.show('AAPL', '9.99', '10', '1000000', 1)
    floor.feed.official('AAPL', '10', '11', '1234')
    const first = await floor.order('acc_S', { quantity: '100', timeInForce: 'CLS' })
    const second = await floor.order('acc_S', { quantity: '100', timeInForce: 'CLS' })
    const third = await floor.order('acc_S', { quantity: '100', timeInForce: 'CLS' })
    await floor.advance('PT6H')
    expect(await fillsOf('acc_S')).toEqual(['100 @ 11', '23 @ 11'])
    expect(await floor.stateOf('acc_S', first)).toMatchObject({ status: 'FILLED' })
    expect(await floor.stateOf('acc_S', second)).toMatchObject({ status: 'CANCELED' })
    expect(await floor.stateOf('acc_S', third)).toMatchObject({ status: 'CANCELED' })
  })
})
