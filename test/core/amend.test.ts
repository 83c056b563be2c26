import { describe, expect, test } from 'bun:test'
import { amount, price, quantity } from '../../src/core/money'
import { type Amended, type Amendment, amend } from '../../src/core/order/amend'
import { ORDER_STATUSES, type Order } from '../../src/core/order/order'
import type { PlaceFacts } from '../../src/core/order/place'
import { isRefused } from '../../src/core/refusals'
import { aHolding, anAccount, anInstrument, anOrder, secondsLater } from '../support/examples'
import { anAttempt } from '../support/place-attempts'

/** A BUY of 10 at 10.00, accepted as the account's event 1, and the account that holds for it. */
const ORDER = anOrder()
const ACCOUNT = anAccount({ cash: amount('150'), heldCash: amount('100'), seq: 1 })

const anAmendment = (changes: Partial<Amendment> = {}): Amendment => ({
  clientOrderId: 'second',
  quantity: null,
  limitPrice: null,
  timeInForce: null,
  ...changes,
})

const amending = (
  amendment: Partial<Amendment>,
  order: Order = ORDER,
  facts: Partial<PlaceFacts> = {},
) => {
  const { facts: all } = anAttempt({}, { account: ACCOUNT, now: secondsLater(5), ...facts })
  return amend(order, anAmendment(amendment), all)
}

function doneOf(outcome: ReturnType<typeof amending>): Extract<Amended, { canceled: unknown }> {
  if (isRefused(outcome) || 'replayed' in outcome) throw new Error(JSON.stringify(outcome))
  return outcome
}

describe('[amend.replace] an amended order', () => {
  test('ends CANCELED as amended, and names the order that takes its place', () => {
    const { canceled, accepted } = doneOf(amending({ limitPrice: price('9.50') }))
    expect(canceled.order).toMatchObject({
      status: 'CANCELED',
      cancelReason: 'amended',
      replacedBy: accepted.order.orderId,
    })
    expect(accepted.order).toMatchObject({ status: 'SUBMITTED', replaces: ORDER.orderId })
  })

  test('its end and the acceptance are two events in a row, at one time', () => {
    const { canceled, accepted } = doneOf(amending({ limitPrice: price('9.50') }))
    expect([canceled.event.seq, accepted.event.seq]).toEqual([2, 3])
    expect(canceled.order.updatedAt).toEqual(accepted.order.requestedAt)
  })

  test('the other one keeps what the amendment does not name', () => {
    const { accepted } = doneOf(amending({ timeInForce: 'IOC' }))
    const { symbol, side, orderType, limitPrice } = ORDER
    expect(accepted.order).toMatchObject({ symbol, side, orderType, limitPrice })
    expect(accepted.order.timeInForce).toBe('IOC')
    expect(accepted.order.quantity.toFixed()).toBe('10')
  })

  test('a MARKET order has no limit, and gets none', () => {
    const order = anOrder({ orderType: 'MARKET', limitPrice: null, holdPrice: price('10') })
    expect(amending({ limitPrice: price('9.50') }, order)).toMatchObject({
      refused: 'limit-price-not-allowed',
      param: 'limitPrice',
    })
  })
})

describe('[amend.quantity] the quantity of an amendment counts what is filled', () => {
  const PART = anOrder({ status: 'PARTIALLY_FILLED', filledQuantity: quantity('4') })
  const facts = { account: anAccount({ cash: amount('110'), heldCash: amount('60'), seq: 2 }) }

  test('the order that takes the place is for the rest', () => {
    const { canceled, accepted } = doneOf(amending({ quantity: quantity('7') }, PART, facts))
    expect(accepted.order.quantity.toFixed()).toBe('3')
    expect(canceled.order.filledQuantity.toFixed()).toBe('4')
  })

  test('without a quantity the rest stays as it was', () => {
    const { accepted } = doneOf(amending({ limitPrice: price('9') }, PART, facts))
    expect(accepted.order.quantity.toFixed()).toBe('6')
  })

  for (const wanted of ['4', '3.5']) {
    test(`${wanted} of 4 filled leave nothing to order`, () => {
      expect(amending({ quantity: quantity(wanted) }, PART, facts)).toEqual({
        refused: 'below-filled-quantity',
        param: 'quantity',
        data: { param: 'quantity', quantity: wanted, filledQuantity: '4' },
      })
    })
  }
})

describe('[amend.hold] the hold moves with the order', () => {
  test('a larger order holds what the other one held, and more of what is free', () => {
    const { accepted } = doneOf(amending({ quantity: quantity('15') }))
    expect(accepted.account.heldCash.toFixed()).toBe('150')
    expect(accepted.order.heldCash.toFixed()).toBe('150')
  })

  test('a smaller order frees the rest', () => {
    const { accepted } = doneOf(amending({ quantity: quantity('1') }))
    expect(accepted.account.heldCash.toFixed()).toBe('10')
  })

  test('a SELL moves its shares', () => {
    const order = anOrder({ side: 'SELL', holdPrice: null })
    const holding = aHolding({ quantity: quantity('12'), heldQuantity: quantity('10') })
    const account = anAccount({ seq: 1 })
    const { accepted } = doneOf(amending({ quantity: quantity('12') }, order, { holding, account }))
    expect(accepted.holding.heldQuantity.toFixed()).toBe('12')
    expect(amending({ quantity: quantity('13') }, order, { holding, account })).toMatchObject({
      refused: 'insufficient-holdings',
      data: { required: '13', available: '12' },
    })
  })

  test('more than the account has with the hold of the other one is refused', () => {
    expect(amending({ quantity: quantity('16') })).toMatchObject({
      refused: 'insufficient-buying-power',
      data: { required: '160.00', available: '150.00' },
    })
  })
})

describe('[amend.refused] an amendment is refused as the placing of its order would be', () => {
  const CASES: Readonly<Record<string, Partial<PlaceFacts>>> = {
    'account-locked': { account: { ...ACCOUNT, locked: true } },
    'trading-halted': { halted: true },
    'instrument-suspended': { instrument: anInstrument({ tradable: 'SUSPENDED' }) },
  }
  for (const [code, facts] of Object.entries(CASES)) {
    test(code, () => {
      expect(amending({ quantity: quantity('5') }, ORDER, facts)).toMatchObject({ refused: code })
    })
  }
  test('price-tick-violation', () => {
    expect(amending({ limitPrice: price('9.505') })).toMatchObject({
      refused: 'price-tick-violation',
    })
  })
})

describe('[amend.fill-first] an order that has ended, or ends, is not replaced', () => {
  const ANSWERS: Readonly<Partial<Record<Order['status'], string>>> = {
    PENDING_CANCEL: 'cancel-pending',
    FILLED: 'already-filled',
    CANCELED: 'already-canceled',
    EXPIRED: 'already-expired',
    REJECTED: 'already-rejected',
  }
  for (const status of ORDER_STATUSES) {
    const code = ANSWERS[status]
    if (code === undefined) continue
    test(`${status}: ${code}`, () => {
      expect(amending({ quantity: quantity('5') }, anOrder({ status }))).toMatchObject({
        refused: code,
      })
    })
  }
})

describe('[amend.replay] the same clientOrderId', () => {
  const { canceled, accepted } = doneOf(amending({ quantity: quantity('5') }))

  test('with the same amendment it is answered with the order that took the place', () => {
    for (const status of ORDER_STATUSES) {
      const prior = { ...accepted.order, status }
      expect(amending({ quantity: quantity('5') }, canceled.order, { prior })).toEqual({
        replayed: prior,
      })
    }
  })

  test('with another amendment it is a conflict', () => {
    const prior = accepted.order
    for (const other of [{ quantity: quantity('6') }, { limitPrice: price('9') }]) {
      expect(amending(other, canceled.order, { prior })).toMatchObject({
        refused: 'idempotency-key-conflict',
      })
    }
  })

  test('with the amendment of another order, or an order as it was placed, it is a conflict', () => {
    const asIs = { ...accepted.order, replaces: null }
    const ofAnother = { ...accepted.order, replaces: 'ord_2' }
    for (const prior of [asIs, ofAnother]) {
      expect(amending({ quantity: quantity('5') }, ORDER, { prior })).toMatchObject({
        refused: 'idempotency-key-conflict',
      })
    }
  })
})
