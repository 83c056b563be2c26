import { describe, expect, test } from 'bun:test'
import {
  fromStored,
  mergeImports,
  parseInstruments,
  readInstruments,
  toStored,
  US_INSTRUMENTS,
} from '../../src/market/instruments/reference'

const HEADER =
  'symbol,name,type,exchange,tradable,dayMarketTradable,referencePrice,' +
  'annualVolatility,dailyVolume,beta'
const ROW = 'AAPL,Apple Inc.,COMMON_STOCK,XNAS,TRADABLE,true,255,0.28,52000000,1.2'
const FULL_HEADER = `${HEADER},nameKo,sector,groups,follows`
const FULL_ROW = `${ROW},애플,Information Technology,MEGACAP:0.6 HARDWARE:0.1,`
const file = (...rows: readonly string[]) => `${[HEADER, ...rows].join('\n')}\n`

describe('the file of US instruments', () => {
  const of = (type: string) => US_INSTRUMENTS.filter((instrument) => instrument.type === type)

  test('holds 1,000 or more, each once, by symbol', () => {
    const symbols = US_INSTRUMENTS.map(({ symbol }) => symbol)
    expect(symbols.length).toBeGreaterThanOrEqual(1_000)
    expect(symbols).toEqual([...new Set(symbols)].sort())
  })
  test('holds every type', () => {
    expect(of('COMMON_STOCK').length).toBeGreaterThan(700)
    expect(of('ETF').length).toBeGreaterThan(250)
    expect(of('DR').length).toBeGreaterThan(80)
    expect(of('PREFERRED_STOCK').length).toBeGreaterThan(30)
  })
  test('holds what Korean investors hold', () => {
    const held =
      'TSLL TSLA NVDA PLTR IONQ SOXL TQQQ QLD SCHD JEPI JEPQ TMF TLT CONL MSTU BMNR CRCL RDDT ' +
      'CRWV NBIS SNDK SMR OKLO TEM YINN KOLD BOIL IEFA IEMG VT VOO SPYM SGOV QQQM GGLL NVDL BITX ' +
      'ETHU UVIX KORU CPNG RGTI QBTS JOBY TSLY ULTY'
    const symbols = new Set(US_INSTRUMENTS.map(({ symbol }) => symbol))
    expect(held.split(' ').filter((symbol) => !symbols.has(symbol))).toEqual([])
  })
  test('has no instrument that is gone or has another symbol now', () => {
    const gone = ['COOP', 'K', 'MMC', 'SPLG']
    expect(US_INSTRUMENTS.filter(({ symbol }) => gone.includes(symbol))).toEqual([])
  })
  test('has for each instrument a Korean name of its own', () => {
    const names = US_INSTRUMENTS.map(({ nameKo }) => nameKo)
    expect(names.filter((name) => name === null)).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })
  test('has for each stock one of the eleven GICS sectors', () => {
    const sectors = [
      'Communication Services',
      'Consumer Discretionary',
      'Consumer Staples',
      'Energy',
      'Financials',
      'Health Care',
      'Industrials',
      'Information Technology',
      'Materials',
      'Real Estate',
      'Utilities',
    ]
    const stocks = US_INSTRUMENTS.filter(({ type }) => type !== 'ETF')
    expect([...new Set(stocks.map(({ sector }) => sector))].sort()).toEqual(sectors)
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
      nameKo: null,
      type: 'COMMON_STOCK',
      exchange: 'XNAS',
      sector: null,
      tradable: 'TRADABLE',
      dayMarketTradable: true,
      referencePrice: '255',
      annualVolatility: 0.28,
      dailyVolume: 52_000_000,
      beta: 1.2,
      groups: [],
      follows: null,
    },
  ]))

test('the optional columns may be given, in any order', () => {
  const [apple] = parseInstruments(`${FULL_HEADER}\n${FULL_ROW}\n`)
  expect(apple).toMatchObject({
    nameKo: '애플',
    sector: 'Information Technology',
    groups: [
      { group: 'MEGACAP', weight: 0.6 },
      { group: 'HARDWARE', weight: 0.1 },
    ],
    follows: null,
  })
  const [turned] = parseInstruments(`nameKo,${HEADER}\n애플,${ROW}\n`)
  expect(turned).toMatchObject({ symbol: 'AAPL', nameKo: '애플', beta: 1.2, sector: null })
})

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
  [ROW.replace('0.28', '28'), 'line 2: annualVolatility is over 2.5: is it in percent?'],
  [ROW.replace('0.28', '0.18'), 'line 2: annualVolatility must exceed what beta 1.2 alone causes'],
  [ROW.replace('52000000', '1e6'), "line 2: dailyVolume can't be '1e6'"],
  [ROW.replace('52000000', '0'), 'line 2: dailyVolume is 0'],
  [ROW.replace('1.2', 'high'), "line 2: beta can't be 'high'"],
  [`${ROW},more`, 'line 2: 11 cells instead of 10'],
  [`${ROW}\n${ROW}`, 'line 3: AAPL appears twice'],
  [`${ROW}\n${ROW.replace('AAPL', 'AAA')}`, 'line 3: AAA does not come after AAPL'],
]
test.each(wrong)('%s is refused with its line and why', (row, reason) =>
  expect(() => parseInstruments(file(row))).toThrow(reason),
)

test.each([
  [ROW, "line 1: the header has 'AAPL', which is not a column"],
  [HEADER.replace(',beta', ''), 'line 1: the header lacks beta'],
  [`${HEADER},beta`, 'line 1: the header has beta twice'],
  [`${HEADER},alpha`, "line 1: the header has 'alpha', which is not a column"],
])('the header %s is refused', (header, reason) =>
  expect(() => parseInstruments(`${header}\n${ROW}\n`)).toThrow(reason),
)

describe('invalid groups and leaders are refused with the line', () => {
  const QQQ = 'QQQ,Q,ETF,XNAS,TRADABLE,true,600,0.2,50000000,1.2,,,MEGACAP:0.75,'
  const TQQQ = 'TQQQ,T,ETF,XNAS,TRADABLE,true,100,0.6,50000000,3.6,,,,QQQ*3'
  const both = (leader: string, follower: string) =>
    readInstruments(`${FULL_HEADER}\n${leader}\n${follower}\n`).refused.map(
      ({ line, reason }) => `line ${line}: ${reason}`,
    )

  test('but not if they are valid', () => expect(both(QQQ, TQQQ)).toEqual([]))
  test.each([
    ['TECH:0.75', "line 2: groups can't have 'TECH': there is no such group"],
    ['SEMIS', "line 2: groups can't have 'SEMIS': write a weight like OIL:0.4"],
    ['SEMIS:1.1', 'line 2: groups has weights whose squares add up to more than 1'],
    ['SEMIS:0', 'line 2: groups has SEMIS with a weight of 0'],
    ['SEMIS:0.1 SEMIS:0.2', 'line 2: groups has SEMIS twice'],
    ['SEMIS:0.8 GOLD:-0.7', 'line 2: groups has weights whose squares add up to more than 1'],
    ['SEMIS:0.8 @nvda:0.1', "line 2: groups can't have '@nvda:0.1': write a weight like OIL:0.4"],
    ['@NVDA:0.1 @NVDA:0.2', 'line 2: groups has @NVDA twice'],
    [
      Array.from({ length: 33 }, (_, index) => `@A${index}:0.1`).join(' '),
      'line 2: groups has 33, more than 32',
    ],
  ])('as groups: %s', (groups, reason) =>
    expect(both(QQQ.replace('MEGACAP:0.75', groups), TQQQ)).toEqual([reason]),
  )
  test.each([
    [TQQQ.replace('QQQ*3', 'QQQ'), "follows can't be 'QQQ': write it like QQQ*3"],
    [TQQQ.replace('QQQ*3', 'QQQ*9'), "follows can't be 9 times a return"],
    [TQQQ.replace('QQQ*3', 'QQQ*0'), "follows can't be 0 times a return"],
    [TQQQ.replace('QQQ*3', 'QQQQ*3'), 'follows QQQQ, which is not listed'],
    [TQQQ.replace('QQQ*3', 'TQQQ*3'), 'follows TQQQ, but TQQQ follows it'],
    [TQQQ.replace(',,QQQ*3', ',OIL:1,QQQ*3'), 'groups must be empty unless follows is empty'],
    [TQQQ.replace('0.6', '0.7'), 'annualVolatility is not the 0.6 that QQQ*3 has'],
    [TQQQ.replace('3.6', '-3.6'), 'beta is not the 3.6 that QQQ*3 has'],
  ])('as following: %s', (follower, reason) =>
    expect(both(QQQ, follower)).toEqual([`line 3: ${reason}`]),
  )
  test('if an instrument follows a follower', () => {
    const other = TQQQ.replace('TQQQ', 'TQQX').replace('QQQ*3', 'TQQQ*1')
    expect(both(`${QQQ}\n${TQQQ}`, other)).toEqual([
      'line 3: follows QQQ, but TQQX follows it',
      'line 4: follows TQQQ, which follows QQQ itself',
    ])
  })
})

test('a quoted name may have commas, quotes and line breaks', () => {
  const quoted = ROW.replace('Apple Inc.', '"Apple, ""the""\nInc."')
  expect(parseInstruments(file(quoted))).toMatchObject([{ name: 'Apple, "the" Inc.' }])
})

describe('an imported file', () => {
  const known = parseInstruments(`${FULL_HEADER}\n${FULL_ROW}\n`)
  test('keeps a known instrument’s values of missing columns', () =>
    expect(readInstruments(file(ROW.replace('255', '300')), known).instruments).toMatchObject([
      { nameKo: '애플', sector: 'Information Technology', groups: known[0]?.groups },
    ]))
  test('may follow a known instrument', () => {
    const twice = 'AAPU,Twice,ETF,XNAS,TRADABLE,true,30,0.56,1000000,2.4,,,,AAPL*2'
    expect(readInstruments(`${FULL_HEADER}\n${twice}\n`, known).refused).toEqual([])
  })
  test('gives a follower the multiple of its leader’s new figures', () => {
    const twice = 'AAPU,Twice,ETF,XNAS,TRADABLE,true,30,0.56,1000000,2.4,,,,AAPL*2'
    const listed = parseInstruments(`${FULL_HEADER}\n${FULL_ROW}\n${twice}\n`)
    const { instruments } = readInstruments(file(ROW.replace('0.28', '0.4')), listed)
    expect(mergeImports(listed, instruments)).toMatchObject([
      { symbol: 'AAPL', annualVolatility: 0.4 },
      { symbol: 'AAPU', annualVolatility: 0.8, beta: 2.4 },
    ])
  })
  test('is stored and read again as it was', () =>
    expect(fromStored(known.map(toStored), [])).toEqual(known))
  test('from before there were groups has the listed instrument’s groups', () => {
    const before = known.map((each) => ({ ...toStored(each), groups: null, follows: null }))
    expect(fromStored(before, known)).toEqual(known)
    expect(fromStored(before, [])).toMatchObject([{ groups: [], follows: null }])
  })
})
