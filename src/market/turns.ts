/** Long reads take turns, so that orders are carried out in between. */

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

/** Carries work out, and resolves or rejects as the work does. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>

/** At most `places` at a time; the others wait, first come, first served. */
export function queueWith(places: number): Queue {
  let free = places
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place goes on to the next one, so that nobody else gets between.
      if (next === undefined) free++
      else next()
    }
  }
}
