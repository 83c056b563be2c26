/**
 * Alpaca's messages as items of the door. Pure. The names are those of the vendor's documentation,
 * "Real-time Stock Data" (docs.alpaca.markets/docs/real-time-stock-pricing-data): T is the type, S
 * the symbol, t the time; numbers are texts already (exact-json). JSON whose numbers come out as
 * the texts that were written: no price passes through a double.
 */
import { amount } from '../../../../core/money'
import type { WireItem } from '../../../../market/feeds/live/wire'
import type { SourceKind } from '../door-link'

export interface Translated {
  readonly kind: SourceKind
  readonly item: WireItem
}

export type VendorMessage = Readonly<Record<string, unknown>>

/** CTA's and UTP's codes; a resumption of quotes alone lets nobody trade. */
const HALTED = ['2', 'H', 'P']
const RESUMED = ['3', 'T']
/** Conditions of the prints that carry the official prices of the listing exchange. */
const OFFICIAL = { Q: 'OPG', M: 'CLS' } as const

/** Undefined: the message is not of this form, or tells nothing that the door takes. */
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
  // A side without a price: there is no quote to trade at.
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

/** Of a stream's bar, or of one of the history, which has no symbol in it. */
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

/** The official price of one day's auction: of the official print, with the shares crossed. */
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

/** Without an exponent, as the door takes it; throws on anything but a number. */
const decimal = (value: unknown): string => amount(text(value)).toFixed()

/** Numbers are texts; throws where it is no JSON. */
export const parseExactly = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  )
