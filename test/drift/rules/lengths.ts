/** How many lines a file may have before it is a book and no longer a chapter. */

/** A table is read by looking up, so its length does no harm. */
export const LONG_FILES: ReadonlyMap<string, string> = new Map([
  ['src/core/refusals.ts', 'the table of every error code'],
  ['src/postgres/schema.ts', 'every table of the database, with its constraints'],
])

const LINES_MAX = 500

export const linesAllowed = (path: string): number =>
  path.startsWith('src/') && !LONG_FILES.has(path) ? LINES_MAX : Number.POSITIVE_INFINITY
