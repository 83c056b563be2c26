import fc from 'fast-check'
import type { Order } from '../../../src/core/order'
import type { Instant } from '../../../src/core/time'
import { type Books, ordersOf } from '../../support/paper-desk'
import { play } from '../../support/play'
import { someScenario } from '../../support/scenario'

export const NUM_RUNS = 60

/** The claim holds for each account's books after each step of any scenario. */
export const alwaysOfBooks = (claim: (books: Books, now: Instant) => void): void =>
  fc.assert(
    fc.property(someScenario, (scenario) => {
      play(scenario, (desk, { now }) => {
        for (const books of desk.books) claim(books, now)
      })
    }),
    { numRuns: NUM_RUNS },
  )

/** The claim holds for each order after each step of any scenario. */
export const alwaysOfOrders = (claim: (order: Order, books: Books, now: Instant) => void): void =>
  alwaysOfBooks((books, now) => {
    for (const order of ordersOf(books)) claim(order, books, now)
  })
