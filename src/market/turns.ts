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
