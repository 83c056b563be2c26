import { describe, expect, test } from 'bun:test'
import { heldShares } from '../../../src/core/account/account'
import { fitsPlaces } from '../../../src/core/money'
import { isOpen, type Order } from '../../../src/core/order/order'
import { type Books, ordersOf } from '../../support/paper-desk'
import { alwaysOfBooks, alwaysOfOrders } from './always'

const fillsOf = ({ orderId }: Order, { log }: Books) =>
  log.flatMap(({ fill }) => (fill?.orderId === orderId ? [fill] : []))

describe('whatever accounts and markets do', () => {
  test('[life.fill] an order is filled at most to its quantity, and FILLED exactly there', () => {
    alwaysOfOrders(({ filledQuantity, quantity, status }) => {
      expect(filledQuantity.gte('0') && filledQuantity.lte(quantity)).toBe(true)
      expect(filledQuantity.eq(quantity)).toBe(status === 'FILLED')
    })
  })

  test('[fill.money] a closed order holds nothing, and an open one what is left of it', () => {
    alwaysOfOrders((order) => {
      const holds = order.heldCash.gt('0') || heldShares(order).gt('0')
      if (!isOpen(order.status)) expect(holds).toBe(false)
      if (isOpen(order.status) && order.orderType === 'LIMIT') expect(holds).toBe(true)
      expect(order.heldCash.gte('0')).toBe(true)
    })
  })

  test('[fill.price-improvement] no fill is worse than the limit', () => {
    alwaysOfOrders((order, books) => {
      const { limitPrice, side } = order
      if (limitPrice === null) return
      for (const { price } of fillsOf(order, books)) {
        expect(side === 'BUY' ? price.lte(limitPrice) : price.gte(limitPrice)).toBe(true)
      }
    })
  })

  test('[life.transitions] an order is part-filled or filled only by a fill, REJECTED only untouched', () => {
    alwaysOfOrders(({ status, filledQuantity, rejectReason }) => {
      if (status === 'PARTIALLY_FILLED') expect(filledQuantity.gt('0')).toBe(true)
      if (status === 'SUBMITTED' || status === 'REJECTED') expect(filledQuantity.eq('0')).toBe(true)
      expect(rejectReason !== null).toBe(status === 'REJECTED')
    })
  })

  test('an order of whole shares is filled in whole shares if whole sizes are shown', () => {
    alwaysOfBooks((books) => {
      // Sizes are whole; only an order of fractions leaves a fraction of a size to the next one.
      const fractional = ordersOf(books).some(({ quantity }) => !fitsPlaces(quantity, 0))
      if (fractional) return
      for (const { filledQuantity } of ordersOf(books))
        expect(fitsPlaces(filledQuantity, 0)).toBe(true)
    })
  })
})
