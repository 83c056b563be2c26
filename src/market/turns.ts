/** Long reads take turns, so that orders are carried out in between. */
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

/** The turns of this process: it has one event loop, whatever is read. */
export const takeTurn: YieldTurns = yieldTurns()

/** Resolves or rejects as the work does; `late` if it has waited too long, and is left out. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T | 'late'>

export interface QueueLimits {
  /** Works at a time; the others wait, first come, first served. */
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
      // The place goes on to the next one, so that nobody else gets between.
      if (next === undefined) free++
      else next()
    }
  }
}
