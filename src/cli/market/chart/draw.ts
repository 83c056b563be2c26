/** Candles as lines of text: prices with their axis, a row of volume, a row of times. Pure. */
import { type ChartCandle, candleCells, rises } from './candle-cells'
import { scaleOf } from './scale'

export interface TimedCandle extends ChartCandle {
  readonly volume: number
  /** What the time axis may say of it. */
  readonly label: string
}

export interface ChartSize {
  /** Characters. */
  readonly columns: number
  /** Of the prices alone. */
  readonly rows: number
  readonly colour: boolean
}

const GREEN = '\x1b[32m'
const RED = '\x1b[31m'
const DIM = '\x1b[2m'
const PLAIN = '\x1b[0m'
const BARS = '▁▂▃▄▅▆▇█'
const AXIS_MIN = 9

/** How many candles a line has room for. */
export const roomFor = (columns: number): number => Math.max(1, columns - AXIS_MIN - 3)

export function drawChart(
  candles: readonly TimedCandle[],
  { columns, rows, colour }: ChartSize,
): readonly string[] {
  const lowest = Math.min(...candles.map(({ low }) => low))
  const highest = Math.max(...candles.map(({ high }) => high))
  const scale = scaleOf(lowest, highest, rows)
  const pitch = Math.max(1, Math.min(3, Math.floor(roomFor(columns) / candles.length)))
  const painted = (text: string, ink: string): string =>
    colour && text.trim() !== '' ? `${ink}${text}${PLAIN}` : text
  const colourOf = (candle: ChartCandle): string => (rises(candle) ? GREEN : RED)

  const drawn = candles.map((candle) => ({ candle, cells: candleCells(candle, scale) }))
  const gap = ' '.repeat(pitch - 1)
  const priceLines = Array.from({ length: rows }, (_, row) => {
    const cells = drawn.map(({ candle, cells }) => painted(cells[row] ?? ' ', colourOf(candle)))
    const label = scale.labels.get(row)
    const axis = label === undefined ? ' │' : ` ┤ ${label}`
    return `${cells.join(gap)}${gap}${painted(axis, DIM)}`
  })
  const most = Math.max(...candles.map(({ volume }) => volume))
  const volumes = candles.map((candle) => painted(volumeBar(candle.volume, most), DIM))
  const width = candles.length * pitch
  return [
    ...priceLines,
    `${volumes.join(gap)}${gap}${painted(` │ ${shortNumber(most)}`, DIM)}`,
    painted(`${axisTicks(candles, pitch)} ┘`, DIM),
    painted(timeLabels(candles, pitch, width), DIM),
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

/** The candles that have a label: as many as fit with a space between them. */
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
