import { type Alarm, alarm } from '../../market/clock'

/** Runs works one after the other, in the order in which they were given. */
export interface SerialQueue {
  run<T>(work: () => Promise<T>): Promise<T>
  /** Some work waits for the one that is running. */
  readonly isWaitedFor: boolean
  /** Resolves when all works given so far have ended, well or not. */
  drained(): Promise<void>
}

export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    run(work) {
      waiting++
      const done = last.then(() => {
        waiting--
        return work()
      })
      last = done.catch(() => {})
      return done
    },
    get isWaitedFor() {
      return waiting > 0
    },
    async drained() {
      await last
    },
  }
}

/** The longest that a timer can wait. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** A sleep that can be ended early; a wake before the sleep ends it at once. */
export function wakeableSleep(after: Alarm = alarm) {
  let end: (() => void) | null = null
  let woken = false
  return {
    wake(): void {
      if (end === null) woken = true
      else end()
    },
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        end = () => {
          cancel()
          end = null
          woken = false
          resolve()
        }
        const cancel = after(Math.min(Math.max(ms, 1), TIMER_MAX_MS), () => end?.())
        if (woken) end()
      }),
  }
}
