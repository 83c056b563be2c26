/** Each example does what its first lines say, and each snippet of docs/testing.md runs. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseScenario } from '../../src/api/sandbox/scenario/parse'
import { answered } from '../../src/clients/sdk'
import { startBroker } from '../../src/clients/testing'
import { endedInTime, endedOf } from '../support/ended'
import { aFolder } from '../support/folders'
import { PAPER } from '../support/programs'
import { until } from '../support/until'

setDefaultTimeout(1_800_000)

const ROOT = join(import.meta.dir, '../..')
const EXAMPLES = join(ROOT, 'examples')
const { PATH = '' } = process.env

function spawned(args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = ROOT) {
  return Bun.spawn([process.execPath, ...args], {
    cwd,
    env: { PATH, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

const ended = (...program: Parameters<typeof spawned>) => endedInTime(() => spawned(...program))

test('the tests of the moving-average bot pass', async () => {
  const cwd = join(EXAMPLES, 'moving-average')
  const { status, complained } = await ended(['test', '--timeout', '600000'], {}, cwd)
  expect([status, complained]).toEqual([0, expect.stringMatching(/\n *7 pass\n *0 fail\n/)])
})

test('the tests of the breakout bot pass', async () => {
  const cwd = join(EXAMPLES, 'breakout')
  const { status, complained } = await ended(['test', '--timeout', '600000'], {}, cwd)
  expect([status, complained]).toEqual([0, expect.stringMatching(/\n *6 pass\n *0 fail\n/)])
})

test('the breakout bot trades a day in a simulated market and ends it flat', async () => {
  const bot = join(EXAMPLES, 'breakout/bot.ts')
  const { status, said } = await ended([PAPER, 'exec', process.execPath, bot, 'AAPL'])
  expect([status, said]).toEqual([
    0,
    expect.stringMatching(/^AAPL ENTRY \w+ TAKE_PROFIT \w+ STOP_LOSS \w+\nworth [\d.]+ USD\n$/),
  ])
  expect(said).not.toMatch(/PENDING|ARMED|TRIGGERED/)
})

test('the bot in Python trades beside a broker of its own', async () => {
  const bot = join(EXAMPLES, 'python/bot.py')
  const { status, said } = await ended([PAPER, 'exec', 'python3', bot])
  expect([status, said.trim().split('\n').at(-1)]).toEqual([
    0,
    expect.stringMatching(/^worth \d+\.\d\d+ USD$/),
  ])
})

test('the stream consumer has each event once after it was killed and started again', async () => {
  await using broker = await startBroker()
  const file = join(await aFolder(), 'events.jsonl')
  const consume = () => spawned([join(EXAMPLES, 'stream/consumer.ts'), file], broker.env)
  const seqs = async (): Promise<readonly number[]> => {
    const text = await readFile(file, 'utf8').catch(() => '')
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).seq]))
  }
  const trade = async (from: number, count: number): Promise<void> => {
    for (let index = from; index < from + count; index++) {
      const order = { symbol: 'AAPL', side: 'BUY', orderType: 'LIMIT', limitPrice: 1 } as const
      const body = { ...order, quantity: 1, clientOrderId: `order-${index}` }
      await until(
        () => answered(broker.client.api.v1.orders.post(body)).catch(String),
        (placed) => typeof placed !== 'string',
      )
    }
  }
  const first = consume()
  await trade(0, 5)
  await until(seqs, ({ length }) => length >= 3)
  first.kill('SIGKILL')
  await first.exited
  await trade(5, 5)
  const second = consume()
  await until(seqs, ({ length }) => length >= 10)
  expect(await seqs()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  second.kill('SIGKILL')
})

test('[sandbox.barrier] [stream.reached] five runs under paper exec on slow streams give one result', async () => {
  const late = ['--preload', join(ROOT, 'test/support/late-socket-preload.ts')]
  const bot = join(EXAMPLES, 'same-result/bot.ts')
  const results = new Set<string>()
  for (const LATE_SEED of ['1', '2', '3', '4', '5']) {
    const command = [process.execPath, ...late, bot]
    const { status, said } = await ended([PAPER, 'exec', ...command], { LATE_SEED })
    expect([status, said]).toEqual([0, expect.stringMatching(/^\d+ fills, worth [\d.]+ USD\n$/)])
    results.add(said)
  }
  expect(results.size).toBe(1)
})

test('the backtest trades over imported bars and draws what its account was worth', async () => {
  const picture = join(await aFolder(), 'equity.svg')
  const bars = join(EXAMPLES, 'backtest/bars.csv')
  const backtest = join(EXAMPLES, 'backtest/backtest.ts')
  const { status, said, complained } = await ended([backtest, bars, picture])
  expect([status, complained]).toEqual([0, ''])
  expect(said.split('\n')).toEqual([
    expect.stringMatching(/^3\/12: [1-9]\d* fills, worth [\d.]+ USD$/),
    expect.stringMatching(/^5\/20: [1-9]\d* fills, worth [\d.]+ USD$/),
    '',
  ])
  expect(await readFile(picture, 'utf8')).toStartWith('<svg ')
})

const chaos = (...args: readonly string[]) =>
  ended([PAPER, 'chaos', ...args, process.execPath, join(EXAMPLES, 'chaos/bot.ts')])

test('[chaos.smallest] [chaos.wire] chaos finds the smallest seed for which a careless bot buys twice', async () => {
  const bot = [process.execPath, join(EXAMPLES, 'chaos/bot.ts'), '--careless']
  const found = await endedOf(spawned([PAPER, 'chaos', '--seeds', '100', ...bot]))
  expect(found.status).toBe(1)
  const asWritten = found.complained
    .replace(bot.join(' '), 'bun examples/chaos/bot.ts --careless')
    .replace(/\.\n$/, '\n')
  expect(blocks('text')).toContain(asWritten)
  const [, seed = ''] =
    /Seed (\d+) fails with status 1; no smaller one/.exec(found.complained) ?? []
  const again = await endedOf(spawned([PAPER, 'chaos', '--seed', seed, ...bot]))
  expect(again.complained).toContain(`Seed ${seed} fails with status 1. Again: `)
  // The careful bot survives the same network.
  const careful = await chaos('--seed', seed)
  expect([careful.status, careful.said]).toEqual([0, '1 seed, and none fails.\n'])
})

const page = await readFile(join(ROOT, 'docs/testing.md'), 'utf8')
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text = '']) => text,
  )

test('the tests of docs/testing.md pass', async () => {
  const folder = join(import.meta.dir, `docs-${process.pid}`)
  await mkdir(folder)
  try {
    const file = join(folder, 'snippets.test.ts')
    await Bun.write(file, blocks('ts').join('\n'))
    const { status, complained } = await ended(['test', '--timeout', '600000', file])
    expect([status, complained]).toEqual([0, expect.stringMatching(/\n *5 pass\n *0 fail\n/)])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('[scenario.table] the scenarios of docs/testing.md are understood', () => {
  const scenarios = blocks('scenario')
  expect(scenarios.map((text) => parseScenario(text))).toEqual(
    scenarios.map(() => ({ settings: expect.anything(), rows: expect.anything() })),
  )
  expect(scenarios).toHaveLength(1)
})

test('[scenario.faults] docs/testing.md shows what a misspelt line of its scenario is refused with', () => {
  const [scenario = ''] = blocks('scenario')
  const { faults } = Object(parseScenario(scenario.replace('market  halt', 'market  hlat')))
  expect(faults).toHaveLength(1)
  const [{ line, column, message }] = faults
  const [shown = ''] = blocks('text').filter((text) => text.startsWith('open.scenario:'))
  expect(`open.scenario:${line}:${column}: ${message}`).toStartWith(shown.trim())
})
