/**
 * Alpaca's stream, translated to items of the ingest ("WebSocket Stream" and "Real-time Stock
 * Data" of its documentation, docs.alpaca.markets/docs/real-time-stock-pricing-data). It
 * reconnects with growing waits. The free plan has one connection and 30 symbols.
 */
import { lookup } from 'node:dns/promises'
import { amount } from '../../../../core/money'
import { plural } from '../../../../lib/text'
import type { Alarm } from '../../../../market/clock'
import type { WireItem } from '../../../../market/feeds/live/wire'
import { type KindItem, openTimers, type Timers } from '../ingest-link'

export interface AlpacaStream {
  /** Sets the symbols, the most important first. Symbols beyond the limit are ignored. */
  want(symbols: readonly string[]): void
  close(): void
  /** Resolves with a reason if the stream cannot continue, such as a wrong key. */
  readonly failed: Promise<string>
}

interface AlpacaStreamDeps {
  /** `wss://stream.data.alpaca.markets/v2/iex` */
  readonly url: string
  readonly keyId: string
  readonly secret: string
  readonly symbolsMax: number
  readonly after: Alarm
  readonly data: (message: VendorMessage) => void
  /** Called with new symbols, whose earlier data must be read from the history. */
  readonly subscribed: (symbols: readonly string[]) => void
  readonly say: (text: string) => void
}

const RETRY_AFTER_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000]
const AWAY = "the vendor's stream cannot be reached"
/** Failed authentication, and a plan without the requested data. */
const FATAL = ['402', '409']
const SYMBOL_LIMIT = '405'
const CONNECTION_LIMIT = '406'

class SocketStream implements AlpacaStream {
  readonly #deps: AlpacaStreamDeps
  readonly #timers: Timers
  readonly #failed = Promise.withResolvers<string>()
  #symbolsMax: number
  #wanted: readonly string[] = []
  #subscribed = new Set<string>()
  #statuses = true
  #socket: WebSocket | null = null
  #ready = false
  #tries = 0
  #closed = false
  readonly failed: Promise<string> = this.#failed.promise

  constructor(deps: AlpacaStreamDeps) {
    this.#deps = deps
    this.#timers = openTimers(deps.after)
    this.#symbolsMax = deps.symbolsMax
    this.#connect()
  }

  want(symbols: readonly string[]): void {
    if (symbols.length > this.#symbolsMax && this.#wanted.length <= this.#symbolsMax) {
      const wantedNow = plural(symbols.length, 'symbol is', 'symbols are')
      this.#deps.say(`${wantedNow} wanted, and the limit is ${this.#symbolsMax}`)
    }
    this.#wanted = symbols
    this.#subscribe()
  }

  close(): void {
    this.#closed = true
    this.#timers.cancelAll()
    this.#socket?.close()
  }

  readonly #connect = (): void => {
    if (this.#closed) return
    const opened = new WebSocket(this.#deps.url)
    let answers = false
    this.#socket = opened
    this.#ready = false
    opened.onopen = () => {
      answers = true
    }
    opened.onmessage = ({ data }) => {
      for (const message of messagesIn(String(data))) this.#receive(message)
    }
    opened.onclose = () => {
      if (this.#closed || this.#socket !== opened) return
      this.#ready = false
      this.#subscribed = new Set()
      const waitMs = RETRY_AFTER_MS[Math.min(this.#tries, RETRY_AFTER_MS.length - 1)] ?? 0
      this.#tries++
      const again = `trying again in ${waitMs / 1_000} s`
      if (answers) this.#deps.say(`the vendor's stream is closed; ${again}`)
      else {
        void unreachable(this.#deps.url).then((why) => this.#deps.say(`${AWAY}: ${why}; ${again}`))
      }
      this.#timers.later(waitMs, this.#connect)
    }
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message))
  }

  #receive(message: VendorMessage): void {
    switch (message.T) {
      case 'success':
        if (message.msg === 'connected') {
          this.#send({ action: 'auth', key: this.#deps.keyId, secret: this.#deps.secret })
        }
        if (message.msg !== 'authenticated') break
        this.#ready = true
        this.#tries = 0
        this.#deps.say('the vendor has taken the key')
        this.#subscribe()
        break
      case 'subscription':
        break
      case 'error':
        this.#refused(String(message.code), String(message.msg))
        break
      default:
        this.#deps.data(message)
    }
  }

  #refused(code: string, text: string): void {
    if (code === '409' && this.#statuses && this.#ready) {
      // Some plans have no trading states.
      this.#statuses = false
      this.#deps.say('the plan has no trading states: halts will not be known')
      this.#subscribed = new Set()
      this.#subscribe()
      return
    }
    if (FATAL.includes(code)) {
      this.#closed = true
      this.#socket?.close()
      this.#failed.resolve(`The vendor refuses: ${text} (${code}).`)
      return
    }
    this.#deps.say(`the vendor's error: ${text} (${code})`)
    if (code === SYMBOL_LIMIT) {
      this.#symbolsMax = Math.max(1, Math.floor(this.#symbolsMax / 2))
      this.#deps.say(`asking for ${plural(this.#symbolsMax, 'symbol')} at most`)
      this.#subscribed = new Set()
      this.#subscribe()
    }
    // Another program has the one connection, which frequent attempts would disturb.
    if (code === CONNECTION_LIMIT) this.#tries = RETRY_AFTER_MS.length - 1
  }

  #subscribe(): void {
    if (!this.#ready) return
    const now = this.#wanted.slice(0, this.#symbolsMax)
    const gone = [...this.#subscribed].filter((symbol) => !now.includes(symbol))
    const added = now.filter((symbol) => !this.#subscribed.has(symbol))
    if (gone.length > 0) this.#send({ action: 'unsubscribe', ...this.#channels(gone) })
    if (added.length > 0) this.#send({ action: 'subscribe', ...this.#channels(added) })
    this.#subscribed = new Set(now)
    if (added.length > 0) this.#deps.subscribed(added)
  }

  #channels(symbols: readonly string[]) {
    return {
      quotes: symbols,
      trades: symbols,
      bars: symbols,
      updatedBars: symbols,
      ...(this.#statuses && { statuses: symbols }),
    }
  }
}

export const openAlpacaStream = (deps: AlpacaStreamDeps): AlpacaStream => new SocketStream(deps)

/** Finds out why there is no connection: the host's name, or the host. */
async function unreachable(url: string): Promise<string> {
  const { hostname, host } = new URL(url)
  return lookup(hostname).then(
    () => `nothing answers at ${host}`,
    () => `the name ${hostname} is not resolved`,
  )
}

/** The messages of a text; none if it is no JSON. */
function messagesIn(text: string): readonly VendorMessage[] {
  try {
    const list = parseExactly(text)
    return Array.isArray(list) ? list.map((one) => Object(one)) : []
  } catch {
    return []
  }
}

export type VendorMessage = Readonly<Record<string, unknown>>

/** Codes of CTA and UTP. A resumption of quotes alone is not a resumption of trading. */
const HALTED = ['2', 'H', 'P']
const RESUMED = ['3', 'T']
/** Conditions of the trades that have the listing exchange's official prices. */
const OFFICIAL = { Q: 'OPG', M: 'CLS' } as const

/** Returns undefined for an invalid message, and for one that the ingest has no use for. */
export function translate(message: VendorMessage, roundLot: string): KindItem | undefined {
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

function quoteOf(message: VendorMessage, roundLot: string): KindItem | undefined {
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

function tradeOf(message: VendorMessage): KindItem {
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

function stateOf({ S, sc, t }: VendorMessage): KindItem | undefined {
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
): KindItem | undefined {
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
