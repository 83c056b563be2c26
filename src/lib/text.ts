/** Formats texts for people: counts, suggestions for misspelled words, and reasons of errors. */

/** `1,234` */
export const counted = (count: number): string => count.toLocaleString('en-US')

/** `1 account`, `2 accounts`, `1,234 accounts`; `many` is an irregular plural. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${counted(count)} ${count === 1 ? one : many}`

/** A command as a shell takes it: words are quoted if the shell would change them. */
export const shellLine = (words: readonly string[]): string =>
  words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ')

/** The word that is the fewest edits away; undefined if that is too many. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const typed = word.slice(0, 40).toLowerCase()
  const [first] = words
    .map((known) => ({ known, distance: distance(typed, known.toLowerCase()) }))
    .toSorted((one, other) => one.distance - other.distance)
  if (first === undefined) return undefined
  return first.distance <= Math.max(2, Math.ceil(first.known.length / 3)) ? first.known : undefined
}

/** The Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      const [left = 0, up = 0, corner = 0] = [next[j - 1], row[j], row[j - 1]]
      next.push(Math.min(left + 1, up + 1, corner + cost))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/**
 * The message of an error, as one line. For a failed query it is the database's, not the
 * query. An error without a message, such as a refused connection, has a code.
 */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return firstLine(String(error))
  const cause = error.cause instanceof Error ? error.cause.message : ''
  const code = 'code' in error ? String(error.code) : ''
  return firstLine(cause || error.message || code)
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''
