/** Where prices lie on the rows of a chart, and the round prices that its axis names. */

export interface PriceAxis {
  readonly rows: number
  /** Half rows from the top, 0 … 2 × rows − 1. */
  readonly halfAt: (price: number) => number
  /** Texts of round prices, by row. */
  readonly labels: ReadonlyMap<number, string>
}

const STEPS = [1, 2, 2.5, 5, 10] as const
const ROWS_PER_LABEL = 4

export function priceAxis(lowest: number, highest: number, rows: number): PriceAxis {
  const room = highest > lowest ? highest - lowest : highest / 100
  const [low, high] = highest > lowest ? [lowest, highest] : [lowest - room, highest + room]
  const halves = 2 * rows - 1
  const halfAt = (price: number): number => Math.round(((high - price) / (high - low)) * halves)
  const step = roundStep(((high - low) * ROWS_PER_LABEL) / rows)
  const places = placesOf(step)
  const labels = new Map<number, string>()
  for (let count = Math.ceil(low / step); count * step <= high; count++) {
    labels.set(Math.floor(halfAt(count * step) / 2), (count * step).toFixed(places))
  }
  return { rows, halfAt, labels }
}

/** The least of 1, 2, 2.5 and 5 times a power of ten that is at least this. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return (STEPS.find((step) => step * power >= least) ?? 10) * power
}

/** As many decimal places as the step needs, and cents at least. */
const placesOf = (step: number): number => (step >= 0.01 && isCents(step) ? 2 : 4)

const isCents = (step: number): boolean => Math.abs(step * 100 - Math.round(step * 100)) < 1e-9
