/** Candles as lines of text: prices and their axis, a row of volumes, a row of times. Pure. */
import type { Paint } from '../../shared/terminal'
import { type ChartCandle, candleCells, rises } from './candle-cells'
import { priceAxis } from './price-axis'

export interface TimedCandle extends ChartCandle {
  readonly volume: number
  /** Its text on the time axis. */
  readonly label: string
}

export interface ChartSize {
  /** Characters. */
  readonly columns: number
  /** Of the prices alone, without volumes and times. */
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

/** The candles that get a label: as many as fit with a space between them. */
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
