/** What an account may take of the market, by its fill profile. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { price, quantity } from '../../src/core/money'
import { FILL_PROFILES } from '../../src/core/order/fill-profile'
import { pinnedFeed } from '../../src/market/feeds/pinned'
import type { Database } from '../../src/store/database'
import { listFills } from '../../src/store/tables/fills'
import { freshDatabase } from '../support/database'
import { steeredFeed } from '../support/steered-feed'
import { MONDAY_AT_TEN, openFloor } from '../support/trading-floor'

let database: Database
beforeEach(async () => {
  database = await freshDatabase()
})

const fillsOf = async (accountId: string) => {
  const all = { orderId: null, symbol: null, from: null, to: null, before: null, limit: 100 }
  const fills = await listFills(database, { accountId, ...all })
  return fills
    .toReversed()
    .map(({ quantity, price }) => `${quantity.toFixed()} @ ${price.toFixed()}`)
}

describe('[profile.standard] standard', () => {
  test('under standard, shares taken of a shown size stay taken until it is renewed', async () => {
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

  test('under standard, a later order finds the rest of the size on its own side', async () => {
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

  test('under standard, accounts do not compete for a size', async () => {
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

  test('[profile.auction-share] an auction has a tenth of its volume for the account, the rest is CANCELED', async () => {
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

describe('strict', () => {
  const openStrict = async (fills: { size: string; aSecond: string }) => {
    const floor = await openFloor(database)
    await floor.account('acc_S', '1000000', 'strict@1')
    floor.feed.show('AAPL', '9.99', '10', fills.size, 1)
    floor.feed.traded('AAPL', '9.90', '10.10', fills.aSecond)
    return floor
  }

  test('[profile.strict-share] an account gets a tenth of what the market traded in five minutes', async () => {
    const floor = await openStrict({ size: '1000000', aSecond: '10' })
    await floor.order('acc_S', { quantity: '500' })
    await floor.advance('PT60S')
    // Six minutes of 600 shares are on the tape.
    expect(await fillsOf('acc_S')).toEqual(['360 @ 10'])
    await floor.advance('PT4M30S')
    expect(await fillsOf('acc_S')).toEqual(['360 @ 10', '140 @ 10'])
  })

  test('[profile.strict-impact] a MARKET order beyond the size shown pays impact, within the minute’s range', async () => {
    const floor = await openStrict({ size: '10', aSecond: '100' })
    await floor.order('acc_S', { quantity: '900' })
    await floor.order('acc_S', { quantity: '900', limit: '10.50', clientOrderId: 'limit' })
    await floor.advance('PT2S')
    // 0.20 of range are 0.12 of a deviation; √(900 / 36,000) of that is 0.019.
    expect(await fillsOf('acc_S')).toEqual(['900 @ 10.02', '10 @ 10'])
  })

  test('under strict, shares that would leave the minute’s range wait', async () => {
    const floor = await openStrict({ size: '10', aSecond: '100' })
    floor.feed.traded('AAPL', '9.80', '10', '100')
    await floor.order('acc_S', { quantity: '900' })
    await floor.advance('PT2S')
    expect(await fillsOf('acc_S')).toEqual(['10 @ 10', '10 @ 10'])
  })

  test('[profile.strict-queue] a resting order waits for the shares before it, or for a trade through', async () => {
    const floor = await openStrict({ size: '45', aSecond: '10' })
    const resting = { quantity: '5', limit: '9.99' }
    await floor.order('acc_S', resting)
    await floor.order('acc_S', { quantity: '5', limit: '9.98' })
    floor.feed.show('AAPL', '9.98', '9.99', '1000', 2)
    await floor.advance('PT4S')
    expect(await fillsOf('acc_S')).toEqual([])
    await floor.advance('PT2S')
    expect(await fillsOf('acc_S')).toEqual(['5 @ 9.99'])
    floor.feed.show('AAPL', '9.96', '9.97', '1000', 3)
    await floor.advance('PT1S')
    expect(await fillsOf('acc_S')).toEqual(['5 @ 9.99', '5 @ 9.97'])
  })

  test('under strict, an auction order at the official price itself gets nothing', async () => {
    const floor = await openStrict({ size: '1000', aSecond: '10' })
    floor.feed.official('AAPL', '10', '11', '1000')
    await floor.order('acc_S', { quantity: '60', limit: '11', timeInForce: 'CLS' })
    await floor.order('acc_S', { quantity: '60', limit: '11.01', timeInForce: 'CLS' })
    await floor.order('acc_S', { quantity: '60', timeInForce: 'CLS' })
    await floor.advance('PT6H')
    expect(await fillsOf('acc_S')).toEqual(['60 @ 11', '40 @ 11'])
  })
})

test.each(FILL_PROFILES)(
  '[profile.pinned-size] %s: a pinned size is renewed at each tick',
  async (profile) => {
    const base = steeredFeed()
    const until = MONDAY_AT_TEN.add({ seconds: 4 })
    const [bidPrice, askPrice, size] = [price('9.99'), price('10'), quantity('100')]
    const pin = { symbol: 'AAPL', bidPrice, askPrice, bidSize: size, askSize: size }
    const pins = [{ ...pin, pinnedAt: MONDAY_AT_TEN, releasedAt: until }]
    const floor = await openFloor(
      database,
      MONDAY_AT_TEN,
      1_000,
      pinnedFeed(base, { of: (symbol) => (symbol === 'AAPL' ? pins : []) }),
    )
    for (const feed of [base, floor.feed]) feed.show('AAPL', '10.99', '11', '0')
    await floor.account('acc_S', '100000', profile)
    await floor.order('acc_S', { quantity: '150' })
    await floor.order('acc_S', { quantity: '500', limit: '10' })
    await floor.advance('PT1S')
    expect(await fillsOf('acc_S')).toEqual(['100 @ 10'])
    await floor.advance('PT9S')
    const ofBoth = ['100 @ 10', '50 @ 10', '50 @ 10', '100 @ 10']
    expect(await fillsOf('acc_S')).toEqual(ofBoth)
  },
)

test('[profile.pinned-size] strict: an order that queued before a pin takes of its size', async () => {
  const base = steeredFeed()
  const releasedAt = MONDAY_AT_TEN.add({ hours: 1 })
  const [bidPrice, askPrice, size] = [price('9.99'), price('10'), quantity('100')]
  const sides = { bidPrice, askPrice, bidSize: size, askSize: size }
  const pins = [{ symbol: 'AAPL', ...sides, pinnedAt: MONDAY_AT_TEN, releasedAt }]
  const feed = pinnedFeed(base, { of: (symbol) => (symbol === 'AAPL' ? pins : []) })
  const floor = await openFloor(database, MONDAY_AT_TEN, 1_000, feed)
  // Orders are placed by the market without the pin, where 300 shares are before this one.
  for (const unpinned of [base, floor.feed]) unpinned.show('AAPL', '10.99', '11', '300')
  await floor.account('acc_S', '100000', 'strict@1')
  await floor.order('acc_S', { quantity: '150', limit: '10' })
  await floor.advance('PT2S')
  expect(await fillsOf('acc_S')).toEqual(['100 @ 10', '50 @ 10'])
})
