/** An entry and its exits: they begin with its first share, and it ends with them. */
import { describe, expect, test } from 'bun:test'
import { percent } from '../../src/core/money'
import { isRefused } from '../../src/core/refusals'
import { Temporal } from '../../src/core/time'
import { cancelAllCommand } from '../../src/trading/commands/cancel'
import { closeCommand } from '../../src/trading/commands/close'
import { freshDatabase } from '../support/database'
import { ACCOUNT, exitsFloors } from '../support/exits-floor'

const database = await freshDatabase()
const { open, withShares } = exitsFloors(database)

const BRACKET = { quantity: '10', takeProfit: '110', stopLoss: { stop: '95' } } as const
const LIMITED = { ...BRACKET, entry: { limit: '99' } } as const

describe('[conditional.entry] [conditional.pending] an entry', () => {
  test('at the market works at once, and its exits hold nothing', async () => {
    const floor = await open()
    const id = await floor.entry(BRACKET)
    expect(await floor.story()).toEqual([
      'ENTRY TRIGGERED 10',
      'BUY SUBMITTED 10',
      'TAKE_PROFIT PENDING 10',
      'STOP_LOSS PENDING 10',
    ])
    expect((await floor.state()).heldCash).toBe('1030')
    expect(await floor.heldShares()).toBe('none')
    expect((await floor.legsOf(id)).length).toBe(3)
  })

  test('with a stop waits for its trigger', async () => {
    const floor = await open()
    const id = await floor.entry({ ...BRACKET, entry: { stop: '105' } })
    expect(await floor.legStates(id)).toEqual([
      'ENTRY ARMED 10',
      'STOP_LOSS PENDING 10',
      'TAKE_PROFIT PENDING 10',
    ])
    floor.feed.show('AAPL', '105.00', '105.01')
    await floor.advance('PT2S')
    expect(await floor.legStates(id)).toEqual([
      'ENTRY FILLED 10',
      'STOP_LOSS ARMED 10',
      'TAKE_PROFIT TRIGGERED 10',
    ])
    expect(await floor.heldShares()).toBe('10 of 10')
  })

  test('that is sent again is answered with the first one, whatever it has filled', async () => {
    const floor = await open()
    const terms = { ...BRACKET, clientOrderId: 'once' }
    const id = await floor.entry(terms)
    floor.feed.show('AAPL', '99.99', '100.00', '4')
    await floor.advance('PT1S')
    expect(await floor.placeEntry(terms)).toMatchObject({ replayed: true })
    expect(await floor.entry(terms)).toBe(id)
    expect(await floor.placeEntry({ ...terms, quantity: '4' })).toMatchObject({
      refused: 'idempotency-key-conflict',
    })
  })
})

describe('[conditional.crossed] prices in the wrong order are refused', () => {
  test.each([
    ['a stop above the profit', { takeProfit: '95', stopLoss: { stop: '95' } }],
    ['a stop above a limit entry', { entry: { limit: '95' }, stopLoss: { stop: '95' } }],
    ['a stop above a stop entry', { entry: { stop: '105' }, stopLoss: { stop: '106' } }],
    ['a profit below the entry', { entry: { limit: '99' }, takeProfit: '98' }],
  ])('%s', async (_, terms) => {
    const floor = await open()
    const placed = await floor.placeEntry({ quantity: '1', ...terms })
    expect(placed).toMatchObject({ refused: 'exits-crossed' })
    expect((await floor.state()).seq).toBe(0)
  })

  test('but not what a trail or the market will set', async () => {
    const floor = await open()
    await floor.entry({ quantity: '1', takeProfit: '90', stopLoss: { trail: '1' } })
    await floor.entry({ quantity: '1', entry: { trail: '2' }, stopLoss: { stop: '99' } })
  })

  test('for the exits of an OCO too', async () => {
    const floor = await withShares()
    const crossed = floor.oco({ quantity: '10', stop: '95', takeProfit: '94' })
    expect(crossed).rejects.toThrow('exits-crossed')
  })
})

describe('[conditional.arm] the exits begin with the first share', () => {
  test('in the commit of the fill, and share one hold', async () => {
    const floor = await open()
    await floor.entry(BRACKET)
    await floor.advance('PT1S')
    expect(await floor.story(4)).toEqual([
      'BUY FILLED 10',
      'ENTRY FILLED 10',
      'TAKE_PROFIT TRIGGERED 10',
      'SELL SUBMITTED 10',
      'STOP_LOSS ARMED 10',
    ])
    expect(await floor.heldShares()).toBe('10 of 10')
  })

  test('in the same order of events if the server reads the legs from the database', async () => {
    const floor = await open()
    await floor.entry(BRACKET)
    // So the account that the server has cached is stale.
    await database.drizzle.execute('update accounts set version = 1')
    await floor.advance('PT1S')
    expect(await floor.story(4)).toEqual([
      'BUY FILLED 10',
      'ENTRY FILLED 10',
      'TAKE_PROFIT TRIGGERED 10',
      'SELL SUBMITTED 10',
      'STOP_LOSS ARMED 10',
    ])
  })

  test('a stop that is alone holds the shares itself', async () => {
    const floor = await open()
    const id = await floor.entry({ quantity: '10', stopLoss: { stop: '95' } })
    await floor.advance('PT1S')
    expect(await floor.legStates(id)).toEqual(['ENTRY FILLED 10', 'STOP_LOSS ARMED 10'])
    expect(await floor.heldShares()).toBe('10 of 10')
    floor.feed.show('AAPL', '94.00', '94.01')
    await floor.advance('PT2S')
    expect(await floor.fills()).toEqual(['BUY 10 at 100', 'SELL 10 at 94'])
    expect(await floor.heldShares()).toBe('0 of 0')
  })

  test('a profit that is alone works like any order', async () => {
    const floor = await open()
    const id = await floor.entry({ quantity: '10', takeProfit: '101' })
    await floor.advance('PT1S')
    floor.feed.show('AAPL', '101.00', '101.01')
    await floor.advance('PT1S')
    expect(await floor.legStates(id)).toEqual(['ENTRY FILLED 10', 'TAKE_PROFIT FILLED 10'])
  })

  test('a trail begins with the price of the fill', async () => {
    const floor = await open()
    const id = await floor.entry({ quantity: '10', stopLoss: { trail: '5' } })
    await floor.advance('PT1S')
    const stop = (await floor.legsOf(id)).find(({ leg }) => leg === 'STOP_LOSS')
    expect([stop?.mark?.toFixed(), stop?.stopPrice?.toFixed()]).toEqual(['100', '95'])
    floor.feed.show('AAPL', '103.00', '103.01')
    await floor.advance('PT1S')
    floor.feed.show('AAPL', '98.00', '98.01')
    await floor.advance('PT2S')
    expect(await floor.fills()).toEqual(['BUY 10 at 100', 'SELL 10 at 98'])
  })
})

describe('[conditional.grow] the exits grow with the entry', () => {
  test('the order of the profit is replaced by a larger one, as by an amendment', async () => {
    const floor = await open()
    const id = await floor.entry(BRACKET)
    floor.feed.show('AAPL', '99.99', '100.00', '4')
    await floor.advance('PT1S')
    expect(await floor.legStates(id)).toEqual([
      'ENTRY TRIGGERED 10',
      'STOP_LOSS ARMED 4',
      'TAKE_PROFIT TRIGGERED 4',
    ])
    expect(await floor.heldShares()).toBe('4 of 4')
    const first = (await floor.legNamed(id, 'TAKE_PROFIT'))?.orderId ?? ''
    expect(await floor.faults()).toEqual([])
    const { seq } = await floor.state()
    floor.feed.show('AAPL', '99.99', '100.00', '6')
    await floor.advance('PT1S')
    expect(await floor.story(seq)).toEqual([
      'BUY FILLED 10',
      'ENTRY FILLED 10',
      'SELL CANCELED 4',
      'TAKE_PROFIT TRIGGERED 10',
      'SELL SUBMITTED 10',
      'STOP_LOSS ARMED 10',
    ])
    const second = (await floor.legNamed(id, 'TAKE_PROFIT'))?.orderId ?? ''
    expect((await floor.stateOf(first)).order).toMatchObject({
      cancelReason: 'amended',
      replacedBy: second,
    })
    expect((await floor.stateOf(second)).order).toMatchObject({ replaces: first })
    expect(await floor.heldShares()).toBe('10 of 10')
  })

  test('but not while a cancel of an exit is pending', async () => {
    const floor = await open()
    const id = await floor.entry(BRACKET)
    floor.feed.show('AAPL', '99.99', '100.00', '4')
    await floor.advance('PT1S')
    await floor.cancel((await floor.legNamed(id, 'TAKE_PROFIT'))?.orderId ?? '')
    await floor.advance('PT1S')
    expect(await floor.legStates(id)).toEqual([
      'ENTRY CANCELED exit-ended',
      'STOP_LOSS CANCELED other-exit-ended',
      'TAKE_PROFIT CANCELED 4',
    ])
  })
})

describe('[conditional.exit-began] once an exit has begun, the entry fills nothing more', () => {
  test('the first fill of the profit cancels the rest of the entry', async () => {
    const floor = await open()
    const id = await floor.entry({
      ...BRACKET,
      takeProfit: '101',
      entry: { limit: '100' },
    })
    floor.feed.show('AAPL', '99.99', '100.00', '4')
    await floor.advance('PT1S')
    floor.feed.show('AAPL', '101.00', '101.01', '1')
    await floor.advance('PT1S')
    expect(await floor.legStates(id)).toEqual([
      'ENTRY CANCELED exit-began',
      'STOP_LOSS ARMED 3',
      'TAKE_PROFIT TRIGGERED 4',
    ])
    expect((await floor.state()).heldCash).toBe('0')
    expect(await floor.heldShares()).toBe('3 of 3')
  })

  test('the trigger of the stop does, in the commit of the trigger', async () => {
    const floor = await open()
    const id = await floor.entry(LIMITED)
    floor.feed.show('AAPL', '98.00', '98.50', '4')
    await floor.advance('PT1S')
    const { seq } = await floor.state()
    floor.feed.show('AAPL', '94.00', '99.50')
    await floor.advance('PT1S')
    expect(await floor.story(seq)).toEqual([
      'ENTRY CANCELED 10',
      'BUY CANCELED 10',
      'TAKE_PROFIT CANCELED 4',
      'SELL CANCELED 4',
      'STOP_LOSS TRIGGERED 4',
      'SELL SUBMITTED 4',
    ])
    await floor.advance('PT1S')
    expect(await floor.legStates(id)).toEqual([
      'ENTRY CANCELED exit-began',
      'STOP_LOSS FILLED 4',
      'TAKE_PROFIT CANCELED other-exit-triggered',
    ])
    expect(await floor.fills()).toEqual(['BUY 4 at 98.5', 'SELL 4 at 94'])
  })

  test('at a tick that would fill both, the one that comes first decides', async () => {
    const floor = await open()
    const id = await floor.entry({ ...BRACKET, takeProfit: '101' })
    floor.feed.show('AAPL', '99.99', '100.00', '4')
    await floor.advance('PT1S')
    floor.feed.show('AAPL', '102.00', '102.01', '3')
    await floor.advance('PT1S')
    expect(await floor.faults()).toEqual([])
    const [entry] = (await floor.legsOf(id)).filter(({ leg }) => leg === 'ENTRY')
    const exits = (await floor.legsOf(id)).filter(({ leg }) => leg !== 'ENTRY')
    const bought = Number(entry?.filledQuantity.toFixed())
    for (const exit of exits) expect(Number(exit.quantity.toFixed())).toBeLessThanOrEqual(bought)
    floor.feed.show('AAPL', '102.00', '102.01')
    await floor.advance('PT3S')
    expect(await floor.heldShares()).toBe('0 of 0')
  })
})

describe('[conditional.entry-ends] the end of an entry', () => {
  test('with nothing filled ends the exits', async () => {
    const floor = await open()
    const id = await floor.entry(LIMITED)
    await floor.cancel((await floor.legNamed(id, 'ENTRY'))?.orderId ?? '')
    await floor.advance('PT1S')
    expect(await floor.legStates(id)).toEqual([
      'ENTRY CANCELED 10',
      'STOP_LOSS CANCELED entry-ended',
      'TAKE_PROFIT CANCELED entry-ended',
    ])
  })

  test('partly filled leaves the exits for what is filled', async () => {
    const floor = await open()
    const id = await floor.entry(LIMITED)
    floor.feed.show('AAPL', '98.00', '98.50', '4')
    await floor.advance('PT1S')
    floor.feed.show('AAPL', '99.99', '100.00')
    await floor.cancel((await floor.legNamed(id, 'ENTRY'))?.orderId ?? '')
    await floor.advance('PT1S')
    expect(await floor.legStates(id)).toEqual([
      'ENTRY CANCELED 10',
      'STOP_LOSS ARMED 4',
      'TAKE_PROFIT TRIGGERED 4',
    ])
    floor.feed.show('AAPL', '94.00', '94.01')
    await floor.advance('PT2S')
    expect(await floor.heldShares()).toBe('0 of 0')
  })

  test('of a day ends all, and of a GTC group nothing', async () => {
    const floor = await open(Temporal.Instant.from('2026-03-02T15:59:50-05:00'))
    const day = await floor.entry(LIMITED)
    const gtc = await floor.entry({ ...LIMITED, timeInForce: 'GTC' })
    const stopped = await floor.entry({ ...BRACKET, entry: { stop: '105' } })
    await floor.advance('PT20S')
    for (const id of [day, stopped]) {
      expect(await floor.legStates(id)).toEqual([
        'ENTRY EXPIRED 10',
        'STOP_LOSS CANCELED entry-ended',
        'TAKE_PROFIT CANCELED entry-ended',
      ])
    }
    expect(await floor.legStates(gtc)).toEqual([
      'ENTRY TRIGGERED 10',
      'STOP_LOSS PENDING 10',
      'TAKE_PROFIT PENDING 10',
    ])
  })

  test('at a close, partly filled, ends a DAY group and renews a GTC group', async () => {
    const floor = await open(Temporal.Instant.from('2026-03-02T15:59:50-05:00'))
    const day = await floor.entry(LIMITED)
    floor.feed.show('AAPL', '98.00', '98.50', '4')
    await floor.advance('PT1S')
    floor.feed.show('AAPL', '99.99', '100.00')
    const gtc = await floor.entry({ ...LIMITED, timeInForce: 'GTC' })
    await floor.advance('PT1S')
    floor.feed.show('AAPL', '98.00', '98.50', '3')
    await floor.advance('PT1S')
    floor.feed.show('AAPL', '99.99', '100.00')
    await floor.advance('PT20S')
    expect(
      (await floor.legStates(day)).map((each) => each.split(' ').slice(0, 2).join(' ')),
    ).toEqual(['ENTRY EXPIRED', 'STOP_LOSS EXPIRED', 'TAKE_PROFIT EXPIRED'])
    expect(await floor.legStates(gtc)).not.toContain('ENTRY EXPIRED 10')
  })
})

test('[conditional.gtc] an order that goes on after a costly part holds what the account has left', async () => {
  const beforeTheClose = Temporal.Instant.from('2026-03-02T15:59:50-05:00')
  const floor = await open(beforeTheClose, { cash: '1030' })
  const id = await floor.entry({ ...BRACKET, takeProfit: '200', timeInForce: 'GTC' })
  floor.feed.show('AAPL', '149.00', '150.00', '5')
  await floor.advance('PT1S')
  floor.feed.show('AAPL', '149.00', '150.00', '0')
  await floor.advance('PT20S')
  expect((await floor.legsOf(id)).find(({ leg }) => leg === 'ENTRY')).toMatchObject({
    status: 'TRIGGERED',
    children: 2,
  })
  expect(await floor.state()).toMatchObject({ cash: '280', heldCash: '280' })
})

describe('[conditional.cancel] a cancel', () => {
  test('of the group ends all that is open', async () => {
    const floor = await open()
    const id = await floor.entry(LIMITED)
    floor.feed.show('AAPL', '98.00', '98.50', '4')
    await floor.advance('PT1S')
    floor.feed.show('AAPL', '99.99', '100.00')
    await floor.cancelStop(id)
    await floor.advance('PT1S')
    expect((await floor.legStates(id)).map((each) => each.split(' ')[1])).toEqual([
      'CANCELED',
      'CANCELED',
      'CANCELED',
    ])
    expect(await floor.heldShares()).toBe('0 of 4')
    expect((await floor.state()).heldCash).toBe('0')
  })

  test('of a group while the market is closed ends each leg once', async () => {
    const floor = await open(Temporal.Instant.from('2026-03-06T19:59:50-05:00'))
    await floor.order({ quantity: '10' })
    const entry = await floor.entry({ ...LIMITED, timeInForce: 'GTC' })
    await floor.advance('PT1S')
    const oco = { quantity: '10', stop: '90', takeProfit: '120', timeInForce: 'GTC' } as const
    const exits = await floor.oco(oco)
    await floor.advance('PT20S')
    const { seq } = await floor.state()
    await floor.cancelStop(entry)
    await floor.cancelStop(exits)
    const ends = (await floor.story(seq)).filter((each) => each.includes('CANCELED'))
    expect(ends.length).toBe(7)
    expect(await floor.heldShares()).toBe('0 of 10')
  })
})

describe('[cancel-all.conditional] [close.conditional] other ends', () => {
  const all = { symbol: null, side: null }

  test('a cancel of all ends exits that are pending, and their entries', async () => {
    const floor = await open()
    const id = await floor.entry(LIMITED)
    const command = cancelAllCommand(ACCOUNT, all, floor.feed.calendar)
    const outcome = await floor.sequencer.submit(command)
    expect(outcome).toMatchObject({ conditionalOrderIds: [], orders: [{ side: 'BUY' }] })
    await floor.advance('PT1S')
    expect((await floor.legStates(id)).map((each) => each.split(' ')[1])).toEqual([
      'CANCELED',
      'CANCELED',
      'CANCELED',
    ])
  })

  test('[cancel-all.filter] a cancel of all that sells ends the group whose exits sell, and answers its entry', async () => {
    const floor = await open()
    const id = await floor.entry(LIMITED)
    const wanted = { symbol: null, side: 'SELL' } as const
    const command = cancelAllCommand(ACCOUNT, wanted, floor.feed.calendar)
    const outcome = await floor.sequencer.submit(command)
    expect(outcome).toMatchObject({ orders: [{ side: 'BUY', status: 'PENDING_CANCEL' }] })
    await floor.advance('PT1S')
    expect((await floor.legStates(id)).map((each) => each.split(' ')[1])).toEqual([
      'CANCELED',
      'CANCELED',
      'CANCELED',
    ])
  })

  const closing = { clientOrderId: 'close', symbol: 'AAPL', percent: percent('100') }

  test.each([
    ['both exits', LIMITED],
    ['a stop alone', { quantity: '10', entry: { limit: '99' }, stopLoss: { stop: '95' } }],
  ])('a close ends %s, and the rest of the entry', async (_, terms) => {
    const floor = await open()
    const id = await floor.entry(terms)
    floor.feed.show('AAPL', '98.00', '98.50', '4')
    await floor.advance('PT1S')
    const outcome = await floor.sequencer.submit(closeCommand(ACCOUNT, closing, floor.feed))
    expect(isRefused(outcome)).toBe(false)
    await floor.advance('PT1S')
    expect((await floor.legStates(id)).every((each) => each.includes('CANCELED'))).toBe(true)
    expect(await floor.legStates(id)).toContain('ENTRY CANCELED exit-ended')
    expect(await floor.heldShares()).toBe('0 of 0')
  })

  test('a close leaves an entry that has filled nothing', async () => {
    const floor = await open()
    await floor.order({ quantity: '1' })
    await floor.advance('PT1S')
    const id = await floor.entry(LIMITED)
    await floor.sequencer.submit(closeCommand(ACCOUNT, closing, floor.feed))
    await floor.advance('PT1S')
    expect(await floor.legStates(id)).toEqual([
      'ENTRY TRIGGERED 10',
      'STOP_LOSS PENDING 10',
      'TAKE_PROFIT PENDING 10',
    ])
  })
})
