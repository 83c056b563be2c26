import { describe, expect, test } from 'bun:test'
import { parseInstruments } from '../../src/market/instruments/reference'
import { US_INSTRUMENTS } from '../../src/market/instruments/us'

const HEADER =
  'symbol,name,type,exchange,tradable,dayMarketTradable,referencePrice,' +
  'annualVolatility,dailyVolume,beta'
const ROW = 'AAPL,Apple Inc.,COMMON_STOCK,XNAS,TRADABLE,true,255,0.28,52000000,1.2'
const file = (...rows: readonly string[]) => `${[HEADER, ...rows].join('\n')}\n`

describe('the file of US instruments', () => {
  const of = (type: string) => US_INSTRUMENTS.filter((instrument) => instrument.type === type)

  test('holds 500 or more, each once, by symbol', () => {
    const symbols = US_INSTRUMENTS.map(({ symbol }) => symbol)
    expect(symbols.length).toBeGreaterThanOrEqual(500)
    expect(symbols).toEqual([...new Set(symbols)].sort())
  })
  test('holds every type', () => {
    expect(of('COMMON_STOCK').length).toBeGreaterThan(300)
    expect(of('ETF').length).toBeGreaterThan(50)
    expect(of('DR').length).toBeGreaterThan(30)
    expect(of('PREFERRED_STOCK').length).toBeGreaterThan(10)
  })
  test('keeps preferred stocks out of the DAY session', () =>
    expect(of('PREFERRED_STOCK').filter(({ dayMarketTradable }) => dayMarketTradable)).toEqual([]))
  test('lists what it holds as tradable', () =>
    expect(US_INSTRUMENTS.filter(({ tradable }) => tradable !== 'TRADABLE')).toEqual([]))
})

test('a row is an instrument', () =>
  expect(JSON.parse(JSON.stringify(parseInstruments(file(ROW))))).toEqual([
    {
      symbol: 'AAPL',
      name: 'Apple Inc.',
      type: 'COMMON_STOCK',
      exchange: 'XNAS',
      tradable: 'TRADABLE',
      dayMarketTradable: true,
      referencePrice: '255',
      annualVolatility: 0.28,
      dailyVolume: 52_000_000,
      beta: 1.2,
    },
  ]))

const wrong: readonly (readonly [string, string])[] = [
  [ROW.replace('AAPL', 'aapl'), "line 2: symbol can't be 'aapl'"],
  [ROW.replace('Apple Inc.', ''), "line 2: name can't be ''"],
  [ROW.replace('COMMON_STOCK', 'STOCK'), "line 2: type can't be 'STOCK'"],
  [ROW.replace('XNAS', 'NASDAQ'), "line 2: exchange can't be 'NASDAQ'"],
  [ROW.replace('TRADABLE', 'YES'), "line 2: tradable can't be 'YES'"],
  [ROW.replace('true', 'yes'), "line 2: dayMarketTradable can't be 'yes'"],
  [ROW.replace(',255,', ',-1,'), "line 2: referencePrice can't be '-1'"],
  [ROW.replace(',255,', ',0,'), 'line 2: referencePrice is not on a tick'],
  [ROW.replace(',255,', ',255.001,'), 'line 2: referencePrice is not on a tick'],
  [ROW.replace('0.28', '28'), 'line 2: annualVolatility is over 2: is it in percent?'],
  [ROW.replace('0.28', '0.18'), 'line 2: annualVolatility is not above what beta 1.2 alone brings'],
  [ROW.replace('52000000', '1e6'), "line 2: dailyVolume can't be '1e6'"],
  [ROW.replace('52000000', '0'), 'line 2: dailyVolume is 0'],
  [ROW.replace('1.2', 'high'), "line 2: beta can't be 'high'"],
  [`${ROW},more`, 'line 2: 11 cells instead of 10'],
  [`${ROW}\n${ROW}`, 'line 3: AAPL is there twice'],
  [`${ROW}\n${ROW.replace('AAPL', 'AAA')}`, 'line 3: AAA does not come after AAPL'],
]
test.each(wrong)('%s is refused with its line and why', (row, reason) =>
  expect(() => parseInstruments(file(row))).toThrow(reason),
)

test('another header is refused', () =>
  expect(() => parseInstruments(ROW)).toThrow('line 1: the header is not symbol,name'))
