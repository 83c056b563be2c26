/**
 * Batches as JSON, for sources, for other servers and for recordings. Numbers are decimals as text,
 * so none passes through a double.
 */
import { price, quantity } from '../../../core/money'
import { FIRST_INSTANT, isBefore, LAST_INSTANT, parseInstant, Temporal } from '../../../core/time'
import { EMPTY_BATCH, KINDS, SOURCE_STATES, type SourceBatch } from './batch'

/** Text fields by name. */
export type WireItem = Readonly<Record<string, string>>
export type WireBatch = Readonly<Partial<Record<(typeof KINDS)[number], readonly WireItem[]>>>

/** What is wrong with a batch; `path` is like `quotes.3.bidPrice`. */
export interface BatchFault {
  readonly fault: string
  readonly path: string
}

export const isBatchFault = (read: SourceBatch | BatchFault): read is BatchFault => 'fault' in read

interface Field {
  readonly allowed: string
  readonly fits: (text: string) => boolean
}

export const SYMBOL = /^[A-Z0-9.-]{1,12}$/
/** At most 10 digits before the point: the pips of a higher price are not exact as a double. */
export const DECIMAL = /^(?:0|[1-9]\d{0,9})(?:\.\d{1,12})?$/
const matching = (pattern: RegExp, allowed: string): Field => ({
  allowed,
  fits: (text) => pattern.test(text),
})

const symbol = matching(SYMBOL, 'a symbol in upper case')
const size = matching(DECIMAL, 'a decimal text of 0 or more and at most 10 digits, such as "100"')
const above0: Field = {
  allowed: 'a decimal text above 0, such as "189.98"',
  fits: (text) => DECIMAL.test(text) && /[1-9]/.test(text),
}
const time: Field = {
  allowed: 'an ISO 8601 time with an offset, of the years of the calendar',
  fits: (text) => timeOf(text) !== undefined,
}
const word = (words: readonly string[]): Field => ({
  allowed: words.join(' or '),
  fits: (text) => words.includes(text),
})
const currency = matching(/^[A-Z]{3}$/, 'a currency of three capital letters')

/** The fields of each kind of item; all of them are required. */
export const WIRE_FIELDS = {
  quotes: { symbol, bidPrice: above0, bidSize: size, askPrice: above0, askSize: size, time },
  trades: { symbol, price: above0, size: above0, time },
  bars: {
    symbol,
    startsAt: time,
    open: above0,
    high: above0,
    low: above0,
    close: above0,
    volume: size,
  },
  states: { symbol, state: word(SOURCE_STATES), time },
  officials: { symbol, auction: word(['OPG', 'CLS']), price: above0, size, time },
  rates: { base: currency, quote: currency, bidRate: above0, askRate: above0, time },
} as const satisfies Record<(typeof KINDS)[number], Readonly<Record<string, Field>>>

const WITH_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i

/** Epoch milliseconds; a fraction may have up to nine digits, as vendors send them. */
function timeOf(text: string): number | undefined {
  const fast = fastUtcMs(text)
  if (fast !== undefined) return fast
  const at = WITH_OFFSET.test(text) ? parseInstant(text) : undefined
  if (at === undefined || isBefore(at, FIRST_INSTANT) || isBefore(LAST_INSTANT, at)) {
    return undefined
  }
  return at.epochMilliseconds
}

const UTC = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:)(\d{2})(?:\.(\d{1,9}))?Z$/
let lastMinute = ''
let lastMinuteMs = Number.NaN

/** Reuses the instant of the last minute, which most consecutive times share. */
function fastUtcMs(text: string): number | undefined {
  const [, minute, second = '', fraction = ''] = UTC.exec(text) ?? []
  if (minute === undefined || Number(second) > 59) return undefined
  if (minute !== lastMinute) {
    const at = parseInstant(`${minute}00Z`)
    if (at === undefined || isBefore(at, FIRST_INSTANT) || isBefore(LAST_INSTANT, at)) {
      return undefined
    }
    lastMinute = minute
    lastMinuteMs = at.epochMilliseconds
  }
  return lastMinuteMs + Number(second) * 1_000 + Number(fraction.padEnd(3, '0').slice(0, 3))
}

export function readBatch(value: unknown): SourceBatch | BatchFault {
  if (typeof value !== 'object' || value === null) return { fault: 'a JSON object', path: 'body' }
  const wire: Record<string, WireItem[]> = {}
  for (const [kind, items] of Object.entries(value)) {
    const known = KINDS.find((one) => one === kind)
    if (known === undefined) return { fault: `one of ${KINDS.join(', ')}`, path: kind }
    if (!Array.isArray(items)) return { fault: 'a list', path: kind }
    const checked: WireItem[] = []
    for (const [index, item] of items.entries()) {
      const path = `${kind}.${index}`
      const wrong = itemFault(WIRE_FIELDS[known], item, path)
      if (wrong !== undefined) return wrong
      checked.push(item)
    }
    wire[known] = checked
  }
  return batchOf(wire)
}

function itemFault(
  fields: Readonly<Record<string, Field>>,
  item: unknown,
  path: string,
): BatchFault | undefined {
  if (typeof item !== 'object' || item === null) return { fault: 'an object', path }
  const rest = new Map<string, unknown>(Object.entries(item))
  for (const [name, { allowed, fits }] of Object.entries(fields)) {
    const text = rest.get(name)
    if (typeof text !== 'string' || !fits(text)) return { fault: allowed, path: `${path}.${name}` }
    rest.delete(name)
  }
  const [unknown] = rest.keys()
  return unknown === undefined
    ? undefined
    : { fault: `one of ${Object.keys(fields).join(', ')}`, path: `${path}.${unknown}` }
}

/** Converts a batch whose fields have been checked. */
function batchOf(wire: WireBatch): SourceBatch {
  const all = <Item>(
    items: readonly WireItem[] = [],
    read: (field: Read) => Item,
  ): readonly Item[] => items.map((item) => read((name) => item[name] ?? ''))
  const ms = (text: string): number => timeOf(text) ?? Number.NaN
  return {
    ...EMPTY_BATCH,
    quotes: all(wire.quotes, (field) => ({
      symbol: field('symbol'),
      bidPrice: price(field('bidPrice')),
      bidSize: quantity(field('bidSize')),
      askPrice: price(field('askPrice')),
      askSize: quantity(field('askSize')),
      atMs: ms(field('time')),
    })),
    trades: all(wire.trades, (field) => ({
      symbol: field('symbol'),
      price: price(field('price')),
      size: quantity(field('size')),
      atMs: ms(field('time')),
    })),
    bars: all(wire.bars, (field) => ({
      symbol: field('symbol'),
      startsAtMs: ms(field('startsAt')),
      open: price(field('open')),
      high: price(field('high')),
      low: price(field('low')),
      close: price(field('close')),
      volume: quantity(field('volume')),
    })),
    states: all(wire.states, (field) => ({
      symbol: field('symbol'),
      state: field('state') === 'HALTED' ? 'HALTED' : 'RESUMED',
      atMs: ms(field('time')),
    })),
    officials: all(wire.officials, (field) => ({
      symbol: field('symbol'),
      auction: field('auction') === 'OPG' ? 'OPG' : 'CLS',
      price: price(field('price')),
      size: quantity(field('size')),
      atMs: ms(field('time')),
    })),
    rates: all(wire.rates, (field) => ({
      base: field('base'),
      quote: field('quote'),
      bidRate: price(field('bidRate')),
      askRate: price(field('askRate')),
      atMs: ms(field('time')),
    })),
  }
}

type Read = (name: string) => string

/** Omits kinds without items. */
export function writeBatch(batch: SourceBatch): WireBatch {
  const { quotes, trades, bars, states, officials, rates } = batch
  const wire: WireBatch = {
    quotes: quotes.map(({ symbol, bidPrice, bidSize, askPrice, askSize, atMs }) => ({
      symbol,
      bidPrice: bidPrice.toFixed(),
      bidSize: bidSize.toFixed(),
      askPrice: askPrice.toFixed(),
      askSize: askSize.toFixed(),
      time: timeText(atMs),
    })),
    trades: trades.map(({ symbol, price, size, atMs }) => ({
      symbol,
      price: price.toFixed(),
      size: size.toFixed(),
      time: timeText(atMs),
    })),
    bars: bars.map(({ symbol, startsAtMs, open, high, low, close, volume }) => ({
      symbol,
      startsAt: timeText(startsAtMs),
      open: open.toFixed(),
      high: high.toFixed(),
      low: low.toFixed(),
      close: close.toFixed(),
      volume: volume.toFixed(),
    })),
    states: states.map(({ symbol, state, atMs }) => ({ symbol, state, time: timeText(atMs) })),
    officials: officials.map(({ symbol, auction, price, size, atMs }) => ({
      symbol,
      auction,
      price: price.toFixed(),
      size: size.toFixed(),
      time: timeText(atMs),
    })),
    rates: rates.map(({ base, quote, bidRate, askRate, atMs }) => ({
      base,
      quote,
      bidRate: bidRate.toFixed(),
      askRate: askRate.toFixed(),
      time: timeText(atMs),
    })),
  }
  return Object.fromEntries(Object.entries(wire).filter(([, items]) => items.length > 0))
}

const timeText = (ms: number): string => Temporal.Instant.fromEpochMilliseconds(ms).toString()
