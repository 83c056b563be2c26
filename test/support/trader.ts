/** A client that trades with a real server over HTTP. */

import { answered, clientOf } from '../../src/cli/demo/client'
import { type Amount, add, amount, NO_AMOUNT } from '../../src/core/money'
import { CLIENT } from './server-process'
import { until } from './until'

export interface Bought {
  readonly orderId: string
  readonly replayed: boolean
}

export type Trader = Awaited<ReturnType<typeof signIn>>

export async function signIn(url: string) {
  let token = ''
  const api = clientOf(url, () => (token === '' ? {} : { authorization: `Bearer ${token}` }))
  const issued = await answered(
    api.v1.oauth.token.post({
      grant_type: 'client_credentials',
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
    }),
  )
  token = issued.access_token

  const trader = {
    api,
    token,
    account: () => answered(api.v1.account.get()),
    order: (orderId: string) => answered(api.v1.orders({ orderId }).get()),
    fills: async () => (await answered(api.v1.orders.fills.get({ query: { limit: 500 } }))).fills,
    holdings: async () => (await answered(api.v1.account.holdings.get())).holdings,
    /** A MARKET order. */
    async buy(clientOrderId: string, quantity = 1): Promise<Bought> {
      const { data, error, response } = await api.v1.orders.post({
        symbol: 'KO',
        side: 'BUY',
        orderType: 'MARKET',
        quantity,
        clientOrderId,
      })
      if (data === null) throw new Error(`not placed (${error.status})`)
      return {
        orderId: data.orderId,
        replayed: response.headers.get('idempotent-replayed') === 'true',
      }
    },
    async filled(orderId: string) {
      return until(
        () => trader.order(orderId),
        ({ status }) => status === 'FILLED',
      )
    },
  }
  return trader
}

/** Exact: the contract's JSON numbers have no more digits than a double keeps. */
export const sumOf = (values: readonly number[]): Amount =>
  values.map((value) => amount(String(value))).reduce((sum, each) => add(sum, each), NO_AMOUNT)
