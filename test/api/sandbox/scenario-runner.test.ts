/** A scenario on a clock that follows the wall. */
import { expect, test } from 'bun:test'
import { scenarioRunner } from '../../../src/api/sandbox/scenario-runner'
import { Temporal } from '../../../src/core/time'
import { freshDatabase } from '../../support/database'

test('[scenario.run] a scenario wakes at the time of its next line, and soon if the speed may change', async () => {
  const start = Temporal.Instant.from('2026-03-02T15:00:00Z')
  let now = start
  const sleeps: number[] = []
  let wake = () => {}
  const played = scenarioRunner({
    database: await freshDatabase(),
    clock: {
      now: () => now,
      wallMsUntil: (at) => at.since(now).total('milliseconds'),
    },
    matcher: { advanceTo: async () => 'reached' },
    bot: null,
    place: async () => ({ legs: [], replayed: false }),
    accountsOf: async () => [],
    after(ms, work) {
      sleeps.push(ms)
      wake = work
      return () => {}
    },
    onRow: () => {},
  })
  played.connect(async () => ({ status: 200, message: '' }))
  await played.begin('day 2026-03-02\n10:00:00.007 market halt\n10:00:10 market resume\n')
  now = start.add({ milliseconds: 7 })
  wake()
  // Waits for the line in progress.
  await played.afterRewind('restored')
  const { rows } = await played.report()
  expect(sleeps).toEqual(expect.arrayContaining([7, 50]))
  expect(sleeps[0]).toBe(7)
  expect(rows[0]).toMatchObject({ state: 'DONE', happenedAt: now })
})
