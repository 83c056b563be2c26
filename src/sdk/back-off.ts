/** How long to wait before the next attempt. Pure. */

const FIRST_MS = 250
const LONGEST_MS = 30_000

/**
 * Milliseconds before the attempt that follows so many failures in a row: twice as long each time,
 * up to 30 s. One half is fixed, so that a server in trouble is never hammered; the other half is
 * `random` (0 to 1), so that clients that were cut off together do not come back together.
 */
export function backOffMs(failures: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
  return Math.round((longest * (1 + random)) / 2)
}
