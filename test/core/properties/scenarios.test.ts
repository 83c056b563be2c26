import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ORDER_STATUSES, TIMES_IN_FORCE } from '../../../src/core/order/order'
import { ordersOf } from '../../support/paper-desk'
import { play } from '../../support/play'
import { someScenario } from '../../support/scenario'

/** What a few hundred scenarios reach. The seed is one with which they reach everything. */
function reach() {
  const statuses = new Set<string>()
  const placings = new Set<string>()
  const cancels = new Set<string>()
  const ends = new Set<string>()
  for (const scenario of fc.sample(someScenario, { seed: 17, numRuns: 250 })) {
    const { books } = play(scenario, ({ books }, { placing, canceling }) => {
      for (const order of books.flatMap(ordersOf)) statuses.add(order.status)
      if (placing !== undefined) placings.add(placing)
      if (canceling !== undefined) cancels.add(canceling)
    })
    for (const { timeInForce, status } of books.flatMap(ordersOf)) {
      ends.add(`${timeInForce} ${status}`)
    }
  }
  return { statuses, placings, cancels, ends }
}

/** The properties say little if the scenarios reach little. */
describe('the scenarios', () => {
  const { statuses, placings, cancels, ends } = reach()

  test('bring orders to every status', () => {
    expect([...statuses].toSorted()).toEqual(ORDER_STATUSES.toSorted())
  })

  test('meet every answer that small orders in unlocked accounts can get', () => {
    expect([...placings].toSorted()).toEqual([
      'accepted',
      'day-market-not-tradable',
      'idempotency-key-conflict',
      'instrument-suspended',
      'insufficient-buying-power',
      'insufficient-holdings',
      'order-hours-closed',
      'quote-unavailable',
      'replayed',
      'side-not-allowed',
    ])
  })

  test('meet every answer that a cancel can get', () => {
    expect([...cancels].toSorted()).toEqual([
      'CANCELED',
      'PENDING_CANCEL',
      'already-canceled',
      'already-expired',
      'already-filled',
      'already-rejected',
      'order-not-found',
    ])
  })

  test('end orders of each time in force in each way that it can end', () => {
    const shared = ['CANCELED', 'FILLED', 'REJECTED']
    expect([...ends].toSorted()).toEqual(
      TIMES_IN_FORCE.flatMap((force) => [
        ...shared.map((status) => `${force} ${status}`),
        ...(force === 'DAY' ? ['DAY EXPIRED'] : []),
      ]).toSorted(),
    )
  })
})
