import { expect, test } from 'bun:test'
import { polledSnapshot } from '../../src/market/polled-snapshot'

/** Loads that the test answers, and a clock that it moves. */
async function opened() {
  const answers: ((value: string) => void)[] = []
  const failures: unknown[] = []
  let nowMs = 0
  let first = true
  const snapshot = await polledSnapshot({
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
  return { snapshot, answers, failures, pass: (ms: number) => (nowMs += ms) }
}

test('an old value is reloaded, and returned until the new one has arrived', async () => {
  const { snapshot, answers, pass } = await opened()
  pass(5_000)
  expect([snapshot.current(), answers.length]).toEqual(['first', 0])
  pass(1)
  expect([snapshot.current(), snapshot.current(), answers.length]).toEqual(['first', 'first', 1])
})

test('a read that began earlier and ends later is ignored', async () => {
  const { snapshot, answers } = await opened()
  const reads = [snapshot.refresh(), snapshot.refresh()]
  answers[1]?.('newer')
  answers[0]?.('older')
  await Promise.all(reads)
  expect(snapshot.current()).toBe('newer')
})
