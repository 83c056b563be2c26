/** The story that the demo tells: an account, the market, two orders, their fills, and the sum. */

import { amount } from '../../core/money'
import { isOpen } from '../../core/order/order'
import { answered, type Client } from './client'
import { type QuoteTape, quoteTape } from './quote-tape'
import {
  showAccount,
  showFills,
  showHoldings,
  showMarket,
  showOrders,
  showSum,
  showWait,
} from './show'
import { say, verdict } from './terminal'

const SYMBOLS = ['KO', 'MSFT'] as const
/** More than is shown at the ask at most times: it takes several fills. */
const SHARES = { KO: 1_000, MSFT: 15 } as const
/** The limit order pays the ask all the same (D6). */
const LIMIT_ABOVE_ASK_USD = '0.5'
/** Never reached. */
const FAR_LIMIT_USD = 1
/** Often enough to see the quote of every second. */
const LOOK_EVERY_MS = 100

/** False when something did not come out as it should; what, it has said. */
export async function firstTrade(client: Client): Promise<boolean> {
  const before = await readAccount(client)
  showAccount('The account before', before)
  const quotes = await readQuotes(client, SYMBOLS)
  showMarket(quotes)
  const tape = quoteTape()
  tape.record(quotes)

  const ask = quotes.find(({ symbol }) => symbol === 'MSFT')?.askPrice
  if (ask === undefined) throw new Error('MSFT has no quote.')
  const orderIds = [await buyAtMarket(client), await buyAtLimit(client, ask)]
  say('\nTwo orders are placed; waiting for their fills …')
  const orders = await waitForFills(client, orderIds, tape)
  showOrders(orders)
  const filled = verdict(
    orders.every(({ status }) => status === 'FILLED'),
    'both orders are FILLED',
  )

  await waitForTheClose(client)
  const { fills } = await answered(client.v1.orders.fills.get({ query: {} }))
  const explained = showFills(fills, tape)
  const after = await readAccount(client)
  showAccount('The account after', after)
  showHoldings((await answered(client.v1.account.holdings.get())).holdings)
  const addsUp = showSum(before, fills, after)
  return filled && explained && addsUp
}

/** An order that is not tried at the next tick is told what it waits for; this one gives up. */
async function waitForTheClose(client: Client): Promise<void> {
  const placed = await answered(
    client.v1.orders.post({
      symbol: 'KO',
      side: 'BUY',
      orderType: 'LIMIT',
      timeInForce: 'CLS',
      quantity: 1,
      limitPrice: FAR_LIMIT_USD,
      clientOrderId: 'demo-close',
    }),
  )
  showWait(placed)
  const { orderId } = placed
  await answered(client.v1.orders({ orderId }).delete())
  while (isOpen((await answered(client.v1.orders({ orderId }).get())).status)) {
    await Bun.sleep(LOOK_EVERY_MS)
  }
}

async function readQuotes(client: Client, symbols: readonly string[]) {
  const query = { symbols: symbols.join(',') }
  return (await answered(client.v1.market.quotes.get({ query }))).quotes
}

const readAccount = (client: Client) => answered(client.v1.account.get())

async function buyAtMarket(client: Client): Promise<string> {
  const { orderId } = await answered(
    client.v1.orders.post({
      symbol: 'KO',
      side: 'BUY',
      orderType: 'MARKET',
      quantity: SHARES.KO,
      clientOrderId: 'demo-market',
    }),
  )
  return orderId
}

async function buyAtLimit(client: Client, ask: string): Promise<string> {
  const { orderId } = await answered(
    client.v1.orders.post({
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

/** The orders once none of them is open; the quotes meanwhile go on the tape. */
async function waitForFills(client: Client, orderIds: readonly string[], tape: QuoteTape) {
  for (;;) {
    const orders = await Promise.all(
      orderIds.map((orderId) => answered(client.v1.orders({ orderId }).get())),
    )
    // After the orders: a fill that they show has its quote on the tape.
    tape.record(await readQuotes(client, SYMBOLS))
    if (!orders.some(({ status }) => isOpen(status))) return orders
    await Bun.sleep(LOOK_EVERY_MS)
  }
}
