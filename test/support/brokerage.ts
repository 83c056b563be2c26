/** A brokerage to be asked over HTTP: a market that the test steers, and clients of each kind. */
import type { Instrument } from '../../src/core/instrument'
import { US_INSTRUMENTS } from '../../src/market/instruments/us'
import { type Body, must, textIn } from './answers'
import { type Answer, type ApiSettings, FEED, openApi } from './api'
import { CLIENT_SECRET, instrumentNamed } from './trading-floor'

export { type Body, badParam, missing, must, textIn } from './answers'
export { FORM, tokenRequest } from './api'

export const SECRET = CLIENT_SECRET

/** Instruments of each state. The steered market shows prices of those that a test names. */
const SPECIAL: readonly Instrument[] = [
  { ...instrumentNamed('HALT'), tradable: 'SUSPENDED' },
  { ...instrumentNamed('SELLONLY'), tradable: 'SELL_ONLY' },
  { ...instrumentNamed('BUYONLY'), tradable: 'BUY_ONLY' },
  { ...instrumentNamed('NODAY'), dayMarketTradable: false },
  instrumentNamed('NOPRICE'),
]

export type Contract = Awaited<ReturnType<typeof openContract>>
export type Headers = Readonly<Record<string, string | undefined>>

let orders = 0

/** A LIMIT order to buy one share of AAPL for 9, with an id of its own. */
export const orderOf = (over: Body = {}): Body => ({
  symbol: 'AAPL',
  side: 'BUY',
  orderType: 'LIMIT',
  quantity: 1,
  limitPrice: 9,
  clientOrderId: `contract-${++orders}`,
  ...over,
})

export const marketOrder = (over: Body = {}): Body => {
  const { limitPrice: _, ...rest } = orderOf()
  return { ...rest, orderType: 'MARKET', ...over }
}

export interface ContractSettings extends ApiSettings {
  /**
   * The simulated market of seed 1 instead of the steered one, with all its instruments or few of
   * them, which costs the matcher less.
   */
  readonly simulated?: 'all' | 'few'
}

/**
 * It is Monday 2026-03-02, 10:00 in New York; AAPL and MSFT show 9.99 / 10.00, and the client that
 * is signed in has one account, `acc_1`, with 100,000 USD.
 */
export async function openContract({ simulated, ...settings }: ContractSettings = {}) {
  const api = await openApi({
    instruments: simulated === 'all' ? [...US_INSTRUMENTS, ...SPECIAL] : SPECIAL,
    ...(simulated !== undefined && { feed: FEED }),
    ...settings,
  })
  const { floor, operator } = api
  for (const symbol of ['HALT', 'SELLONLY', 'BUYONLY', 'NODAY']) {
    floor.feed.show(symbol, '9.99', '10.00')
  }

  const place = (order: Body = orderOf(), headers: Headers = {}): Promise<Answer> =>
    api.post('/v1/orders', order, headers)

  return {
    ...api,
    place,
    /** Places an order that must be accepted; its id. */
    placed: async (order: Body = orderOf(), headers: Headers = {}) =>
      textIn(must(await place(order, headers)), 'orderId'),
    order: async (orderId: string, headers?: Headers) =>
      must(await api.get(`/v1/orders/${orderId}`, headers)),
    cancel: (orderId: string, headers?: Headers) =>
      api.send('DELETE', `/v1/orders/${orderId}`, headers && { headers }),
    show: floor.feed.show,
    advance: floor.advance,
    client: operator.addClient,
    /** What a client sends to be known; it must have an account. */
    tokenOf: (clientId: string) => api.bearerOf(clientId, SECRET),
  }
}
