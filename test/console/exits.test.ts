/** Stops and exits as the console sends and shows them. */
import { describe, expect, test } from 'bun:test'
import type { ConditionalOrder, Leg, ShownOrder } from '../../src/clients/console/data/orders'
import { linesOf, tickedPrice } from '../../src/clients/console/pages/trade/chart-lines'
import {
  canAmendLeg,
  changesOf,
  distanceOf,
  exitsOf,
  hasExits,
  legAmendment,
  NO_EXITS,
  protectionOf,
  stopFields,
  termsOf,
} from '../../src/clients/console/pages/trade/exits/legs'
import { levelOf } from '../../src/clients/console/parts/leg'
import { legEvent, orderEvent } from '../support/order-event'

const AT = '2026-03-03T00:00:00.000+09:00'

const legOf = (terms: Partial<Leg> = {}): Leg => ({ ...legEvent(1).leg, ...terms })

const groupOf = (legs: readonly Leg[]): ConditionalOrder => ({
  conditionalOrderId: 'cnd_1',
  clientOrderId: 'mine-1',
  market: 'US',
  symbol: 'AAPL',
  type: 'OCO',
  timeInForce: 'DAY',
  triggerBy: 'LAST',
  sessions: ['REGULAR'],
  status: 'ARMED',
  legs: [...legs],
  requestedAt: AT,
  updatedAt: AT,
  validUntil: AT,
})

const profit = legOf({ leg: 'TAKE_PROFIT', type: 'LIMIT', limitPrice: 210, status: 'TRIGGERED' })
const { stopPrice: _, ...takeProfit } = { ...profit, orderId: 'ord_1' }

describe('the protection of a holding', () => {
  const form = { ...NO_EXITS, symbol: 'AAPL', quantity: '1,000', timeInForce: 'GTC' } as const
  const shared = {
    symbol: 'AAPL',
    side: 'SELL',
    quantity: '1000',
    timeInForce: 'GTC',
    clientOrderId: 'a',
  } as const

  test('is a stop, a trail, or with a take profit an OCO', () => {
    expect(protectionOf({ ...form, stop: '180' }, 'a')).toEqual({
      ...shared,
      type: 'STOP',
      stopPrice: '180',
    })
    expect(protectionOf({ ...form, stop: '2.5', stopBy: 'PERCENT' }, 'a')).toEqual({
      ...shared,
      type: 'TRAILING_STOP',
      trailPercent: '2.5',
    })
    const both = { ...form, stop: '5', stopBy: 'AMOUNT', takeProfit: '1,210' } as const
    expect(protectionOf(both, 'a')).toEqual({
      ...shared,
      type: 'OCO',
      takeProfit: { limitPrice: '1210' },
      stopLoss: { trailAmount: '5' },
    })
  })

  test('is no conditional order if it is a take profit alone', () => {
    expect(protectionOf({ ...form, takeProfit: '210' }, 'a')).toBeNull()
  })

  test('sends a field that is empty as well, which the server refuses', () => {
    expect(stopFields({ stopBy: 'PRICE', stop: ' ' })).toEqual({ stopPrice: '' })
  })
})

test('the exits of an entry are a bracket, or one of both', () => {
  const both = { stop: '180', stopBy: 'PRICE', takeProfit: '210' } as const
  const exits = { takeProfit: { limitPrice: '210' }, stopLoss: { stopPrice: '180' } }
  expect(exitsOf(both)).toEqual({ type: 'BRACKET', ...exits })
  expect(exitsOf({ ...both, stop: '' })).toEqual({ type: 'OTO', takeProfit: exits.takeProfit })
  expect(exitsOf({ ...both, takeProfit: '' })).toEqual({ type: 'OTO', stopLoss: exits.stopLoss })
  expect([hasExits(both), hasExits(NO_EXITS)]).toEqual([true, false])
})

describe('the distance of a leg', () => {
  const quote = { price: '200.00', bidPrice: '199.90', askPrice: '200.10' }

  test('of a stop counts from the price that triggers it', () => {
    expect(distanceOf(legOf(), 'LAST', quote)).toEqual({ amount: '20', percent: '10.00' })
    expect(distanceOf(legOf(), 'BID_ASK', quote)?.amount).toBe('19.9')
    expect(distanceOf(legOf({ side: 'BUY', stopPrice: 220 }), 'BID_ASK', quote)?.amount).toBe(
      '19.9',
    )
  })

  test('of a limit counts from the quote that it meets', () => {
    expect(distanceOf(takeProfit, 'LAST', quote)?.amount).toBe('10.1')
  })

  test('is unknown without a price, and once a market order works', () => {
    expect(distanceOf(legOf(), 'LAST', null)).toBeNull()
    expect(distanceOf(legOf(), 'BID_ASK', { ...quote, bidPrice: null })).toBeNull()
    expect(distanceOf(legOf({ status: 'TRIGGERED' }), 'LAST', quote)).toBeNull()
  })

  test('of a stop limit that was triggered counts from its limit', () => {
    expect(levelOf(legOf({ type: 'STOP_LIMIT', limitPrice: 179 }))).toBe(180)
    expect(levelOf(legOf({ type: 'STOP_LIMIT', limitPrice: 179, status: 'TRIGGERED' }))).toBe(179)
  })
})

describe('[console.lines] the lines of the chart', () => {
  const order = (terms: Partial<ShownOrder> = {}): ShownOrder => ({
    ...orderEvent(1).order,
    ...terms,
  })

  test('show each open leg once, and the orders that no leg has placed', () => {
    const stopLoss = legOf({ leg: 'STOP_LOSS' })
    const orders = [
      order({ orderId: 'ord_1', side: 'SELL', limitPrice: 210 }),
      order({ orderId: 'ord_2', limitPrice: 190, remainingQuantity: 4 }),
      order({ orderId: 'ord_3', symbol: 'MSFT' }),
    ]
    const lines = linesOf('AAPL', orders, [groupOf([takeProfit, stopLoss])])
    expect(lines.map(({ title, price }) => [title, price])).toEqual([
      ['Buy 4', 190],
      ['Profit 10', 210],
      ['Stop 10', 180],
    ])
  })

  test('can be moved if what they show can be amended', () => {
    const moved = (terms: Partial<ShownOrder>) => linesOf('AAPL', [order(terms)], [])[0]?.target
    expect(moved({})).toMatchObject({ order: { orderId: 'ord_1' } })
    expect(moved({ status: 'PENDING_CANCEL' })).toBeNull()
    const legMoved = (terms: Partial<Leg>) =>
      linesOf('AAPL', [], [groupOf([legOf(terms)])])[0]?.target
    expect(legMoved({})).toMatchObject({ leg: { stopPrice: 180 } })
    expect(legMoved({ type: 'TRAILING_STOP', trailAmount: 5 })).toBeNull()
    const limit = { limitPrice: 179, status: 'TRIGGERED' } as const
    expect(legMoved({ type: 'STOP_LIMIT', ...limit })).toBeNull()
  })

  test('leave out legs that have ended, other instruments, and market orders', () => {
    expect(linesOf('AAPL', [], [groupOf([legOf({ status: 'CANCELED' })])])).toEqual([])
    expect(linesOf('MSFT', [], [groupOf([legOf()])])).toEqual([])
    expect(linesOf('AAPL', [], [groupOf([legOf({ status: 'TRIGGERED' })])])).toEqual([])
    const { limitPrice: _, ...market } = order()
    expect(linesOf('AAPL', [market], [])).toEqual([])
  })

  test('are let go on a tick', () => {
    expect([tickedPrice(180.126), tickedPrice(0.12346)]).toEqual(['180.13', '0.1235'])
  })
})

describe('[console.lines] what can be amended', () => {
  const leg = legOf({ leg: 'STOP_LOSS', type: 'STOP_LIMIT', limitPrice: 179 })
  const target = { group: groupOf([takeProfit, leg]), leg }
  const before = { quantity: '10', stopPrice: '180', limitPrice: '179' }

  test('is each price of the leg, and the quantity while nothing is filled', () => {
    expect(termsOf(target)).toEqual(before)
    const filled = groupOf([{ ...takeProfit, filledQuantity: 1 }, leg])
    expect(termsOf({ group: filled, leg })).toEqual({ stopPrice: '180', limitPrice: '179' })
    const trail = legOf({ type: 'TRAILING_STOP', trailPercent: 2.5 })
    expect(termsOf({ group: groupOf([trail]), leg: trail })).toEqual({
      quantity: '10',
      trailPercent: '2.5',
    })
    expect(termsOf({ order: orderEvent(1).order })).toEqual({ quantity: '10', limitPrice: '187.5' })
  })

  test('is sent if it was changed, within the part of its leg', () => {
    const typed = { ...before, stopPrice: '1,850', limitPrice: '' }
    const changes = changesOf(before, typed)
    expect(changes).toEqual({ stopPrice: '1850', limitPrice: '' })
    expect(changesOf(before, before)).toEqual({})
    expect(legAmendment(leg, changes)).toEqual({ stopLoss: changes })
    expect(legAmendment(legOf(), { quantity: '5' })).toEqual({ quantity: '5' })
    expect(legAmendment(takeProfit, { quantity: '5' })).toEqual({ quantity: '5' })
  })

  test('is no order at the market, and no leg that was triggered or has ended', () => {
    expect([takeProfit, leg].map(canAmendLeg)).toEqual([true, true])
    expect(canAmendLeg({ ...leg, status: 'TRIGGERED' })).toBe(false)
    expect(canAmendLeg({ ...leg, status: 'CANCELED' })).toBe(false)
    expect(canAmendLeg(legOf({ leg: 'ENTRY', type: 'MARKET', status: 'TRIGGERED' }))).toBe(false)
  })
})
