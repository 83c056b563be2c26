/**
 * What the simulated market costs, in processor time, beside what it may: `bun run bench:prices`.
 * Ends with status 1 if a figure is over its limit. Other work on the machine makes figures
 * larger by half.
 */
import { atMs, Temporal } from '../src/core/time'
import type { CandleRange, Interval } from '../src/market/feed'
import { simulatedFeed } from '../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../src/market/instruments/reference'

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

interface Figure {
  readonly name: string
  readonly ms: number
  readonly limitMs: number
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
  return { name: 'bid and ask of a second, warm', ms: ms / SECONDS / WARM_ROUNDS, limitMs: 0.002 }
}

/**
 * The median of the symbols after the warm-up. The first answer of a process takes several times as
 * long, since its code is not compiled yet, so it is shown apart.
 */
function candles(interval: Interval, limitMs: number): Figure {
  const asked = range('2005-01-01T00:00:00Z', 1_000)
  const each = COLD_SYMBOLS.map((symbol) => cpuMs(() => feed.candles(symbol, interval, asked)))
  const [first = 0] = each
  const measured = each.slice(WARM_UP).sort((one, other) => one - other)
  const ms = measured[measured.length >>> 1] ?? first
  const name = `1,000 candles of ${interval} of a symbol not asked for before`
  return { name: `${name} (the process's first: ${first.toPrecision(2)} ms)`, ms, limitMs }
}

function year(): Figure {
  const asked = range('2025-11-20T00:00:00Z', 1_000)
  const ms = cpuMs(() => {
    for (const { symbol } of US_INSTRUMENTS) feed.candles(symbol, '1d', asked)
  })
  return { name: `a year of 1d of all ${US_INSTRUMENTS.length}`, ms, limitMs: 10_000 }
}

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  process.stdout.write('usage: bun run bench:prices\n\nIt takes about a minute.\n')
  process.exit(0)
}
const figures = [bidAsks(), candles('1m', 10), candles('1d', 150), year()]
for (const { name, ms, limitMs } of figures) {
  const verdict = ms <= limitMs ? 'within' : 'OVER'
  process.stdout.write(`${name}: ${ms.toPrecision(3)} ms, ${verdict} ${limitMs} ms\n`)
}
process.stdout.write(`memory: ${Math.round(process.memoryUsage().rss / 1_048_576)} MiB\n`)
if (figures.some(({ ms, limitMs }) => ms > limitMs)) process.exitCode = 1
