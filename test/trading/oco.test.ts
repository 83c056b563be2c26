/** Two exits of one position: what one fills is no longer the other's, in the same commit. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { Temporal } from '../../src/core/time'
import { eventsAfter } from '../../src/ledger/events/log'
import { listFills } from '../../src/ledger/fills'
import { holdingsOf } from '../../src/ledger/holdings'
import { findingsIn } from '../support/audited'
import { freshDatabase } from '../support/database'
import { MONDAY_AT_TEN, openFloor } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const ACCOUNT = 'acc_A'
type Floor = Awaited<ReturnType<typeof openFloor>>

/** An account with 10 AAPL, bought at 100. */
async function withShares(at = MONDAY_AT_TEN): Promise<Floor> {
  const floor = await openFloor(database, at)
  await floor.account(ACCOUNT)
  floor.feed.show('AAPL', '99.99', '100.00')
  await floor.order(ACCOUNT, { quantity: '10' })
  await floor.advance('PT1S')
  return floor
}

const EXITS = { quantity: '10', stop: '95', takeProfit: '110' } as const

async function heldShares(): Promise<string | undefined> {
  const [holding] = await holdingsOf(database, [{ accountId: ACCOUNT, symbol: 'AAPL' }])
  return holding?.heldQuantity.toFixed()
}

async function fills(): Promise<readonly string[]> {
  const all = { symbol: null, from: null, to: null, before: null, limit: 100 }
  const found = await listFills(database, { ...all, accountId: ACCOUNT, orderId: null })
  return found.map(({ side, quantity, price }) => `${side} ${quantity} at ${price}`).reverse()
}

/** Each event of an order or a leg, by the number of the account's event. */
async function story(since: number): Promise<readonly string[]> {
  const events = await eventsAfter(database, ACCOUNT, since, 1_000)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => since + index + 1))
  return events.map((event) =>
    'leg' in event
      ? `${event.leg.leg} ${event.leg.status} ${event.leg.quantity}`
      : `order ${event.order.status}`,
  )
}

const states = async (floor: Floor, id: string): Promise<readonly string[]> =>
  (await floor.legsOf(ACCOUNT, id))
    .map(({ leg, status, reason }) => `${leg} ${status} ${reason ?? ''}`.trim())
    .sort()

async function bookIsRight(floor: Floor): Promise<void> {
  expect(floor.failures).toEqual([])
  expect(await findingsIn(database)).toEqual([])
}

describe('[conditional.oco] the exits of a position', () => {
  test('share one hold of its shares', async () => {
    const floor = await withShares()
    await floor.oco(ACCOUNT, EXITS)
    expect(await heldShares()).toBe('10')
    expect(await story(2)).toEqual([
      'TAKE_PROFIT TRIGGERED 10',
      'order SUBMITTED',
      'STOP_LOSS ARMED 10',
    ])
    await bookIsRight(floor)
  })

  test('the last share of the profit cancels the stop, in the same commit', async () => {
    const floor = await withShares()
    const id = await floor.oco(ACCOUNT, EXITS)
    const commits: number[] = []
    floor.feed.show('AAPL', '110.00', '110.01')
    floor.onCommit(() => commits.push(floor.legEvents.length))
    await floor.advance('PT1S')
    expect(await states(floor, id)).toEqual([
      'STOP_LOSS CANCELED other-exit-filled',
      'TAKE_PROFIT FILLED',
    ])
    // The fill, and both legs' events, in one commit after the two of the acceptance.
    expect(commits).toEqual([4])
    expect(await fills()).toEqual(['BUY 10 at 100', 'SELL 10 at 110'])
    floor.feed.show('AAPL', '90.00', '90.01')
    await floor.advance('PT3S')
    expect(await heldShares()).toBe('0')
    expect((await fills()).length).toBe(2)
    await bookIsRight(floor)
  })

  test('a part of the profit takes its shares from the stop, which then sells the rest', async () => {
    const floor = await withShares()
    const id = await floor.oco(ACCOUNT, EXITS)
    floor.feed.show('AAPL', '110.00', '110.01', '4')
    await floor.advance('PT1S')
    expect(await story(5)).toEqual([
      'order PARTIALLY_FILLED',
      'TAKE_PROFIT TRIGGERED 10',
      'STOP_LOSS ARMED 6',
    ])
    await bookIsRight(floor)
    floor.feed.show('AAPL', '94.00', '94.01')
    await floor.advance('PT2S')
    expect(await fills()).toEqual(['BUY 10 at 100', 'SELL 4 at 110', 'SELL 6 at 94'])
    expect(await states(floor, id)).toEqual([
      'STOP_LOSS FILLED',
      'TAKE_PROFIT CANCELED other-exit-triggered',
    ])
    expect(await heldShares()).toBe('0')
    await bookIsRight(floor)
  })

  test('the trigger of the stop cancels the profit in the commit of the trigger', async () => {
    const floor = await withShares()
    await floor.oco(ACCOUNT, { ...EXITS, limit: '94.90' })
    floor.feed.show('AAPL', '94.00', '94.01')
    await floor.advance('PT1S')
    expect(await story(5)).toEqual([
      'TAKE_PROFIT CANCELED 10',
      'order CANCELED',
      'STOP_LOSS TRIGGERED 10',
      'order SUBMITTED',
    ])
    floor.feed.show('AAPL', '120.00', '120.01')
    await floor.advance('PT1S')
    expect(await fills()).toEqual(['BUY 10 at 100', 'SELL 10 at 120'])
    await bookIsRight(floor)
  })

  test('a cancel of the order of one ends both, and a cancel of the group too', async () => {
    const floor = await withShares()
    const id = await floor.oco(ACCOUNT, EXITS)
    const profit = (await floor.legsOf(ACCOUNT, id)).find(({ leg }) => leg === 'TAKE_PROFIT')
    await floor.cancel(ACCOUNT, profit?.orderId ?? '')
    await floor.advance('PT1S')
    expect(await states(floor, id)).toEqual([
      'STOP_LOSS CANCELED other-exit-ended',
      'TAKE_PROFIT CANCELED',
    ])
    const other = await floor.oco(ACCOUNT, EXITS)
    await floor.cancelStop(ACCOUNT, other)
    await floor.advance('PT1S')
    expect(await states(floor, other)).toEqual(['STOP_LOSS CANCELED', 'TAKE_PROFIT CANCELED'])
    expect(await heldShares()).toBe('0')
    await bookIsRight(floor)
  })

  test('both end with the day, or go on over it', async () => {
    const floor = await withShares(Temporal.Instant.from('2026-03-02T15:59:50-05:00'))
    const day = await floor.oco(ACCOUNT, { ...EXITS, quantity: '4' })
    const gtc = await floor.oco(ACCOUNT, { ...EXITS, quantity: '6', timeInForce: 'GTC' })
    await floor.advance('PT20S')
    expect(await states(floor, day)).toEqual(['STOP_LOSS EXPIRED', 'TAKE_PROFIT EXPIRED'])
    expect(await states(floor, gtc)).toEqual(['STOP_LOSS ARMED', 'TAKE_PROFIT TRIGGERED'])
    expect(await heldShares()).toBe('6')
    await bookIsRight(floor)
  })
})

describe('[conditional.oco] exits that buy', () => {
  test('hold the larger of both', async () => {
    const floor = await withShares()
    const id = await floor.oco(ACCOUNT, {
      side: 'BUY',
      quantity: '10',
      stop: '110',
      takeProfit: '90',
    })
    expect((await floor.state(ACCOUNT)).heldCash).toBe('1133')
    floor.feed.show('AAPL', '89.99', '90.00', '4')
    await floor.advance('PT1S')
    expect((await floor.state(ACCOUNT)).heldCash).toBe('679.8')
    await bookIsRight(floor)
    floor.feed.show('AAPL', '110.00', '110.10')
    await floor.advance('PT2S')
    expect((await fills()).slice(1)).toEqual(['BUY 4 at 90', 'BUY 6 at 110.1'])
    expect((await floor.state(ACCOUNT)).heldCash).toBe('0')
    expect(await states(floor, id)).toEqual([
      'STOP_LOSS FILLED',
      'TAKE_PROFIT CANCELED other-exit-triggered',
    ])
    await bookIsRight(floor)
  })
})
