import { describe, expect, test } from 'bun:test'
import { buyingPower, heldShares, sellable } from '../../../src/core/account/account'
import { add, NO_AMOUNT, NO_QUANTITY, notional, subtract } from '../../../src/core/money'
import type { Side } from '../../../src/core/order/order'
import { type Books, ordersOf } from '../../support/paper-desk'
import { alwaysOfBooks } from './always'

/** The account's fills of one side, from its log. */
const fillsOf = ({ log }: Books, side: Side, symbol?: string) =>
  log.flatMap(({ fill }) =>
    fill?.side === side && (symbol === undefined || fill.symbol === symbol) ? [fill] : [],
  )

const worthOf = (books: Books, side: Side) =>
  fillsOf(books, side).reduce(
    (sum, { price, quantity }) => add(sum, notional(price, quantity)),
    NO_AMOUNT,
  )

const sharesOf = (books: Books, side: Side, symbol: string) =>
  fillsOf(books, side, symbol).reduce((sum, { quantity }) => add(sum, quantity), NO_QUANTITY)

describe('whatever accounts and markets do', () => {
  test('[order.hold-cash] cash, buying power, shares and sellable shares are never negative', () => {
    alwaysOfBooks(({ account, holdings }) => {
      expect(account.cash.gte('0')).toBe(true)
      expect(account.heldCash.gte('0')).toBe(true)
      expect(buyingPower(account).gte('0')).toBe(true)
      for (const holding of holdings.values()) {
        expect(holding.quantity.gte('0')).toBe(true)
        expect(holding.heldQuantity.gte('0')).toBe(true)
        expect(sellable(holding).gte('0')).toBe(true)
        expect(holding.purchaseAmount.gte('0')).toBe(true)
      }
    })
  })

  test('the cash is the first cash plus what SELLs brought less what BUYs cost, exactly', () => {
    alwaysOfBooks((books) => {
      const moved = subtract(worthOf(books, 'SELL'), worthOf(books, 'BUY'))
      expect(books.account.cash.toFixed()).toBe(add(books.opening.account.cash, moved).toFixed())
    })
  })

  test('the shares are the first shares plus those bought less those sold, exactly', () => {
    alwaysOfBooks((books) => {
      for (const { symbol, quantity } of books.opening.holdings) {
        const moved = subtract(sharesOf(books, 'BUY', symbol), sharesOf(books, 'SELL', symbol))
        const now = books.holdings.get(symbol)?.quantity.toFixed()
        expect(now).toBe(add(quantity, moved).toFixed())
      }
    })
  })

  test('[fill.money] the account holds the cash that its orders hold, and the holdings their shares', () => {
    alwaysOfBooks((books) => {
      const orders = ordersOf(books)
      const cash = orders.reduce((sum, { heldCash }) => add(sum, heldCash), NO_AMOUNT)
      expect(books.account.heldCash.toFixed()).toBe(cash.toFixed())
      for (const [symbol, { heldQuantity }] of books.holdings) {
        const shares = orders
          .filter((order) => order.symbol === symbol)
          .reduce((sum, order) => add(sum, heldShares(order)), NO_QUANTITY)
        expect(heldQuantity.toFixed()).toBe(shares.toFixed())
      }
    })
  })

  test('shares that are gone cost nothing', () => {
    alwaysOfBooks(({ holdings }) => {
      for (const { quantity, purchaseAmount } of holdings.values()) {
        if (quantity.eq('0')) expect(purchaseAmount.toFixed()).toBe('0')
      }
    })
  })
})
