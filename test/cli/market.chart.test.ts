/** The picture that `paper market chart` draws. */
import { describe, expect, test } from 'bun:test'
import { drawChart, priceAxis, roomFor } from '../../src/clients/cli/market/chart'
import { marketCommand } from '../../src/clients/cli/market/command'
import { inColour, withoutColour } from '../../src/clients/cli/shared/terminal'
import { Temporal } from '../../src/core/time'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import { recordingTerminal, run } from '../support/command'

const candle = (open: number, high: number, low: number, close: number, volume = 1) => ({
  open,
  high,
  low,
  close,
  volume,
  label: '03-02',
})
const draw = (rows: number, ...candles: readonly ReturnType<typeof candle>[]) =>
  drawChart(candles, { columns: 80, rows, paint: withoutColour }).map((line) => line.trimEnd())

describe('a candle of the chart', () => {
  test('is two half rows a character: a thin body rises, a thick one falls', () =>
    expect(draw(4, candle(103, 107, 100, 105), candle(105, 107, 100, 103, 8))).toEqual([
      '│  │   │',
      '┃  █   │',
      '╿  ▀   │',
      '│  │   ┤ 100.00',
      '▂  █   │ 8',
      '┴───── ┘',
      '03-02',
    ]))
  test('is a line where its price never moved', () =>
    expect(draw(4, candle(10, 10, 10, 10))[2]).toStartWith('╹'))
  test('is green or red on a terminal', () => {
    const coloured = drawChart([candle(1, 2, 1, 2), candle(2, 2, 1, 1)], {
      columns: 80,
      rows: 2,
      paint: inColour,
    })
    expect(coloured[0]).toContain('\x1b[32m┃\x1b[0m  \x1b[31m█\x1b[0m')
  })
})

test('the axis of the chart names round prices, all of them within the chart', () => {
  expect([...priceAxis(99.1, 131.4, 16).labels.values()]).toEqual([
    '100.00',
    '110.00',
    '120.00',
    '130.00',
  ])
  expect([...priceAxis(0.1234, 0.1301, 16).labels.values()]).toEqual([
    '0.1240',
    '0.1260',
    '0.1280',
    '0.1300',
  ])
})

test('no line of the chart is wider than the terminal', async () => {
  for (const columns of [40, 80, 200]) {
    const args = ['chart', 'AAPL', '--count', '500', '--at', '2026-03-02']
    const { said } = await run(marketCommand, args, {}, recordingTerminal(columns))
    const chart = said.split('\n').slice(3)
    expect(Math.max(...chart.map((line) => line.length))).toBeLessThanOrEqual(columns)
    expect(chart[0]?.length).toBeGreaterThanOrEqual(roomFor(columns))
  }
})

test.each(['GOOG', 'TQQQ'])(
  "the chart of %s, which follows another, ends at the server's price",
  async (symbol) => {
    const at = '2026-03-03T00:30:00+09:00'
    const args = ['chart', symbol, '--count', '2', '--at', at, '--seed', '1']
    const { said } = await run(marketCommand, args)
    const server = simulatedFeed({ seed: 1, instruments: US_INSTRUMENTS })
    const last = server.quote(symbol, Temporal.Instant.from(at))?.price.toFixed(2)
    expect(said).toContain(`close ${last}`)
  },
)

test('the chart of the same seed and time is the same', async () => {
  const args = ['chart', 'aapl', '--count', '20', '--at', '2026-03-02T23:00-05:00', '--seed', '1']
  const { outcome, said } = await run(marketCommand, args)
  expect(outcome).toBeUndefined()
  expect(said.split('\n').map((line) => line.trimEnd())).toMatchSnapshot()
})

test.each([
  [['chart'], 'chart needs SYMBOL; --help explains it.'],
  [['chart', 'A', 'B'], 'chart does not take "B"'],
  [
    [],
    'Which command? chart, adopt, seed, halt, resume, repair, distribute; --help explains them.',
  ],
  [
    ['draw', 'AAPL'],
    'There is no command "draw"; allowed: chart, adopt, seed, halt, resume, repair, distribute.',
  ],
  [['chart', 'AAPL', '--interval', '2m'], '--interval: "2m" is not allowed; allowed: 1m 3m'],
  [['chart', 'AAPL', '--count', '0'], '--count: "0" is not allowed'],
  [['chart', 'AAPL', '--at', 'noon'], '--at: "noon" is not allowed'],
  [
    ['chart', 'AAPL', '--feed', 'live'],
    '--feed: "live" is not allowed; allowed: simulated or replay',
  ],
  [['chart', 'AAPL', '--seed', 'random'], 'This command reads no seed from a database'],
  [['chart', 'NONE'], 'There are no candles of NONE up to'],
])('paper market refuses %j: %s', async (args, reason) => {
  expect((await run(marketCommand, args)).outcome?.fault).toStartWith(reason)
})
