/** Bodies of POST /v1/orders, each with an id of its own. */
import type { Body } from './answers'

let orders = 0

/** A LIMIT order to buy one share of AAPL for 9, which waits: AAPL shows 9.99 / 10.00. */
export const orderOf = (over: Body = {}): Body => ({
  symbol: 'AAPL',
  side: 'BUY',
  orderType: 'LIMIT',
  quantity: 1,
  limitPrice: 9,
  clientOrderId: `test-${++orders}`,
  ...over,
})

/** A MARKET order to buy one share of AAPL, which fills at the next tick. */
export const marketOrder = (over: Body = {}): Body => {
  const { limitPrice: _, ...rest } = orderOf()
  return { ...rest, orderType: 'MARKET', ...over }
}

/** A body of POST /paper/conditional-orders: a stop that sells one share of AAPL at 5. */
export const stopOf = (over: Body = {}): Body => ({
  symbol: 'AAPL',
  side: 'SELL',
  type: 'STOP',
  quantity: 1,
  stopPrice: 5,
  triggerBy: 'BID_ASK',
  clientOrderId: `test-stop-${++orders}`,
  ...over,
})
