/** The deadline of a piece of work, shared by all of its attempts and statements. */

/** The deadline passed. Only a COMMIT sent before it may have taken effect. */
export class Overdue extends Error {
  override readonly name = 'Overdue'
  readonly code = 'OVERDUE'
}

export interface Deadline {
  readonly passed: boolean
  /** Calls the listener when the deadline passes. Returns a function that removes it. */
  whenPassed(listener: () => void): () => void
  /** Stops the timer: the work is done. */
  end(): void
}

/** `limitMs` from now on; Infinity never passes. */
export function deadlineIn(limitMs: number): Deadline {
  const listeners = new Set<() => void>()
  let passed = false
  const pass = (): void => {
    passed = true
    for (const listener of [...listeners]) listener()
  }
  const timer = Number.isFinite(limitMs) ? setTimeout(pass, limitMs) : undefined
  return {
    get passed() {
      return passed
    },
    whenPassed(listener) {
      if (passed) queueMicrotask(listener)
      else listeners.add(listener)
      return () => listeners.delete(listener)
    },
    end: () => clearTimeout(timer),
  }
}
