import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ORDER_STATUSES, TIMES_IN_FORCE } from '../../../src/core/order/order'
import { ordersOf } from '../../support/paper-desk'
import { play } from '../../support/play'
import { someScenario } from '../../support/scenario'

/** The properties say little if the scenarios reach little. */
describe('the scenarios', () => {
  const scenarios = fc.sample(someScenario, { seed: 1, numRuns: 1_500 })

  test('bring orders to every status', () => {
    const reached = new Set<string>()
    for (const scenario of scenarios) {
      play(scenario, ({ books }) => {
        for (const order of books.flatMap(ordersOf)) reached.add(order.status)
      })
    }
    expect([...reached].toSorted()).toEqual(ORDER_STATUSES.toSorted())
  })

  test('meet every answer that small orders in unlocked accounts can get', () => {
    const met = new Set<string>()
    for (const scenario of scenarios) {
      play(scenario, (_, { placing }) => {
        if (placing !== undefined) met.add(placing)
      })
    }
    expect([...met].toSorted()).toEqual([
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
    const met = new Set<string>()
    // A cancel of a rejected order is the rarest of them.
    for (const scenario of fc.sample(someScenario, { seed: 1, numRuns: 4_000 })) {
      play(scenario, (_, { canceling }) => {
        if (canceling !== undefined) met.add(canceling)
      })
    }
    expect([...met].toSorted()).toEqual([
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
    const ends = new Set<string>()
    for (const scenario of scenarios) {
      for (const order of play(scenario).books.flatMap(ordersOf)) {
        ends.add(`${order.timeInForce} ${order.status}`)
      }
    }
    const shared = ['CANCELED', 'FILLED', 'REJECTED']
    expect([...ends].toSorted()).toEqual(
      TIMES_IN_FORCE.flatMap((force) => [
        ...shared.map((status) => `${force} ${status}`),
        ...(force === 'DAY' ? ['DAY EXPIRED'] : []),
      ]).toSorted(),
    )
  })
})
