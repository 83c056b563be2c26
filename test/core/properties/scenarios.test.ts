import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ORDER_STATUSES } from '../../../src/core/order'
import { ordersOf } from '../../support/paper-desk'
import { play } from '../../support/play'
import { someScenario } from '../../support/scenario'

/** The properties say little if the scenarios reach little. */
describe('the scenarios', () => {
  const scenarios = fc.sample(someScenario, { seed: 1, numRuns: 200 })

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
      play(scenario, (_, answer) => {
        if (answer !== undefined) met.add(answer)
      })
    }
    expect([...met].toSorted()).toEqual([
      'accepted',
      'day-market-not-tradable',
      'idempotency-key-conflict',
      'instrument-suspended',
      'insufficient-buying-power',
      'insufficient-holdings',
      'quote-unavailable',
      'side-not-allowed',
    ])
  })
})
