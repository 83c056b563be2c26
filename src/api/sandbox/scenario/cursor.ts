/** Reads the words of one line of a scenario, each of its kind. Pure. */

import { type LegName, type LegTerms, legTypeOf } from '../../../core/conditional/leg'
import type { ConditionalRequest } from '../../../core/conditional/place'
import { isOnTick } from '../../../core/instrument'
import { QUANTITY_PLACES_MAX } from '../../../core/limits'
import {
  type Big,
  fitsPlaces,
  type Percent,
  type Price,
  percent,
  price,
  type Quantity,
  quantity,
} from '../../../core/money'
import type { Side } from '../../../core/order/order'
import { Temporal } from '../../../core/time'
import { nearest } from '../../../lib/text'

export const SYMBOL = /^[A-Z0-9][A-Z0-9.-]{0,11}$/

/** A word of a line, with its column. */
interface Word {
  readonly text: string
  /** Counts from 1. */
  readonly column: number
}

/** Thrown inside the parser only, which catches it for each line. */
export class ScenarioError extends Error {
  readonly column: number
  constructor(column: number, message: string) {
    super(message)
    this.column = column
  }
}

/** A comma, a slash, and a colon at the end of a word are separate words. */
const WORD = /[,/]|:(?=\s|$)|[^\s,/:]+(?::(?!\s|$)[^\s,/:]+)*/g

/** Removes the comment, which begins with a # at the start of a word. */
export const withoutComment = (line: string): string => line.replace(/(^|\s)#.*$/, '').trimEnd()

export const wordsOf = (line: string): readonly Word[] =>
  [...line.matchAll(WORD)].map(({ 0: text, index }) => ({ text, column: index + 1 }))

const DECIMAL = /^(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/
const PRICE_MAX = price('1000000')

export class LineCursor {
  readonly #words: readonly Word[]
  readonly #end: number
  #index = 0

  constructor(words: readonly Word[], length: number) {
    this.#words = words
    this.#end = length + 1
  }

  get next(): string | undefined {
    return this.#words[this.#index]?.text
  }

  get column(): number {
    return this.#words[this.#index]?.column ?? this.#end
  }

  fail(message: string): never {
    return this.failAt(this.column, message)
  }

  failAt(column: number, message: string): never {
    throw new ScenarioError(column, message)
  }

  /** Takes any word. */
  take(what: string): string {
    const word = this.next ?? this.fail(`here ${what} is missing`)
    this.#index++
    return word
  }

  /** Moves past the word and returns true if it is the next one. */
  skip(word: string): boolean {
    if (this.next !== word) return false
    this.#index++
    return true
  }

  expect(word: string): void {
    if (this.skip(word)) return
    const found = this.next === undefined ? '' : `, not "${this.next}"`
    this.fail(`here "${word}" is expected${found}`)
  }

  oneOf<W extends string>(words: readonly W[], what: string): W {
    const found = words.find((word) => word === this.next)
    if (found === undefined) this.fail(unknown(this.next, words, what))
    this.#index++
    return found
  }

  end(): void {
    if (this.next !== undefined) this.fail(`the line should end before "${this.next}"`)
  }

  /** Takes a word that fits the pattern. */
  matching(pattern: RegExp, what: string): string {
    const word = this.next
    if (word === undefined || !pattern.test(word)) this.fail(wrong(word, what))
    this.#index++
    return word
  }

  whole(least: number, most: number, what: string): number {
    const value = /^\d{1,15}$/.test(this.next ?? '')
      ? Number.parseInt(this.next ?? '', 10)
      : Number.NaN
    if (!(value >= least && value <= most)) {
      this.fail(wrong(this.next, `${what}, a whole number from ${least} to ${most}`))
    }
    this.#index++
    return value
  }

  #decimal<V extends Big>(what: string, read: (text: string) => V, fits: (value: V) => boolean): V {
    const text = this.next
    const value = text !== undefined && DECIMAL.test(text) ? read(text) : undefined
    if (value === undefined || !fits(value)) this.fail(wrong(text, what))
    this.#index++
    return value
  }

  price(): Price {
    const fits = (value: Price): boolean => value.gt('0') && value.lte(PRICE_MAX) && isOnTick(value)
    return this.#decimal('a price on the tick, such as 99.98', price, fits)
  }

  /** Takes a percentage such as `2.5%`, above 0 and below 100. */
  percent(): Percent {
    const text = this.matching(
      /^(?!0+(?:\.0+)?%)\d{1,2}(?:\.\d{1,2})?%$/,
      'a percentage such as 2.5%',
    )
    return percent(text.slice(0, -1))
  }

  /** Takes shares, at least 0 or above 0. */
  shares(least: 'any' | 'above 0' = 'above 0'): Quantity {
    const fits = (value: Quantity): boolean =>
      (least === 'any' || value.gt('0')) && fitsPlaces(value, QUANTITY_PLACES_MAX)
    return this.#decimal('a number of shares, such as 100', quantity, fits)
  }

  amountText(): string {
    return this.matching(DECIMAL, 'an amount in USD, such as 50000')
  }

  /** Takes a duration such as `PT90S`, above 0 and without months. */
  duration(): Temporal.Duration {
    const text = this.next
    const read = durationOf(text)
    if (read === undefined) this.fail(wrong(text, 'a duration such as PT90S or PT5M'))
    this.#index++
    return read
  }
}

const DURATION = /^PT(?=\d)(?:\d{1,4}H)?(?:\d{1,5}M)?(?:\d{1,6}(?:\.\d{1,3})?S)?$/

function durationOf(text: string | undefined): Temporal.Duration | undefined {
  if (text === undefined || !DURATION.test(text)) return undefined
  const read = Temporal.Duration.from(text)
  return read.sign > 0 ? read : undefined
}

const wrong = (word: string | undefined, what: string): string =>
  word === undefined ? `here ${what} is missing` : `"${word}" is not ${what}`

const LISTED_MAX = 12

/** Names the nearest word, and lists the known ones. */
export function unknown(word: string | undefined, words: readonly string[], what: string): string {
  const listed = words.slice(0, LISTED_MAX).join(', ')
  const all = words.length > LISTED_MAX ? `${listed} …` : listed
  if (word === undefined) return `here ${what} is missing: ${all}`
  const near = nearest(word, words)
  return `"${word}" is not ${what}${near === undefined ? '' : `; did you mean "${near}"?`} (${all})`
}

// Reads the conditional order that a client has in a scenario, in the words of `paper order`
// [scenario.conditional]. Pure.

/** A conditional order without its key, which the line gives it. */
export type ScenarioConditional = Omit<ConditionalRequest, 'clientOrderId'>

const WORDS = ['stop', 'trail', 'limit', 'take-profit', 'stop-loss', 'GTC'] as const
type LegWord = (typeof WORDS)[number]

type Trail = { readonly amount: Price } | { readonly percent: Percent }

/** The prices of one leg. */
interface Prices {
  readonly stop?: Price
  readonly trail?: Trail
  readonly limit?: Price
}

interface Terms extends Prices {
  readonly 'take-profit'?: Price
  readonly 'stop-loss'?: Prices
  readonly GTC?: true
}

/** Reads `10 AAPL stop 95` or `10 AAPL limit 100 take-profit 110 stop-loss 95 GTC`. */
export function conditionalOf(cursor: LineCursor, side: Side): ScenarioConditional {
  const shares = cursor.shares()
  const symbol = cursor.matching(SYMBOL, 'a symbol such as AAPL')
  const { column } = cursor
  let terms: Terms = {}
  while (cursor.next !== undefined) {
    const { column: at } = cursor
    const word = cursor.oneOf(WORDS, 'a term of a conditional order')
    if (terms[word] !== undefined) cursor.failAt(at, `${word} is set twice`)
    terms = { ...terms, ...termOf(word, cursor) }
  }
  if (terms.trail !== undefined && (terms.stop ?? terms.limit) !== undefined) {
    cursor.failAt(column, 'a trail has no stop and no limit')
  }
  const legs = legsOf(terms, side, shares)
  if (typeof legs === 'string') return cursor.failAt(column, legs)
  const timeInForce = terms.GTC ? 'GTC' : 'DAY'
  return { symbol, timeInForce, triggerBy: 'LAST', sessions: ['REGULAR'], legs }
}

function termOf(word: LegWord, cursor: LineCursor): Terms {
  switch (word) {
    case 'trail':
      return { trail: trailOf(cursor) }
    case 'stop-loss':
      return {
        'stop-loss': isPercent(cursor) ? { trail: trailOf(cursor) } : { stop: cursor.price() },
      }
    case 'GTC':
      return { GTC: true }
    case 'stop':
    case 'limit':
    case 'take-profit':
      return { [word]: cursor.price() }
  }
}

const isPercent = (cursor: LineCursor): boolean => cursor.next?.endsWith('%') === true
const trailOf = (cursor: LineCursor): Trail =>
  isPercent(cursor) ? { percent: cursor.percent() } : { amount: cursor.price() }

/** The legs of the terms, or what is wrong with them. */
function legsOf(terms: Terms, side: Side, shares: Quantity): readonly LegTerms[] | string {
  const { 'stop-loss': stopLoss, 'take-profit': takeProfit } = terms
  const isStop = (terms.stop ?? terms.trail) !== undefined
  const leg = (name: LegName, of: Side, prices: Prices): LegTerms => legOf(name, of, shares, prices)
  const profit = (of: Side) =>
    takeProfit === undefined ? [] : [leg('TAKE_PROFIT', of, { limit: takeProfit })]
  if (stopLoss === undefined && isStop) {
    return takeProfit === undefined
      ? [leg('SINGLE', side, terms)]
      : [...profit(side), leg('STOP_LOSS', side, terms)]
  }
  if (stopLoss === undefined && takeProfit === undefined) {
    return 'a conditional order has a stop, a trail, a take-profit or a stop-loss'
  }
  if (side === 'SELL') return 'an entry buys; a sell has its take-profit beside a stop or a trail'
  const loss = stopLoss === undefined ? [] : [leg('STOP_LOSS', 'SELL', stopLoss)]
  return [leg('ENTRY', 'BUY', terms), ...profit('SELL'), ...loss]
}

function legOf(leg: LegName, side: Side, quantity: Quantity, prices: Prices): LegTerms {
  const { limit, stop, trail } = prices
  const terms = {
    stopPrice: stop ?? null,
    limitPrice: limit ?? null,
    trailAmount: trail !== undefined && 'amount' in trail ? trail.amount : null,
    trailPercent: trail !== undefined && 'percent' in trail ? trail.percent : null,
    limitOffset: null,
  }
  return { leg, type: legTypeOf(terms), side, quantity, ...terms }
}
