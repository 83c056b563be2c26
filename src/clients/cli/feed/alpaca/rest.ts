/**
 * The vendor's history over HTTP: missed minutes, the latest quotes, and the official prices of
 * auctions ("Historical bars", "Latest quotes" and "Historical auctions" of its documentation). The
 * free plan has 200 calls a minute; this program makes at most 120.
 */
import type { Alarm } from '../../../../market/clock'
import type { Translated } from './translate'
import { barOf, officialOf, parseExactly, translate, type VendorMessage } from './translate'

export interface AlpacaRest {
  /** Returns the minute bars from the instant on. */
  bars(symbols: readonly string[], from: string): Promise<readonly Translated[]>
  latestQuotes(symbols: readonly string[]): Promise<readonly Translated[]>
  /** Returns the official prices of one date, such as `2026-03-02`. */
  auctions(
    symbols: readonly string[],
    date: string,
    auction: 'OPG' | 'CLS',
  ): Promise<readonly Translated[]>
}

export interface AlpacaRestDeps {
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

  async bars(symbols: readonly string[], from: string): Promise<readonly Translated[]> {
    const query = {
      symbols: symbols.join(','),
      timeframe: '1Min',
      start: from,
      feed: this.#deps.feed,
    }
    const found = await this.#pages('/v2/stocks/bars', { ...query, limit: '10000' }, 'bars')
    return found.map(([symbol, bar]) => ({ kind: 'bars', item: barOf(symbol, bar) }))
  }

  async latestQuotes(symbols: readonly string[]): Promise<readonly Translated[]> {
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
  ): Promise<readonly Translated[]> {
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

export const alpacaRest = (deps: AlpacaRestDeps): AlpacaRest => new HttpRest(deps)
