/** What an account may take of the market, by its fill profile. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { price, quantity } from '../../src/core/money'
import { FILL_PROFILES } from '../../src/core/order/fill-profile'
import { pinnedFeed } from '../../src/market/feeds/pinned'
import type { Database } from '../../src/postgres/database'
import { freshDatabase } from '../support/database'
import { steeredFeed } from '../support/steered-feed'
import { MONDAY_AT_TEN, openFloor } from '../support/trading-floor'

let database: Database
beforeEach(async () => {
  database = await freshDatabase()
})

describe('[profile.impact] standard', () => {
  test('under standard, shares taken of a shown size come back with time', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_S', '100000', 'standard@2')
    await floor.account('acc_I', '100000', 'ideal@1')
    floor.feed.show('AAPL', '9.99', '10', '100')
    for (const account of ['acc_S', 'acc_I']) await floor.order(account, { quantity: '250' })
    await floor.advance('PT29S')
    // Nothing is traded around them, so nothing lies beyond the size shown.
    expect(await floor.fillsOf('acc_S')).toEqual(['BUY 100 at 10'])
    expect(await floor.fillsOf('acc_I')).toEqual(['BUY 100 at 10', 'BUY 100 at 10', 'BUY 50 at 10'])
    await floor.advance('PT31S')
    expect(await floor.fillsOf('acc_S')).toEqual(['BUY 100 at 10', 'BUY 8 at 10', 'BUY 8 at 10'])
  })

  test.each([undefined, '10.20'])(
    'under standard, an order beyond the size shown moves its price, limit %p',
    async (limit) => {
      const floor = await openFloor(database)
      await floor.account('acc_S', '100000', 'standard@2')
      floor.feed.show('AAPL', '9.99', '10', '10')
      floor.feed.traded('AAPL', '9.90', '10.10', '100')
      await floor.order('acc_S', { quantity: '3000', ...(limit && { limit }) })
      await floor.advance('PT1S')
      // 0.195 of range are 0.117 of a deviation; ⅔ · 1.05 · 0.117 · √0.1 are 0.026.
      expect(await floor.fillsOf('acc_S')).toEqual(['BUY 3000 at 10.03'])
      await floor.order('acc_S', { quantity: '3000', ...(limit && { limit }) })
      await floor.advance('PT1S')
      // The next fills begin at the price at which these ended.
      expect(await floor.fillsOf('acc_S')).toEqual(['BUY 3000 at 10.03', 'BUY 3000 at 10.04'])
    },
  )

  test('under standard, a later order finds the rest of the size on its own side', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_S', '100000', 'standard@2')
    floor.feed.show('AAPL', '9.99', '10', '100', 1)
    await floor.order('acc_S', { quantity: '60' })
    await floor.advance('PT1S')
    await floor.order('acc_S', { quantity: '60', timeInForce: 'IOC' })
    await floor.order('acc_S', { quantity: '60', side: 'SELL' })
    await floor.advance('PT1S')
    expect(await floor.fillsOf('acc_S')).toEqual([
      'BUY 60 at 10',
      'BUY 40 at 10',
      'SELL 60 at 9.99',
    ])
    const refused = await floor.order('acc_S', { quantity: '1', timeInForce: 'FOK' })
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_S', refused)).toMatchObject({ status: 'CANCELED' })
  })

  test('under standard, accounts do not compete for a size', async () => {
    const floor = await openFloor(database)
    for (const account of ['acc_A', 'acc_B']) {
      await floor.account(account, '100000', 'standard@2')
    }
    floor.feed.show('AAPL', '9.99', '10', '100')
    for (const account of ['acc_A', 'acc_B']) await floor.order(account, { quantity: '100' })
    await floor.advance('PT1S')
    expect(await floor.fillsOf('acc_A')).toEqual(['BUY 100 at 10'])
    expect(await floor.fillsOf('acc_B')).toEqual(['BUY 100 at 10'])
  })

  test('[profile.auction-share] an auction has a tenth of its volume for the account, the rest is CANCELED', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_S', '100000', 'standard@2')
    floor.feed.show('AAPL', '9.99', '10', '1000000', 1)
    floor.feed.official('AAPL', '10', '11', '1234')
    const first = await floor.order('acc_S', { quantity: '100', timeInForce: 'CLS' })
    const second = await floor.order('acc_S', { quantity: '100', timeInForce: 'CLS' })
    const third = await floor.order('acc_S', { quantity: '100', timeInForce: 'CLS' })
    await floor.advance('PT6H')
    expect(await floor.fillsOf('acc_S')).toEqual(['BUY 100 at 11', 'BUY 23 at 11'])
    expect(await floor.stateOf('acc_S', first)).toMatchObject({ status: 'FILLED' })
    expect(await floor.stateOf('acc_S', second)).toMatchObject({ status: 'CANCELED' })
    expect(await floor.stateOf('acc_S', third)).toMatchObject({ status: 'CANCELED' })
  })
})

describe('strict', () => {
  const openStrict = async (fills: { size: string; aSecond: string }) => {
    const floor = await openFloor(database)
    await floor.account('acc_S', '1000000', 'strict@2')
    floor.feed.show('AAPL', '9.99', '10', fills.size, 1)
    floor.feed.traded('AAPL', '9.90', '10.10', fills.aSecond)
    return floor
  }

  test('[profile.strict-share] an account gets a tenth of what the market traded in five minutes', async () => {
    const floor = await openStrict({ size: '40', aSecond: '10' })
    await floor.order('acc_S', { quantity: '400' })
    const sharesOf = async () => (await floor.fillsOf('acc_S')).map((text) => text.split(' ')[1])
    await floor.advance('PT29S')
    expect(await sharesOf()).toEqual(['300'])
    await floor.advance('PT2M2S')
    // Every half minute a twelfth of it, and three shares of the 300 that are traded meanwhile.
    expect(await sharesOf()).toEqual(['300', '28', '28', '28', '16'])
  })

  test('[profile.strict-share] an account meets half of the size shown', async () => {
    const floor = await openStrict({ size: '80', aSecond: '10' })
    await floor.order('acc_S', { quantity: '60', limit: '10' })
    await floor.advance('PT2S')
    expect(await floor.fillsOf('acc_S')).toEqual(['BUY 40 at 10'])
  })

  test('[profile.strict-queue] a resting order waits for the shares before it, or for a trade through', async () => {
    const floor = await openStrict({ size: '45', aSecond: '10' })
    const resting = { quantity: '5', limit: '9.99' }
    await floor.order('acc_S', resting)
    await floor.order('acc_S', { quantity: '5', limit: '9.98' })
    floor.feed.show('AAPL', '9.98', '9.99', '1000', 2)
    await floor.advance('PT4S')
    expect(await floor.fillsOf('acc_S')).toEqual([])
    await floor.advance('PT2S')
    expect(await floor.fillsOf('acc_S')).toEqual(['BUY 5 at 9.99'])
    floor.feed.show('AAPL', '9.96', '9.97', '1000', 3)
    await floor.advance('PT1S')
    expect(await floor.fillsOf('acc_S')).toEqual(['BUY 5 at 9.99', 'BUY 5 at 9.97'])
  })

  test('[profile.strict-latency] an order may fill until its cancel has reached the market', async () => {
    const floor = await openStrict({ size: '1000', aSecond: '10' })
    const [filled, canceled] = [
      await floor.order('acc_S', { quantity: '5', limit: '9.97' }),
      await floor.order('acc_S', { quantity: '5', limit: '9.95' }),
    ]
    await floor.advance('PT1.960S')
    for (const orderId of [filled, canceled]) {
      expect(await floor.cancel('acc_S', orderId)).toBe('PENDING_CANCEL')
    }
    await floor.advance('PT0.5S')
    for (const orderId of [filled, canceled]) {
      expect(await floor.stateOf('acc_S', orderId)).toMatchObject({ status: 'PENDING_CANCEL' })
    }
    floor.feed.show('AAPL', '9.95', '9.96', '1000')
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_S', filled)).toMatchObject({ status: 'FILLED' })
    expect(await floor.stateOf('acc_S', canceled)).toMatchObject({ status: 'CANCELED' })
  })

  test('under strict, an auction order at the official price itself gets nothing', async () => {
    const floor = await openStrict({ size: '1000', aSecond: '10' })
    floor.feed.official('AAPL', '10', '11', '1000')
    await floor.order('acc_S', { quantity: '60', limit: '11', timeInForce: 'CLS' })
    await floor.order('acc_S', { quantity: '60', limit: '11.01', timeInForce: 'CLS' })
    await floor.order('acc_S', { quantity: '60', timeInForce: 'CLS' })
    await floor.advance('PT6H')
    expect(await floor.fillsOf('acc_S')).toEqual(['BUY 60 at 11', 'BUY 40 at 11'])
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
    expect(await floor.fillsOf('acc_S')).toEqual(['BUY 100 at 10'])
    await floor.advance('PT9S')
    const ofBoth = ['BUY 100 at 10', 'BUY 50 at 10', 'BUY 50 at 10', 'BUY 100 at 10']
    expect(await floor.fillsOf('acc_S')).toEqual(ofBoth)
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
  // An order takes its place in the market without the pin, in which 300 shares are ahead of it.
  for (const unpinned of [base, floor.feed]) unpinned.show('AAPL', '10.99', '11', '300')
  await floor.account('acc_S', '100000', 'strict@2')
  await floor.order('acc_S', { quantity: '150', limit: '10' })
  await floor.advance('PT2S')
  expect(await floor.fillsOf('acc_S')).toEqual(['BUY 100 at 10', 'BUY 50 at 10'])
})
