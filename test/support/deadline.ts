import { type Deadline, deadlineIn } from '../../src/postgres/connection'

/** A deadline that passes when the test says so, however slow the machine is. */
export function steeredDeadline(): { readonly deadline: Deadline; pass(): void } {
  const listeners = new Set<() => void>()
  let passed = false
  return {
    deadline: {
      get passed() {
        return passed
      },
      whenPassed(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      end: () => {},
    },
    pass() {
      passed = true
      for (const listener of [...listeners]) listener()
    },
  }
}

/** A deadline that never passes. */
export const withoutDeadline = (): Deadline => deadlineIn(Number.POSITIVE_INFINITY)
