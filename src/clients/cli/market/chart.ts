/** `paper market chart`: draws candles of REGULAR from a feed as lines of text. */
import { decimalString, wireNumber } from '../../../core/money'
import { atMs, type Instant, parseInstant, toKst } from '../../../core/time'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { plural } from '../../../lib/text'
import { wallNowMs } from '../../../market/clock'
import { type Candle, type Feed, INTERVALS, type Interval } from '../../../market/feed'
import { replayFeed } from '../../../market/feeds/replay'
import { loadRecording } from '../../../market/feeds/replay/load'
import { simulatedFeed } from '../../../market/feeds/simulated'
import { US_INSTRUMENTS } from '../../../market/instruments/reference'
import type { Config } from '../../../server/config/config'
import { DEFAULT_SEED, MARKET_SEED } from '../../../server/config/market'
import { parseWholeNumber } from '../../../server/config/setting'
import { onLibrary } from '../bars/bar-store'
import {
  action,
  type CommandLineOf,
  choiceOf,
  type OptionFormat,
  type Outcome,
  readOption,
} from '../shared/command-line'
import { inNewYork } from '../shared/format'
import { configOf } from '../shared/on-database'
import type { Paint, Terminal } from '../shared/terminal'

const SYNTAX = {
  operands: ['SYMBOL'],
  options: {
    interval: 'text',
    count: 'text',
    at: 'text',
    feed: 'text',
    seed: 'text',
    json: 'flag',
  },
  words: { interval: INTERVALS, feed: ['simulated', 'replay'] },
} as const

const USUAL_COUNT = 60
const COUNT_MAX = 1_000
/** The width if the standard output is not a terminal. */
const USUAL_COLUMNS = 80
const ROWS = 16

/** Feeds that need no server. */
const FEED = choiceOf(['simulated', 'replay'])
/** A server stores live prices as bars. */
const usualFeed = ({ feed }: Config) => (feed === 'simulated' ? feed : 'replay')

const INTERVAL = choiceOf(INTERVALS)
const COUNT: OptionFormat<number> = {
  allowed: `1 to ${COUNT_MAX}`,
  read: (text) => parseWholeNumber(text, 1, COUNT_MAX),
}
const AT: OptionFormat<Instant> = { allowed: 'an ISO 8601 time', read: parseInstant }

interface ChartOptions {
  readonly symbol: string
  readonly interval: Interval
  readonly count: number
  readonly at: Instant
  readonly feed: 'simulated' | 'replay'
  readonly seed: bigint
  readonly json: boolean
}

export const chartAction = action(SYNTAX, (line, context) => {
  const { terminal, env } = context
  const config = configOf(env)
  if (isFault(config)) return config
  const options = chartOptions(line, config)
  if (isFault(options)) return options
  const { symbol, seed } = options
  if (options.feed === 'simulated') {
    // All instruments, since a fund or a class of shares moves with another one.
    const feed = simulatedFeed({ seed, instruments: US_INSTRUMENTS })
    return show(feed, options, `simulated, seed ${seed}`, terminal)
  }
  return onLibrary(context, async (library) => {
    const recording = await loadRecording(library, { only: symbol })
    return show(replayFeed(recording, seed), options, 'replay', terminal)
  })
})

function chartOptions(
  line: CommandLineOf<typeof SYNTAX.options>,
  config: Config,
): ChartOptions | CommandFault {
  const [symbol = ''] = line.operands
  const interval = readOption('interval', line.text('interval'), INTERVAL, '1d')
  if (isFault(interval)) return interval
  const count = readOption('count', line.text('count'), COUNT, USUAL_COUNT)
  if (isFault(count)) return count
  const at = readOption('at', line.text('at'), AT, nowOf(config))
  if (isFault(at)) return at
  const feed = readOption('feed', line.text('feed'), FEED, usualFeed(config))
  if (isFault(feed)) return feed
  const seed = readSeed(line.text('seed'), config.seed)
  if (isFault(seed)) return seed
  const json = line.flag('json')
  return { symbol: symbol.toUpperCase(), interval, count, at, feed, seed, json }
}

const nowOf = ({ clock }: Config): Instant =>
  clock.kind === 'system' || clock.startsAt === 'open' ? atMs(wallNowMs()) : clock.startsAt

function show(feed: Feed, options: ChartOptions, source: string, terminal: Terminal): Outcome {
  const { symbol, interval, at } = options
  const columns = terminal.screen?.columns ?? USUAL_COLUMNS
  const limit = options.json ? options.count : Math.min(options.count, roomFor(columns))
  const to = at.add({ milliseconds: 1 })
  const range = {
    from: atMs(0),
    to,
    now: at,
    sessions: ['REGULAR'],
    limit,
    keep: 'newest',
  } as const
  const candles = feed.candles(symbol, interval, range)
  const last = candles.at(-1)
  if (last === undefined) return fault(`There are no candles of ${symbol} up to ${toKst(at)}.`)
  if (options.json) {
    terminal.say(JSON.stringify({ symbol, interval, candles: candles.map(plainCandle) }))
    return undefined
  }
  terminal.say(
    [
      `${symbol}  ${interval}  ${plural(candles.length, 'candle')} up to ${toKst(at)}  (${source})`,
      `close ${decimalString(last.close)}  ${changeText(candles)}`,
      '',
      ...drawChart(
        candles.map((candle) => drawable(candle, interval)),
        { columns, rows: ROWS, paint: terminal.paint },
      ),
    ].join('\n'),
  )
  return undefined
}

const plainCandle = ({ startsAt, open, high, low, close, volume }: Candle) => ({
  startsAt: toKst(startsAt),
  open: decimalString(open),
  high: decimalString(high),
  low: decimalString(low),
  close: decimalString(close),
  volume: volume.toFixed(),
})

function changeText(candles: readonly Candle[]): string {
  const [last, before] = [candles.at(-1), candles.at(-2)]
  if (last === undefined || before === undefined) return ''
  const rate = (wireNumber(last.close) / wireNumber(before.close) - 1) * 100
  return `${rate < 0 ? '−' : '+'}${Math.abs(rate).toFixed(2)} %`
}

function drawable(candle: Candle, interval: Interval): TimedCandle {
  const { startsAt, open, high, low, close, volume } = candle
  const local = inNewYork(startsAt).toPlainDateTime()
  const date = local.toPlainDate().toString()
  const label = /[dwo]$/.test(interval)
    ? date
    : `${date.slice('yyyy-'.length)} ${local.toPlainTime().toString({ smallestUnit: 'minute' })}`
  return {
    open: wireNumber(open),
    high: wireNumber(high),
    low: wireNumber(low),
    close: wireNumber(close),
    volume: wireNumber(volume),
    label,
  }
}

/** The seed of `--seed`, or of MARKET_SEED. */
export function readSeed(
  text: string | undefined,
  configured: bigint | 'random' | null,
): bigint | CommandFault {
  const seed = readOption('seed', text, MARKET_SEED, configured)
  if (isFault(seed)) return seed
  if (seed !== 'random') return seed ?? DEFAULT_SEED
  return fault('This command reads no seed from a database: name one with --seed.')
}

interface TimedCandle extends ChartCandle {
  readonly volume: number
  /** Its text on the time axis. */
  readonly label: string
}

interface ChartSize {
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
interface ChartCandle {
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

const rises = ({ open, close }: ChartCandle): boolean => close >= open

/** The characters of a candle, from the top row down. */
function candleCells(candle: ChartCandle, { rows, halfAt }: PriceAxis): readonly string[] {
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
interface PriceAxis {
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
