import { describe, expect, test } from 'bun:test'
import { buyingPower, sellable } from '../../src/core/account/account'
import { amount, price, quantity } from '../../src/core/money'
import { aHolding, anAccount, aQuote } from '../support/examples'
import { acceptedOf, anAttempt } from '../support/place-attempts'

const placed = (...changes: Parameters<typeof anAttempt>) => acceptedOf(anAttempt(...changes))

describe('[order.hold-cash] an accepted order holds what it may come to need', () => {
  test('a LIMIT buy holds quantity × limit', () => {
    const { account, order, holding } = placed({ limitPrice: price('10.05') })
    expect(order.heldCash.toFixed()).toBe('100.5')
    expect(account.heldCash.toFixed()).toBe('100.5')
    expect(holding.heldQuantity.toFixed()).toBe('0')
  })

  test('a MARKET buy holds quantity × ask × 1.03, exact', () => {
    const { account, order } = placed(
      { orderType: 'MARKET', limitPrice: null, quantity: quantity('0.000001') },
      { quote: aQuote({ askPrice: price('0.9999') }) },
    )
    expect(order.holdPrice?.toFixed()).toBe('1.029897')
    expect(account.heldCash.toFixed()).toBe('0.000001029897')
  })

  test('a SELL holds its shares and no cash', () => {
    for (const limitPrice of [price('10.00'), null]) {
      const orderType = limitPrice === null ? 'MARKET' : 'LIMIT'
      const { account, order, holding } = placed({ side: 'SELL', orderType, limitPrice })
      expect(holding.heldQuantity.toFixed()).toBe('10')
      expect(sellable(holding).toFixed()).toBe('90')
      expect(order.holdPrice).toBeNull()
      expect(account.heldCash.toFixed()).toBe('0')
    }
  })

  test('the hold of a new order is added to those of other orders', () => {
    const account = anAccount({ heldCash: amount('40') })
    expect(placed({}, { account }).account.heldCash.toFixed()).toBe('140')
    const holding = aHolding({ heldQuantity: quantity('2.5') })
    expect(placed({ side: 'SELL' }, { holding }).holding.heldQuantity.toFixed()).toBe('12.5')
  })

  test('a hold lowers the buying power, not the cash', () => {
    const { account } = placed()
    expect(account.cash.toFixed()).toBe('100000')
    expect(buyingPower(account).toFixed()).toBe('99900')
  })
})
