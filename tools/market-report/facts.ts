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
    ...secondFacts(measured),
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
