/** Two exits of one position: what one fills is no longer the other's, in the same commit. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { Temporal } from '../../src/core/time'
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

describe('[conditional.oco] the exits of a position', () => {
  test('share one hold of its shares', async () => {
    const floor = await withShares()
    await floor.oco(ACCOUNT, EXITS)
    expect(await floor.heldShares(ACCOUNT)).toBe('10 of 10')
    expect(await floor.story(ACCOUNT, 2)).toEqual([
      'TAKE_PROFIT TRIGGERED 10',
      'SELL SUBMITTED 10',
      'STOP_LOSS ARMED 10',
    ])
    expect(await floor.faults()).toEqual([])
  })

  test('the last share of the profit cancels the stop, in the same commit', async () => {
    const floor = await withShares()
    const id = await floor.oco(ACCOUNT, EXITS)
    const commits: number[] = []
    floor.feed.show('AAPL', '110.00', '110.01')
    floor.onCommit(() => commits.push(floor.legEvents.length))
    await floor.advance('PT1S')
    expect(await floor.legStates(ACCOUNT, id)).toEqual([
      'STOP_LOSS CANCELED other-exit-filled',
      'TAKE_PROFIT FILLED 10',
    ])
    // The fill, and both legs' events, in one commit after the two of the acceptance.
    expect(commits).toEqual([4])
    expect(await floor.fillsOf(ACCOUNT)).toEqual(['BUY 10 at 100', 'SELL 10 at 110'])
    floor.feed.show('AAPL', '90.00', '90.01')
    await floor.advance('PT3S')
    expect(await floor.heldShares(ACCOUNT)).toBe('0 of 0')
    expect((await floor.fillsOf(ACCOUNT)).length).toBe(2)
    expect(await floor.faults()).toEqual([])
  })

  test('a part of the profit takes its shares from the stop, which then sells the rest', async () => {
    const floor = await withShares()
    const id = await floor.oco(ACCOUNT, EXITS)
    floor.feed.show('AAPL', '110.00', '110.01', '4')
    await floor.advance('PT1S')
    expect(await floor.story(ACCOUNT, 5)).toEqual([
      'SELL PARTIALLY_FILLED 10',
      'TAKE_PROFIT TRIGGERED 10',
      'STOP_LOSS ARMED 6',
    ])
    expect(await floor.faults()).toEqual([])
    floor.feed.show('AAPL', '94.00', '94.01')
    await floor.advance('PT2S')
    expect(await floor.fillsOf(ACCOUNT)).toEqual(['BUY 10 at 100', 'SELL 4 at 110', 'SELL 6 at 94'])
    expect(await floor.legStates(ACCOUNT, id)).toEqual([
      'STOP_LOSS FILLED 6',
      'TAKE_PROFIT CANCELED other-exit-triggered',
    ])
    expect(await floor.heldShares(ACCOUNT)).toBe('0 of 0')
    expect(await floor.faults()).toEqual([])
  })

  test('the trigger of the stop cancels the profit in the commit of the trigger', async () => {
    const floor = await withShares()
    await floor.oco(ACCOUNT, { ...EXITS, limit: '94.90' })
    floor.feed.show('AAPL', '94.00', '94.01')
    await floor.advance('PT1S')
    expect(await floor.story(ACCOUNT, 5)).toEqual([
      'TAKE_PROFIT CANCELED 10',
      'SELL CANCELED 10',
      'STOP_LOSS TRIGGERED 10',
      'SELL SUBMITTED 10',
    ])
    floor.feed.show('AAPL', '120.00', '120.01')
    await floor.advance('PT1S')
    expect(await floor.fillsOf(ACCOUNT)).toEqual(['BUY 10 at 100', 'SELL 10 at 120'])
    expect(await floor.faults()).toEqual([])
  })

  test('a cancel of the order of one ends both, and a cancel of the group too', async () => {
    const floor = await withShares()
    const id = await floor.oco(ACCOUNT, EXITS)
    const profit = await floor.legNamed(ACCOUNT, id, 'TAKE_PROFIT')
    await floor.cancel(ACCOUNT, profit?.orderId ?? '')
    await floor.advance('PT1S')
    expect(await floor.legStates(ACCOUNT, id)).toEqual([
      'STOP_LOSS CANCELED other-exit-ended',
      'TAKE_PROFIT CANCELED 10',
    ])
    const other = await floor.oco(ACCOUNT, EXITS)
    await floor.cancelStop(ACCOUNT, other)
    await floor.advance('PT1S')
    expect(await floor.legStates(ACCOUNT, other)).toEqual([
      'STOP_LOSS CANCELED 10',
      'TAKE_PROFIT CANCELED 10',
    ])
    expect(await floor.heldShares(ACCOUNT)).toBe('0 of 10')
    expect(await floor.faults()).toEqual([])
  })

  test('both end with the day, or go on over it', async () => {
    const floor = await withShares(Temporal.Instant.from('2026-03-02T15:59:50-05:00'))
    const day = await floor.oco(ACCOUNT, { ...EXITS, quantity: '4' })
    const gtc = await floor.oco(ACCOUNT, { ...EXITS, quantity: '6', timeInForce: 'GTC' })
    await floor.advance('PT20S')
    expect(await floor.legStates(ACCOUNT, day)).toEqual([
      'STOP_LOSS EXPIRED 4',
      'TAKE_PROFIT EXPIRED 4',
    ])
    expect(await floor.legStates(ACCOUNT, gtc)).toEqual([
      'STOP_LOSS ARMED 6',
      'TAKE_PROFIT TRIGGERED 6',
    ])
    expect(await floor.heldShares(ACCOUNT)).toBe('6 of 10')
    expect(await floor.faults()).toEqual([])
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
    expect(await floor.faults()).toEqual([])
    floor.feed.show('AAPL', '110.00', '110.10')
    await floor.advance('PT2S')
    expect((await floor.fillsOf(ACCOUNT)).slice(1)).toEqual(['BUY 4 at 90', 'BUY 6 at 110.1'])
    expect((await floor.state(ACCOUNT)).heldCash).toBe('0')
    expect(await floor.legStates(ACCOUNT, id)).toEqual([
      'STOP_LOSS FILLED 6',
      'TAKE_PROFIT CANCELED other-exit-triggered',
    ])
    expect(await floor.faults()).toEqual([])
  })
})
