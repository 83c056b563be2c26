/** Correlations of the listed instruments, by the formula of `GROUPS`. */
import { describe, expect, test } from 'bun:test'
import { GROUPS, type ListedInstrument } from '../../src/market/instruments/listed'
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import { correlation as correlationOf, movementOf } from '../../tools/index-funds/movement'

const listed = new Map(US_INSTRUMENTS.map((each) => [each.symbol, each]))

function found(symbol: string): ListedInstrument {
  const instrument = listed.get(symbol)
  if (instrument === undefined) throw new Error(`${symbol} is not listed`)
  return instrument
}

function correlation(left: string, right: string): number {
  const [one, other] = [found(left), found(right)].map((each) =>
    each.follows === null ? each : found(each.follows.symbol),
  )
  if (one === undefined || other === undefined) throw new Error('two are compared')
  const side = Math.sign((found(left).follows?.times ?? 1) * (found(right).follows?.times ?? 1))
  return side * correlationOf(movementOf(one), movementOf(other))
}

describe('daily returns correlate', () => {
  test.each([
    ['XOM', 'CVX', 0.6],
    ['XOM', 'XLE', 0.7],
    ['XLE', 'USO', 0.4],
    ['GLD', 'GDX', 0.6],
    ['GDX', 'GDXJ', 0.9],
    ['GLD', 'SLV', 0.7],
    ['NEM', 'GDX', 0.7],
    ['TLT', 'IEF', 0.8],
    ['AGG', 'IEF', 0.8],
    ['LQD', 'TLT', 0.6],
    ['LQD', 'HYG', 0.45],
    ['SMH', 'SOXX', 0.9],
    ['NVDA', 'SMH', 0.75],
    ['AMAT', 'LRCX', 0.75],
    ['GOOG', 'GOOGL', 0.95],
    ['V', 'MA', 0.75],
    ['JPM', 'BAC', 0.75],
    ['JPM', 'XLF', 0.8],
    ['KBE', 'KRE', 0.9],
    ['RF', 'KRE', 0.75],
    ['EEM', 'VWO', 0.85],
    ['EFA', 'VXUS', 0.85],
    ['FXI', 'MCHI', 0.85],
    ['FXI', 'KWEB', 0.85],
    ['BABA', 'KWEB', 0.7],
    ['EWY', 'KB', 0.6],
    ['XHB', 'ITB', 0.85],
    ['DHI', 'LEN', 0.7],
    ['XLU', 'DUK', 0.6],
    ['XLRE', 'O', 0.6],
    ['XLV', 'LLY', 0.4],
    ['KO', 'PEP', 0.5],
    ['DAL', 'UAL', 0.7],
    ['CCL', 'RCL', 0.7],
    ['LMT', 'NOC', 0.5],
    ['COIN', 'IBIT', 0.6],
    ['MSTR', 'IBIT', 0.7],
    ['IWF', 'VUG', 0.95],
    ['IWD', 'VTV', 0.9],
    ['ARKK', 'ARKW', 0.85],
    ['IONQ', 'RGTI', 0.6],
    ['SPY', 'VTI', 0.98],
    ['SPY', 'QQQ', 0.85],
    ['DUK', 'TLT', 0.05],
  ])('%s with %s by more than %d', (one, other, least) =>
    expect(correlation(one, other)).toBeGreaterThan(least),
  )

  test.each([
    ['UVXY', 'SVXY', -0.7],
    ['UVXY', 'SPY', -0.6],
    ['SQQQ', 'TQQQ', -0.99],
    ['SH', 'VOO', -0.99],
  ])('%s against %s by less than %d', (one, other, most) =>
    expect(correlation(one, other)).toBeLessThan(most),
  )

  test.each([
    ['GLD', 'SPY', 0.2],
    ['TLT', 'SPY', 0.2],
    ['USO', 'GLD', 0.3],
    ['KO', 'NVDA', 0.4],
  ])('%s with %s by no more than %d', (one, other, most) =>
    expect(Math.abs(correlation(one, other))).toBeLessThan(most),
  )
})

describe('a group', () => {
  const used = new Map<string, number>()
  for (const { groups } of US_INSTRUMENTS) {
    for (const { group } of groups) {
      if (!group.startsWith('@')) used.set(group, (used.get(group) ?? 0) + 1)
    }
  }
  test('has several instruments', () => {
    expect([...used.keys()].sort()).toEqual(Object.keys(GROUPS).sort())
    expect([...used.entries()].filter(([, times]) => times < 5)).toEqual([])
  })
})

test('an instrument either has groups or follows another one', () =>
  expect(
    US_INSTRUMENTS.filter(({ groups, follows }) => (groups.length === 0) !== (follows !== null)),
  ).toEqual([]))

test('a follower has a multiple of its leader’s figures', () => {
  const followers = US_INSTRUMENTS.filter(({ follows }) => follows !== null)
  expect(followers.length).toBeGreaterThan(100)
  for (const { symbol, follows, annualVolatility, beta } of followers) {
    const leader = found(follows?.symbol ?? symbol)
    const times = follows?.times ?? 1
    expect(annualVolatility).toBeCloseTo(Math.abs(times) * leader.annualVolatility, 6)
    expect(beta).toBeCloseTo(times * leader.beta, 6)
  }
})
