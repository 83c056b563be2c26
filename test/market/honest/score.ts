/** The statistical significance of a bot's gain. */

export interface Score {
  readonly mean: number
  /** The mean over its standard error; above 3 it is hardly chance. */
  readonly t: number
  readonly count: number
}

export function scoreOf(results: readonly number[]): Score {
  const count = results.length
  const mean = results.reduce((sum, result) => sum + result, 0) / count
  const variance = results.reduce((sum, result) => sum + (result - mean) ** 2, 0) / (count - 1)
  const t = variance === 0 ? 0 : mean / Math.sqrt(variance / count)
  return { mean, t, count }
}

/** A t of three comes by chance once in 740 bots. */
export const SURE = 3
