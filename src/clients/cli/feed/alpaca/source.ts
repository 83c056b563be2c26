/**
 * Alpaca's data for the ingest: its stream, and its history for gaps in the stream.
 *
 * The vendor's history over HTTP: missed minutes, the latest quotes, and the official prices of
 * auctions ("Historical bars", "Latest quotes" and "Historical auctions" of its documentation). The
 * free plan has 200 calls a minute; this program makes at most 120.
 */
import { atMs } from '../../../../core/time'
import { errorMessage } from '../../../../lib/text'
import { regularSession, sessionAt } from '../../../../market/calendar'
import type { Alarm } from '../../../../market/clock'
import type { IngestLink, KindItem } from '../ingest-link'
import {
  type AlpacaStream,
  barOf,
  officialOf,
  openAlpacaStream,
  parseExactly,
  translate,
  type VendorMessage,
} from './stream'

export interface AlpacaSettings {
  readonly keyId: string
  readonly secret: string
  readonly feed: string
  readonly symbolsMax: number
  readonly roundLot: string
  readonly streamUrl: string
  readonly restUrl: string
}

interface AlpacaSourceDeps extends AlpacaSettings {
  readonly ingest: Pick<IngestLink, 'push'>
  readonly after: Alarm
  readonly nowMs: () => number
  readonly say: (text: string) => void
}

interface AlpacaSource extends AlpacaStream {
  /** Requests the official prices that are due; to be called once a minute. */
  requestOfficials(): Promise<void>
}

const SYMBOLS_PER_CALL = 50
/** The free plan shows the consolidated tape after 15 minutes. */
const OFFICIAL_AFTER_MS = 16 * 60_000
const OFFICIAL_UNTIL_MS = 29 * 60_000

export function openAlpacaSource(deps: AlpacaSourceDeps): AlpacaSource {
  const { ingest, nowMs, say, roundLot } = deps
  const rest: AlpacaRest = alpacaRest({ ...deps, url: deps.restUrl })
  /** The time of the last data of each symbol. */
  const lastDataMs = new Map<string, number>()
  const requested = new Set<string>()
  let wanted: readonly string[] = []

  const push = ({ kind, item }: KindItem): void => ingest.push(kind, item)

  const stream = openAlpacaStream({
    ...deps,
    url: `${deps.streamUrl}/v2/${deps.feed}`,
    data(message) {
      const translated = translate(message, roundLot)
      if (translated === undefined) return
      push(translated)
      const { symbol } = translated.item
      if (symbol !== undefined) lastDataMs.set(symbol, nowMs())
    },
    subscribed: (symbols) => void fillGap(symbols),
  })

  /** Reads the minutes since the last data, or of this trading date, and the latest quotes. */
  async function fillGap(symbols: readonly string[]): Promise<void> {
    const dayMs = openingMs(nowMs())
    for (let first = 0; first < symbols.length; first += SYMBOLS_PER_CALL) {
      const some = symbols.slice(first, first + SYMBOLS_PER_CALL)
      const fromMs = Math.min(...some.map((one) => Math.max(lastDataMs.get(one) ?? dayMs, dayMs)))
      const from = atMs(Math.floor(fromMs / 60_000) * 60_000).toString()
      try {
        for (const bar of await rest.bars(some, from)) if (isOver(bar)) push(bar)
        for (const quote of await rest.latestQuotes(some)) push(quote)
      } catch (error) {
        say(`the history could not be read: ${errorMessage(error)}`)
      }
    }
  }

  /** Whether the minute is over: until then its bar is not complete. */
  const isOver = ({ item }: KindItem): boolean =>
    (item.startsAt ?? '') < atMs(Math.floor(nowMs() / 60_000) * 60_000).toString()

  async function requestOfficials(): Promise<void> {
    const date = sessionAt(atMs(nowMs())).tradingDate
    const hours = regularSession(date)
    if (hours === null || wanted.length === 0) return
    const due = [
      { auction: 'OPG', heldAt: hours.opensAt },
      { auction: 'CLS', heldAt: hours.closesAt },
    ] as const
    for (const { auction, heldAt } of due) {
      const agoMs = nowMs() - heldAt.epochMilliseconds
      const key = `${auction} ${date}`
      if (agoMs < OFFICIAL_AFTER_MS || agoMs > OFFICIAL_UNTIL_MS || requested.has(key)) continue
      requested.add(key)
      for (const one of await rest.auctions(wanted, String(date), auction)) push(one)
    }
  }

  return {
    failed: stream.failed,
    close: () => stream.close(),
    want(symbols) {
      wanted = symbols.slice(0, deps.symbolsMax)
      stream.want(symbols)
    },
    requestOfficials,
  }
}

/** The opening of the first session of the trading date. */
function openingMs(nowMs: number): number {
  const { tradingDate } = sessionAt(atMs(nowMs))
  const regular = regularSession(tradingDate)
  const PRE_MARKET_MS = 5.5 * 3_600_000
  return regular === null ? nowMs : regular.opensAt.epochMilliseconds - PRE_MARKET_MS
}

interface AlpacaRest {
  /** Returns the minute bars from the instant on. */
  bars(symbols: readonly string[], from: string): Promise<readonly KindItem[]>
  latestQuotes(symbols: readonly string[]): Promise<readonly KindItem[]>
  /** Returns the official prices of one date, such as `2026-03-02`. */
  auctions(
    symbols: readonly string[],
    date: string,
    auction: 'OPG' | 'CLS',
  ): Promise<readonly KindItem[]>
}

interface AlpacaRestDeps {
  readonly url: string
  readonly keyId: string
  readonly secret: string
  readonly feed: string
  readonly roundLot: string
  readonly after: Alarm
  readonly say: (text: string) => void
}

const SPACING_MS = 500
const TOO_MANY_WAIT_MS = 60_000
const TRIES_MAX = 3
const PAGES_MAX = 50

class HttpRest implements AlpacaRest {
  readonly #deps: AlpacaRestDeps
  readonly #headers: { 'apca-api-key-id': string; 'apca-api-secret-key': string }
  #last: Promise<unknown> = Promise.resolve()

  constructor(deps: AlpacaRestDeps) {
    this.#deps = deps
    this.#headers = { 'apca-api-key-id': deps.keyId, 'apca-api-secret-key': deps.secret }
  }

  async bars(symbols: readonly string[], from: string): Promise<readonly KindItem[]> {
    const query = {
      symbols: symbols.join(','),
      timeframe: '1Min',
      start: from,
      feed: this.#deps.feed,
    }
    const found = await this.#pages('/v2/stocks/bars', { ...query, limit: '10000' }, 'bars')
    return found.map(([symbol, bar]) => ({ kind: 'bars', item: barOf(symbol, bar) }))
  }

  async latestQuotes(symbols: readonly string[]): Promise<readonly KindItem[]> {
    const query = { symbols: symbols.join(','), feed: this.#deps.feed }
    const { quotes } = await this.#call('/v2/stocks/quotes/latest', query)
    return Object.entries(Object(quotes)).flatMap(([symbol, quote]) => {
      const translated = translate({ ...Object(quote), T: 'q', S: symbol }, this.#deps.roundLot)
      return translated === undefined ? [] : [translated]
    })
  }

  async auctions(
    symbols: readonly string[],
    date: string,
    auction: 'OPG' | 'CLS',
  ): Promise<readonly KindItem[]> {
    const query = { symbols: symbols.join(','), start: date, end: date, feed: 'sip' }
    const found = await this.#pages('/v2/stocks/auctions', { ...query, limit: '1000' }, 'auctions')
    return found.flatMap(([symbol, day]) => {
      const prints = day[auction === 'OPG' ? 'o' : 'c']
      const official = officialOf(symbol, auction, Array.isArray(prints) ? prints : [])
      return official === undefined ? [] : [official]
    })
  }

  #wait(ms: number) {
    return new Promise<void>((resume) => void this.#deps.after(ms, resume))
  }

  /** Makes one call at a time, with a pause between calls. */
  #call(path: string, query: Readonly<Record<string, string>>): Promise<VendorMessage> {
    const next = this.#last.then(() => this.#callNow(path, query))
    this.#last = next.catch(() => {}).then(() => this.#wait(SPACING_MS))
    return next
  }

  async #callNow(path: string, query: Readonly<Record<string, string>>): Promise<VendorMessage> {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(`${this.#deps.url}${path}?${new URLSearchParams(query)}`, {
        headers: this.#headers,
      })
      const text = await answer.text()
      if (answer.ok) return Object(parseExactly(text))
      if (tries >= TRIES_MAX || (answer.status !== 429 && answer.status < 500)) {
        throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 200)}`)
      }
      this.#deps.say(`${path} was answered ${answer.status}; trying again`)
      await this.#wait(answer.status === 429 ? TOO_MANY_WAIT_MS : SPACING_MS)
    }
  }

  /** Reads all pages of a list by symbol. */
  async #pages(
    path: string,
    query: Readonly<Record<string, string>>,
    list: string,
  ): Promise<readonly (readonly [symbol: string, item: VendorMessage])[]> {
    const found: (readonly [string, VendorMessage])[] = []
    let token: unknown = null
    for (let page = 0; page < PAGES_MAX; page++) {
      const answer = await this.#call(
        path,
        typeof token === 'string' ? { ...query, page_token: token } : query,
      )
      for (const [symbol, items] of Object.entries(Object(answer[list]))) {
        if (Array.isArray(items)) for (const item of items) found.push([symbol, Object(item)])
      }
      token = answer.next_page_token
      if (typeof token !== 'string') break
    }
    return found
  }
}

const alpacaRest = (deps: AlpacaRestDeps): AlpacaRest => new HttpRest(deps)
