/** The longest that a timer can wait. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Sleep that can be ended early: waking it before it has begun ends it at once. */
export function pauses() {
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
          clearTimeout(timer)
          end = null
          woken = false
          resolve()
        }
        const timer = setTimeout(() => end?.(), Math.min(Math.max(ms, 1), TIMER_MAX_MS))
        if (woken) end()
      }),
  }
}
