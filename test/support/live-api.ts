/** The application on the system clock, with a market of live prices that a test feeds. */

import type { Database } from '../../src/postgres/database'
import type { Environment } from '../../src/server/config/config'
import { must } from './answers'
import { openApi } from './api'
import { utc } from './live'

export const FEED_KEY = 'a-feed-key-of-32-characters-long'
const KEY = { 'x-feed-key': FEED_KEY }

/** Tuesday, 2023-11-14, 17:13:20 in New York: AFTER. */
export async function openLiveApi(env: Environment = {}, database?: Database) {
  const api = await openApi({
    feed: 'configured',
    ...(database && { database }),
    env: {
      MARKET_FEED: 'live',
      MARKET_CLOCK: '',
      MARKET_SPEED: '',
      FEED_KEY,
      PAPER_CLIENT_ID: 'pk_live',
      PAPER_CLIENT_SECRET: 'a-secret-of-a-client-0123456789',
      ...env,
    },
  })
  const nowMs = (): number => api.brokerage.clock.now().epochMilliseconds
  const quote = (bidPrice: string, askPrice: string, symbol = 'AAPL', atMs = nowMs()) => ({
    symbol,
    bidPrice,
    bidSize: '1000',
    askPrice,
    askSize: '1000',
    time: utc(atMs),
  })
  const push = (batch: object, headers: Readonly<Record<string, string>> = KEY) =>
    api.put('/feed/quotes', batch, headers)
  return {
    ...api,
    nowMs,
    quote,
    push,
    status: () => api.get('/feed/status', KEY),
    /** One quote of AAPL that must count. */
    show: async (bidPrice: string, askPrice: string) =>
      must(await push({ quotes: [quote(bidPrice, askPrice)] })),
    shown: async (symbol = 'AAPL') => {
      const answer = must(await api.get(`/v1/market/quotes?symbols=${symbol}`))
      const [first] = Array.isArray(answer.quotes) ? answer.quotes : []
      return first
    },
    /** Lets the time pass, with all that is done in it. */
    async wait(ms: number): Promise<void> {
      api.pass(ms)
      for (let turns = 0; turns < 20; turns++) await new Promise((next) => setImmediate(next))
    },
  }
}
