import { describe, expect, test } from 'bun:test'
import { amount, price, quantity } from '../../src/core/money'
import { type AmountRequest, placeAmount } from '../../src/core/order/amount-order'
import type { PlaceFacts } from '../../src/core/order/place'
import { isRefused } from '../../src/core/refusals'
import { aHolding, anAccount, anInstrument, anOrder, aQuote } from '../support/examples'
import { anAttempt } from '../support/place-attempts'

const ASK = aQuote({ askPrice: price('3'), bidPrice: price('2.99') })

const placing = (request: Partial<AmountRequest> = {}, facts: Partial<PlaceFacts> = {}) => {
  const whole = { clientOrderId: 'first', symbol: 'AAPL', side: 'BUY', usd: amount('100') } as const
  return placeAmount({ ...whole, ...request }, anAttempt({}, { quote: ASK, ...facts }).facts)
}

function orderOf(outcome: ReturnType<typeof placing>) {
  if (isRefused(outcome) || 'replayed' in outcome) throw new Error(JSON.stringify(outcome))
  return outcome.accepted.order
}

describe('[order.amount] an order for an amount', () => {
  test('is a MARKET order for the day, of the shares that the ask gives, rounded down', () => {
    const order = orderOf(placing())
    expect(order).toMatchObject({ orderType: 'MARKET', timeInForce: 'DAY', limitPrice: null })
    expect(order.quantity.toFixed()).toBe('33.333333')
  })

  test('holds cash as any other MARKET order', () => {
    const order = orderOf(placing())
    expect(order.heldCash.toFixed()).toBe('102.99999897')
    const account = anAccount({ cash: amount('102.99') })
    expect(placing({}, { account })).toMatchObject({ refused: 'insufficient-buying-power' })
  })

  test('a SELL has its shares by the ask too', () => {
    const holding = aHolding({ quantity: quantity('40') })
    expect(orderOf(placing({ side: 'SELL' }, { holding })).quantity.toFixed()).toBe('33.333333')
  })

  test('that is too small for any part of a share is refused', () => {
    const quote = aQuote({ askPrice: price('20000.01') })
    expect(placing({ usd: amount('0.02') }, { quote })).toEqual({
      refused: 'amount-too-small',
      data: { amount: '0.02', symbol: 'AAPL', askPrice: '20000.01' },
    })
  })

  test('is refused as any other MARKET order', () => {
    const instrument = anInstrument({ tradable: 'SUSPENDED' })
    const none = { quote: undefined }
    expect(placing({}, none)).toMatchObject({ refused: 'quote-unavailable' })
    expect(placing({}, { instrument, ...none })).toMatchObject({ refused: 'instrument-suspended' })
    expect(placing({ usd: amount('10000000.01') })).toMatchObject({
      refused: 'order-size-exceeded',
    })
  })
})

describe('[order.amount-replay] the same clientOrderId', () => {
  const prior = orderOf(placing())

  test('with the same amount is answered with the first order, whatever the ask is now', () => {
    const quote = aQuote({ askPrice: price('4') })
    expect(placing({ usd: amount('100.00') }, { prior, quote })).toEqual({ replayed: prior })
    expect(placing({}, { prior, quote: undefined })).toEqual({ replayed: prior })
  })

  test('with another amount, or an order of as many shares, is a conflict', () => {
    const asMany = anOrder({
      orderType: 'MARKET',
      limitPrice: null,
      quantity: quantity('33.333333'),
    })
    for (const outcome of [
      placing({ usd: amount('101') }, { prior }),
      placing({}, { prior: asMany }),
    ]) {
      expect(outcome).toMatchObject({ refused: 'idempotency-key-conflict' })
    }
  })
})
