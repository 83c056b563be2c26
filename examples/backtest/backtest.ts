/**
 * A backtest over imported bars: the moving-average bot of the other example on a replayed day, with
 * two pairs of averages over one import, and a picture of what the better one's account was worth.
 *
 *     bun examples/backtest/backtest.ts bars.csv equity.svg
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answered } from 'paper-brokerage/client'
import { type Broker, startBroker } from 'paper-brokerage/testing'
import { step } from '../moving-average/bot'

const [bars = join(import.meta.dir, 'bars.csv'), picture = 'equity.svg'] = process.argv.slice(2)
const SYMBOL = 'KO'
const AVERAGES = [
  { fast: 3, slow: 12 },
  { fast: 5, slow: 20 },
]
const MINUTES = 60

const data = await mkdtemp(join(tmpdir(), 'backtest-'))
try {
  const env = { DATA_DIR: data, MARKET_FEED: 'replay' }
  await imported(bars, data)
  await using broker = await startBroker({ clock: '2026-03-02T09:30-05:00', env })
  let best: readonly number[] = []
  for (const averages of AVERAGES) {
    // The same bars again, without importing them again.
    await broker.rewind()
    const equity = await traded(broker, averages)
    const fills = await broker.fills()
    const worth = equity.at(-1) ?? 0
    console.log(`${averages.fast}/${averages.slow}: ${fills.length} fills, worth ${worth} USD`)
    if (worth > (best.at(-1) ?? 0)) best = equity
  }
  await writeFile(picture, drawn(best))
} finally {
  await rm(data, { recursive: true, force: true })
}

/** What the account was worth at each minute. */
async function traded(
  { client, clock }: Broker,
  averages: { readonly fast: number; readonly slow: number },
): Promise<readonly number[]> {
  const strategy = { symbol: SYMBOL, quantity: 100, ...averages }
  for (let minute = 0; minute < MINUTES; minute++) {
    await clock.advance('PT1M')
    await step(client, strategy, async () => {})
  }
  const history = client.api.paper.account.history.get({ query: { interval: '1m' } })
  return (await answered(history)).points.map(({ totalAssetAmount }) => Number(totalAssetAmount))
}

/** As `paper bars import` does it, into the folder of the broker's database. */
async function imported(file: string, folder: string): Promise<void> {
  const args = ['run', '--silent', 'paper', 'bars', 'import', file, '--symbol', SYMBOL]
  const importing = Bun.spawn([process.execPath, ...args], {
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
