/** What a line of a scenario says after its time: who or what, and what happens. */
import { amount, type Quantity } from '../money'
import { REFUSALS, type RefusalCode } from '../refusals'
import { Temporal } from '../time'
import {
  COMPARISONS,
  type Deed,
  type Expectation,
  type NextOrders,
  type OrderOutcomeDeed,
  OUTCOME_WORDS,
  type RequestFaultDeed,
  SIDE_WORDS,
  type Sides,
  STATUS_WORDS,
} from './scenario'
import { type LineCursor, unknown } from './words'

// safe: Object.keys of a literal gives its own keys.
const CODES = Object.keys(REFUSALS) as readonly RefusalCode[]

const SYMBOL = /^[A-Z0-9][A-Z0-9.-]{0,11}$/
const CLIENT = /^pk_[\w-]{1,61}$/
const ROUTE = /^[a-z][A-Za-z]{1,63}$/

const SUBJECTS = ['market', 'bot', 'expect'] as const
const TRADABLE_WORDS = {
  suspend: 'SUSPENDED',
  trade: 'TRADABLE',
  'buy-only': 'BUY_ONLY',
  'sell-only': 'SELL_ONLY',
} as const
const TRADABLES = ['suspend', 'trade', 'buy-only', 'sell-only'] as const
const SYMBOL_WORDS = ['pin', 'path', 'unpin', ...TRADABLES, ...OUTCOME_WORDS] as const

export function deedOf(cursor: LineCursor): Deed {
  const subject = cursor.next ?? ''
  if (cursor.skip('market')) return marketDeed(cursor)
  if (cursor.skip('expect')) return expectation(cursor)
  if (cursor.skip('bot')) return clientDeed(cursor, null)
  if (CLIENT.test(subject)) return clientDeed(cursor, cursor.take('a client'))
  if (SYMBOL.test(subject)) return symbolDeed(cursor, cursor.take('a symbol'))
  return cursor.fail(unknown(cursor.next, SUBJECTS, 'a symbol, a client, or one of the words'))
}

function marketDeed(cursor: LineCursor): Deed {
  const word = cursor.oneOf(['halt', 'resume', ...OUTCOME_WORDS], 'what the market does')
  if (word === 'halt' || word === 'resume') return { kind: word }
  return outcome(cursor, word, null)
}

function symbolDeed(cursor: LineCursor, symbol: string): Deed {
  const word = cursor.oneOf(SYMBOL_WORDS, 'what happens to a symbol')
  switch (word) {
    case 'pin': {
      const sides = sidesOf(cursor)
      const size = cursor.skip('size') ? cursor.shares('any') : null
      return { kind: 'pin', symbol, sides, size }
    }
    case 'path':
      return path(cursor, symbol)
    case 'unpin':
      return { kind: 'unpin', symbol }
    case 'suspend':
    case 'trade':
    case 'buy-only':
    case 'sell-only':
      return { kind: 'tradable', symbol, state: TRADABLE_WORDS[word] }
    default:
      return outcome(cursor, word, symbol)
  }
}

function sidesOf(cursor: LineCursor): Sides {
  const bid = cursor.price()
  cursor.expect('/')
  const { column } = cursor
  const ask = cursor.price()
  if (ask.lt(bid)) cursor.failAt(column, `the ask ${ask.toFixed()} is below the bid`)
  return { bid, ask }
}

const EVERY_SECOND = Temporal.Duration.from('PT1S')
const PATH_STEPS_MAX = 3_600

function path(cursor: LineCursor, symbol: string): Deed {
  const from = sidesOf(cursor)
  cursor.expect('to')
  const to = sidesOf(cursor)
  cursor.expect('in')
  const { column } = cursor
  const lasts = cursor.duration()
  const every = cursor.skip('every') ? cursor.duration() : EVERY_SECOND
  const count = lasts.total('milliseconds') / every.total('milliseconds')
  if (count < 1 || count > PATH_STEPS_MAX) {
    cursor.failAt(
      column,
      `a path has 1 to ${PATH_STEPS_MAX} steps, and this one ${Math.floor(count)}`,
    )
  }
  return { kind: 'path', symbol, from, to, lasts, every }
}

/** `next`, `next 3`, `every`; then perhaps a side. */
function nextOrders(cursor: LineCursor, symbol: string | null): NextOrders {
  const times = timesOf(cursor)
  const side = SIDE_WORDS.find((word) => cursor.skip(word)) ?? null
  return { symbol, side, times }
}

const TIMES_MAX = 1_000_000

function timesOf(cursor: LineCursor): number | null {
  if (cursor.oneOf(['next', 'every'], 'how many') === 'every') return null
  return /^\d/.test(cursor.next ?? '') ? cursor.whole(1, TIMES_MAX, 'how many') : 1
}

function outcome(
  cursor: LineCursor,
  word: (typeof OUTCOME_WORDS)[number],
  symbol: string | null,
): Deed {
  const next = nextOrders(cursor, symbol)
  return { kind: 'outcome', next, outcome: outcomeOf(cursor, word) }
}

function outcomeOf(cursor: LineCursor, word: (typeof OUTCOME_WORDS)[number]): OrderOutcomeDeed {
  switch (word) {
    case 'fill': {
      const price = cursor.skip('at') ? cursor.price() : null
      if (!cursor.skip('in')) return { does: 'fill', price, parts: [] }
      cursor.expect('parts')
      const parts: Quantity[] = [cursor.shares()]
      while (cursor.skip(',')) parts.push(cursor.shares())
      return { does: 'fill', price, parts }
    }
    case 'reject':
      return { does: 'reject', code: cursor.oneOf(CODES, 'an error code') }
    default:
      return { does: word }
  }
}

function clientDeed(cursor: LineCursor, clientId: string | null): Deed {
  const words = ['next', 'every', 'token', 'stream']
  if (!words.includes(cursor.next ?? '')) {
    cursor.fail(unknown(cursor.next, words, 'what happens to a client'))
  }
  if (cursor.skip('token')) {
    const end = cursor.oneOf(['expires', 'revoked'], 'how a token ends')
    const fault = { fault: 'token', end: end === 'expires' ? 'expired' : 'revoked' } as const
    return { kind: 'client', clientId, fault }
  }
  if (cursor.skip('stream')) {
    if (cursor.oneOf(['cut', 'late'], 'what happens to a stream') === 'cut') {
      return { kind: 'client', clientId, fault: { fault: 'stream-cut' } }
    }
    return {
      kind: 'client',
      clientId,
      fault: { fault: 'stream-late', delay: durationText(cursor) },
    }
  }
  const times = timesOf(cursor)
  const isAny = cursor.next === ':'
  const route = isAny ? null : cursor.like(ROUTE, 'an operation such as placeOrder')
  cursor.expect(':')
  return { kind: 'fault', next: { clientId, route, times }, fault: requestFault(cursor) }
}

const STATUS_MIN = 400
const STATUS_MAX = 599
const RETRY_AFTER_MAX = 3_600

function requestFault(cursor: LineCursor): RequestFaultDeed {
  const word = cursor.oneOf(['cut', 'answer', 'status', 'delay'], 'what happens to a request')
  switch (word) {
    case 'cut':
      return { fault: 'cut', at: moment(cursor) }
    case 'answer': {
      const code = cursor.oneOf(CODES, 'an error code')
      return { fault: 'answer', code, retryAfter: retryAfter(cursor) }
    }
    case 'status': {
      const status = cursor.whole(STATUS_MIN, STATUS_MAX, 'a status')
      return { fault: 'status', status, retryAfter: retryAfter(cursor) }
    }
    case 'delay': {
      const delay = durationText(cursor)
      return { fault: 'delay', delay, at: moment(cursor) }
    }
  }
}

const durationText = (cursor: LineCursor): string => cursor.duration().toString()

function moment(cursor: LineCursor): 'before' | 'after-commit' {
  if (cursor.skip('before')) return 'before'
  if (!cursor.skip('after')) return 'before'
  cursor.expect('commit')
  return 'after-commit'
}

function retryAfter(cursor: LineCursor): number | null {
  return cursor.skip('retry-after') ? cursor.whole(0, RETRY_AFTER_MAX, 'seconds') : null
}

function expectation(cursor: LineCursor): Deed {
  const isClient = CLIENT.test(cursor.next ?? '')
  const clientId = isClient ? cursor.take('a client') : null
  if (!isClient) cursor.skip('bot')
  return { kind: 'expect', clientId, expected: expectationOf(cursor) }
}

const COUNT_MAX = 1_000_000

function expectationOf(cursor: LineCursor): Expectation {
  const of = cursor.oneOf(
    ['orders', 'fills', 'holds', 'cash', 'buying-power'],
    'what can be expected',
  )
  switch (of) {
    case 'orders': {
      const count = cursor.whole(0, COUNT_MAX, 'a count')
      const status = STATUS_WORDS.find((word) => cursor.skip(word)) ?? null
      const side = SIDE_WORDS.find((word) => cursor.skip(word)) ?? null
      const quantity = /^\d/.test(cursor.next ?? '') ? cursor.shares() : null
      return { of, count, status, side, quantity, symbol: symbolOf(cursor) }
    }
    case 'fills':
      return { of, count: cursor.whole(0, COUNT_MAX, 'a count'), symbol: symbolOf(cursor) }
    case 'holds':
      return {
        of,
        quantity: cursor.shares('any'),
        symbol: cursor.like(SYMBOL, 'a symbol such as AAPL'),
      }
    case 'cash':
    case 'buying-power':
      return {
        of,
        comparison: cursor.oneOf(COMPARISONS, 'a comparison'),
        amount: amount(cursor.amountText()),
      }
  }
}

function symbolOf(cursor: LineCursor): string | null {
  if (cursor.next === undefined) return null
  const words: readonly string[] = [...STATUS_WORDS, ...SIDE_WORDS]
  if (!SYMBOL.test(cursor.next))
    cursor.fail(unknown(cursor.next, words, 'a state, a side or a symbol'))
  return cursor.take('a symbol')
}
