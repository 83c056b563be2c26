import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PaperDesk } from '../../support/paper-desk'
import { play } from '../../support/play'
import {
  ACCOUNT_IDS,
  type AccountCommand,
  type Scenario,
  someScenario,
} from '../../support/scenario'
import { NUM_RUNS } from './always'

/** The same commands, each account's in their order, taking turns as the picks say. */
function interleaved(commands: readonly AccountCommand[], picks: readonly number[]) {
  const queues = ACCOUNT_IDS.map((id) => commands.filter(({ accountId }) => accountId === id))
  return commands.flatMap((_, turn) => {
    const waiting = queues.filter((queue) => queue.length > 0)
    const pick = (picks[turn % picks.length] ?? 0) % waiting.length
    return waiting[pick]?.shift() ?? []
  })
}

const stateOf = (desk: PaperDesk): string =>
  JSON.stringify(
    desk.books.map(({ account, holdings, orders, log }) => ({
      account,
      holdings: [...holdings],
      orders: [...orders],
      log,
    })),
  )

test('the order of commands of different accounts at an instant does not matter', () => {
  const picks = fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(someScenario, picks, (scenario, turns) => {
      const otherwise: Scenario = scenario.map((minute) => ({
        ...minute,
        commands: interleaved(minute.commands, turns),
      }))
      expect(stateOf(play(otherwise))).toBe(stateOf(play(scenario)))
    }),
    { numRuns: NUM_RUNS },
  )
})

test('an account sees nothing of the others: alone it ends the same', () => {
  const [only] = ACCOUNT_IDS
  fc.assert(
    fc.property(someScenario, (scenario) => {
      const alone: Scenario = scenario.map((minute) => ({
        ...minute,
        commands: minute.commands.filter(({ accountId }) => accountId === only),
      }))
      const logOf = (desk: PaperDesk) => JSON.stringify(desk.books[0]?.log)
      expect(logOf(play(alone))).toBe(logOf(play(scenario)))
    }),
    { numRuns: NUM_RUNS },
  )
})
