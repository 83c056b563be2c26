/** A tick that carries nothing out costs no transaction, whatever orders are open. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Database } from '../../src/postgres/database'
import { instruments } from '../../src/postgres/schema/market'
import { freshDatabase } from '../support/database'
import { MONDAY_AT_TEN, openFloor } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

/** A floor whose database counts what it is asked. */
async function countingFloor(startsAt = MONDAY_AT_TEN) {
  const asked = { commits: 0, statements: 0 }
  const counting: Database = {
    ...database,
    commit(...asking) {
      asked.commits++
      return database.commit(...asking)
    },
    all(statement, parameters) {
      asked.statements++
      return database.all(statement, parameters)
    },
  }
  const floor = await openFloor(counting, startsAt)
  await floor.account('acc_A')
  floor.feed.show('AAPL', '99.99', '100.00')
  return {
    ...floor,
    asked,
    /** What five minutes of ticks, or of another duration, ask of the database. */
    async fiveMinutes(duration = 'PT5M') {
      // The book is read once.
      await floor.advance('PT1S')
      Object.assign(asked, { commits: 0, statements: 0 })
      await floor.advance(duration)
      return { ...asked }
    },
  }
}

const NOTHING = { commits: 0, statements: 0 }

describe('300 ticks with nothing to do', () => {
  test('a tick costs no query if no limit is reached', async () => {
    const floor = await countingFloor()
    await floor.order('acc_A', { quantity: '1', limit: '50' })
    expect(await floor.fiveMinutes()).toEqual(NOTHING)
  })

  test('a tick costs no query if an open order is for an auction', async () => {
    const floor = await countingFloor()
    await floor.order('acc_A', { quantity: '1', timeInForce: 'CLS' })
    expect(await floor.fiveMinutes()).toEqual(NOTHING)
  })

  test('a tick costs no query if an open order waits for a session', async () => {
    // A Saturday.
    const floor = await countingFloor(MONDAY_AT_TEN.add({ hours: 120 }))
    await floor.order('acc_A', { quantity: '1' })
    expect(await floor.fiveMinutes()).toEqual(NOTHING)
  })

  test('a tick costs no query if no size is shown', async () => {
    const floor = await countingFloor()
    floor.feed.show('AAPL', '99.99', '100.00', '0')
    await floor.order('acc_A', { quantity: '1' })
    expect(await floor.fiveMinutes()).toEqual(NOTHING)
  })

  test('a tick costs no query if the instrument is SUSPENDED', async () => {
    const floor = await countingFloor()
    await floor.order('acc_A', { quantity: '1' })
    const suspended = { tradable: 'SUSPENDED' } as const
    await database.drizzle.update(instruments).set(suspended).where(eq(instruments.symbol, 'AAPL'))
    await floor.instruments.refresh()
    floor.matcher.orders.termsChanged()
    expect(await floor.fiveMinutes()).toEqual(NOTHING)
  })

  test('[life.unpaid-rejected] a tick costs no query after an unpaid order has ended', async () => {
    const floor = await countingFloor()
    const orderId = await floor.order('acc_A', { quantity: '970' })
    floor.feed.show('AAPL', '119.99', '120.00')
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({
      status: 'CANCELED',
      filled: '833',
    })
    expect(await floor.fiveMinutes()).toEqual(NOTHING)
  })
})

describe('what an account has used up costs no transaction until there is more', () => {
  const shownForLong = async (terms: { quantity: string; limit?: string }) => {
    const floor = await countingFloor()
    await floor.account('acc_S', '100000', 'standard@2')
    floor.feed.show('AAPL', '99.99', '100.00', '4')
    await floor.order('acc_S', terms)
    await floor.advance('PT1S')
    return floor
  }

  test.each([undefined, '100.50'])(
    'standard: a used-up size costs no transaction, limit %p',
    async (limit) => {
      const floor = await shownForLong({ quantity: '25', ...(limit && { limit }) })
      // After a minute and a half one of four shares is back.
      expect(await floor.fiveMinutes('PT40S')).toEqual(NOTHING)
      floor.feed.show('AAPL', '99.97', '99.98', '4')
      expect(await floor.fiveMinutes('PT40S')).toEqual(NOTHING)
      await floor.advance('PT10S')
      expect(floor.asked.commits).toBe(1)
      expect(await floor.fiveMinutes('PT40S')).toEqual(NOTHING)
      floor.feed.show('AAPL', '99.97', '99.98', '5')
      await floor.advance('PT1S')
      expect(floor.asked.commits).toBe(1)
      const fills = floor.events.flatMap(({ fill }) => fill?.quantity.toFixed() ?? [])
      expect(fills).toEqual(['4', '1', '1'])
    },
  )

  test('standard: another order or account is tried although a size is used up', async () => {
    const floor = await shownForLong({ quantity: '25' })
    expect(await floor.fiveMinutes('PT40S')).toEqual(NOTHING)
    const sell = await floor.order('acc_S', { side: 'SELL', quantity: '4' })
    await floor.account('acc_T', '100000', 'standard@2')
    const other = await floor.order('acc_T', { quantity: '3' })
    const immediate = await floor.order('acc_S', { quantity: '3', timeInForce: 'IOC' })
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_S', sell)).toMatchObject({ status: 'FILLED' })
    expect(await floor.stateOf('acc_T', other)).toMatchObject({ status: 'FILLED' })
    expect(await floor.stateOf('acc_S', immediate)).toMatchObject({ status: 'CANCELED' })
    expect(await floor.fiveMinutes('PT40S')).toEqual(NOTHING)
  })

  test('standard: a limit that the price newly reaches is tried', async () => {
    const floor = await shownForLong({ quantity: '25' })
    await floor.account('acc_T', '100000', 'standard@2')
    const lower = await floor.order('acc_T', { quantity: '3', limit: '99.50' })
    expect(await floor.fiveMinutes('PT40S')).toEqual(NOTHING)
    floor.feed.show('AAPL', '99.49', '99.50', '4')
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_T', lower)).toMatchObject({ status: 'FILLED' })
  })

  test('standard: a canceled order ends at the next tick', async () => {
    const floor = await shownForLong({ quantity: '25' })
    const orderId = floor.events[0]?.order.orderId ?? ''
    expect(await floor.fiveMinutes('PT40S')).toEqual(NOTHING)
    await floor.cancel('acc_S', orderId)
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_S', orderId)).toMatchObject({ status: 'CANCELED' })
  })

  test('standard: an order that was accepted after a tick is tried at the next', async () => {
    const floor = await shownForLong({ quantity: '25' })
    await floor.account('acc_T', '100000', 'standard@2')
    // The clock is ahead of the matcher, which knows the order before its first tick.
    floor.clock.moveTo(floor.clock.now().add({ seconds: 10, milliseconds: 500 }))
    const later = await floor.order('acc_T', { quantity: '3' })
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_T', later)).toMatchObject({ status: 'FILLED' })
  })

  test('strict: a used-up share of the volume costs no transaction', async () => {
    const floor = await countingFloor()
    await floor.account('acc_S', '100000', 'strict@2')
    floor.feed.traded('AAPL', '99.90', '100.10', '10')
    floor.feed.show('AAPL', '99.99', '100.00', '40')
    await floor.order('acc_S', { quantity: '500', limit: '100.50' })
    // 3,000 shares are on the tape of five minutes: a tenth is the account's.
    await floor.advance('PT2S')
    Object.assign(floor.asked, NOTHING)
    await floor.advance('PT27S')
    expect(floor.asked.commits).toBe(0)
    await floor.advance('PT1S')
    expect(floor.asked.commits).toBe(1)
    const fills = floor.events.flatMap(({ fill }) => fill?.quantity.toFixed() ?? [])
    expect(fills).toEqual(['300', '28'])
  })

  test('strict: a place in a queue moves, also while the share is used up', async () => {
    const floor = await countingFloor()
    await floor.account('acc_S', '100000', 'strict@2')
    floor.feed.traded('AAPL', '9.90', '10.10', '10')
    floor.feed.show('AAPL', '9.99', '10.00', '45')
    const queued = await floor.order('acc_S', { quantity: '5', limit: '9.99' })
    await floor.order('acc_S', { quantity: '320', limit: '10.50' })
    await floor.advance('PT1S')
    // 45 shares are before it, and 10 trade a second: its turn comes long before 10:00:30.
    floor.feed.show('AAPL', '9.98', '9.99', '45')
    await floor.advance('PT28S')
    const fills = () => floor.events.flatMap(({ fill }) => fill?.quantity.toFixed() ?? [])
    expect(fills()).toEqual(['300'])
    const { order } = await floor.stateOf('acc_S', queued)
    expect(order.queueAhead.toFixed()).toBe('0')
    floor.feed.show('AAPL', '9.96', '9.97', '1000')
    await floor.advance('PT1S')
    expect(fills()).toEqual(['300', '20', '5'])
  })
})

test('a tick before an order’s acceptance costs no transaction', async () => {
  const floor = await countingFloor()
  floor.clock.moveTo(MONDAY_AT_TEN.add({ minutes: 10 }))
  const orderId = await floor.order('acc_A', { quantity: '1' })
  const ioc = await floor.order('acc_A', { quantity: '1', limit: '1', timeInForce: 'IOC' })
  // The matcher has carried out nothing of these ten minutes.
  floor.asked.commits = 0
  await floor.advance('PT1S')
  expect(floor.asked.commits).toBe(1)
  expect(await floor.stateOf('acc_A', orderId)).toMatchObject({
    status: 'FILLED',
    order: { updatedAt: MONDAY_AT_TEN.add({ minutes: 10, seconds: 1 }) },
  })
  expect(await floor.stateOf('acc_A', ioc)).toMatchObject({ status: 'CANCELED' })
})
