/** Draws candles as lines of text: prices with an axis, volumes, times. Pure. */
import type { Paint } from '../../shared/terminal'

export interface TimedCandle extends ChartCandle {
  readonly volume: number
  /** Its text on the time axis. */
  readonly label: string
}

export interface ChartSize {
  /** Characters. */
  readonly columns: number
  /** Rows of prices, without volumes and times. */
  readonly rows: number
  readonly paint: Paint
}

const BARS = '▁▂▃▄▅▆▇█'
const AXIS_MIN = 9

/** How many candles fit into a line. */
export const roomFor = (columns: number): number => Math.max(1, columns - AXIS_MIN - 3)

export function drawChart(
  candles: readonly TimedCandle[],
  { columns, rows, paint }: ChartSize,
): readonly string[] {
  const lowest = Math.min(...candles.map(({ low }) => low))
  const highest = Math.max(...candles.map(({ high }) => high))
  const axis = priceAxis(lowest, highest, rows)
  const pitch = Math.max(1, Math.min(3, Math.floor(roomFor(columns) / candles.length)))
  const painted: Paint = (text, ink) => (text.trim() === '' ? text : paint(text, ink))
  const inkOf = (candle: ChartCandle) => (rises(candle) ? 'green' : 'red')

  const drawn = candles.map((candle) => ({ candle, cells: candleCells(candle, axis) }))
  const gap = ' '.repeat(pitch - 1)
  const priceLines = Array.from({ length: rows }, (_, row) => {
    const cells = drawn.map(({ candle, cells }) => painted(cells[row] ?? ' ', inkOf(candle)))
    const label = axis.labels.get(row)
    const edge = label === undefined ? ' │' : ` ┤ ${label}`
    return `${cells.join(gap)}${gap}${painted(edge, 'dim')}`
  })
  const most = Math.max(...candles.map(({ volume }) => volume))
  const volumes = candles.map((candle) => painted(volumeBar(candle.volume, most), 'dim'))
  const width = candles.length * pitch
  return [
    ...priceLines,
    `${volumes.join(gap)}${gap}${painted(` │ ${shortNumber(most)}`, 'dim')}`,
    painted(`${axisTicks(candles, pitch)} ┘`, 'dim'),
    painted(timeLabels(candles, pitch, width), 'dim'),
  ]
}

const volumeBar = (volume: number, most: number): string =>
  volume === 0 ? ' ' : BARS.charAt(Math.min(7, Math.floor((volume / most) * 8)))

const UNITS = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const

function shortNumber(value: number): string {
  const unit = UNITS.find(([size]) => value >= size)
  return unit === undefined ? String(value) : `${(value / unit[0]).toFixed(1)}${unit[1]}`
}

/** The candles that get a label: as many as fit with space between the labels. */
function labelled(candles: readonly TimedCandle[], pitch: number): ReadonlySet<number> {
  const longest = Math.max(...candles.map(({ label }) => label.length))
  const every = Math.ceil((longest + 2) / pitch)
  return new Set(candles.map((_, index) => index).filter((index) => index % every === 0))
}

const axisTicks = (candles: readonly TimedCandle[], pitch: number): string => {
  const marked = labelled(candles, pitch)
  return candles.map((_, index) => (marked.has(index) ? '┴' : '─') + '─'.repeat(pitch - 1)).join('')
}

function timeLabels(candles: readonly TimedCandle[], pitch: number, width: number): string {
  let line = ''
  for (const index of labelled(candles, pitch)) {
    const label = candles[index]?.label ?? ''
    if (index * pitch + label.length <= width + AXIS_MIN) {
      line = line.padEnd(index * pitch) + label
    }
  }
  return line
}

/**
 * One candle as a column of characters, each two cells high. A rising body is a line, a falling one
 * a block, so that they differ without colour.
 */
export interface ChartCandle {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

type Part = 'none' | 'wick' | 'body'

/** Characters by the parts in their upper and lower half. */
const RISING: Readonly<Record<Part, Readonly<Record<Part, string>>>> = {
  none: { none: ' ', wick: '╷', body: '╻' },
  wick: { none: '╵', wick: '│', body: '╽' },
  body: { none: '╹', wick: '╿', body: '┃' },
}
const FALLING: typeof RISING = {
  none: { none: ' ', wick: '╷', body: '▄' },
  wick: { none: '╵', wick: '│', body: '▄' },
  body: { none: '▀', wick: '▀', body: '█' },
}

export const rises = ({ open, close }: ChartCandle): boolean => close >= open

/** The characters of a candle, from the top row down. */
export function candleCells(candle: ChartCandle, { rows, halfAt }: PriceAxis): readonly string[] {
  const [top, bottom] = [halfAt(candle.high), halfAt(candle.low)]
  const [bodyTop, bodyBottom] = [
    halfAt(Math.max(candle.open, candle.close)),
    halfAt(Math.min(candle.open, candle.close)),
  ]
  const partAt = (half: number): Part => {
    if (bodyTop <= half && half <= bodyBottom) return 'body'
    return top <= half && half <= bottom ? 'wick' : 'none'
  }
  const shapes = rises(candle) ? RISING : FALLING
  return Array.from({ length: rows }, (_, row) => shapes[partAt(2 * row)][partAt(2 * row + 1)])
}

/** The rows of prices on a chart, and the labels of its axis. */
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
