/** Times: those of the wire as milliseconds, and how long something takes here. */

/** Milliseconds since 1970 of a time of the wire, `2026-03-02T23:30:00.000+09:00`. */
export const msOf = (instant: string): number => Date.parse(instant) // tidy: no clock is read

/** Milliseconds that only grow, for spans of time on this machine. */
export const elapsedMs = (): number => performance.now() // tidy: the page's one clock

/** Calls `work` once after so many milliseconds; what it returns cancels that. */
export function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
