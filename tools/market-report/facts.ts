/**
 * The stylised facts of stock returns: each has its range in real markets, from the literature, and
 * its measured value. Sources: Cont, "Empirical properties of asset returns" (2001); Bouchaud
 * et al., "Trades, Quotes and Prices" (2018); Hasbrouck, "Empirical Market Microstructure" (2007).
 */
import { type Measured, stocksOrAll } from './measure'
import {
  autocorrelation,
  blocks,
  changes,
  correlation,
  excessKurtosis,
  hillIndex,
  mean,
  median,
  moment,
  realisedVariance,
  skewness,
} from './statistics'

export interface Fact {
  readonly name: string
  readonly note: string
  readonly range: readonly [low: number, high: number]
  readonly measured: number
}

export type Verdict = 'within' | 'below' | 'above'

export const verdictOf = ({ range: [low, high], measured }: Fact): Verdict =>
  measured < low ? 'below' : measured > high ? 'above' : 'within'

const TAIL = 0.02
const LARGE = 11

/** The facts that the chosen instruments allow to measure. */
export const factsOf = (measured: Measured): readonly Fact[] =>
  [
    ...returnFacts(measured),
    ...marketFacts(measured),
    ...varianceFacts(measured),
    ...correlationFacts(measured),
    ...crisisFacts(measured),
    ...fundFacts(measured),
    ...minuteFacts(measured),
    ...secondFacts(measured),
    ...spreadFacts(measured),
    ...sessionFacts(measured),
  ].filter((fact) => Number.isFinite(fact.measured))

const fact = (name: string, range: Fact['range'], measured: number, note: string): Fact => ({
  name,
  note,
  range,
  measured,
})

type Returns = readonly number[]

const returnsOf = ({ daily }: Measured, symbol: string): Returns => daily.get(symbol)?.returns ?? []
const sizes = (returns: Returns): Returns => returns.map(Math.abs)

const overStocks = (measured: Measured, of: (returns: Returns, symbol: string) => number): number =>
  median(
    stocksOrAll(measured.instruments).map(({ symbol }) => of(returnsOf(measured, symbol), symbol)),
  )

const OF_STOCKS = 'median of the stocks'

const MEMORY = [
  [1, [0.15, 0.35]],
  [20, [0.04, 0.2]],
  [100, [-0.02, 0.1]],
] as const

/** The tails of daily returns, and their memory. */
const returnFacts = (measured: Measured): readonly Fact[] => [
  fact('Excess kurtosis, daily', [5, 25], overStocks(measured, excessKurtosis), OF_STOCKS),
  fact(
    'Tail exponent (Hill), daily',
    [2.5, 4.5],
    overStocks(measured, (r) => hillIndex(r, TAIL)),
    `${OF_STOCKS}, outer 2 %`,
  ),
  fact(
    'Excess kurtosis, 20 days',
    [-0.5, 5],
    overStocks(measured, (r) => excessKurtosis(blocks(r, 20))),
    `${OF_STOCKS}: tails fade with the horizon`,
  ),
  fact(
    'Autocorrelation of r, lag 1',
    [-0.05, 0.05],
    overStocks(measured, (r) => autocorrelation(r, 1)),
    `${OF_STOCKS}: nothing to be earned`,
  ),
  ...MEMORY.map(([lag, range]) =>
    fact(
      `Autocorrelation of |r|, lag ${lag}`,
      range,
      overStocks(measured, (r) => autocorrelation(sizes(r), lag)),
      OF_STOCKS,
    ),
  ),
]

/** The market as a whole, if SPY is among the instruments. */
function marketFacts(measured: Measured): readonly Fact[] {
  if (!measured.instruments.some(({ symbol }) => symbol === 'SPY')) return []
  const market = returnsOf(measured, 'SPY')
  const next = sizes(market).map((_, index) => mean(sizes(market).slice(index + 1, index + 11)))
  const pairs = market.length - 11
  return [
    fact('Skewness of the market', [-1.2, -0.1], skewness(market), 'SPY'),
    fact(
      'Leverage effect',
      [-0.3, -0.03],
      correlation(market.slice(0, pairs), next.slice(0, pairs)),
      'SPY: r with |r| of the next ten days',
    ),
  ]
}

const logVolumesOf = ({ daily }: Measured, symbol: string): Returns =>
  daily.get(symbol)?.logVolumes ?? []

/** The variance overnight, and its correlation with volume. */
const varianceFacts = (measured: Measured): readonly Fact[] => [
  fact(
    'Overnight share of variance',
    [0.3, 0.55],
    overStocks(
      measured,
      (r, symbol) => moment(measured.daily.get(symbol)?.overnight ?? [], 2) / moment(r, 2),
    ),
    OF_STOCKS,
  ),
  fact(
    'Correlation of |r| and volume',
    [0.3, 0.7],
    overStocks(measured, (r, symbol) =>
      correlation(sizes(r), logVolumesOf(measured, symbol).slice(1)),
    ),
    OF_STOCKS,
  ),
]

/** How instruments move together. */
function correlationFacts(measured: Measured): readonly Fact[] {
  const large = stocksOrAll(measured.instruments)
    .slice(0, LARGE)
    .map(({ symbol }) => symbol)
  const overPairs = (column: (symbol: string) => Returns): number =>
    median(
      large.flatMap((one, index) =>
        large.slice(index + 1).map((other) => correlation(column(one), column(other))),
      ),
    )
  const returns = (symbol: string): Returns => returnsOf(measured, symbol)
  const all = measured.instruments.map(({ symbol }) => symbol)
  const known = PAIRS.filter(([one, other]) => all.includes(one) && all.includes(other))
  return [
    fact('Correlation of stocks’ returns', [0.2, 0.5], overPairs(returns), 'median of the pairs'),
    fact(
      'Correlation of stocks’ volumes',
      [0.3, 0.7],
      overPairs((symbol) => logVolumesOf(measured, symbol)),
      'logarithms, median of the pairs',
    ),
    ...known.map(([one, other, least]) =>
      fact(
        `Correlation ${one}–${other}`,
        [least, 1],
        correlation(returns(one), returns(other)),
        'daily',
      ),
    ),
  ]
}

const VOLATILE = 0.05
const CALM = 0.5
/** Days before and after a day, whose moves say how volatile its time is. */
const AROUND = 10

/** How stocks move together in calm and in volatile times, if SPY is among the instruments. */
function crisisFacts(measured: Measured): readonly Fact[] {
  const market = returnsOf(measured, 'SPY')
  const large = stocksOrAll(measured.instruments).slice(0, LARGE)
  if (market.length === 0) return []
  const volatility = market.map((_, day) =>
    mean(market.slice(Math.max(0, day - AROUND), day + AROUND + 1).map((r) => r * r)),
  )
  const byVolatility = market
    .map((_, day) => day)
    .sort((one, other) => (volatility[one] ?? 0) - (volatility[other] ?? 0))
  const on = (days: readonly number[]): number =>
    median(
      large.flatMap(({ symbol: one }, index) =>
        large.slice(index + 1).map(({ symbol: other }) => {
          const [ones, others] = [returnsOf(measured, one), returnsOf(measured, other)]
          return correlation(
            days.map((day) => ones[day] ?? 0),
            days.map((day) => others[day] ?? 0),
          )
        }),
      ),
    )
  const count = market.length
  return [
    fact(
      'Correlation of stocks in volatile times',
      [0.5, 0.8],
      on(byVolatility.slice(-Math.round(VOLATILE * count))),
      'the twentieth of the days with the largest moves of SPY in the 21 days around',
    ),
    fact(
      'Correlation of stocks in calm times',
      [0.1, 0.35],
      on(byVolatility.slice(0, Math.round(CALM * count))),
      'the calm half of the days',
    ),
  ]
}

/** Index funds beside the stocks that they hold. */
const fundFacts = ({ funds }: Measured): readonly Fact[] =>
  [...funds].map(([symbol, { fund, stocks }]) =>
    fact(
      `Correlation of ${symbol} with its stocks`,
      [symbol === 'SPY' ? 0.99 : 0.95, 1],
      correlation(fund, stocks),
      'daily, weighted sum',
    ),
  )

const MINUTES_MEMORY = [
  [1, [0.12, 0.35]],
  [10, [0.05, 0.2]],
  [60, [0.01, 0.1]],
] as const

/** Moves by the minute, relative to the date's and to the minute's usual size. */
function minuteFacts({ minutes }: Measured): readonly Fact[] {
  const normal = [...minutes.values()].map((dates) => {
    const ofDates = dates.map((moves) => moves.map((move) => move / Math.sqrt(squares(moves))))
    const [first = []] = ofDates
    const usual = first.map((_, minute) =>
      Math.sqrt(squares(ofDates.map((moves) => moves[minute] ?? 0))),
    )
    return ofDates.map((moves) => moves.map((move, minute) => move / (usual[minute] ?? 1)))
  })
  return [
    fact(
      'Excess kurtosis of a minute',
      [8, 35],
      median(normal.map((dates) => excessKurtosis(dates.flat()))),
      'relative to the date and to the time of day',
    ),
    ...MINUTES_MEMORY.map(([lag, range]) =>
      fact(
        `Autocorrelation of |r| of minutes, lag ${lag}`,
        range,
        median(
          normal.map((dates) => mean(dates.map((moves) => autocorrelation(sizes(moves), lag)))),
        ),
        'relative to the date and to the time of day',
      ),
    ),
  ]
}

const squares = (values: Returns): number => mean(values.map((value) => value * value))

/** Dollars traded a day, in millions, with the median spread of such stocks in basis points. */
const SPREADS = [
  [0, 5, [40, 160]],
  [5, 20, [25, 55]],
  [20, 100, [9, 22]],
  [100, 500, [3.5, 8.5]],
  [500, 2_000, [1.5, 4.5]],
  [2_000, 1_000_000, [0.4, 1.5]],
] as const

const spreadFacts = ({ noons }: Measured): readonly Fact[] =>
  SPREADS.map(([from, to, range]) =>
    fact(
      `Spread at ${to > 100_000 ? `over ${from}` : `${from} to ${to}`} million dollars a day`,
      range,
      10_000 *
        median(
          noons
            .filter(({ turnover }) => turnover >= from * 1e6 && turnover < to * 1e6)
            .map(({ spread }) => spread),
        ),
      'median of the stocks at noon, in basis points',
    ),
  )

/** Moves within minutes. */
function secondFacts({ seconds }: Measured): readonly Fact[] {
  const overSeconds = (of: (levels: readonly number[]) => number): number =>
    median([...seconds.values()].map((dates) => mean(dates.map(of))))
  const moves = (dates: readonly (readonly number[])[]): Returns =>
    dates.flatMap((levels) => changes(levels, 5))
  const [goog, googl] = [seconds.get('GOOG'), seconds.get('GOOGL')]
  const classes =
    goog === undefined || googl === undefined ? Number.NaN : correlation(moves(goog), moves(googl))
  return [
    fact('Correlation GOOG–GOOGL, 5 s', [0.7, 1], classes, 'middles of bid and ask'),
    fact(
      'Variance at 10 s ÷ at 5 min',
      [0.9, 1.2],
      overSeconds((levels) => realisedVariance(levels, 10) / realisedVariance(levels, 300)),
      'median of the liquid names',
    ),
    fact(
      'Variance at 60 s ÷ at 5 min',
      [0.9, 1.15],
      overSeconds((levels) => realisedVariance(levels, 60) / realisedVariance(levels, 300)),
      'median of the liquid names',
    ),
  ]
}

/** The shape of REGULAR. */
function sessionFacts({ shapes }: Measured): readonly Fact[] {
  const ends = (half: number, of: 'volumes' | 'volatilities'): number =>
    median(shapes.map((shape) => shape[of][half] ?? Number.NaN))
  return [
    fact(
      'Opening volatility ÷ noon’s',
      [1.8, 3.5],
      ends(0, 'volatilities') / ends(6, 'volatilities'),
      'half hours of REGULAR',
    ),
    fact('First half hour’s volume', [0.1, 0.2], ends(0, 'volumes'), 'part of REGULAR'),
    fact(
      'Last half hour’s volume',
      [0.12, 0.3],
      ends(12, 'volumes'),
      'part of REGULAR, closing auction included',
    ),
  ]
}

const PAIRS = [
  ['XOM', 'CVX', 0.6],
  ['GLD', 'GDX', 0.6],
  ['TLT', 'IEF', 0.8],
  ['SMH', 'SOXX', 0.9],
  ['GOOG', 'GOOGL', 0.95],
] as const
