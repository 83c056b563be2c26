/** `bun run market chart`: candles of REGULAR, straight from the feed. */
import type { Config } from '../../../config/config'
import { MARKET_FEED, MARKET_SEED } from '../../../config/market'
import { parseWholeNumber, quoted } from '../../../config/setting'
import { fault, isFault, type KeyFault } from '../../../core/fault'
import { decimalString, wireNumber } from '../../../core/money'
import { atMs, type Instant, parseInstant, toKst } from '../../../core/time'
import { wallNowMs } from '../../../market/clock'
import { type Candle, type Feed, INTERVALS, type Interval } from '../../../market/feed'
import { replayFeed } from '../../../market/feeds/replay'
import { loadRecording } from '../../../market/feeds/replay/load'
import { simulatedFeed } from '../../../market/feeds/simulated'
import { US_INSTRUMENTS } from '../../../market/instruments/us'
import { barLibrary } from '../../../store/tables/bars'
import { inNewYork } from '../../bars/times'
import { type CommandLine, commandLine } from '../../command-line'
import { type CommandContext, configOf, type Outcome, onDatabase } from '../../shell'
import type { Terminal } from '../../terminal'
import { drawChart, roomFor, type TimedCandle } from './draw'

const OPTIONS = { texts: ['interval', 'count', 'at', 'feed', 'seed'] }
const COUNT = 60
const COUNT_MAX = 1_000
const COLUMNS = 80
const ROWS = 16

interface Asked {
  readonly symbol: string
  readonly interval: Interval
  readonly count: number
  readonly at: Instant
  readonly feed: Config['feed']
  readonly seed: number
}

export async function runChart(
  args: readonly string[],
  { terminal, env }: CommandContext,
): Promise<Outcome> {
  const line = commandLine(args, OPTIONS)
  if (isFault(line)) return line
  const config = configOf(env)
  if (isFault(config)) return config
  const asked = askedOf(line, config)
  if (isFault(asked)) return asked
  const { symbol, seed } = asked
  if (asked.feed === 'simulated') {
    // All of them: a fund or a class of shares moves with another one.
    const feed = simulatedFeed({ seed, instruments: US_INSTRUMENTS })
    return show(feed, asked, `simulated, seed ${seed}`, terminal)
  }
  return onDatabase(env, async (database) => {
    const recording = await loadRecording(barLibrary(database), { only: symbol })
    return show(replayFeed(recording, seed), asked, 'replay', terminal)
  })
}

function askedOf(line: CommandLine, config: Config): Asked | KeyFault {
  const [command, symbol, ...others] = line.operands
  if (command !== 'chart')
    return fault('Which command? chart, report, adopt or repair; --help explains them.')
  if (symbol === undefined || others.length > 0) return fault('chart needs one SYMBOL.')
  const text = line.text('interval') ?? '1d'
  const interval = INTERVALS.find((known) => known === text)
  if (interval === undefined) return wrong('interval', text, INTERVALS.join(' '))
  const counted = line.text('count') ?? String(COUNT)
  const count = parseWholeNumber(counted, 1, COUNT_MAX)
  if (count === undefined) return wrong('count', counted, `1 to ${COUNT_MAX}`)
  const time = line.text('at')
  const at = time === undefined ? nowOf(config) : parseInstant(time)
  if (at === undefined) return wrong('at', time ?? '', 'an ISO 8601 time')
  const feedText = line.text('feed')
  const feed = feedText === undefined ? config.feed : MARKET_FEED.read(feedText)
  if (feed === undefined) return wrong('feed', feedText ?? '', MARKET_FEED.allowed)
  const seedText = line.text('seed')
  const seed = seedText === undefined ? config.seed : MARKET_SEED.read(seedText)
  if (seed === undefined) return wrong('seed', seedText ?? '', MARKET_SEED.allowed)
  if (seed === 'random') return fault('A seed that was drawn is shown to nobody; name another.')
  return { symbol: symbol.toUpperCase(), interval, count, at, feed, seed }
}

const wrong = (option: string, text: string, allowed: string): KeyFault =>
  fault(`--${option}: ${quoted(text)} is not allowed; allowed: ${allowed}`)

const nowOf = ({ clock }: Config): Instant =>
  clock.kind === 'system' || clock.startsAt === 'open' ? atMs(wallNowMs()) : clock.startsAt

function show(feed: Feed, asked: Asked, source: string, terminal: Terminal): Outcome {
  const { symbol, interval, at } = asked
  const columns = terminal.columns ?? COLUMNS
  const limit = Math.min(asked.count, roomFor(columns))
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
  const size = { columns, rows: ROWS, colour: terminal.columns !== null }
  terminal.say(
    [
      `${symbol}  ${interval}  ${candles.length} candles up to ${toKst(at)}  (${source})`,
      `close ${decimalString(last.close)}  ${changeText(candles)}`,
      '',
      ...drawChart(
        candles.map((candle) => drawable(candle, interval)),
        size,
      ),
    ].join('\n'),
  )
  return undefined
}

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
