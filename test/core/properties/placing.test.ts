import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PaperDesk } from '../../support/paper-desk'
import { play } from '../../support/play'
import { someScenario } from '../../support/scenario'
import { NUM_RUNS } from './always'

const stateOf = ({ books }: PaperDesk): string =>
  JSON.stringify(books.map(({ account, holdings, log }) => [account, [...holdings], log]))

test('[order.replay] a placing that is refused or replayed leaves everything as it was', () => {
  fc.assert(
    fc.property(someScenario, (scenario) => {
      let before: string | undefined
      play(scenario, (desk, { placing }) => {
        const after = stateOf(desk)
        const isRefusal = placing !== undefined && placing !== 'accepted'
        if (isRefusal && before !== undefined) expect(after).toBe(before)
        before = after
      })
    }),
    { numRuns: NUM_RUNS },
  )
})
