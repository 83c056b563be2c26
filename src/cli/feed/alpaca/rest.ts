/**
 * The vendor's history over HTTP: minutes that were missed, the quotes of now, and the official
 * prices of auctions ("Historical bars", "Latest quotes" and "Historical auctions" of its
 * documentation). The free plan has 200 calls a minute; this program makes at most 120.
 */
import type { Alarm } from '../../../market/clock'
import { parseExactly } from './exact-json'
import type { Translated } from './translate'
import { barOf, officialOf, translate, type VendorMessage } from './translate'

export interface AlpacaRest {
  /** Minute bars from the instant on. */
  bars(symbols: readonly string[], from: string): Promise<readonly Translated[]>
  latestQuotes(symbols: readonly string[]): Promise<readonly Translated[]>
  /** Of one date, `2026-03-02`. */
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

export function alpacaRest(deps: AlpacaRestDeps): AlpacaRest {
  const { url, keyId, secret, feed, roundLot, after, say } = deps
  const headers = { 'apca-api-key-id': keyId, 'apca-api-secret-key': secret }
  const wait = (ms: number) => new Promise<void>((resume) => void after(ms, resume))
  let last: Promise<unknown> = Promise.resolve()

  /** One call at a time, at their distance. */
  function call(path: string, query: Readonly<Record<string, string>>): Promise<VendorMessage> {
    const next = last.then(() => callNow(path, query))
    last = next.catch(() => {}).then(() => wait(SPACING_MS))
    return next
  }

  async function callNow(
    path: string,
    query: Readonly<Record<string, string>>,
  ): Promise<VendorMessage> {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(`${url}${path}?${new URLSearchParams(query)}`, { headers })
      const text = await answer.text()
      if (answer.ok) return Object(parseExactly(text))
      if (tries >= TRIES_MAX || (answer.status !== 429 && answer.status < 500)) {
        throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 200)}`)
      }
      say(`${path} was answered ${answer.status}; trying again`)
      await wait(answer.status === 429 ? TOO_MANY_WAIT_MS : SPACING_MS)
    }
  }

  /** All pages of a list by symbol. */
  async function pages(
    path: string,
    query: Readonly<Record<string, string>>,
    list: string,
  ): Promise<readonly (readonly [symbol: string, item: VendorMessage])[]> {
    const found: (readonly [string, VendorMessage])[] = []
    let token: unknown = null
    for (let page = 0; page < PAGES_MAX; page++) {
      const answer = await call(
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

  return {
    async bars(symbols, from) {
      const query = { symbols: symbols.join(','), timeframe: '1Min', start: from, feed }
      const found = await pages('/v2/stocks/bars', { ...query, limit: '10000' }, 'bars')
      return found.map(([symbol, bar]) => ({ kind: 'bars', item: barOf(symbol, bar) }))
    },
    async latestQuotes(symbols) {
      const query = { symbols: symbols.join(','), feed }
      const { quotes } = await call('/v2/stocks/quotes/latest', query)
      return Object.entries(Object(quotes)).flatMap(([symbol, quote]) => {
        const translated = translate({ ...Object(quote), T: 'q', S: symbol }, roundLot)
        return translated === undefined ? [] : [translated]
      })
    },
    async auctions(symbols, date, auction) {
      const query = { symbols: symbols.join(','), start: date, end: date, feed: 'sip' }
      const found = await pages('/v2/stocks/auctions', { ...query, limit: '1000' }, 'auctions')
      return found.flatMap(([symbol, day]) => {
        const prints = day[auction === 'OPG' ? 'o' : 'c']
        const official = officialOf(symbol, auction, Array.isArray(prints) ? prints : [])
        return official === undefined ? [] : [official]
      })
    },
  }
}
