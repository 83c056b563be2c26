import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isForAuction, isImmediate, isOpen, type Order } from '../../../src/core/order/order'
import { type Instant, isBefore } from '../../../src/core/time'
import { type Books, ordersOf } from '../../support/paper-desk'
import { auctionOf, play, tickOf } from '../../support/play'
import { type Scenario, someScenario } from '../../support/scenario'
import { alwaysOfOrders, NUM_RUNS } from './always'

const fillsOf = ({ log }: Books, { orderId }: Order) =>
  log.flatMap(({ fill }) => (fill?.orderId === orderId ? [fill] : []))

/** Commands come at full minutes, their tick 10 seconds later. */
const tickAfter = (command: Instant): Instant => command.add({ seconds: 10 })

/** The claim holds for each order when its scenario is over. */
const inTheEnd = (claim: (order: Order, books: Books, scenario: Scenario) => void): void =>
  fc.assert(
    fc.property(someScenario, (scenario) => {
      for (const books of play(scenario).books) {
        for (const order of ordersOf(books)) claim(order, books, scenario)
      }
    }),
    { numRuns: NUM_RUNS },
  )

describe('whatever accounts and markets do', () => {
  test('[life.day-expiry] an order is never open when its time is over', () => {
    alwaysOfOrders(({ status, validUntil }, _, now) => {
      if (isOpen(status)) expect(isBefore(now, validUntil)).toBe(true)
    })
  })

  test('[life.day-expiry] only a DAY order expires, at the end of its time and never before', () => {
    alwaysOfOrders(({ status, timeInForce, updatedAt, validUntil }) => {
      if (status !== 'EXPIRED') return
      expect(timeInForce).toBe('DAY')
      expect(updatedAt).toEqual(validUntil)
    })
  })

  test('[life.cancel] an order that is to be canceled is not open after the next tick', () => {
    alwaysOfOrders(({ status, cancelRequestedAt }, _, now) => {
      if (!isOpen(status) || cancelRequestedAt === null) return
      expect(isBefore(tickAfter(cancelRequestedAt), now)).toBe(false)
    })
  })

  test('[fill.ioc] an IOC or a FOK is never open after its first tick', () => {
    alwaysOfOrders(({ status, timeInForce, requestedAt }, _, now) => {
      if (!isOpen(status) || !isImmediate(timeInForce)) return
      expect(isBefore(tickAfter(requestedAt), now)).toBe(false)
    })
  })

  test('[fill.ioc] an IOC or a FOK fills at its first tick or not at all', () => {
    inTheEnd((order, books, scenario) => {
      if (!isImmediate(order.timeInForce)) return
      const first = scenario.findIndex((_, index) => isBefore(order.requestedAt, tickOf(index)))
      for (const { filledAt } of fillsOf(books, order)) expect(filledAt).toEqual(tickOf(first))
    })
  })

  test('[fill.fok] a FOK fills all or nothing, at once', () => {
    alwaysOfOrders((order, books) => {
      if (order.timeInForce !== 'FOK') return
      const { filledQuantity, quantity } = order
      const fills = fillsOf(books, order).length
      expect(
        filledQuantity.eq('0') ? fills === 0 : filledQuantity.eq(quantity) && fills === 1,
      ).toBe(true)
    })
  })

  test('[fill.auction] an order for an auction executes there and nowhere else, at the official price', () => {
    inTheEnd((order, books, scenario) => {
      const { symbol, timeInForce, validUntil } = order
      if (!isForAuction(timeInForce)) return
      const held = scenario.findIndex((_, index) => auctionOf(index).equals(validUntil))
      const market = scenario.at(held)?.market ?? []
      const listing = market.find(({ instrument }) => instrument.symbol === symbol)
      for (const { filledAt, price } of fillsOf(books, order)) {
        expect(filledAt).toEqual(validUntil)
        expect(price.toFixed()).toBe(String(listing?.official?.toFixed()))
        const barred = order.side === 'BUY' ? 'SELL_ONLY' : 'BUY_ONLY'
        expect(['SUSPENDED', barred]).not.toContain(String(listing?.instrument.tradable))
      }
    })
  })

  test('in the end every order is closed, and nothing is held', () => {
    fc.assert(
      fc.property(someScenario, (scenario) => {
        for (const books of play(scenario).books) {
          for (const { status } of ordersOf(books)) expect(isOpen(status)).toBe(false)
          expect(books.account.heldCash.toFixed()).toBe('0')
          for (const { heldQuantity } of books.holdings.values()) {
            expect(heldQuantity.toFixed()).toBe('0')
          }
        }
      }),
      { numRuns: NUM_RUNS },
    )
  })
})
