/**
 * Translates Alpaca's messages to items of the ingest. Pure. The vendor's documentation, "Real-time
 * Stock Data" (docs.alpaca.markets/docs/real-time-stock-pricing-data), defines the fields: T is the
 * type, S the symbol, t the time. `parseExactly` reads numbers as texts, so that no price passes
 * through a double.
 */
import { amount } from '../../../../core/money'
import type { WireItem } from '../../../../market/feeds/live/wire'
import type { SourceKind } from '../ingest-link'

export interface Translated {
  readonly kind: SourceKind
  readonly item: WireItem
}

export type VendorMessage = Readonly<Record<string, unknown>>

/** Codes of CTA and UTP. A resumption of quotes alone is not a resumption of trading. */
const HALTED = ['2', 'H', 'P']
const RESUMED = ['3', 'T']
/** Conditions of the trades that have the listing exchange's official prices. */
const OFFICIAL = { Q: 'OPG', M: 'CLS' } as const

/** Returns undefined for an invalid message, and for one that the ingest has no use for. */
export function translate(message: VendorMessage, roundLot: string): Translated | undefined {
  try {
    switch (message.T) {
      case 'q':
        return quoteOf(message, roundLot)
      case 't':
        return tradeOf(message)
      case 'b':
      case 'u':
        return { kind: 'bars', item: barOf(text(message.S), message) }
      case 's':
        return stateOf(message)
      default:
        return undefined
    }
  } catch {
    return undefined
  }
}

function quoteOf(message: VendorMessage, roundLot: string): Translated | undefined {
  const [bidPrice, askPrice] = [decimal(message.bp), decimal(message.ap)]
  // A side without a price is no quote.
  if (bidPrice === '0' || askPrice === '0') return undefined
  const shares = (lots: unknown) => amount(decimal(lots)).times(amount(roundLot)).toFixed()
  return {
    kind: 'quotes',
    item: {
      symbol: text(message.S),
      bidPrice,
      bidSize: shares(message.bs),
      askPrice,
      askSize: shares(message.as),
      time: text(message.t),
    },
  }
}

function tradeOf(message: VendorMessage): Translated {
  const symbol = text(message.S)
  const [price, size, time] = [decimal(message.p), decimal(message.s), text(message.t)]
  const conditions: unknown[] = Array.isArray(message.c) ? message.c : []
  for (const [condition, auction] of Object.entries(OFFICIAL)) {
    if (conditions.includes(condition)) {
      return { kind: 'officials', item: { symbol, auction, price, size, time } }
    }
  }
  return { kind: 'trades', item: { symbol, price, size, time } }
}

/** A bar of the stream or of the history. The history's bars have no symbol, so callers pass it. */
export const barOf = (symbol: string, bar: VendorMessage): WireItem => ({
  symbol,
  startsAt: text(bar.t),
  open: decimal(bar.o),
  high: decimal(bar.h),
  low: decimal(bar.l),
  close: decimal(bar.c),
  volume: decimal(bar.v),
})

function stateOf({ S, sc, t }: VendorMessage): Translated | undefined {
  const code = text(sc)
  const state = HALTED.includes(code) ? 'HALTED' : RESUMED.includes(code) ? 'RESUMED' : null
  if (state === null) return undefined
  return { kind: 'states', item: { symbol: text(S), state, time: text(t) } }
}

/** The official price of one day's auction, with the number of shares crossed. */
export function officialOf(
  symbol: string,
  auction: 'OPG' | 'CLS',
  prints: readonly VendorMessage[],
): Translated | undefined {
  const official = auction === 'OPG' ? 'Q' : 'M'
  const print = prints.find(({ c }) => c === official) ?? prints[0]
  if (print === undefined) return undefined
  const sizes = prints.map(({ s }) => amount(decimal(s)))
  const size = sizes.reduce((most, one) => (one.gt(most) ? one : most), amount('0')).toFixed()
  const item = { symbol, auction, price: decimal(print.p), size, time: text(print.t) }
  return { kind: 'officials', item }
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('a text is missing')
  return value
}

/** A decimal without an exponent. Throws if the value is no number. */
const decimal = (value: unknown): string => amount(text(value)).toFixed()

/** Parses JSON with numbers as their texts. Throws if it is no JSON. */
export const parseExactly = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  )
