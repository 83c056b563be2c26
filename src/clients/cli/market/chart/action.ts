/** `paper market chart`: draws candles of REGULAR from a feed. */
import { decimalString, wireNumber } from '../../../../core/money'
import { atMs, type Instant, parseInstant, toKst } from '../../../../core/time'
import { type CommandFault, fault, isFault } from '../../../../lib/fault'
import { plural } from '../../../../lib/text'
import { wallNowMs } from '../../../../market/clock'
import { type Candle, type Feed, INTERVALS, type Interval } from '../../../../market/feed'
import { replayFeed } from '../../../../market/feeds/replay'
import { loadRecording } from '../../../../market/feeds/replay/load'
import { simulatedFeed } from '../../../../market/feeds/simulated'
import { US_INSTRUMENTS } from '../../../../market/instruments/reference'
import type { Config } from '../../../../server/config/config'
import { parseWholeNumber } from '../../../../server/config/setting'
import { onLibrary } from '../../bars/bar-store'
import {
  action,
  type CommandLineOf,
  choiceOf,
  type OptionFormat,
  type Outcome,
  readOption,
} from '../../shared/command-line'
import { inNewYork } from '../../shared/new-york-time'
import { configOf } from '../../shared/on-database'
import type { Terminal } from '../../shared/terminal'
import { readSeed } from '../seed'
import { drawChart, roomFor, type TimedCandle } from './draw'

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
