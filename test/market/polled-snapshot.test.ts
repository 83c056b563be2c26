import { expect, test } from 'bun:test'
import { polledSnapshot } from '../../src/market/polled-snapshot'

/** Loads that the test answers, and a clock that it moves. */
async function opened() {
  const answers: ((value: string) => void)[] = []
  const failures: unknown[] = []
  let nowMs = 0
  let first = true
  const kept = await polledSnapshot({
    load: () => {
      if (first) {
        first = false
        return Promise.resolve('first')
      }
      return new Promise<string>((resolve) => answers.push(resolve))
    },
    elapsedMs: () => nowMs,
    failed: (error) => failures.push(error),
  })
  return { kept, answers, failures, pass: (ms: number) => (nowMs += ms) }
}

test('what is kept is read anew only once it is old, and answers meanwhile', async () => {
  const { kept, answers, pass } = await opened()
  pass(5_000)
  expect([kept.current(), answers.length]).toEqual(['first', 0])
  pass(1)
  expect([kept.current(), kept.current(), answers.length]).toEqual(['first', 'first', 1])
})

test('a read that was asked for earlier and answered later is not kept', async () => {
  const { kept, answers } = await opened()
  const reads = [kept.refresh(), kept.refresh()]
  answers[1]?.('newer')
  answers[0]?.('older')
  await Promise.all(reads)
  expect(kept.current()).toBe('newer')
})
