/**
 * Reads the conditional order that a client has in a scenario, in the words of `paper order`
 * [scenario.conditional]. Pure.
 */
import type { LegName, LegTerms } from '../../../core/conditional/leg'
import type { ConditionalRequest } from '../../../core/conditional/place'
import type { Percent, Price, Quantity } from '../../../core/money'
import type { Side } from '../../../core/order/order'
import { type LineCursor, SYMBOL } from './cursor'

/** A conditional order without its key, which the line gives it. */
export type ScenarioConditional = Omit<ConditionalRequest, 'clientOrderId'>

const WORDS = ['stop', 'trail', 'limit', 'take-profit', 'stop-loss', 'GTC'] as const
type Word = (typeof WORDS)[number]

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

function termOf(word: Word, cursor: LineCursor): Terms {
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
  return {
    leg,
    type: typeOf(prices),
    side,
    quantity,
    stopPrice: stop ?? null,
    limitPrice: limit ?? null,
    trailAmount: trail !== undefined && 'amount' in trail ? trail.amount : null,
    trailPercent: trail !== undefined && 'percent' in trail ? trail.percent : null,
    limitOffset: null,
  }
}

function typeOf({ limit, stop, trail }: Prices): LegTerms['type'] {
  if (trail !== undefined) return 'TRAILING_STOP'
  if (stop !== undefined) return limit === undefined ? 'STOP' : 'STOP_LIMIT'
  return limit === undefined ? 'MARKET' : 'LIMIT'
}
