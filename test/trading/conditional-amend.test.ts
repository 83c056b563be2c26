/** Amendments of conditional orders: other terms, with their holds, in one commit. */
import { describe, expect, test } from 'bun:test'
import { isRefused } from '../../src/core/refusals'
import { changeInstrument } from '../../src/ledger/instruments'
import { freshDatabase } from '../support/database'
import { type AmendedTerms, type ExitsFloor, exitsFloors } from '../support/exits-floor'
import { MONDAY_AT_TEN } from '../support/trading-floor'

const database = await freshDatabase()
const { open, withShares } = exitsFloors(database)

async function amended(floor: ExitsFloor, id: string, change: AmendedTerms): Promise<number> {
  const { seq } = await floor.state()
  const outcome = await floor.amendStop(id, change)
  if (isRefused(outcome)) throw new Error(`refused: ${outcome.refused}`)
  return seq
}

/** Why it is refused; the account and the legs are as before. */
async function refusalOf(
  floor: ExitsFloor,
  id: string,
  change: AmendedTerms,
): Promise<string | null> {
  const before = [await floor.state(), await floor.legsOf(id)]
  const outcome = await floor.amendStop(id, change)
  expect([await floor.state(), await floor.legsOf(id)]).toEqual(before)
  return isRefused(outcome) ? outcome.refused : null
}

describe('[conditional.amend] a stop that waits', () => {
  test('has another price, with one event, and is triggered by it', async () => {
    const floor = await withShares()
    const id = await floor.stop({ quantity: '10', stop: '90' })
    const since = await amended(floor, id, { legs: { SINGLE: { stop: '95' } } })
    expect(await floor.story(since)).toEqual(['SINGLE ARMED 10'])
    floor.feed.show('AAPL', '94.00', '94.01')
    await floor.advance('PT2S')
    expect((await floor.fills()).slice(1)).toEqual(['SELL 10 at 94'])
  })

  test('has another quantity, and holds as much', async () => {
    const floor = await withShares()
    const id = await floor.stop({ quantity: '4', stop: '90' })
    await amended(floor, id, { quantity: '9' })
    expect(await floor.heldShares()).toBe('9 of 10')
    expect(await refusalOf(floor, id, { quantity: '11' })).toBe('insufficient-holdings')
    await amended(floor, id, { quantity: '2' })
    expect(await floor.heldShares()).toBe('2 of 10')
  })

  test('that buys holds the cash of its new price', async () => {
    const floor = await withShares()
    const id = await floor.stop({ side: 'BUY', quantity: '10', stop: '110' })
    await amended(floor, id, { legs: { SINGLE: { stop: '120' } } })
    expect((await floor.state()).heldCash).toBe('1236')
    const beyond = { quantity: '1000', legs: { SINGLE: { stop: '120' } } }
    expect(await refusalOf(floor, id, beyond)).toBe('insufficient-buying-power')
  })

  test('has another limit', async () => {
    const floor = await withShares()
    const id = await floor.stop({ quantity: '10', stop: '95', limit: '94' })
    await amended(floor, id, { legs: { SINGLE: { limit: '94.5' } } })
    expect(await floor.legNamed(id, 'SINGLE')).toMatchObject({ type: 'STOP_LIMIT' })
    expect((await floor.legNamed(id, 'SINGLE'))?.limitPrice?.toFixed()).toBe('94.5')
  })

  test('trails at another distance behind the same mark', async () => {
    const floor = await withShares()
    const id = await floor.stop({ quantity: '10', trail: '5' })
    floor.feed.show('AAPL', '110.00', '110.01')
    await floor.advance('PT1S')
    await amended(floor, id, { legs: { SINGLE: { trail: '10%' } } })
    const leg = await floor.legNamed(id, 'SINGLE')
    expect([leg?.mark?.toFixed(), leg?.stopPrice?.toFixed()]).toEqual(['110', '99'])
    expect([leg?.trailAmount, leg?.trailPercent?.toFixed()]).toEqual([null, '10'])
    floor.feed.show('AAPL', '104.00', '104.01')
    await floor.advance('PT2S')
    expect((await floor.fills()).slice(1)).toEqual([])
    expect(await refusalOf(floor, id, { legs: { SINGLE: { trail: '1' } } })).toBe(
      'stop-already-reached',
    )
  })

  test('is not changed by what is so already, nor by a repetition', async () => {
    const floor = await withShares()
    const id = await floor.stop({ quantity: '10', stop: '90' })
    const change = { quantity: '10', legs: { SINGLE: { stop: '95.00' } } }
    await amended(floor, id, change)
    const since = await amended(floor, id, change)
    expect(await floor.story(since)).toEqual([])
  })

  test.each<[string, AmendedTerms]>([
    ['stop-already-reached', { legs: { SINGLE: { stop: '100' } } }],
    ['stop-tick-violation', { legs: { SINGLE: { stop: '95.001' } } }],
    ['order-size-exceeded', { quantity: '1000001' }],
    ['invalid-parameter', { legs: { SINGLE: { limit: '95' } } }],
    ['invalid-parameter', { legs: { SINGLE: { trail: '5' } } }],
    ['invalid-parameter', { legs: { TAKE_PROFIT: { limit: '120' } } }],
  ])('is refused with %s and stays as it was: %j', async (code, change) => {
    const floor = await withShares()
    const id = await floor.stop({ quantity: '10', stop: '90' })
    expect(await refusalOf(floor, id, change)).toBe(code)
  })

  test('has no other terms once it is triggered, and none once it has ended', async () => {
    const floor = await withShares()
    const id = await floor.stop({ quantity: '10', stop: '95', limit: '95' })
    floor.feed.show('AAPL', '94.00', '94.01')
    await floor.advance('PT1S')
    const change = { legs: { SINGLE: { limit: '96' } } }
    expect(await refusalOf(floor, id, change)).toBe('leg-not-amendable')
    await floor.cancelStop(id)
    await floor.advance('PT1S')
    expect(await refusalOf(floor, id, change)).toBe('conditional-order-ended')
  })
})

describe('[conditional.amend] a leg of an instrument', () => {
  const become = (tradable: 'SUSPENDED' | 'SELL_ONLY' | 'BUY_ONLY') =>
    changeInstrument(database.drizzle, 'AAPL', { tradable })

  test.each([
    ['SUSPENDED', 'instrument-suspended', 'instrument-suspended'],
    ['SELL_ONLY', null, 'side-not-allowed'],
    ['BUY_ONLY', 'side-not-allowed', null],
  ] as const)('that is %s by now is as new terms would be', async (tradable, ofSell, ofBuy) => {
    const floor = await withShares()
    const selling = await floor.stop({ quantity: '10', stop: '90' })
    const buying = await floor.stop({ side: 'BUY', quantity: '1', stop: '110' })
    await become(tradable)
    await floor.instruments.refresh()
    const outcomes = [
      [selling, '91', ofSell],
      [buying, '111', ofBuy],
    ] as const
    for (const [id, stop, code] of outcomes) {
      const change = { legs: { SINGLE: { stop } } }
      if (code === null) await amended(floor, id, change)
      else expect(await refusalOf(floor, id, change)).toBe(code)
    }
  })
})

describe('[conditional.amend] a group', () => {
  const OCO = { quantity: '10', stop: '90', takeProfit: '110' } as const

  test('has its profit’s order replaced, in the commit that changes its stop', async () => {
    const floor = await withShares()
    const id = await floor.oco(OCO)
    const first = (await floor.legNamed(id, 'TAKE_PROFIT'))?.orderId ?? ''
    const commits: number[] = []
    floor.onCommit((events) => commits.push(events.length))
    const since = await amended(floor, id, {
      legs: { TAKE_PROFIT: { limit: '105' }, STOP_LOSS: { stop: '95' } },
    })
    expect(commits).toEqual([2])
    expect((await floor.story(since)).toSorted()).toEqual([
      'SELL CANCELED 10',
      'SELL SUBMITTED 10',
      'STOP_LOSS ARMED 10',
      'TAKE_PROFIT TRIGGERED 10',
    ])
    const second = (await floor.legNamed(id, 'TAKE_PROFIT'))?.orderId ?? ''
    expect((await floor.stateOf(first)).order).toMatchObject({
      status: 'CANCELED',
      cancelReason: 'amended',
      replacedBy: second,
    })
    expect(await floor.heldShares()).toBe('10 of 10')
    floor.feed.show('AAPL', '105.00', '105.01')
    await floor.advance('PT1S')
    expect((await floor.fills()).slice(1)).toEqual(['SELL 10 at 105'])
  })

  test('keeps what its profit has filled', async () => {
    const floor = await withShares()
    const id = await floor.oco(OCO)
    floor.feed.show('AAPL', '110.00', '110.01', '4')
    await floor.advance('PT1S')
    floor.feed.show('AAPL', '99.99', '100.00')
    await amended(floor, id, { legs: { TAKE_PROFIT: { limit: '104' } } })
    expect(await floor.heldShares()).toBe('6 of 6')
    expect(await refusalOf(floor, id, { quantity: '8' })).toBe('leg-not-amendable')
    floor.feed.show('AAPL', '104.00', '104.01')
    await floor.advance('PT1S')
    expect((await floor.fills()).slice(1)).toEqual(['SELL 4 at 110', 'SELL 6 at 104'])
    expect(await floor.legNamed(id, 'TAKE_PROFIT')).toMatchObject({ status: 'FILLED' })
  })

  test('of exits that buy holds the larger of both, whichever changes', async () => {
    const floor = await withShares()
    const id = await floor.oco({
      side: 'BUY',
      quantity: '10',
      stop: '110',
      takeProfit: '90',
    })
    expect((await floor.state()).heldCash).toBe('1133')
    await amended(floor, id, { legs: { TAKE_PROFIT: { limit: '95' } } })
    expect((await floor.state()).heldCash).toBe('1133')
    await amended(floor, id, { quantity: '20', legs: { STOP_LOSS: { stop: '120' } } })
    expect((await floor.state()).heldCash).toBe('2472')
    await amended(floor, id, { quantity: '5' })
    expect((await floor.state()).heldCash).toBe('618')
  })

  test('with nearly all of the cash moves its holds without a step beyond it', async () => {
    const floor = await open(MONDAY_AT_TEN, { cash: '1200' })
    const terms = { side: 'BUY', quantity: '10', stop: '116', takeProfit: '90' } as const
    const id = await floor.oco(terms)
    await amended(floor, id, { legs: { TAKE_PROFIT: { limit: '99' } } })
    await amended(floor, id, { legs: { TAKE_PROFIT: { limit: '50' } } })
    expect((await floor.state()).heldCash).toBe('1194.8')
  })

  test('leaves an entry that trails as it is if its take profit has another limit', async () => {
    const floor = await withShares()
    const terms = { quantity: '10', takeProfit: '110', stopLoss: { stop: '95' } }
    const id = await floor.entry({ ...terms, entry: { trail: '2' } })
    floor.feed.show('AAPL', '98.99', '99.00')
    await floor.advance('PT1S')
    const since = await amended(floor, id, { legs: { TAKE_PROFIT: { limit: '112' } } })
    expect(await floor.story(since)).toEqual(['TAKE_PROFIT PENDING 10'])
  })

  test('has other prices of its entry and of exits that are pending', async () => {
    const floor = await withShares()
    const id = await floor.entry({
      quantity: '10',
      entry: { limit: '98' },
      takeProfit: '110',
      stopLoss: { trail: '5' },
    })
    const since = await amended(floor, id, {
      quantity: '8',
      legs: { ENTRY: { limit: '99' }, TAKE_PROFIT: { limit: '120' }, STOP_LOSS: { trail: '4' } },
    })
    expect((await floor.story(since)).toSorted()).toEqual([
      'BUY CANCELED 10',
      'BUY SUBMITTED 8',
      'ENTRY TRIGGERED 8',
      'STOP_LOSS PENDING 8',
      'TAKE_PROFIT PENDING 8',
    ])
    expect((await floor.state()).heldCash).toBe('792')
    floor.feed.show('AAPL', '98.00', '98.50', '3')
    await floor.advance('PT1S')
    expect((await floor.legNamed(id, 'STOP_LOSS'))?.stopPrice?.toFixed()).toBe('94.5')
    await amended(floor, id, { legs: { TAKE_PROFIT: { limit: '115' }, ENTRY: { limit: '97' } } })
    expect(await refusalOf(floor, id, { legs: { ENTRY: { limit: '116' } } })).toBe('exits-crossed')
    expect(await refusalOf(floor, id, { quantity: '4' })).toBe('leg-not-amendable')
    expect(await floor.heldShares()).toBe('3 of 13')
  })

  test('whose order has a pending cancel stays as it is', async () => {
    const floor = await withShares()
    const id = await floor.oco(OCO)
    await floor.cancel((await floor.legNamed(id, 'TAKE_PROFIT'))?.orderId ?? '')
    const change = { legs: { TAKE_PROFIT: { limit: '105' } } }
    expect(await refusalOf(floor, id, change)).toBe('cancel-pending')
  })
})
