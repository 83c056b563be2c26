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
/** Often enough to read the quote of every second. */
const LOOK_EVERY_MS = 100

/** Returns false if a check fails, which the narrator has printed. */
export async function firstTrade({ api }: Client, narrator: Narrator): Promise<boolean> {
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
  const orders = await waitForFills(api, orderIds, tape)
  showOrders(narrator, orders)
  const filled = narrator.verdict(
    orders.every(({ status }) => status === 'FILLED'),
    'both orders are FILLED',
  )

  await waitForTheClose(api, narrator)
  const { fills } = await answered(api.v1.orders.fills.get({ query: {} }))
  const explained = showFills(narrator, fills, tape)
  const after = await readAccount(api)
  showAccount(narrator, 'The account after', after)
  showHoldings(narrator, (await answered(api.v1.account.holdings.get())).holdings)
  const addsUp = showSum(narrator, before, fills, after)
  return filled && explained && addsUp
}

/** Places an order for the close, shows what it waits for, and cancels it. */
async function waitForTheClose(api: Api, narrator: Narrator): Promise<void> {
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
  while (isOpen((await answered(api.v1.orders({ orderId }).get())).status)) {
    await Bun.sleep(LOOK_EVERY_MS)
  }
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

/** Records quotes until no order is open. Returns the orders. */
async function waitForFills(api: Api, orderIds: readonly string[], tape: QuoteTape) {
  for (;;) {
    const orders = await Promise.all(
      orderIds.map((orderId) => answered(api.v1.orders({ orderId }).get())),
    )
    // After the orders, so that the tape has the quote of each of their fills.
    tape.record(await readQuotes(api, SYMBOLS))
    if (!orders.some(({ status }) => isOpen(status))) return orders
    await Bun.sleep(LOOK_EVERY_MS)
  }
}
