/**
 * Live prices under load: quotes that come in each second through the door, and what orders take
 * meanwhile. `bun run bench:feed`; the database is the server of DATABASE_URL, which is emptied, or
 * PGlite in memory. The source and the orders come from a process of their own.
 */
import { MACHINE_TIME } from '../src/server/compose/market-clock'
import { openApi } from '../test/support/api'
import { freshDatabase } from '../test/support/database'
import { CLIENT_SECRET } from '../test/support/trading-floor'

const SECONDS = Number(process.argv[2] ?? 15)
const QUOTES = Number(process.argv[3] ?? 10_000)
const SOURCE = `${import.meta.dir}/feed-source.ts`
const say = (line: string): void => console.log(line)
if (process.argv.includes('--help') || process.argv.includes('-h')) {
  say(
    'usage: bun run bench:feed [SECONDS] [QUOTES]\n\n  SECONDS  how long each load lasts (15)\n' +
      '  QUOTES   how many come in each second (10000)',
  )
  process.exit(0)
}

const FEED_KEY = 'the-feed-key-of-the-benchmark'
const CLIENT = { PAPER_CLIENT_ID: 'pk_bench', PAPER_CLIENT_SECRET: CLIENT_SECRET }
const api = await openApi({
  database: await freshDatabase(),
  time: MACHINE_TIME,
  feed: 'configured',
  env: {
    MARKET_FEED: 'live',
    MARKET_CLOCK: '',
    MARKET_SPEED: '',
    FEED_KEY,
    ...CLIENT,
    INITIAL_CASH: '1000000000',
  },
})
api.app.listen({ port: 0, hostname: '127.0.0.1' })
const address = `127.0.0.1:${api.app.server?.port}`

interface FeedResult {
  readonly sent: number
  readonly accepted: number
  readonly refused: number
  readonly orders: number
  readonly p50: number
  readonly p99: number
}

async function load(quotes: number): Promise<void> {
  const before = process.cpuUsage()
  const child = Bun.spawn([process.execPath, SOURCE, address, String(SECONDS), String(quotes)], {
    env: { ...process.env, FEED_KEY, ...CLIENT },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  // safe: the program prints this.
  const result = JSON.parse(await new Response(child.stdout).text()) as FeedResult
  const { user, system } = process.cpuUsage(before)
  const cores = (user + system) / 1e6 / SECONDS
  say(
    `${String(quotes).padStart(6)} quotes/s asked   ` +
      `${Math.round(result.accepted / SECONDS)}/s taken of ` +
      `${Math.round(result.sent / SECONDS)}/s, ` +
      `${result.refused} refused   ` +
      `${Math.round(result.orders / SECONDS)} orders/s, p50 ${result.p50.toFixed(1)} ms, ` +
      `p99 ${result.p99.toFixed(1)} ms   server ${cores.toFixed(2)} cores`,
  )
}

await load(0)
await load(QUOTES)
await api.app.stop(true)
await api.close()
process.exit(0)
