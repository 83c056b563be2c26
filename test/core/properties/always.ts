import fc from 'fast-check'
import type { Order } from '../../../src/core/order/order'
import type { Instant } from '../../../src/core/time'
import { type Books, ordersOf } from '../../support/paper-desk'
import { play } from '../../support/play'
import { type Scenario, someScenario } from '../../support/scenario'

export const NUM_RUNS = 60

/** An account's books after a step of a scenario. */
interface State {
  readonly books: Books
  readonly now: Instant
}
type Claim = (books: Books, now: Instant) => void

/** Each state once: books of the same event at the same instant are the same. */
function visitStates(scenario: Scenario, visit: Claim): void {
  const visited = new Map<Books, string>()
  play(scenario, (desk, { now }) => {
    for (const books of desk.books) {
      const state = `${books.account.seq} ${now.epochMilliseconds}`
      if (visited.get(books) === state) continue
      visited.set(books, state)
      visit(books, now)
    }
  })
}

/** As they are now: the desk goes on writing in its own. */
const copyOf = (books: Books): Books => ({
  ...books,
  holdings: new Map(books.holdings),
  orders: new Map(books.orders),
  log: [...books.log],
})

interface Played {
  readonly seed: number
  readonly states: readonly State[]
}

/** The same scenarios for every claim, others in each run. */
let played: Played | undefined

function playAll(): Played {
  const states: State[] = []
  const remember = fc.property(someScenario, (scenario) =>
    visitStates(scenario, (books, now) => states.push({ books: copyOf(books), now })),
  )
  const { seed, errorInstance } = fc.check(remember, { numRuns: 2 * NUM_RUNS })
  if (errorInstance) throw errorInstance
  return { seed, states }
}

/** The claim holds for each account's books after each step of any scenario. */
export function alwaysOfBooks(claim: Claim): void {
  played ??= playAll()
  try {
    for (const { books, now } of played.states) claim(books, now)
  } catch (error) {
    // Runs the same scenarios once more, to report the smallest one that fails.
    const replayed = fc.property(someScenario, (scenario) => visitStates(scenario, claim))
    fc.assert(replayed, { seed: played.seed, numRuns: 2 * NUM_RUNS })
    throw error
  }
}

/** The claim holds for each order after each step of any scenario. */
export const alwaysOfOrders = (claim: (order: Order, books: Books, now: Instant) => void): void =>
  alwaysOfBooks((books, now) => {
    for (const order of ordersOf(books)) claim(order, books, now)
  })
