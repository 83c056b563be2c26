import { describe, expect, test } from 'bun:test'
import { atMs } from '../../src/core/time'
import { simulatedClock } from '../../src/market/simulated-clock'

/** A clock that started at 0, and its wall time. */
function aClock(speed: number) {
  let elapsedMs = 0
  const clock = simulatedClock(atMs(0), speed, () => elapsedMs)
  return {
    clock,
    pass(ms: number): void {
      elapsedMs += ms
    },
    now: () => clock.now().epochMilliseconds,
  }
}

describe('[clock.market] a simulated clock', () => {
  test('runs at its speed from where it starts', () => {
    const { now, pass, clock } = aClock(60)
    pass(1_000)
    expect(now()).toBe(60_000)
    clock.setSpeed(2)
    pass(1_000)
    expect(now()).toBe(62_000)
  })

  test('moves forward only, and runs on from there', () => {
    const { clock, now, pass } = aClock(1)
    clock.moveTo(atMs(5_000))
    clock.moveTo(atMs(3_000))
    pass(10)
    expect(now()).toBe(5_010)
  })

  test('returns the time until an instant; null while it stands still', () => {
    const { clock } = aClock(100)
    expect(clock.wallMsUntil(atMs(5_000))).toBe(50)
    clock.setSpeed(0)
    expect(clock.wallMsUntil(atMs(5_000))).toBeNull()
  })
})

describe('[clock.one-tick-ahead] a simulated clock waits for the market', () => {
  test('it shows nothing later than the instant of a hold', () => {
    const { clock, now, pass } = aClock(600)
    clock.holdAt(atMs(1_000))
    pass(1)
    expect([now(), clock.isHeld]).toEqual([600, false])
    pass(1_000)
    expect([now(), clock.isHeld]).toEqual([1_000, true])
  })

  test('it catches up after a short hold', () => {
    const { clock, now, pass } = aClock(600)
    clock.holdAt(atMs(1_000))
    pass(100)
    clock.holdAt(atMs(100_000))
    expect(now()).toBe(60_000)
  })

  test('after a long hold it continues from where it stood: the market slows down', () => {
    const { clock, now, pass } = aClock(600)
    clock.holdAt(atMs(1_000))
    pass(10_000)
    clock.holdAt(atMs(100_000))
    expect(now()).toBe(1_000)
    pass(10)
    expect(now()).toBe(7_000)
  })

  test('it never goes back, even for a hold at an earlier instant', () => {
    const { clock, now, pass } = aClock(1)
    pass(5_000)
    clock.holdAt(atMs(1_000))
    expect(now()).toBe(5_000)
    clock.moveTo(atMs(9_000))
    expect(now()).toBe(9_000)
  })

  test('it runs on after it was advanced', () => {
    const { clock, now, pass } = aClock(10)
    clock.holdAt(atMs(1_000))
    clock.moveTo(atMs(60_000))
    clock.holdAt(atMs(61_000))
    pass(50)
    expect(now()).toBe(60_500)
  })

  test('it measures its speed, without jumps', () => {
    const { clock, pass } = aClock(600)
    expect(clock.pace.speedReached).toBeNull()
    // Each second the market gets 100 s further.
    for (let second = 1; second <= 12; second++) {
      clock.holdAt(clock.now().add({ seconds: 100 }))
      pass(1_000)
    }
    expect(clock.pace.speedReached).toBe(100)
    clock.moveTo(clock.now().add({ hours: 100 }))
    expect(clock.pace.speedReached).toBe(100)
    clock.setSpeed(1)
    expect(clock.pace.speedReached).toBeNull()
  })

  test('a machine that keeps up reaches the speed', () => {
    const { clock, pass } = aClock(600)
    for (let tick = 1; tick <= 4_000; tick++) {
      clock.holdAt(clock.now().add({ seconds: 1 }))
      pass(1)
    }
    expect(clock.pace.speedReached).toBeCloseTo(600, 0)
  })
})
