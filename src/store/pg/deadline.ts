/** The time that a piece of work has, however many attempts and statements it is made of. */

/** The time was over. What was sent by then may have been carried out only if that was a COMMIT. */
export class Overdue extends Error {
  override readonly name = 'Overdue'
  readonly code = 'OVERDUE'
}

export interface Deadline {
  readonly passed: boolean
  /** Tells of the end of the time; what it returns takes the listener away. */
  whenPassed(listener: () => void): () => void
  /** The work is done. */
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
