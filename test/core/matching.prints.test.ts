/** Standing orders that a print hits. */
import { describe, expect, test } from 'bun:test'
import { amount, NO_AMOUNT, price, quantity } from '../../src/core/money'
import { availableQuote } from '../../src/core/order/footprint'
import { match } from '../../src/core/order/matching'
import type { Order } from '../../src/core/order/order'
import type { Prints } from '../../src/core/quote'
import { anInstrument, anOrder, aQuote, NOW, secondsLater, somePrints } from '../support/examples'

type Profile = Parameters<typeof availableQuote>[0]

const around = {
  at: secondsLater(1),
  useOf: () => undefined,
  tradedLately: () => ({ volume: quantity('10000'), range: price('0.10') }),
  drawOf: () => price('0.5'),
}

/** The fills of a tick that shows 9.99 / 10.01, 500 shares at each. */
function fillsOf(
  orders: readonly Order[],
  prints: Partial<Prints> = {},
  { profile = 'standard@2', ...quoted }: { profile?: Profile; ask?: string; size?: string } = {},
): readonly string[] {
  const { ask = '10.01', size = '500' } = quoted
  const quote = aQuote({
    askPrice: price(ask),
    askSize: quantity(size),
    prints: somePrints(prints),
  })
  const tick = { at: secondsLater(1), session: 'REGULAR', instrument: anInstrument() } as const
  return match(orders, { ...tick, ...availableQuote(profile, quote, around) }, NO_AMOUNT).flatMap(
    ({ order, transition }) =>
      'execution' in transition
        ? [`${order.side} ${transition.execution.quantity} at ${transition.execution.price}`]
        : [],
  )
}

const buyAt = (limit: string, changes: Partial<Order> = {}): Order =>
  anOrder({
    limitPrice: price(limit),
    heldCash: amount('100000'),
    updatedAt: NOW,
    ...changes,
  })
const sellAt = (limit: string): Order => buyAt(limit, { side: 'SELL', heldCash: NO_AMOUNT })

describe('[fill.print] a print', () => {
  test('hits a standing order at its limit, whatever the quote is when the second ends', () => {
    expect(fillsOf([buyAt('9.99')])).toEqual(['BUY 10 at 9.99'])
    expect(fillsOf([sellAt('10.01')])).toEqual(['SELL 10 at 10.01'])
    expect(fillsOf([buyAt('9.99')], { lowest: price('9.95') }, { ask: '9.97' })).toEqual([
      'BUY 10 at 9.99',
    ])
  })

  test('hits no order that it does not reach', () => {
    expect(fillsOf([buyAt('9.98'), sellAt('10.02')])).toEqual([])
  })

  test('hits an order inside of the spread that it reaches', () => {
    const between = { lowest: price('10.00'), highest: price('10.00') }
    expect(fillsOf([buyAt('10.00')], between)).toEqual(['BUY 10 at 10'])
  })

  test('does not hit an order that was marketable when the second began: that one has the quote', () => {
    const marketable = buyAt('10.02')
    expect(fillsOf([marketable])).toEqual(['BUY 10 at 10.01'])
    expect(fillsOf([marketable], {}, { ask: '10.03' })).toEqual([])
  })

  test('hits no IOC and no FOK, which do not stand', () => {
    for (const timeInForce of ['IOC', 'FOK'] as const) {
      expect(fillsOf([buyAt('9.99', { timeInForce })])).toEqual([])
    }
  })

  test('gives the size shown, the better limit first, and nothing while no size is shown', () => {
    const [large, better] = [
      buyAt('9.99', { quantity: quantity('600') }),
      buyAt('10.00', { orderId: 'ord_2', seq: 2, quantity: quantity('200') }),
    ]
    expect(fillsOf([large, better])).toEqual(['BUY 200 at 10', 'BUY 300 at 9.99'])
    expect(fillsOf([large], {}, { size: '0' })).toEqual([])
  })

  test('[profile.ideal] hits no order under ideal', () => {
    expect(fillsOf([buyAt('9.99')], {}, { profile: 'ideal@1' })).toEqual([])
  })

  test('[profile.strict-queue] hits no order with others before it', () => {
    const queued = buyAt('9.99', { queueAhead: quantity('1') })
    expect(fillsOf([queued], {}, { profile: 'strict@2' })).toEqual([])
    expect(fillsOf([buyAt('9.99')], {}, { profile: 'strict@2' })).toEqual(['BUY 10 at 9.99'])
  })
})
