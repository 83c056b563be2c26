/** A tick that carries nothing out costs no transaction, whatever orders are open (D5, D16). */
import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { US_INSTRUMENTS } from '../../src/market/instruments/us'
import type { Database } from '../../src/store/database'
import { addInstruments } from '../../src/store/instruments'
import { openBook } from '../../src/store/open-orders'
import { instruments } from '../../src/store/schema'
import { freshDatabase } from '../support/database'
import { rowsReadBy } from '../support/rows-read'
import { MONDAY_AT_TEN, openFloor } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

/** A floor whose database counts what it is asked. */
async function countingFloor(startsAt = MONDAY_AT_TEN) {
  const asked = { transactions: 0, statements: 0 }
  const counting: Database = {
    ...database,
    transaction(work) {
      asked.transactions++
      return database.transaction(work)
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
    /** What five minutes of ticks ask of the database. */
    async fiveMinutes() {
      // The book is read once.
      await floor.advance('PT1S')
      Object.assign(asked, { transactions: 0, statements: 0 })
      await floor.advance('PT5M')
      return { ...asked }
    },
  }
}

const NOTHING = { transactions: 0, statements: 0 }

describe('300 ticks ask nothing of the database where an open order', () => {
  test('has a limit that is not reached', async () => {
    const floor = await countingFloor()
    await floor.order('acc_A', { quantity: '1', limit: '50' })
    expect(await floor.fiveMinutes()).toEqual(NOTHING)
  })

  test('is for an auction', async () => {
    const floor = await countingFloor()
    await floor.order('acc_A', { quantity: '1', timeInForce: 'CLS' })
    expect(await floor.fiveMinutes()).toEqual(NOTHING)
  })

  test('waits for a session', async () => {
    // A Saturday.
    const floor = await countingFloor(MONDAY_AT_TEN.add({ hours: 120 }))
    await floor.order('acc_A', { quantity: '1' })
    expect(await floor.fiveMinutes()).toEqual(NOTHING)
  })

  test('is shown no size', async () => {
    const floor = await countingFloor()
    floor.feed.show('AAPL', '99.99', '100.00', '0')
    await floor.order('acc_A', { quantity: '1' })
    expect(await floor.fiveMinutes()).toEqual(NOTHING)
  })

  test('is in an instrument that is SUSPENDED', async () => {
    const floor = await countingFloor()
    await floor.order('acc_A', { quantity: '1' })
    const suspended = { tradable: 'SUSPENDED' } as const
    await database.drizzle.update(instruments).set(suspended).where(eq(instruments.symbol, 'AAPL'))
    floor.matcher.bookChanged()
    expect(await floor.fiveMinutes()).toEqual(NOTHING)
  })

  test('D5: could not be paid: it has ended', async () => {
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

test('ticks before an order’s acceptance are no transactions', async () => {
  const floor = await countingFloor()
  floor.clock.moveTo(MONDAY_AT_TEN.add({ minutes: 10 }))
  const orderId = await floor.order('acc_A', { quantity: '1' })
  const ioc = await floor.order('acc_A', { quantity: '1', limit: '1', timeInForce: 'IOC' })
  // The matcher has carried out nothing of these ten minutes.
  floor.asked.transactions = 0
  await floor.advance('PT1S')
  expect(floor.asked.transactions).toBe(1)
  expect(await floor.stateOf('acc_A', orderId)).toMatchObject({
    status: 'FILLED',
    order: { updatedAt: MONDAY_AT_TEN.add({ minutes: 10, seconds: 1 }) },
  })
  expect(await floor.stateOf('acc_A', ioc)).toMatchObject({ status: 'CANCELED' })
})

test('what the book costs follows the instruments with open orders, not those listed', async () => {
  const floor = await countingFloor()
  await addInstruments(database.drizzle, US_INSTRUMENTS)
  const rowsRead = () =>
    database.transaction((transaction) => rowsReadBy(transaction, () => openBook(transaction)))
  expect(await rowsRead()).toBe(0)
  await floor.order('acc_A', { quantity: '1', limit: '50' })
  await floor.order('acc_A', { symbol: 'MSFT', side: 'BUY', quantity: '1', limit: '1' })
  expect(await rowsRead()).toBeLessThan(30)
})
