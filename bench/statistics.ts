/** The value in the middle; of an even number, the mean of the two there. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** What the rounds had in common, and how far apart they were. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
})

/** One side against another, round by round: what slowed a round slowed both. */
export const ratiosOf = (ours: readonly number[], theirs: readonly number[]): Spread =>
  spreadOf(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
