/** The market's time does not follow a machine's clock that jumps. */
import { describe, expect, test } from 'bun:test'
import { steadyClock } from '../../src/market/steady-clock'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STARTED_MS = 1_700_000_000_000

/** A machine that started an hour ago. */
function aMachine() {
  let elapsedMs = 500
  let aheadMs = 0
  let asleepMs = HOUR
  const clock = steadyClock({
    wallMs: () => STARTED_MS + elapsedMs + asleepMs + aheadMs,
    elapsedMs: () => elapsedMs,
    uptimeMs: () => Math.floor((elapsedMs + asleepMs) / SECOND) * SECOND,
  })
  const beganMs = clock.nowMs()
  return {
    clock,
    /** The steady time since the start. */
    passed: () => clock.nowMs() - beganMs,
    jump(ms: number): void {
      aheadMs += ms
    },
    pass(ms: number): void {
      elapsedMs += ms
    },
    /** The machine sleeps: its monotonic clock stands still. */
    sleep(ms: number): void {
      asleepMs += ms
    },
    /** The right time, even after a jump of the machine's clock. */
    databaseMs: () => STARTED_MS + elapsedMs + asleepMs,
  }
}

describe('a jump of the machine’s clock', () => {
  test.each([
    ['an hour ahead', HOUR],
    ['a year ahead', 365 * DAY],
    ['an hour back', -HOUR],
  ])('%s for 3 s is not followed, and reported', (_, ms) => {
    const { clock, passed, jump, pass } = aMachine()
    jump(ms)
    pass(3 * SECOND)
    expect(passed()).toBe(3 * SECOND)
    expect(clock.jumpMs).toBe(ms)
    jump(-ms)
    pass(SECOND)
    expect(passed()).toBe(4 * SECOND)
    expect(clock.jumpMs).toBeNull()
  })

  test('[clock.steady] is trusted after ten minutes if it is forward and a week at most', () => {
    for (const [ms, believed] of [
      [HOUR, HOUR],
      [7 * DAY, 7 * DAY],
      [7 * DAY + SECOND, 0],
      [-HOUR, 0],
    ] as const) {
      const { passed, jump, pass } = aMachine()
      jump(ms)
      expect(passed()).toBe(0)
      pass(10 * MINUTE - SECOND)
      expect(passed()).toBe(10 * MINUTE - SECOND)
      pass(SECOND)
      expect(passed()).toBe(10 * MINUTE + believed)
    }
  })

  test('starts its ten minutes again if the clock jumps again', () => {
    const { passed, jump, pass } = aMachine()
    jump(HOUR)
    expect(passed()).toBe(0)
    pass(9 * MINUTE)
    jump(HOUR)
    expect(passed()).toBe(9 * MINUTE)
    pass(9 * MINUTE)
    expect(passed()).toBe(18 * MINUTE)
    pass(MINUTE)
    expect(passed()).toBe(19 * MINUTE + 2 * HOUR)
  })

  test('is never trusted while the database’s clock contradicts it', () => {
    const { clock, passed, jump, pass, databaseMs } = aMachine()
    clock.compareWith(databaseMs())
    jump(HOUR)
    for (let minute = 1; minute <= 60; minute++) {
      pass(MINUTE)
      clock.compareWith(databaseMs())
    }
    expect(passed()).toBe(HOUR)
    expect(clock.jumpMs).toBe(HOUR)
  })

  test('that the database’s clock has made too is trusted in time', () => {
    const { clock, passed, jump, pass, databaseMs } = aMachine()
    // They differ from the beginning, which is no jump.
    clock.compareWith(databaseMs() + 5 * MINUTE)
    jump(HOUR)
    clock.compareWith(databaseMs() + 5 * MINUTE + HOUR)
    pass(10 * MINUTE)
    expect(passed()).toBe(10 * MINUTE + HOUR)
  })
})

describe('no jump', () => {
  test('is a small step or a slew: the time follows', () => {
    const { clock, passed, jump, pass } = aMachine()
    jump(-2 * SECOND)
    expect(passed()).toBe(-2 * SECOND)
    for (let second = 1; second <= 600; second++) {
      pass(SECOND)
      jump(10)
      clock.nowMs()
    }
    expect(passed()).toBe(10 * MINUTE + 4 * SECOND)
    expect(clock.jumpMs).toBeNull()
  })

  test('is the sleep of a machine: the time is right as soon as it wakes', () => {
    const { clock, passed, sleep, pass } = aMachine()
    sleep(3 * DAY)
    pass(SECOND)
    expect(passed()).toBe(3 * DAY + SECOND)
    sleep(HOUR)
    expect(passed()).toBe(3 * DAY + HOUR + SECOND)
    expect(clock.jumpMs).toBeNull()
  })

  test('a clock that is wrong after sleep has jumped', () => {
    const { passed, jump, sleep } = aMachine()
    sleep(HOUR)
    jump(365 * DAY)
    expect(passed()).toBe(0)
  })
})
