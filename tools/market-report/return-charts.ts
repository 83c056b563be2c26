/** Charts of daily returns: their storms, tails, memory and correlations. */
import { type Measured, stocksOrAll } from './measure'
import { autocorrelation, correlation, deviation, mean } from './statistics'
import { area, type Chart, decimal, dot, line, percent, picture, plot, rounded, WIDTH } from './svg'

/** Returns of the stocks, or of all instruments if none is a stock. */
const stockReturns = ({ instruments, daily }: Measured): readonly (readonly number[])[] =>
  stocksOrAll(instruments).map(({ symbol }) => daily.get(symbol)?.returns ?? [])

/** Daily returns of the instrument whose day is drawn, over all years. */
export function calmChart({ daily, sample, years: [first, last] }: Measured): Chart {
  const returns = daily.get(sample.symbol)?.returns ?? []
  const reach = Math.max(...returns.map(Math.abs))
  const perYear = returns.length / (last - first + 1)
  const every = Math.max(1, Math.ceil((last - first + 1) / 5))
  const ticks = Array.from({ length: 5 }, (_, index) => index * every * perYear)
  const { x, y, of } = plot(
    {
      from: 0,
      to: returns.length,
      ticks: ticks.filter((tick) => tick < returns.length),
      label: (day) => String(first + Math.round(day / perYear)),
    },
    {
      from: -reach,
      to: reach,
      ticks: [-0.1, -0.05, 0, 0.05, 0.1],
      label: (value) => percent(value),
    },
  )
  const days = returns.flatMap((value, day) => [
    [x(day), y(0)] as const,
    [x(day), y(value)] as const,
    [x(day), y(0)] as const,
  ])
  return {
    title: 'Calm and storm',
    text: `Each day’s return of ${sample.symbol}: restless days come together.`,
    svg: of([line(days, 'one hair')], `Daily returns of ${sample.symbol}`),
    legend: [],
  }
}

const REACH = 8
const BIN = 0.4

export function distributionChart(measured: Measured): Chart {
  const standard = stockReturns(measured).flatMap((returns) => {
    const [middle, size] = [mean(returns), deviation(returns)]
    return returns.map((value) => (value - middle) / size)
  })
  const bins = Array.from({ length: (2 * REACH) / BIN }, (_, bin) => {
    const from = -REACH + bin * BIN
    const inside = standard.filter((value) => from <= value && value < from + BIN).length
    return { at: from + BIN / 2, density: inside / standard.length / BIN }
  })
  const least = 1e-5
  const { x, y, of } = plot(
    { from: -REACH, to: REACH, ticks: [-8, -6, -4, -2, 0, 2, 4, 6, 8], label: (sd) => `${sd}σ` },
    {
      from: least,
      to: 1,
      logarithmic: true,
      ticks: [1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1],
      label: (density) =>
        density >= 0.01 ? String(density) : `1e${Math.round(Math.log10(density))}`,
    },
  )
  const visible = bins.filter(({ density }) => density >= least)
  const points = visible.map(({ at, density }) => [x(at), y(density)] as const)
  const normal = Array.from({ length: 181 }, (_, index) => {
    const at = -4.5 + index * 0.05
    return [at, Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI)] as const
  })
    .filter(([, density]) => density >= least)
    .map(([at, density]) => [x(at), y(density)] as const)
  return {
    title: 'Fat tails',
    text: 'Daily returns of the stocks in standard deviations, on a logarithmic scale.',
    svg: of(
      [
        area(
          points,
          points.map(([at]) => [at, y(least)] as const),
          'one',
        ),
        line(points, 'one'),
        line(normal, 'two dashed'),
      ],
      'Distribution of daily returns, and a normal distribution',
    ),
    legend: [
      ['one', 'measured'],
      ['two', 'normal'],
    ],
  }
}

const LAGS = [1, 2, 3, 4, 5, 7, 10, 14, 20, 28, 40, 56, 75, 100] as const

export function memoryChart(measured: Measured): Chart {
  const all = stockReturns(measured)
  const at = (of: (value: number) => number) =>
    LAGS.map(
      (lag) => [lag, mean(all.map((returns) => autocorrelation(returns.map(of), lag)))] as const,
    )
  const [sizes, signs] = [at(Math.abs), at((value) => value)]
  const { x, y, of } = plot(
    { from: 0.85, to: 115, logarithmic: true, ticks: [1, 2, 5, 10, 20, 50, 100], label: String },
    { from: -0.06, to: 0.36, ticks: [0, 0.1, 0.2, 0.3], label: String },
  )
  const points = (series: typeof sizes) => series.map(([lag, value]) => [x(lag), y(value)] as const)
  const real = [
    [1, 0.25],
    [20, 0.1],
    [100, 0.03],
  ] as const
  return {
    title: 'Volatility remembers, direction does not',
    text: 'Autocorrelation of daily returns and of their size, by the lag in days.',
    svg: of(
      [
        line(
          [
            [x(0.85), y(0)],
            [x(115), y(0)],
          ],
          'axis',
        ),
        line(points(sizes), 'one'),
        ...points(sizes).map((point) => dot(point, 'one')),
        line(points(signs), 'two'),
        ...points(signs).map((point) => dot(point, 'two')),
        ...real.map(([lag, value]) => dot([x(lag), y(value)], 'hollow', 6)),
      ],
      'Autocorrelation of returns and of their absolute values',
    ),
    legend: [
      ['one', '|r|'],
      ['two', 'r'],
      ['hollow', '|r| of real markets'],
    ],
  }
}

export function correlationChart({ instruments, daily }: Measured): Chart {
  const symbols = instruments.map(({ symbol }) => symbol)
  const left = 48
  const cell = (WIDTH - left - 4) / symbols.length
  const returnsOf = (symbol: string) => daily.get(symbol)?.returns ?? []
  const size = Math.min(12, cell * 0.62)
  const cells = symbols.flatMap((one, row) =>
    symbols.map((other, column) => {
      const value = row === column ? 1 : correlation(returnsOf(one), returnsOf(other))
      const [x, y] = [left + column * cell, 4 + row * cell]
      const strength = Math.min(1, Math.abs(value)) ** 0.8
      return (
        `<rect class="${value < 0 ? 'cold' : 'warm'}" ` +
        `x="${rounded(x + 0.5)}" y="${rounded(y + 0.5)}" ` +
        `width="${rounded(cell - 1)}" height="${rounded(cell - 1)}" rx="1.5" ` +
        `fill-opacity="${decimal(strength)}">` +
        `<title>${one} – ${other}: ${decimal(value)}</title></rect>`
      )
    }),
  )
  const names = symbols.map(
    (symbol, row) =>
      `<text class="name" style="font-size:${rounded(size)}px" x="${left - 5}" ` +
      `y="${rounded(4 + row * cell + cell / 2 + size * 0.36)}" text-anchor="end">${symbol}</text>`,
  )
  return {
    title: 'Who moves with whom',
    text: 'Correlation of daily returns: sectors, metals, bonds and twins stand out as blocks.',
    svg: picture(
      [...cells, ...names],
      'Correlations of daily returns',
      left / 6 + symbols.length * cell,
    ),
    legend: [
      ['warm', 'together'],
      ['cold', 'against each other'],
    ],
  }
}
