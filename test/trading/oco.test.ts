/** Two exits of one position: what one fills is no longer the other's, in the same commit. */
import { describe, expect, test } from 'bun:test'
import { Temporal } from '../../src/core/time'
import { freshDatabase } from '../support/database'
import { exitsFloors } from '../support/exits-floor'

const { withShares } = exitsFloors(await freshDatabase())

const EXITS = { quantity: '10', stop: '95', takeProfit: '110' } as const

describe('[conditional.oco] the exits of a position', () => {
  test('share one hold of its shares', async () => {
    const floor = await withShares()
    await floor.oco(EXITS)
    expect(await floor.heldShares()).toBe('10 of 10')
    expect(await floor.story(2)).toEqual([
      'TAKE_PROFIT TRIGGERED 10',
      'SELL SUBMITTED 10',
      'STOP_LOSS ARMED 10',
    ])
  })

  test('the last share of the profit cancels the stop, in the same commit', async () => {
    const floor = await withShares()
    const id = await floor.oco(EXITS)
    const commits: number[] = []
    floor.feed.show('AAPL', '110.00', '110.01')
    floor.onCommit(() => commits.push(floor.legEvents.length))
    await floor.advance('PT1S')
    expect(await floor.legStates(id)).toEqual([
      'STOP_LOSS CANCELED other-exit-filled',
      'TAKE_PROFIT FILLED 10',
    ])
    // The fill, and both legs' events, in one commit after the two of the acceptance.
    expect(commits).toEqual([4])
    expect(await floor.fills()).toEqual(['BUY 10 at 100', 'SELL 10 at 110'])
    floor.feed.show('AAPL', '90.00', '90.01')
    await floor.advance('PT3S')
    expect(await floor.heldShares()).toBe('0 of 0')
    expect((await floor.fills()).length).toBe(2)
  })

  test('a part of the profit takes its shares from the stop, which then sells the rest', async () => {
    const floor = await withShares()
    const id = await floor.oco(EXITS)
    floor.feed.show('AAPL', '110.00', '110.01', '4')
    await floor.advance('PT1S')
    expect(await floor.story(5)).toEqual([
      'SELL PARTIALLY_FILLED 10',
      'TAKE_PROFIT TRIGGERED 10',
      'STOP_LOSS ARMED 6',
    ])
    expect(await floor.faults()).toEqual([])
    floor.feed.show('AAPL', '94.00', '94.01')
    await floor.advance('PT2S')
    expect(await floor.fills()).toEqual(['BUY 10 at 100', 'SELL 4 at 110', 'SELL 6 at 94'])
    expect(await floor.legStates(id)).toEqual([
      'STOP_LOSS FILLED 6',
      'TAKE_PROFIT CANCELED other-exit-triggered',
    ])
    expect(await floor.heldShares()).toBe('0 of 0')
  })

  test('the trigger of the stop cancels the profit in the commit of the trigger', async () => {
    const floor = await withShares()
    await floor.oco({ ...EXITS, limit: '94.90' })
    floor.feed.show('AAPL', '94.00', '94.01')
    await floor.advance('PT1S')
    expect(await floor.story(5)).toEqual([
      'TAKE_PROFIT CANCELED 10',
      'SELL CANCELED 10',
      'STOP_LOSS TRIGGERED 10',
      'SELL SUBMITTED 10',
    ])
    floor.feed.show('AAPL', '120.00', '120.01')
    await floor.advance('PT1S')
    expect(await floor.fills()).toEqual(['BUY 10 at 100', 'SELL 10 at 120'])
  })

  test('a cancel of the order of one ends both, and a cancel of the group too', async () => {
    const floor = await withShares()
    const id = await floor.oco(EXITS)
    const profit = await floor.legNamed(id, 'TAKE_PROFIT')
    await floor.cancel(profit?.orderId ?? '')
    await floor.advance('PT1S')
    expect(await floor.legStates(id)).toEqual([
      'STOP_LOSS CANCELED other-exit-ended',
      'TAKE_PROFIT CANCELED 10',
    ])
    const other = await floor.oco(EXITS)
    await floor.cancelStop(other)
    await floor.advance('PT1S')
    expect(await floor.legStates(other)).toEqual([
      'STOP_LOSS CANCELED 10',
      'TAKE_PROFIT CANCELED 10',
    ])
    expect(await floor.heldShares()).toBe('0 of 10')
  })

  test('both end with the day, or go on over it', async () => {
    const floor = await withShares(Temporal.Instant.from('2026-03-02T15:59:50-05:00'))
    const day = await floor.oco({ ...EXITS, quantity: '4' })
    const gtc = await floor.oco({ ...EXITS, quantity: '6', timeInForce: 'GTC' })
    await floor.advance('PT20S')
    expect(await floor.legStates(day)).toEqual(['STOP_LOSS EXPIRED 4', 'TAKE_PROFIT EXPIRED 4'])
    expect(await floor.legStates(gtc)).toEqual(['STOP_LOSS ARMED 6', 'TAKE_PROFIT TRIGGERED 6'])
    expect(await floor.heldShares()).toBe('6 of 10')
  })
})

describe('[conditional.oco] exits that buy', () => {
  test('hold the larger of both', async () => {
    const floor = await withShares()
    const id = await floor.oco({
      side: 'BUY',
      quantity: '10',
      stop: '110',
      takeProfit: '90',
    })
    expect((await floor.state()).heldCash).toBe('1133')
    floor.feed.show('AAPL', '89.99', '90.00', '4')
    await floor.advance('PT1S')
    expect((await floor.state()).heldCash).toBe('679.8')
    expect(await floor.faults()).toEqual([])
    floor.feed.show('AAPL', '110.00', '110.10')
    await floor.advance('PT2S')
    expect((await floor.fills()).slice(1)).toEqual(['BUY 4 at 90', 'BUY 6 at 110.1'])
    expect((await floor.state()).heldCash).toBe('0')
    expect(await floor.legStates(id)).toEqual([
      'STOP_LOSS FILLED 6',
      'TAKE_PROFIT CANCELED other-exit-triggered',
    ])
  })
})
