/**
 * The stylised facts of stock returns, each with its range in real markets, by the literature, and
 * the value measured here. Sources: Cont, "Empirical properties of asset returns" (2001); Bouchaud
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

/** The facts that can be measured of the chosen instruments. */
export function factsOf(measured: Measured): readonly Fact[] {
  const { instruments, daily, seconds, shapes } = measured
  const stocks = stocksOrAll(instruments)
  const all = instruments.map(({ symbol }) => symbol)
  const returnsOf = (symbol: string): readonly number[] => daily.get(symbol)?.returns ?? []
  const overStocks = (of: (returns: readonly number[], symbol: string) => number): number =>
    median(stocks.map(({ symbol }) => of(returnsOf(symbol), symbol)))
  const sizes = (returns: readonly number[]) => returns.map(Math.abs)
  const overSeconds = (of: (levels: readonly number[]) => number): number =>
    median([...seconds.values()].map((dates) => mean(dates.map(of))))

  const facts: Fact[] = []
  const add = (
    name: string,
    range: readonly [number, number],
    value: number,
    note: string,
  ): void => {
    if (Number.isFinite(value)) facts.push({ name, note, range, measured: value })
  }
  const of = 'median of the stocks'
  add('Excess kurtosis, daily', [5, 25], overStocks(excessKurtosis), of)
  add(
    'Tail exponent (Hill), daily',
    [2.5, 4.5],
    overStocks((r) => hillIndex(r, TAIL)),
    `${of}, outer 2 %`,
  )
  add(
    'Excess kurtosis, 20 days',
    [-0.5, 5],
    overStocks((r) => excessKurtosis(blocks(r, 20))),
    `${of}: tails fade with the horizon`,
  )
  add(
    'Autocorrelation of r, lag 1',
    [-0.05, 0.05],
    overStocks((r) => autocorrelation(r, 1)),
    `${of}: nothing to be earned`,
  )
  for (const [lag, range] of [
    [1, [0.15, 0.35]],
    [20, [0.04, 0.2]],
    [100, [-0.02, 0.1]],
  ] as const) {
    add(
      `Autocorrelation of |r|, lag ${lag}`,
      range,
      overStocks((r) => autocorrelation(sizes(r), lag)),
      of,
    )
  }
  if (all.includes('SPY')) {
    const market = returnsOf('SPY')
    add('Skewness of the market', [-1.2, -0.1], skewness(market), 'SPY')
    const next = sizes(market).map((_, index) => mean(sizes(market).slice(index + 1, index + 11)))
    const pairs = market.length - 11
    add(
      'Leverage effect',
      [-0.3, -0.03],
      correlation(market.slice(0, pairs), next.slice(0, pairs)),
      'SPY: r with |r| of the next ten days',
    )
  }
  add(
    'Overnight share of variance',
    [0.3, 0.55],
    overStocks((r, symbol) => moment(daily.get(symbol)?.overnight ?? [], 2) / moment(r, 2)),
    of,
  )
  add(
    'Correlation of |r| and volume',
    [0.3, 0.7],
    overStocks((r, symbol) =>
      correlation(sizes(r), (daily.get(symbol)?.logVolumes ?? []).slice(1)),
    ),
    of,
  )
  const large = stocks.slice(0, LARGE).map(({ symbol }) => symbol)
  const pairsOf = (column: (symbol: string) => readonly number[]): number =>
    median(
      large.flatMap((one, index) =>
        large.slice(index + 1).map((other) => correlation(column(one), column(other))),
      ),
    )
  add('Correlation of stocks’ returns', [0.2, 0.5], pairsOf(returnsOf), 'median of the pairs')
  add(
    'Correlation of stocks’ volumes',
    [0.3, 0.7],
    pairsOf((symbol) => daily.get(symbol)?.logVolumes ?? []),
    'logarithms, median of the pairs',
  )
  for (const [one, other, least] of PAIRS) {
    if (!all.includes(one) || !all.includes(other)) continue
    add(
      `Correlation ${one}–${other}`,
      [least, 1],
      correlation(returnsOf(one), returnsOf(other)),
      'daily',
    )
  }
  const [google, googl] = [seconds.get('GOOG'), seconds.get('GOOGL')]
  if (google !== undefined && googl !== undefined) {
    const moves = (dates: readonly (readonly number[])[]) =>
      dates.flatMap((levels) => changes(levels, 5))
    add(
      'Correlation GOOG–GOOGL, 5 s',
      [0.7, 1],
      correlation(moves(google), moves(googl)),
      'middles of bid and ask',
    )
  }
  add(
    'Variance at 10 s ÷ at 5 min',
    [0.9, 1.2],
    overSeconds((levels) => realisedVariance(levels, 10) / realisedVariance(levels, 300)),
    'median of the liquid names',
  )
  add(
    'Variance at 60 s ÷ at 5 min',
    [0.9, 1.15],
    overSeconds((levels) => realisedVariance(levels, 60) / realisedVariance(levels, 300)),
    'median of the liquid names',
  )
  const ends = (half: number, of: 'volumes' | 'volatilities') =>
    median(shapes.map((shape) => shape[of][half] ?? Number.NaN))
  add(
    'Opening volatility ÷ noon’s',
    [1.8, 3.5],
    ends(0, 'volatilities') / ends(6, 'volatilities'),
    'half hours of REGULAR',
  )
  add('First half hour’s volume', [0.1, 0.2], ends(0, 'volumes'), 'part of REGULAR')
  add(
    'Last half hour’s volume',
    [0.12, 0.3],
    ends(12, 'volumes'),
    'part of REGULAR, closing auction included',
  )
  return facts
}

const PAIRS = [
  ['XOM', 'CVX', 0.6],
  ['GLD', 'GDX', 0.6],
  ['TLT', 'IEF', 0.8],
  ['SMH', 'SOXX', 0.9],
  ['GOOG', 'GOOGL', 0.95],
] as const
