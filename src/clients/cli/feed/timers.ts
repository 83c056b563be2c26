/** Timers that can be cancelled together, so that they do not keep the process alive. */
import type { Alarm } from '../../../market/clock'

export interface Timers {
  later(ms: number, ring: () => void): void
  cancelAll(): void
}

export function openTimers(after: Alarm): Timers {
  const pending = new Set<{ cancel: () => void }>()
  return {
    later(ms, ring) {
      const timer = { cancel: () => {} }
      pending.add(timer)
      timer.cancel = after(ms, () => {
        pending.delete(timer)
        ring()
      })
    },
    cancelAll() {
      for (const timer of pending) timer.cancel()
      pending.clear()
    },
  }
}
