/** Makes long reads take turns, so that orders are processed in between. */
import type { MonotonicMs } from './clock'

/** Resolves when it is the caller's turn. */
export type YieldTurns = () => Promise<void>

/** One turn in each round of the event loop, first come, first served. */
export function yieldTurns(): YieldTurns {
  const waiting: (() => void)[] = []
  const next = (): void => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(next)
  }
  return () =>
    new Promise((begin) => {
      waiting.push(begin)
      if (waiting.length === 1) setImmediate(next)
    })
}

/** The turns of this process, which has one event loop. */
export const takeTurn: YieldTurns = yieldTurns()

/**
 * Runs the work and returns its result; returns `late`, without running it, after too long a wait.
 */
export type Queue = <T>(work: () => Promise<T>) => Promise<T | 'late'>

export interface QueueLimits {
  /** Works that run at a time; further works wait, first come, first served. */
  readonly places: number
  readonly waitMsMax: number
  readonly elapsedMs: MonotonicMs
}

export function queueWith({ places, waitMsMax, elapsedMs }: QueueLimits): Queue {
  let free = places
  const waiting: (() => void)[] = []
  return async (work) => {
    const cameAtMs = elapsedMs()
    if (free > 0) free--
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return elapsedMs() - cameAtMs < waitMsMax ? await work() : 'late'
    } finally {
      const next = waiting.shift()
      // Passes the place to the next in line, so that no new caller takes it.
      if (next === undefined) free++
      else next()
    }
  }
}
