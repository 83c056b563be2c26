/** How many lines a file may have before it has two reasons to exist. */

/** A table is read by looking up, so its length does no harm. */
export const LONG_FILES: ReadonlyMap<string, string> = new Map([
  ['src/core/refusals.ts', 'the table of every error code'],
  ['src/store/schema.ts', 'every table of the database, with its constraints'],
])

export function linesAllowed(path: string): number {
  if (!path.startsWith('src/') || LONG_FILES.has(path)) return Number.POSITIVE_INFINITY
  if (path.startsWith('src/core/')) return 300
  return 250
}
