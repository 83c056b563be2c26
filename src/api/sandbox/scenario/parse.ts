/**
 * Reads the table of a scenario: its lines, and the verbs of each with the control that it calls.
 * Pure.
 *
 * For each line that it does not understand it returns a fault with line, column and the nearest
 * known word [scenario.faults]. It never throws.
 */

import { LEG_NAMES, LEG_STATUSES } from '../../../core/conditional/leg'
import { pricePlaces } from '../../../core/instrument'
import {
  amount,
  type Price,
  type Quantity,
  roundedTo,
  weighted,
  wireNumber,
} from '../../../core/money'
import { ORDER_STATUSES, SIDES } from '../../../core/order/order'
import { REFUSALS, type RefusalCode } from '../../../core/refusals'
import {
  type Instant,
  isBefore,
  NEW_YORK,
  newYorkDate,
  parseInstant,
  Temporal,
} from '../../../core/time'
import {
  conditionalOf,
  LineCursor,
  ScenarioError,
  SYMBOL,
  unknown,
  withoutComment,
  wordsOf,
} from './cursor'
import {
  COMPARISONS,
  type ControlCall,
  type Expectation,
  type Scenario,
  type ScenarioFault,
  type ScenarioRow,
  type ScenarioSettings,
  type Step,
  type StepsOf,
} from './scenario'

/** A larger text is no table that a person wrote. */
const LENGTH_MAX = 64 * 1024
const FAULTS_MAX = 20

type ParsedScenario = Scenario | { readonly faults: readonly ScenarioFault[] }

const SETTING_WORDS = ['clock', 'seed', 'profile', 'cash'] as const
const LINE_WORDS = [...SETTING_WORDS, 'day', 'expect']

export function parseScenario(text: string): ParsedScenario {
  if (text.length > LENGTH_MAX) {
    const message = `a scenario has at most ${LENGTH_MAX} characters`
    return { faults: [{ line: 1, column: 1, message }] }
  }
  const faults: ScenarioFault[] = []
  const reading = openReading()
  for (const [index, whole] of text.split(/\r?\n/).entries()) {
    const written = withoutComment(whole)
    const words = wordsOf(written)
    if (words.length === 0) continue
    const line = index + 1
    try {
      reading.read(new LineCursor(words, written.length), line, written)
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      faults.push({ line, column: error.column, message: error.message })
      if (faults.length === FAULTS_MAX) break
    }
  }
  return faults.length > 0 ? { faults } : reading.scenario()
}

function openReading() {
  let settings: ScenarioSettings = {}
  let date: Temporal.PlainDate | null = null
  let last: { readonly at: Instant; readonly line: number } | null = null
  const timed: ScenarioRow[] = []
  const final: ScenarioRow[] = []

  function setting(cursor: LineCursor): void {
    if (last !== null) cursor.fail('settings come before the first time')
    while (cursor.next !== undefined) {
      const name = cursor.oneOf(SETTING_WORDS, 'a setting')
      if (settings[name] !== undefined) cursor.fail(`${name} is set twice`)
      settings = { ...settings, ...settingOf(name, cursor) }
    }
    const { clock } = settings
    date ??= clock === undefined ? null : newYorkDate(clock)
  }

  function timeOf(cursor: LineCursor, line: number): Instant {
    const at = instantOf(cursor, date)
    if (last !== null && isBefore(at, last.at)) {
      cursor.fail(`"${cursor.next}" is before the time of line ${last.line}: times ascend`)
    }
    const { clock } = settings
    if (clock !== undefined && isBefore(at, clock)) {
      cursor.fail(`"${cursor.next}" is before the clock's start`)
    }
    last = { at, line }
    cursor.take('a time')
    return at
  }

  return {
    read(cursor: LineCursor, line: number, written: string): void {
      const text = written.trim().replaceAll(/\s+/g, ' ')
      const row = (at: Instant | null, steps: StepsOf): ScenarioRow => {
        cursor.end()
        return { line, text, at, steps }
      }
      const word = cursor.next ?? ''
      if (SETTING_WORDS.some((known) => known === word)) {
        setting(cursor)
        return
      }
      if (cursor.skip('day')) {
        date = dateOf(cursor)
        cursor.end()
        return
      }
      if (word === 'expect') {
        final.push(row(null, stepsOf(cursor)))
        return
      }
      if (!/^\d/.test(word)) {
        cursor.fail(unknown(word, LINE_WORDS, 'a time or a word that begins a line'))
      }
      const at = timeOf(cursor, line)
      timed.push(row(at, stepsOf(cursor)))
    },
    scenario: (): Scenario => ({ settings, rows: [...timed, ...final] }),
  }
}

const SEED_MAX = 2 ** 32 - 1

function settingOf(name: (typeof SETTING_WORDS)[number], cursor: LineCursor): ScenarioSettings {
  switch (name) {
    case 'clock': {
      const text = cursor.next
      const clock = /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(text ?? '')
        ? parseInstant(text ?? '')
        : undefined
      if (clock === undefined) {
        cursor.fail(`"${text ?? ''}" is not a time with its offset, such as 2026-03-02T09:25-05:00`)
      }
      cursor.take('a time')
      return { clock }
    }
    case 'seed':
      return { seed: cursor.whole(0, SEED_MAX, 'a seed') }
    case 'profile':
      return { profile: cursor.oneOf(['ideal', 'standard', 'strict'], 'a fill profile') }
    case 'cash':
      return { cash: amount(cursor.amountText()) }
  }
}

function dateOf(cursor: LineCursor): Temporal.PlainDate {
  const text = cursor.matching(/^\d{4}-\d\d-\d\d$/, 'a date such as 2026-03-02')
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return cursor.fail(`there is no date ${text}`)
  }
}

const CLOCK_TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{3}))?)?$/

/** Reads New York's time of day, or an instant with its offset. The cursor does not move. */
function instantOf(cursor: LineCursor, date: Temporal.PlainDate | null): Instant {
  const text = cursor.next ?? ''
  if (text.includes('T')) {
    return (
      parseInstant(text) ?? cursor.fail(`"${text}" is not a time such as 2026-03-02T09:30-05:00`)
    )
  }
  const [, hour, minute, second = '0', millisecond = '0'] = CLOCK_TIME.exec(text) ?? []
  if (hour === undefined || minute === undefined) {
    return cursor.fail(`"${text}" is not a time such as 09:30, 09:30:00 or 09:30:00.500`)
  }
  if (date === null) return cursor.fail('a time needs a date: write clock or day before it')
  return date
    .toZonedDateTime({
      timeZone: NEW_YORK,
      plainTime: new Temporal.PlainTime(+hour, +minute, +second, +millisecond),
    })
    .toInstant()
}

// safe: Object.keys of a literal returns its own keys.
const CODES = Object.keys(REFUSALS) as readonly RefusalCode[]

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
const OUTCOMES = ['fill', 'reject', 'hold', 'expire', 'cancel', 'lose-cancel'] as const
const SYMBOL_WORDS = ['pin', 'path', 'unpin', ...TRADABLES, ...OUTCOMES] as const

type Fields = Readonly<Record<string, unknown>>

const once = (action: Step['action']): StepsOf => {
  const steps = [{ afterMs: 0, action }]
  return () => steps
}
const put = (path: string, body: Fields): ControlCall => ({ method: 'PUT', path, body })

const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

function stepsOf(cursor: LineCursor): StepsOf {
  const subject = cursor.next ?? ''
  if (cursor.skip('market')) return ofMarket(cursor)
  if (cursor.skip('expect')) return expectation(cursor)
  if (cursor.skip('bot')) return ofClient(cursor, null)
  if (CLIENT.test(subject)) return ofClient(cursor, cursor.take('a client'))
  if (SYMBOL.test(subject)) return ofSymbol(cursor, cursor.take('a symbol'))
  return cursor.fail(unknown(cursor.next, SUBJECTS, 'a symbol, a client, or one of the words'))
}

function ofMarket(cursor: LineCursor): StepsOf {
  const word = cursor.oneOf(['halt', 'resume', ...OUTCOMES], 'what the market does')
  switch (word) {
    case 'halt':
      return once({ method: 'PUT', path: '/sandbox/halt' })
    case 'resume':
      return once({ method: 'DELETE', path: '/sandbox/halt' })
    default:
      return outcome(cursor, word, null)
  }
}

function ofSymbol(cursor: LineCursor, symbol: string): StepsOf {
  const word = cursor.oneOf(SYMBOL_WORDS, 'what happens to a symbol')
  switch (word) {
    case 'pin': {
      const sides = sidesOf(cursor)
      return once(pin(symbol, sides, cursor.skip('size') ? cursor.shares('any') : null))
    }
    case 'path':
      return path(cursor, symbol)
    case 'unpin':
      return once({ method: 'DELETE', path: `/sandbox/quotes/${symbol}` })
    case 'suspend':
    case 'trade':
    case 'buy-only':
    case 'sell-only':
      return once(put(`/sandbox/instruments/${symbol}`, { tradable: TRADABLE_WORDS[word] }))
    default:
      return outcome(cursor, word, symbol)
  }
}

interface Sides {
  readonly bid: Price
  readonly ask: Price
}

function sidesOf(cursor: LineCursor): Sides {
  const bid = cursor.price()
  cursor.expect('/')
  const { column } = cursor
  const ask = cursor.price()
  if (ask.lt(bid)) cursor.failAt(column, `the ask ${ask.toFixed()} is below the bid`)
  return { bid, ask }
}

function pin(symbol: string, { bid, ask }: Sides, size: Quantity | null): ControlCall {
  const sizes = size === null ? {} : { bidSize: wireNumber(size), askSize: wireNumber(size) }
  const prices = { bidPrice: wireNumber(bid), askPrice: wireNumber(ask) }
  return put(`/sandbox/quotes/${symbol}`, { ...prices, ...sizes })
}

const EVERY_SECOND = Temporal.Duration.from('PT1S')
const PATH_STEPS_MAX = 3_600

/** Moves in a straight line from the first quote to the last, each on the tick. */
function path(cursor: LineCursor, symbol: string): StepsOf {
  const from = sidesOf(cursor)
  cursor.expect('to')
  const to = sidesOf(cursor)
  cursor.expect('in')
  const { column } = cursor
  const lastsMs = cursor.duration().total('milliseconds')
  const every = cursor.skip('every') ? cursor.duration() : EVERY_SECOND
  const everyMs = every.total('milliseconds')
  const count = Math.floor(lastsMs / everyMs)
  if (count < 1 || lastsMs / everyMs > PATH_STEPS_MAX) {
    cursor.failAt(column, `a path has 1 to ${PATH_STEPS_MAX} steps, and this one ${count}`)
  }
  return () =>
    Array.from({ length: count + 1 }, (_, index) => {
      const bid = priceBetween(from.bid, to.bid, index, count)
      const ask = priceBetween(from.ask, to.ask, index, count)
      return { afterMs: Math.round(index * everyMs), action: pin(symbol, { bid, ask }, null) }
    })
}

function priceBetween(from: Price, to: Price, index: number, count: number): Price {
  const price = weighted(from, to, index, count)
  return roundedTo(price, pricePlaces(price))
}

const TIMES_MAX = 1_000_000

function timesOf(cursor: LineCursor): number | null {
  if (cursor.oneOf(['next', 'every'], 'how many') === 'every') return null
  return /^\d/.test(cursor.next ?? '') ? cursor.whole(1, TIMES_MAX, 'how many') : 1
}

/** Reads `next`, `next 3` or `every`, and an optional side and leg. */
function outcome(
  cursor: LineCursor,
  word: (typeof OUTCOMES)[number],
  symbol: string | null,
): StepsOf {
  const times = timesOf(cursor)
  const side = SIDES.find((known) => cursor.skip(known)) ?? null
  const leg = LEG_NAMES.find((known) => cursor.skip(known)) ?? null
  const orders = withoutNulls({ symbol, side, leg, times })
  return once(put('/sandbox/outcomes', { ...orders, result: word, ...outcomeOf(cursor, word) }))
}

function outcomeOf(cursor: LineCursor, word: (typeof OUTCOMES)[number]): Fields {
  if (word === 'reject') return { code: cursor.oneOf(CODES, 'an error code') }
  if (word !== 'fill') return {}
  const price = cursor.skip('at') ? { price: cursor.price().toFixed() } : {}
  if (!cursor.skip('in')) return price
  cursor.expect('parts')
  const parts = [cursor.shares().toFixed()]
  while (cursor.skip(',')) parts.push(cursor.shares().toFixed())
  return { ...price, parts }
}

/** A fault of a client's requests; null `clientId` for the bot's. */
const fault =
  (clientId: string | null, fields: Fields): StepsOf =>
  (bot) => [
    {
      afterMs: 0,
      action: put('/sandbox/faults', { ...withoutNulls({ clientId: clientId ?? bot }), ...fields }),
    },
  ]

function ofClient(cursor: LineCursor, clientId: string | null): StepsOf {
  const words = ['next', 'every', 'token', 'stream', 'buy', 'sell']
  if (!words.includes(cursor.next ?? '')) {
    cursor.fail(unknown(cursor.next, words, 'what happens to a client'))
  }
  if (cursor.skip('buy')) return once({ clientId, places: conditionalOf(cursor, 'BUY') })
  if (cursor.skip('sell')) return once({ clientId, places: conditionalOf(cursor, 'SELL') })
  if (cursor.skip('token')) {
    const end = cursor.oneOf(['expires', 'revoked'], 'how a token ends')
    return fault(clientId, { token: end === 'expires' ? 'expired' : 'revoked' })
  }
  if (cursor.skip('stream')) {
    const isCut = cursor.oneOf(['cut', 'late'], 'what happens to a stream') === 'cut'
    return fault(
      clientId,
      isCut ? { stream: 'cut', times: 1 } : { stream: 'late', delay: durationText(cursor) },
    )
  }
  const times = timesOf(cursor)
  const route =
    cursor.next === ':' ? null : cursor.matching(ROUTE, 'an operation such as placeOrder')
  cursor.expect(':')
  return fault(clientId, { ...withoutNulls({ route, times }), ...requestFault(cursor) })
}

const STATUS_MIN = 400
const STATUS_MAX = 599
const RETRY_AFTER_MAX = 3_600

function requestFault(cursor: LineCursor): Fields {
  switch (cursor.oneOf(['cut', 'answer', 'status', 'delay'], 'what happens to a request')) {
    case 'cut':
      return { cut: moment(cursor) }
    case 'answer':
      return { code: cursor.oneOf(CODES, 'an error code'), ...retryAfter(cursor) }
    case 'status':
      return { status: cursor.whole(STATUS_MIN, STATUS_MAX, 'a status'), ...retryAfter(cursor) }
    case 'delay':
      return { delay: durationText(cursor), at: moment(cursor) }
  }
}

const durationText = (cursor: LineCursor): string => cursor.duration().toString()

function moment(cursor: LineCursor): 'before' | 'after-commit' {
  if (cursor.skip('before')) return 'before'
  if (!cursor.skip('after')) return 'before'
  cursor.expect('commit')
  return 'after-commit'
}

const retryAfter = (cursor: LineCursor): Fields =>
  cursor.skip('retry-after')
    ? { retryAfterSeconds: cursor.whole(0, RETRY_AFTER_MAX, 'seconds') }
    : {}

function expectation(cursor: LineCursor): StepsOf {
  const isClient = CLIENT.test(cursor.next ?? '')
  const clientId = isClient ? cursor.take('a client') : null
  if (!isClient) cursor.skip('bot')
  return once({ clientId, expected: expectationOf(cursor) })
}

const COUNT_MAX = 1_000_000

function expectationOf(cursor: LineCursor): Expectation {
  const of = cursor.oneOf(
    ['orders', 'legs', 'fills', 'holds', 'cash', 'buying-power'],
    'what can be expected',
  )
  switch (of) {
    case 'orders': {
      const count = cursor.whole(0, COUNT_MAX, 'a count')
      const status = ORDER_STATUSES.find((word) => cursor.skip(word)) ?? null
      const side = SIDES.find((word) => cursor.skip(word)) ?? null
      const quantity = /^\d/.test(cursor.next ?? '') ? cursor.shares() : null
      return { of, count, status, side, quantity, symbol: symbolOf(cursor) }
    }
    case 'legs': {
      const count = cursor.whole(0, COUNT_MAX, 'a count')
      const leg = LEG_NAMES.find((word) => cursor.skip(word)) ?? null
      const status = LEG_STATUSES.find((word) => cursor.skip(word)) ?? null
      const quantity = /^\d/.test(cursor.next ?? '') ? cursor.shares() : null
      return { of, count, leg, status, quantity, symbol: symbolOf(cursor, LEG_WORDS) }
    }
    case 'fills':
      return { of, count: cursor.whole(0, COUNT_MAX, 'a count'), symbol: symbolOf(cursor) }
    case 'holds':
      return {
        of,
        quantity: cursor.shares('any'),
        symbol: cursor.matching(SYMBOL, 'a symbol such as AAPL'),
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

const ORDER_WORDS: readonly string[] = [...ORDER_STATUSES, ...SIDES]
const LEG_WORDS: readonly string[] = [...LEG_NAMES, ...LEG_STATUSES]

/** `words` may stand before the symbol. */
function symbolOf(cursor: LineCursor, words = ORDER_WORDS): string | null {
  if (cursor.next === undefined) return null
  if (!SYMBOL.test(cursor.next))
    cursor.fail(unknown(cursor.next, words, 'a word before the symbol, or a symbol'))
  return cursor.take('a symbol')
}
