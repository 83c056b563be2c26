/** `paper bench`: how it counts. The command itself is a server and seconds, and no test's. */
import { expect, test } from 'bun:test'
import { benchCommand, measureLoad } from '../../src/clients/cli/bench/command'
import { run } from '../support/command'

test('bench counts the answers of a time, and how long they were waited for', async () => {
  let nowMs = 0
  const ask = async (count: number) => {
    // One in a hundred takes ten times as long.
    nowMs += count % 100 === 99 ? 50 : 5
  }
  const measured = await measureLoad(
    { what: 'answers', ask },
    { seconds: 10, connections: 1 },
    () => nowMs,
  )
  expect(measured).toMatchObject({ what: 'answers', medianMs: 5 })
  expect(measured.perSecond).toBeCloseTo(183.5, 0)
})

test('bench refuses a time that is none', async () => {
  const { outcome } = await run(benchCommand, ['--seconds', '0'])
  expect(outcome?.fault).toBe(
    '--seconds: "0" is not allowed; allowed: a whole number from 1 to 600',
  )
})
