import { describe, expect, test } from 'bun:test'
import { buyingPower, noHolding, rehold, sellable, settle } from '../../src/core/account/account'
import { amount, price, quantity } from '../../src/core/money'
import type { Side } from '../../src/core/order/order'
import { aHolding, anAccount, anOrder } from '../support/examples'

const settled = (side: Side, count: string, at: string, holding = aHolding()) =>
  settle(anAccount(), holding, side, {
    price: price(at),
    quantity: quantity(count),
    session: 'REGULAR',
  })

describe('[account.amounts] buying power and sellable shares', () => {
  test('buying power is the cash less the holds', () => {
    expect(buyingPower(anAccount({ heldCash: amount('0.01') })).toFixed()).toBe('99999.99')
  })

  test('the sellable quantity is the quantity less the holds', () => {
    expect(sellable(aHolding({ heldQuantity: quantity('0.5') })).toFixed()).toBe('99.5')
  })

  test('a missing holding holds nothing', () => {
    expect(sellable(noHolding('acc_ANNA0001', 'AAPL')).toFixed()).toBe('0')
  })
})

describe('[fill.money] a fill moves cash and shares, exact and without fee or tax', () => {
  test('a BUY takes price × quantity from the cash and adds it to the purchase amount', () => {
    const { account, holding } = settled('BUY', '0.000001', '10.0001')
    expect(account.cash.toFixed()).toBe('99999.9999899999')
    expect(holding.quantity.toFixed()).toBe('100.000001')
    expect(holding.purchaseAmount.toFixed()).toBe('900.0000100001')
  })

  test('a SELL adds price × quantity to the cash', () => {
    const { account, holding } = settled('SELL', '40', '10.01')
    expect(account.cash.toFixed()).toBe('100400.4')
    expect(holding.quantity.toFixed()).toBe('60')
  })

  test('[holding.average-cost] a SELL takes its part of the purchase amount, at the average cost', () => {
    expect(settled('SELL', '40', '10.01').holding.purchaseAmount.toFixed()).toBe('540')
    const thirds = aHolding({ quantity: quantity('3'), purchaseAmount: amount('100') })
    expect(settled('SELL', '1', '50', thirds).holding.purchaseAmount.toFixed()).toBe(
      '66.6666666667',
    )
  })

  test('the purchase amount is 0 once all shares are sold', () => {
    let holding = aHolding({ quantity: quantity('3'), purchaseAmount: amount('100') })
    for (let sold = 0; sold < 3; sold++) holding = settled('SELL', '1', '50', holding).holding
    expect(holding.quantity.toFixed()).toBe('0')
    expect(holding.purchaseAmount.toFixed()).toBe('0')
  })

  test('a settlement leaves the holds as they are', () => {
    const { account, holding } = settled('BUY', '10', '10')
    expect(account.heldCash.toFixed()).toBe('0')
    expect(holding.heldQuantity.toFixed()).toBe('0')
  })
})

describe('[order.hold-cash] holds follow the order', () => {
  const standing = { account: anAccount(), holding: aHolding() }

  test('a new BUY holds its cash, a new SELL its shares', () => {
    const buy = rehold({ ...standing, order: anOrder() }, null)
    expect(buy.account.heldCash.toFixed()).toBe('100')
    expect(buy.holding.heldQuantity.toFixed()).toBe('0')
    const sell = rehold({ ...standing, order: anOrder({ side: 'SELL' }) }, null)
    expect(sell.account.heldCash.toFixed()).toBe('0')
    expect(sell.holding.heldQuantity.toFixed()).toBe('10')
  })

  test('an order that needs less releases the difference, and other holds stay', () => {
    const account = anAccount({ heldCash: amount('250') })
    const order = anOrder({ status: 'PARTIALLY_FILLED', filledQuantity: quantity('4') })
    const { heldCash } = rehold({ ...standing, account, order }, anOrder()).account
    expect(heldCash.toFixed()).toBe('210')
  })

  test('a closed order releases its whole hold', () => {
    const account = anAccount({ heldCash: amount('100') })
    const order = anOrder({ status: 'EXPIRED' })
    const released = rehold({ ...standing, account, order }, anOrder())
    expect(released.account.heldCash.toFixed()).toBe('0')

    const holding = aHolding({ heldQuantity: quantity('12') })
    const sell = anOrder({ side: 'SELL' })
    const sold = rehold(
      { account, holding, order: anOrder({ side: 'SELL', status: 'EXPIRED' }) },
      sell,
    )
    expect(sold.holding.heldQuantity.toFixed()).toBe('2')
  })
})

describe('a broken invariant throws', () => {
  const order = anOrder()
  const sell = anOrder({ side: 'SELL' })
  const closed = anOrder({ status: 'CANCELED' })
  const [account, holding] = [anAccount(), aHolding()]

  test('a hold beyond the cash throws', () => {
    const poor = anAccount({ cash: amount('99.99') })
    expect(() => rehold({ account: poor, holding, order }, null)).toThrow('covered by cash')
  })

  test('a hold beyond the shares throws', () => {
    const few = aHolding({ quantity: quantity('9.999999') })
    expect(() => rehold({ account, holding: few, order: sell }, null)).toThrow(
      'held shares are covered',
    )
  })

  test('a release of cash that was not held throws', () => {
    expect(() => rehold({ account, holding, order: closed }, order)).toThrow(
      'held cash is not negative',
    )
  })

  test('a release of shares that were not held throws', () => {
    expect(() => rehold({ account, holding, order: closed }, sell)).toThrow(
      'held shares are not negative',
    )
  })

  test('a negative purchase amount throws', () => {
    const wrong = aHolding({ purchaseAmount: amount('-0.01') })
    expect(() => rehold({ account, holding: wrong, order }, null)).toThrow('purchase amount')
  })
})
