/** Statistics of a series of numbers. Pure; NaN for a series that is too short. */

export type Series = readonly number[]

export const mean = (values: Series): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

export function moment(values: Series, power: number): number {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** power))
}

export const deviation = (values: Series): number => Math.sqrt(moment(values, 2))

/** 0 for a normal distribution. */
export const excessKurtosis = (values: Series): number =>
  moment(values, 4) / moment(values, 2) ** 2 - 3

export const skewness = (values: Series): number => moment(values, 3) / deviation(values) ** 3

export function correlation(ones: Series, others: Series): number {
  const length = Math.min(ones.length, others.length)
  const [one, other] = [ones.slice(0, length), others.slice(0, length)]
  const [middle, otherMiddle] = [mean(one), mean(other)]
  const products = one.map((value, index) => (value - middle) * ((other[index] ?? 0) - otherMiddle))
  return mean(products) / (deviation(one) * deviation(other))
}

export const autocorrelation = (values: Series, lag: number): number =>
  correlation(values.slice(lag), values.slice(0, -lag))

/** The tail exponent, from the largest `part` of the absolute values (Hill, 1975). */
export function hillIndex(values: Series, part: number): number {
  const sizes = values.map(Math.abs).sort((one, other) => other - one)
  const count = Math.floor(sizes.length * part)
  const threshold = sizes[count] ?? Number.NaN
  const logs = sizes.slice(0, count).map((size) => Math.log(size / threshold))
  return 1 / mean(logs)
}

export const changes = (levels: Series, steps = 1): number[] =>
  levels.slice(steps).map((level, index) => level - (levels[index] ?? Number.NaN))

/** Sums of `size` consecutive values each. */
export function blocks(values: Series, size: number): number[] {
  const sums: number[] = []
  for (let from = 0; from + size <= values.length; from += size) {
    sums.push(values.slice(from, from + size).reduce((sum, value) => sum + value, 0))
  }
  return sums
}

export function median(values: Series): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Squared changes over `steps`, averaged over all starting points, per unit of time. */
export function realisedVariance(levels: Series, steps: number): number {
  const moves = changes(levels, steps)
  return mean(moves.map((move) => move * move)) / steps
}
