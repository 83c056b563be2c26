import { afterEach, expect, jest, test } from 'bun:test'
import { refreshing } from '../../src/jobs/refresh'

afterEach(() => jest.useRealTimers())

test('what is kept is read anew within 5 s, again and again, though nobody asks', async () => {
  jest.useFakeTimers()
  const refresh = jest.fn(async () => {})
  const refreshed = refreshing([{ refresh }, { refresh }], () => {})
  for (let seconds = 0; seconds < 10; seconds += 2.5) {
    jest.advanceTimersByTime(2_500)
    // What a reading does next is only done when those who wait for it have been told.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  await refreshed.stop()
  expect(refresh.mock.calls.length).toBeGreaterThanOrEqual(4)
})

test('a reading that fails is reported, and the next one comes', async () => {
  jest.useFakeTimers()
  const failures: unknown[] = []
  const refresh = jest.fn(async () => {
    throw new Error('no connection')
  })
  const refreshed = refreshing([{ refresh }], (error) => failures.push(error))
  for (let readings = 0; readings < 2; readings++) {
    jest.advanceTimersByTime(5_000)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  await refreshed.stop()
  expect(failures.length).toBeGreaterThan(1)
})
