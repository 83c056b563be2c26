/**
 * Draws charts as inline SVG. The page's classes colour them, so they follow light and dark mode.
 */

export interface Chart {
  readonly title: string
  readonly text: string
  readonly svg: string
  readonly legend: readonly (readonly [style: string, text: string])[]
}

/** At most two decimal places. */
export const decimal = (value: number): string => String(Math.round(value * 100) / 100)
export const percent = (value: number): string => `${Math.round(value * 100)} %`

export const WIDTH = 480
export const HEIGHT = 300
const PLOT = { left: 58, right: 16, top: 14, bottom: 34 } as const

export const rounded = (value: number): string => String(Math.round(value * 10) / 10)

export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

export interface Axis {
  readonly from: number
  readonly to: number
  readonly ticks: readonly number[]
  readonly label: (value: number) => string
  readonly logarithmic?: boolean
}

export interface Plot {
  readonly x: (value: number) => number
  readonly y: (value: number) => number
  /** Puts shapes on the axes and the grid. */
  readonly of: (shapes: readonly string[], title: string) => string
}

function scaleOf({ from, to, logarithmic = false }: Axis, start: number, end: number) {
  const scale = logarithmic ? Math.log : (value: number) => value
  const [low, high] = [scale(from), scale(to)]
  return (value: number): number => start + ((scale(value) - low) / (high - low)) * (end - start)
}

export function plot(across: Axis, up: Axis): Plot {
  const bottom = HEIGHT - PLOT.bottom
  const x = scaleOf(across, PLOT.left, WIDTH - PLOT.right)
  const y = scaleOf(up, bottom, PLOT.top)
  const grid = up.ticks.map((tick) => {
    const at = rounded(y(tick))
    return (
      `<line class="grid" x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${at}" y2="${at}"/>` +
      `<text class="tick" x="${PLOT.left - 7}" y="${at}" dy="4" text-anchor="end">` +
      `${escaped(up.label(tick))}</text>`
    )
  })
  const labels = across.ticks.map(
    (tick) =>
      `<text class="tick" x="${rounded(x(tick))}" y="${bottom + 19}" text-anchor="middle">` +
      `${escaped(across.label(tick))}</text>`,
  )
  return {
    x,
    y,
    of: (shapes, title) => picture([...grid, ...labels, ...shapes], title),
  }
}

export const picture = (shapes: readonly string[], title: string, height = HEIGHT): string =>
  `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">` +
  `${shapes.join('')}</svg>`

type Point = readonly [x: number, y: number]

const path = (points: readonly Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${rounded(x)} ${rounded(y)}`).join('')

export const line = (points: readonly Point[], style: string): string =>
  `<path class="line ${style}" d="${path(points)}"/>`

/** The area between two lines. */
export const area = (points: readonly Point[], below: readonly Point[], style: string): string =>
  `<path class="area ${style}" d="${path([...points, ...below.toReversed()])}Z"/>`

export const dot = ([x, y]: Point, style: string, radius = 3): string =>
  `<circle class="dot ${style}" cx="${rounded(x)}" cy="${rounded(y)}" r="${radius}"/>`

export const box = (x: number, y: number, width: number, height: number, style: string): string =>
  `<rect class="${style}" x="${rounded(x)}" y="${rounded(y)}" width="${rounded(width)}" ` +
  `height="${rounded(Math.max(height, 0))}"/>`

export const words = ([x, y]: Point, text: string, style: string, anchor = 'start'): string =>
  `<text class="${style}" x="${rounded(x)}" y="${rounded(y)}" text-anchor="${anchor}">` +
  `${escaped(text)}</text>`
