/** The known word that a mistyped one most likely means. Pure. */

/** The word that the fewest changes of letters lead to, if they are few. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const typed = word.slice(0, 40).toLowerCase()
  const [first] = words
    .map((known) => ({ known, distance: distance(typed, known.toLowerCase()) }))
    .toSorted((one, other) => one.distance - other.distance)
  if (first === undefined) return undefined
  return first.distance <= Math.max(2, Math.ceil(first.known.length / 3)) ? first.known : undefined
}

/** Levenshtein (1966). */
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
