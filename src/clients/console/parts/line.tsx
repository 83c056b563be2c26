/** Values as a line from left to right; for looking at, so floating point is good enough. */
import './line.css'

interface LineProps {
  readonly values: readonly number[]
  /** What it shows, read aloud. */
  readonly label: string
  readonly tone?: 'up' | 'down' | 'accent'
}

const WIDTH = 100
const HEIGHT = 24
const MARGIN = 2

export function Line({ values, label, tone = 'accent' }: LineProps) {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map((value, index) => {
    const y = HEIGHT - MARGIN - ((value - low) / span) * (HEIGHT - 2 * MARGIN)
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      class={`line ${tone}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(' ')} vector-effect="non-scaling-stroke" />
    </svg>
  )
}
