/** The report's charts. */
import { type Measured, type SampleDay, stocksOrAll } from './measured'
import {
  autocorrelation,
  correlation,
  deviation,
  mean,
  median,
  realisedVariance,
} from './statistics'
import { area, box, dot, line, picture, plot, rounded, WIDTH, words } from './svg'

export interface Chart {
  readonly title: string
  readonly text: string
  readonly svg: string
  readonly legend: readonly (readonly [style: string, text: string])[]
}

const whole = (value: number): string => String(Math.round(value * 100) / 100)
const percent = (value: number): string => `${Math.round(value * 100)} %`

/** Of the stocks; of all where none is a stock. */
const stockReturns = ({ instruments, daily }: Measured): readonly (readonly number[])[] =>
  stocksOrAll(instruments).map(({ symbol }) => daily.get(symbol)?.returns ?? [])

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
      ...{ from: least, to: 1, logarithmic: true, ticks: [1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1] },
      label: (density) =>
        density >= 0.01 ? String(density) : `1e${Math.round(Math.log10(density))}`,
    },
  )
  const seen = bins.filter(({ density }) => density >= least)
  const points = seen.map(({ at, density }) => [x(at), y(density)] as const)
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
      'Distribution of daily returns beside a normal one',
    ),
    legend: [
      ['one', 'measured'],
      ['two', 'normal'],
    ],
  }
}

/** Of the instrument whose day is drawn, in all the years. */
export function calmChart({ daily, sample, years: [first, last] }: Measured): Chart {
  const returns = daily.get(sample.symbol)?.returns ?? []
  const reach = Math.max(...returns.map(Math.abs))
  const perYear = returns.length / (last - first + 1)
  const every = Math.max(1, Math.ceil((last - first + 1) / 5))
  const ticks = Array.from({ length: 5 }, (_, index) => index * every * perYear)
  const { x, y, of } = plot(
    {
      ...{ from: 0, to: returns.length, ticks: ticks.filter((tick) => tick < returns.length) },
      label: (day) => String(first + Math.round(day / perYear)),
    },
    {
      ...{ from: -reach, to: reach, ticks: [-0.1, -0.05, 0, 0.05, 0.1] },
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

const HALF_HOURS = 13

export function shapeChart({ shapes }: Measured): Chart {
  const over = (of: 'volumes' | 'volatilities') =>
    Array.from({ length: HALF_HOURS }, (_, half) =>
      median(shapes.map((shape) => shape[of][half] ?? 0)),
    )
  const volumes = over('volumes')
  const quiet = Math.min(...over('volatilities'))
  const restless = over('volatilities').map((each) => each / quiet)
  const most = Math.max(0.2, ...volumes)
  const { x, y, of } = plot(
    {
      ...{ from: 0, to: HALF_HOURS, ticks: [0, 3, 6, 9, 12] },
      label: (half) => `${9 + Math.floor((half + 1) / 2)}:${half % 2 === 0 ? '30' : '00'}`,
    },
    { from: 0, to: most, ticks: [0, 0.05, 0.1, 0.15, 0.2], label: percent },
  )
  const height = (factor: number): number => y((factor / 4) * most)
  const width = x(1) - x(0)
  const points = restless.map((factor, half) => [x(half + 0.5), height(factor)] as const)
  return {
    title: 'The shape of a session',
    text: 'Volume of each half hour, and its volatility in multiples of the calmest.',
    svg: of(
      [
        ...volumes.map((part, half) =>
          box(x(half) + 2, y(part), width - 4, y(0) - y(part), 'bar one'),
        ),
        line(points, 'two'),
        ...points.map((point) => dot(point, 'two')),
        ...points
          .filter((_, half) => half === 0 || half === HALF_HOURS - 1)
          .map(([at, top], index) =>
            words(
              [at, top - 9],
              `×${whole(restless[index === 0 ? 0 : HALF_HOURS - 1] ?? 0)}`,
              'note',
              'middle',
            ),
          ),
      ],
      'Volume and volatility of the half hours of a session',
    ),
    legend: [
      ['one', 'volume'],
      ['two', 'volatility'],
    ],
  }
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300] as const
const STYLES = ['one', 'two', 'three', 'four', 'five'] as const

export function signatureChart({ seconds }: Measured): Chart {
  const { x, y, of } = plot(
    {
      ...{ from: 0.9, to: 340, logarithmic: true, ticks: [1, 5, 10, 30, 60, 300] },
      label: (step) => (step < 60 ? `${step} s` : `${step / 60} min`),
    },
    { from: 0, to: 2.5, ticks: [0, 0.5, 1, 1.5, 2, 2.5], label: String },
  )
  const named = [...seconds].slice(0, STYLES.length)
  const lines = named.map(([symbol, dates], index) => {
    const base = mean(dates.map((levels) => realisedVariance(levels, 300)))
    const points = STEPS.map((step) => {
      const ratio = mean(dates.map((levels) => realisedVariance(levels, step))) / base
      return [x(step), y(Math.min(ratio, 2.5))] as const
    })
    const style = STYLES[index] ?? 'one'
    return {
      symbol,
      style,
      svg: line(points, style) + points.map((point) => dot(point, style, 2.5)).join(''),
    }
  })
  return {
    title: 'As restless by the second as by the minute',
    text: 'Realised variance of the middle of bid and ask by the time between looks, over that of five minutes: 1 is a fair game.',
    svg: of(
      [
        box(x(0.9), y(1.2), x(340) - x(0.9), y(0.9) - y(1.2), 'band'),
        ...lines.map(({ svg }) => svg),
      ],
      'Signature plot',
    ),
    legend: lines.map(({ style, symbol }) => [style, symbol] as const),
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
        `<rect class="${value < 0 ? 'cold' : 'warm'}" x="${rounded(x + 0.5)}" y="${rounded(y + 0.5)}" ` +
        `width="${rounded(cell - 1)}" height="${rounded(cell - 1)}" rx="1.5" ` +
        `fill-opacity="${whole(strength)}"><title>${one} – ${other}: ${whole(value)}</title></rect>`
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

const LOOK = 30
const CLOSE_UP = { from: 7_200, seconds: 150 } as const

export function dayChart(day: SampleDay): Chart {
  const low = Math.min(...day.prices)
  const high = Math.max(...day.prices)
  const { x, y, of } = plot(
    {
      ...{ from: 0, to: day.prices.length, ticks: [1_800, 5_400, 9_000, 12_600, 16_200, 19_800] },
      label: (second) => `${10 + Math.floor((second - 1_800) / 3_600)}:00`,
    },
    { from: low, to: high, ticks: priceTicks(low, high), label: (price) => price.toFixed(2) },
  )
  const looks = Array.from({ length: Math.floor(day.prices.length / LOOK) }, (_, look) =>
    day.prices.slice(look * LOOK, (look + 1) * LOOK),
  )
  const at = (look: number): number => x((look + 0.5) * LOOK)
  const highs = looks.map((prices, look) => [at(look), y(Math.max(...prices))] as const)
  const lows = looks.map((prices, look) => [at(look), y(Math.min(...prices))] as const)
  return {
    title: `${day.symbol}, a day`,
    text: `${day.date}, the highest and the lowest price of each half minute.`,
    svg: of([area(highs, lows, 'one full'), line(highs, 'one thin')], `A day of ${day.symbol}`),
    legend: [],
  }
}

/** Two minutes and a half of the same day, trade by trade. */
export function closeUpChart(day: SampleDay): Chart {
  const { from, seconds } = CLOSE_UP
  const cut = (values: readonly number[]) => values.slice(from, from + seconds)
  const [prices, bids, asks] = [cut(day.prices), cut(day.bids), cut(day.asks)]
  const low = Math.min(...bids)
  const high = Math.max(...asks)
  const { x, y, of } = plot(
    { from: 0, to: seconds, ticks: [0, 30, 60, 90, 120], label: (second) => `${second} s` },
    {
      from: low - (high - low) / 10,
      to: high + (high - low) / 10,
      ticks: priceTicks(low, high),
      label: (price) => price.toFixed(2),
    },
  )
  const steps = (values: readonly number[]) =>
    values.flatMap((value, second) => [
      [x(second), y(value)] as const,
      [x(second + 1), y(value)] as const,
    ])
  return {
    title: 'Second by second',
    text: 'Bid and ask, and the last trade at one of them, from 11:30 on.',
    svg: of(
      [
        area(steps(asks), steps(bids), 'two'),
        line(steps(asks), 'two thin'),
        line(steps(bids), 'two thin'),
        ...prices.map((price, second) => dot([x(second + 0.5), y(price)], 'one', 1.8)),
      ],
      'Bid, ask and trades second by second',
    ),
    legend: [
      ['two', 'bid and ask'],
      ['one', 'last trade'],
    ],
  }
}

function priceTicks(low: number, high: number): readonly number[] {
  const room = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(room))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= room) ?? room
  const ticks: number[] = []
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick)
  return ticks
}
