/** The demo: an account, the market, two orders, their fills, the sum [service.flow]. */
import { amount } from '../../../core/money'
import { isOpen } from '../../../core/order/order'
import { answered, type Client } from '../../sdk'
import {
  type Narrator,
  type QuoteTape,
  quoteTape,
  showAccount,
  showFills,
  showHoldings,
  showMarket,
  showOrders,
  showSum,
  showWait,
} from './show'

type Api = Client['api']

const SYMBOLS = ['KO', 'MSFT'] as const
/** Mostly more than the size at the ask, so that an order takes several fills. */
const SHARES = { KO: 1_000, MSFT: 15 } as const
/** The order pays the ask, not its limit [fill.price-improvement]. */
const LIMIT_ABOVE_ASK_USD = '0.5'
/** A price that the market does not reach. */
const FAR_LIMIT_USD = 1
/** The pause before a second of the market, for people who watch. */
const PAUSE_MS = 1_000

/** Returns false if a check fails, which the narrator has printed. */
export async function firstTrade(client: Client, narrator: Narrator): Promise<boolean> {
  const { api } = client
  const before = await readAccount(api)
  showAccount(narrator, 'The account before', before)
  const quotes = await readQuotes(api, SYMBOLS)
  showMarket(narrator, quotes)
  const tape = quoteTape()
  tape.record(quotes)

  const ask = quotes.find(({ symbol }) => symbol === 'MSFT')?.askPrice
  if (ask === undefined) throw new Error('MSFT has no quote.')
  const orderIds = [await buyAtMarket(api), await buyAtLimit(api, ask)]
  narrator.say('\nTwo orders are placed; waiting for their fills …')
  const orders = await waitForFills(client, orderIds, tape)
  showOrders(narrator, orders)
  const filled = narrator.verdict(
    orders.every(({ status }) => status === 'FILLED'),
    'both orders are FILLED',
  )

  await waitForTheClose(client, narrator)
  const { fills } = await answered(api.v1.orders.fills.get({ query: {} }))
  const explained = showFills(narrator, fills, tape)
  const after = await readAccount(api)
  showAccount(narrator, 'The account after', after)
  showHoldings(narrator, (await answered(api.v1.account.holdings.get())).holdings)
  const addsUp = showSum(narrator, before, fills, after)
  return filled && explained && addsUp
}

/** Places an order for the close, shows what it waits for, and cancels it. */
async function waitForTheClose(client: Client, narrator: Narrator): Promise<void> {
  const { api } = client
  const placed = await answered(
    api.v1.orders.post({
      symbol: 'KO',
      side: 'BUY',
      orderType: 'LIMIT',
      timeInForce: 'CLS',
      quantity: 1,
      limitPrice: FAR_LIMIT_USD,
      clientOrderId: 'demo-close',
    }),
  )
  showWait(narrator, placed)
  const { orderId } = placed
  await answered(api.v1.orders({ orderId }).delete())
  while (isOpen((await answered(api.v1.orders({ orderId }).get())).status)) await nextSecond(client)
}

async function readQuotes(api: Api, symbols: readonly string[]) {
  const query = { symbols: symbols.join(',') }
  return (await answered(api.v1.market.quotes.get({ query }))).quotes
}

const readAccount = (api: Api) => answered(api.v1.account.get())

async function buyAtMarket(api: Api): Promise<string> {
  const { orderId } = await answered(
    api.v1.orders.post({
      symbol: 'KO',
      side: 'BUY',
      orderType: 'MARKET',
      quantity: SHARES.KO,
      clientOrderId: 'demo-market',
    }),
  )
  return orderId
}

async function buyAtLimit(api: Api, ask: string): Promise<string> {
  const { orderId } = await answered(
    api.v1.orders.post({
      symbol: 'MSFT',
      side: 'BUY',
      orderType: 'LIMIT',
      quantity: SHARES.MSFT,
      limitPrice: Number(amount(ask).plus(LIMIT_ABOVE_ASK_USD).toFixed()),
      clientOrderId: 'demo-limit',
    }),
  )
  return orderId
}

/** Records the quote of each second until no order is open. Returns the orders. */
async function waitForFills(client: Client, orderIds: readonly string[], tape: QuoteTape) {
  const { api } = client
  for (;;) {
    await nextSecond(client)
    tape.record(await readQuotes(api, SYMBOLS))
    const orders = await Promise.all(
      orderIds.map((orderId) => answered(api.v1.orders({ orderId }).get())),
    )
    if (!orders.some(({ status }) => isOpen(status))) return orders
  }
}

/** Moves the market, whose clock stands still, by a second. */
async function nextSecond(client: Client): Promise<void> {
  await Bun.sleep(PAUSE_MS)
  const response = await client.fetch('/sandbox/clock', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 'PT1S' }),
  })
  if (!response.ok) throw new Error(`The clock stands still: ${await response.text()}`)
}
