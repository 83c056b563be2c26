/** A client that trades with a real server over HTTP. */

import { answered, openClient } from '../../src/clients/sdk'
import { issueToken } from '../../src/clients/sdk/token'
import { type Amount, add, amount, NO_AMOUNT } from '../../src/core/money'
import { patientFetch } from './patient-fetch'
import { CLIENT } from './server-process'
import { until } from './until'

export interface Bought {
  readonly orderId: string
  readonly replayed: boolean
}

/** Resolves when the server is healthy; a busy machine may take longer to say so than it has. */
export const healthy = (url: string): Promise<unknown> =>
  until(
    () => fetch(`${url}/health`),
    ({ status }) => status === 200,
  )

/** The API as the client that every server of these tests has. */
export const apiOf = (url: string) =>
  openClient({ url, clientId: CLIENT.id, clientSecret: CLIENT.secret, fetch: patientFetch }).api

export type Trader = Awaited<ReturnType<typeof signIn>>

export async function signIn(url: string) {
  const credentials = { clientId: CLIENT.id, clientSecret: CLIENT.secret }
  const token = await issueToken(url, credentials, patientFetch, 'trader')
  const clientWith = (send: typeof fetch) =>
    openClient({ url, token: async () => token, fetch: send })
  const { api } = clientWith(patientFetch)
  const { api: apiOnce } = clientWith(fetch)
  const buyOver =
    (used: typeof api) =>
    async (clientOrderId: string, quantity = 1): Promise<Bought> => {
      const { data, error, response } = await used.v1.orders.post({
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
    }

  const trader = {
    api,
    /** Sends each request once, for a test of what a busy server answers. */
    apiOnce,
    token,
    account: () => answered(api.v1.account.get()),
    order: (orderId: string) => answered(api.v1.orders({ orderId }).get()),
    fills: async () => (await answered(api.v1.orders.fills.get({ query: { limit: 500 } }))).fills,
    holdings: async () => (await answered(api.v1.account.holdings.get())).holdings,
    /** Places a MARKET order. */
    buy: buyOver(api),
    buyOnce: buyOver(apiOnce),
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
