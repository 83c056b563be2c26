import { expect, test } from 'bun:test'
import { stillTime } from '../../src/compose/still-time'
import { MACHINE_TIME } from '../../src/compose/time'

/** Clocks that go on at every look. */
const running = () => {
  const looks = { elapsed: 0, wall: 1_000 }
  const time = {
    ...MACHINE_TIME,
    elapsedMs: () => looks.elapsed++,
    wallNowMs: () => looks.wall++,
  }
  return { ...stillTime(time), looks }
}

test('time stands still from the first look at it, and then goes on', () => {
  const { time, stillness } = running()
  expect([time.elapsedMs(), time.elapsedMs()]).toEqual([0, 1])
  stillness.begin()
  expect([time.elapsedMs(), time.elapsedMs()]).toEqual([2, 2])
  expect([time.wallNowMs(), time.wallNowMs()]).toEqual([1_000, 1_000])
  stillness.end()
  expect([time.elapsedMs(), time.wallNowMs()]).toEqual([3, 1_001])
})

test('time stands where somebody has looked at it already', () => {
  const { time, stillness, looks } = running()
  const sinceMs = time.elapsedMs()
  stillness.begin(sinceMs)
  expect(time.elapsedMs()).toBe(sinceMs)
  stillness.end()
  expect(looks.elapsed).toBe(1)
  stillness.begin()
  expect(time.elapsedMs()).toBe(1)
  stillness.end()
})

test('each standstill has its own moment, and none looks at a clock that nobody asks', () => {
  const { time, stillness, looks } = running()
  stillness.begin()
  stillness.end()
  expect(looks).toEqual({ elapsed: 0, wall: 1_000 })
  stillness.begin()
  expect(time.elapsedMs()).toBe(0)
  stillness.end()
  stillness.begin()
  expect(time.elapsedMs()).toBe(1)
  stillness.end()
})
