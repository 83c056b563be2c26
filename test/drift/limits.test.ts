/** src/core/limits.ts has each number of the contract once, by a name that says what it limits. */
import { describe, expect, test } from 'bun:test'
import * as limits from '../../src/core/limits'
import { citationsIn } from '../rulebook/citations'
import { codeOf } from './rules/code'
import { sourcesOf } from './rules/sources'

const LIMITS = 'src/core/limits.ts'
const sources = sourcesOf('src')
const source = sources.get(LIMITS) ?? ''

/**
 * Numbers that mean nothing but themselves, so that another place that has one repeats a limit.
 * Small ones, and round ones such as 1,000, mean many things.
 */
const TELLING: readonly (readonly [number: RegExp, limit: string])[] = [
  [/43_?200\b/, 'TOKEN_LIFETIME_SECONDS_DEFAULT'],
  [/31_?536_?000\b/, 'TOKEN_LIFETIME_SECONDS_MAX'],
  [/\b2005\b/, 'YEAR_MIN'],
  [/\b2035\b/, 'YEAR_MAX'],
  [/\b1\.03\b/, 'MARKET_BUY_HOLD_FACTOR'],
  [/(?:maxLength: |\{1,)64\b(?=.*clientOrderId)/i, 'CLIENT_ORDER_ID_LENGTH_MAX'],
  [/'10000000'/, 'ORDER_VALUE_USD_MAX'],
]

describe('src/core/limits.ts', () => {
  test('names each limit by its unit and its kind, in capitals', () => {
    const KIND = /^[A-Z][A-Z_]*_(?:MAX|MIN|DEFAULT)$|^MARKET_BUY_HOLD_FACTOR$/
    expect(Object.keys(limits).filter((name) => !KIND.test(name))).toEqual([])
  })

  test('cites the rule of each limit in the comment above it', () => {
    const cited = new Set(citationsIn(LIMITS, source).map(({ line }) => line))
    const lines = source.split('\n')
    const without = lines.filter((line, index) => {
      const isLimit = line.startsWith('export const ')
      const follows = lines[index - 1]?.startsWith('export const ') ?? false
      return isLimit && !follows && ![index, index - 1].some((before) => cited.has(before))
    })
    expect(without).toEqual([])
  })

  test('has limits only that something uses', () => {
    const others = [...sources].filter(([path]) => path !== LIMITS).map(([, text]) => codeOf(text))
    const unused = Object.keys(limits).filter(
      (name) => !others.some((code) => new RegExp(`\\b${name}\\b`).test(code)),
    )
    expect(unused).toEqual([])
  })

  test.each(TELLING)('is the only place in src that has %p (%s)', (number) => {
    const places = [...sources].filter(
      ([path, text]) => path !== LIMITS && number.test(withoutComments(text)),
    )
    expect(places.map(([path]) => path)).toEqual([])
  })
})

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
