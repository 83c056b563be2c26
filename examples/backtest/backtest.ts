/**
 * A backtest over imported bars: the moving-average bot of the other example on a replayed day, and
 * a picture of what its account was worth.
 *
 *     bun examples/backtest/backtest.ts bars.csv equity.svg
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answered } from 'paper-brokerage/client'
import { startBroker } from 'paper-brokerage/testing'
import { step } from '../moving-average/bot'

const [bars = join(import.meta.dir, 'bars.csv'), picture = 'equity.svg'] = process.argv.slice(2)
const STRATEGY = { symbol: 'KO', fast: 3, slow: 12, quantity: 100 }
const MINUTES = 60

const data = await mkdtemp(join(tmpdir(), 'backtest-'))
try {
  const env = { DATA_DIR: data, MARKET_FEED: 'replay' }
  await imported(bars, data)
  await using broker = await startBroker({ clock: '2026-03-02T09:30-05:00', env })
  for (let minute = 0; minute < MINUTES; minute++) {
    await broker.clock.advance('PT1M')
    await step(broker.client, STRATEGY, async () => {})
  }
  const { points } = await answered(
    broker.client.api.paper.account.history.get({ query: { interval: '1m' } }),
  )
  const equity = points.map(({ totalAssetAmount }) => Number(totalAssetAmount))
  await writeFile(picture, drawn(equity))
  const fills = await broker.fills()
  console.log(`${fills.length} fills, worth ${equity.at(-1)?.toFixed(2)} USD: ${picture}`)
} finally {
  await rm(data, { recursive: true, force: true })
}

/** As `bun run bars import` does it, into the folder of the broker's database. */
async function imported(file: string, folder: string): Promise<void> {
  const args = ['run', '--silent', 'bars', 'import', file, '--symbol', STRATEGY.symbol]
  const importing = Bun.spawn([process.execPath, ...args], {
    cwd: join(import.meta.dir, '../..'),
    env: { ...process.env, DATA_DIR: folder },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await importing.exited) !== 0) throw new Error(`${file} cannot be imported`)
}

/** A line from the first value to the last, as SVG. */
function drawn(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const [width, height, edge] = [720, 240, 24]
  const points = values.map((value, index) => {
    const x = edge + (index / Math.max(1, values.length - 1)) * (width - 2 * edge)
    const y = height - edge - ((value - low) / (high - low || 1)) * (height - 2 * edge)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `  <rect width="${width}" height="${height}" fill="white"/>`,
    `  <polyline points="${points.join(' ')}" fill="none" stroke="#0b65c2" stroke-width="2"/>`,
    `  <text x="${edge}" y="16" font-size="12">${high.toFixed(2)} USD</text>`,
    `  <text x="${edge}" y="${height - 6}" font-size="12">${low.toFixed(2)} USD</text>`,
    '</svg>',
    '',
  ].join('\n')
}
