/**
 * The stylised facts of the report, averaged over two seeds, lie within their ranges in real
 * markets (the report's).
 */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { simulatedFeed } from '../../../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../../../src/market/instruments/reference'
import { type Fact, factsOf } from '../../../tools/market-report/facts'
import { measure } from '../../../tools/market-report/measure'
import { ofRun } from './length'

setDefaultTimeout(1_800_000)

const SEEDS = [1, 2] as const
const SYMBOLS = [
  'SPY',
  'AAPL',
  'MSFT',
  'GOOG',
  'GOOGL',
  'NVDA',
  'SMH',
  'SOXX',
  'TSLA',
  'JPM',
  'XOM',
  'CVX',
  'KO',
  'JNJ',
  'F',
  'GLD',
  'GDX',
  'TLT',
  'IEF',
]
const BY_SECOND = ['AAPL', 'GOOG', 'GOOGL']

const measured = SEEDS.map((seed) =>
  factsOf(
    measure(
      {
        feed: simulatedFeed({ seed, instruments: US_INSTRUMENTS }),
        instruments: US_INSTRUMENTS.filter(({ symbol }) => SYMBOLS.includes(symbol)),
        bySecond: BY_SECOND,
        listing: US_INSTRUMENTS,
        fundMonths: ofRun(3, 12),
        dates: ofRun(1, 10),
        firstYear: 2006,
        lastYear: 2025,
      },
      () => {},
    ),
  ),
)

const averages: readonly Fact[] = (measured[0] ?? []).map((fact, index) => {
  const values = measured.map((facts) => facts[index]?.measured ?? Number.NaN)
  return { ...fact, measured: values.reduce((sum, value) => sum + value, 0) / values.length }
})

test('more than 20 facts are measured', () => expect(averages.length).toBeGreaterThan(20))

test.each(averages)(
  '$name lies in the range of real markets',
  ({ measured: found, range: [low, high] }) => {
    expect(found).toBeGreaterThanOrEqual(low)
    expect(found).toBeLessThanOrEqual(high)
  },
)
