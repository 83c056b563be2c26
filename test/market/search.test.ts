import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { searchInstruments } from '../../src/market/search'
import { textOf } from '../support/text'
import { instrumentNamed } from '../support/trading-floor'

const named = (symbol: string, name: string) => ({ ...instrumentNamed(symbol), name })
const find = (term: string, ...listed: readonly (readonly [string, string])[]) =>
  searchInstruments(
    listed.map(([symbol, name]) => named(symbol, name)),
    term,
  ).map(({ symbol }) => symbol)

describe('a search', () => {
  test('puts the best match first, and equal ones by symbol', () => {
    const ranked = [
      ['CAT', 'Caterpillar Inc.'],
      ['CATB', 'Two'],
      ['CATZ', 'A Cat Company'],
      ['AAA', 'Big Cat Mining'],
      ['BBB', 'Cat Food Corp.'],
      ['CCC', 'Cloud (Catapult) Ltd.'],
      ['XCAT', 'One'],
      ['YCATX', 'Other'],
      ['DDD', 'Vacation Homes'],
      ['EEE', 'Educate Co.'],
    ] as const
    const symbols = ranked.map(([symbol]) => symbol)
    expect(find('cat', ...ranked)).toEqual([...symbols])
    expect(find('CAT', ...ranked.toReversed())).toEqual([...symbols])
  })

  test('leaves out what does not contain the term', () => {
    expect(find('dog', ['CAT', 'Caterpillar Inc.'])).toEqual([])
  })

  test('may be several words, with blanks around them', () => {
    const banks = [
      ['BAC', 'Bank of America Corporation'],
      ['BK', 'Bank of New York Mellon'],
    ] as const
    expect(find(' bank of new ', ...banks)).toEqual(['BK'])
  })

  test('sees a word that comes again at the start of a later one', () => {
    expect(find('art', ['A', 'Smart Art'], ['B', 'Smart'])).toEqual(['A', 'B'])
    expect(find('art', ['A', 'Smart'], ['B', 'Smart Art'])).toEqual(['B', 'A'])
  })

  test('finds a Korean name, a part of it, and the same with other blanks', () => {
    const korean = (symbol: string, nameKo: string) => ({ ...instrumentNamed(symbol), nameKo })
    const listed = [
      korean('AAPL', '애플'),
      korean('APLE', '애플 호스피탈리티'),
      korean('BAC', '뱅크오브아메리카'),
      korean('TQQQ', '프로셰어즈 울트라프로 QQQ'),
      instrumentNamed('XYZ'),
    ]
    const symbols = (term: string) => searchInstruments(listed, term).map(({ symbol }) => symbol)
    expect(symbols('애플')).toEqual(['AAPL', 'APLE'])
    expect(symbols('플')).toEqual(['AAPL', 'APLE'])
    expect(symbols('뱅크 오브 아메리카')).toEqual(['BAC'])
    expect(symbols('울트라프로qqq')).toEqual(['TQQQ'])
    expect(symbols('울트라프로 qqq')).toEqual(['TQQQ'])
    expect(symbols('애플'.normalize('NFD'))).toEqual(['AAPL', 'APLE'])
  })

  test('takes letters in the width of Korean keyboards', () => {
    expect(find('ａａｐｌ', ['AAPL', 'Apple Inc.'])).toEqual(['AAPL'])
  })

  test('takes every character for itself', () => {
    expect(find('.', ['BRK.B', 'Berkshire'], ['AAPL', 'Apple'])).toEqual(['BRK.B'])
    expect(find('s&p', ['SPY', 'SPDR S&P 500'], ['SAP', 'SxP'])).toEqual(['SPY'])
  })

  test('finds all by symbol when it is blank', () => {
    expect(find(' ', ['B', 'b'], ['A', 'a'])).toEqual(['A', 'B'])
  })

  test('of any text gives some of the instruments, each once', () => {
    const listed = ['AAPL', 'BRK.B', 'CAT'].map((symbol) =>
      named(symbol, `${symbol} (Ünïted) & Co`),
    )
    fc.assert(
      fc.property(textOf(20), (term) => {
        const found = searchInstruments(listed, term)
        expect(new Set(found).size).toBe(found.length)
        expect(found.every((instrument) => listed.includes(instrument))).toBe(true)
      }),
      { seed: 7 },
    )
  })
})
