/**
 * The simulated market's costs, in processor time and memory, beside their limits:
 * `bun run bench:prices`. Ends with status 1 if a figure is over its limit. Other work on the
 * machine makes figures larger by half.
 */
import { atMs, Temporal } from '../src/core/time'
import type { CandleRange, Feed, Interval } from '../src/market/feed'
import { simulatedFeed } from '../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../src/market/instruments/reference'
import { indexFunds } from '../src/server/compose/warm-up'

const NOW = Temporal.Instant.from('2026-11-20T20:30:00Z')
const START_MS = Temporal.Instant.from('2026-11-20T15:00:00Z').epochMilliseconds
const SECONDS = 3_600
const WARM_ROUNDS = 20
/**
 * Symbols whose candles nobody has read before, liquid and thin ones: some to warm up, and the
 * rest.
 */
const COLD_SYMBOLS = US_INSTRUMENTS.filter((_, index) => index % 42 === 0).map(
  ({ symbol }) => symbol,
)
const WARM_UP = 10

/**
 * A stock, a fund of a multiple, a company whose group is in no index fund, and the index fund with
 * the most parts, which a server's warm-up quotes itself.
 */
const COLD_QUOTES = ['AAPL', 'TQQQ', 'BABA', 'SPY'] as const
/** Each first quote is of a market of its own, so that none of its factors is cached. */
const COLD_MARKETS = 41
const WARM_UP_AT = NOW.subtract({ minutes: 5 })

interface Figure {
  readonly name: string
  readonly value: number
  readonly limit: number
  readonly unit: 'ms' | 'MiB'
}

const feed = simulatedFeed({ seed: 1, instruments: US_INSTRUMENTS })

function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const range = (from: string, limit: number): CandleRange => ({
  from: Temporal.Instant.from(from),
  to: NOW,
  now: NOW,
  sessions: ['REGULAR'],
  limit,
  keep: 'newest',
})

function bidAsks(): Figure {
  const instants = Array.from({ length: SECONDS }, (_, second) => atMs(START_MS + second * 1_000))
  const round = (): void => {
    for (const at of instants) feed.bidAsk('AAPL', at)
  }
  for (let warm = 0; warm < WARM_ROUNDS; warm++) round()
  const ms = cpuMs(() => {
    for (let warm = 0; warm < WARM_ROUNDS; warm++) round()
  })
  const value = ms / SECONDS / WARM_ROUNDS
  return { name: 'bid and ask of a second, warm', value, limit: 0.002, unit: 'ms' }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >>> 1] ?? 0

/** The median of a symbol's first quotes, in markets of different seeds. */
function firstQuotes(symbol: string, prepare: (market: Feed) => void): number {
  const each = Array.from({ length: COLD_MARKETS }, (_, market) => {
    const cold = simulatedFeed({ seed: market + 2, instruments: US_INSTRUMENTS })
    prepare(cold)
    return cpuMs(() => cold.quote(symbol, NOW))
  })
  return median(each)
}

/** The first quote after a server's warm-up, and beside it one in a market without any quotes. */
function firstQuote(symbol: string): Figure {
  const before = firstQuotes(symbol, () => {})
  const value = firstQuotes(symbol, (market) => {
    for (const fund of indexFunds(US_INSTRUMENTS)) market.quote(fund, WARM_UP_AT)
  })
  const name = `first quote of ${symbol} after a server's warm-up`
  return { name: `${name} (without: ${before.toPrecision(2)} ms)`, value, limit: 1, unit: 'ms' }
}

/** All symbols are quoted, so that the memory of their quotes counts. */
function quoteAll(): void {
  for (const { symbol } of US_INSTRUMENTS) feed.quote(symbol, NOW)
}

/**
 * The median of the symbols after the warm-up. The first answer of a process takes several times as
 * long, since its code is not compiled yet, so it is shown apart.
 */
function candles(interval: Interval, limit: number): Figure {
  const asked = range('2005-01-01T00:00:00Z', 1_000)
  const each = COLD_SYMBOLS.map((symbol) => cpuMs(() => feed.candles(symbol, interval, asked)))
  const [first = 0] = each
  const name = `1,000 candles of ${interval} of a symbol not asked for before`
  return {
    name: `${name} (the process's first: ${first.toPrecision(2)} ms)`,
    value: median(each.slice(WARM_UP)),
    limit,
    unit: 'ms',
  }
}

function year(): Figure {
  const asked = range('2025-11-20T00:00:00Z', 1_000)
  const value = cpuMs(() => {
    for (const { symbol } of US_INSTRUMENTS) feed.candles(symbol, '1d', asked)
  })
  return { name: `a year of 1d of all ${US_INSTRUMENTS.length}`, value, limit: 7_000, unit: 'ms' }
}

const memory = (): Figure => ({
  name: 'memory after everything',
  value: process.memoryUsage().rss / 1_048_576,
  limit: 600,
  unit: 'MiB',
})

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  process.stdout.write('usage: bun run bench:prices\n\nIt takes about a minute.\n')
  process.exit(0)
}

function show({ name, value, limit, unit }: Figure): boolean {
  const within = value <= limit
  const verdict = within ? 'within' : 'OVER'
  process.stdout.write(`${name}: ${value.toPrecision(3)} ${unit}, ${verdict} ${limit} ${unit}\n`)
  return within
}

quoteAll()
const verdicts = [
  show(bidAsks()),
  ...COLD_QUOTES.map((symbol) => show(firstQuote(symbol))),
  show(candles('1m', 12)),
  show(candles('1d', 150)),
  show(year()),
  show(memory()),
]
if (verdicts.includes(false)) process.exitCode = 1
