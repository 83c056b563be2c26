import fc from 'fast-check'
import type { Order } from '../../../src/core/order/order'
import type { Instant } from '../../../src/core/time'
import { type Books, ordersOf } from '../../support/paper-desk'
import { play } from '../../support/play'
import { someScenario } from '../../support/scenario'

export const NUM_RUNS = 60

/** The claim holds for each account's books after each step of any scenario. */
export const alwaysOfBooks = (claim: (books: Books, now: Instant) => void): void =>
  fc.assert(
    fc.property(someScenario, (scenario) => {
      const claimed = new Map<Books, string>()
      play(scenario, (desk, { now }) => {
        for (const books of desk.books) {
          // Books of the same event at the same instant are the same.
          const state = `${books.account.seq} ${now.epochMilliseconds}`
          if (claimed.get(books) === state) continue
          claimed.set(books, state)
          claim(books, now)
        }
      })
    }),
    { numRuns: NUM_RUNS },
  )

/** The claim holds for each order after each step of any scenario. */
export const alwaysOfOrders = (claim: (order: Order, books: Books, now: Instant) => void): void =>
  alwaysOfBooks((books, now) => {
    for (const order of ordersOf(books)) claim(order, books, now)
  })
