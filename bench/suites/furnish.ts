/** Gives an account what there is to read: holdings, fills, and orders that wait. */
import { accountsOf, LIMIT_PRICE, SYMBOLS } from '../market'

export interface Furnished {
  readonly accountId: string
  readonly orderId: string
}

/** Buys of each instrument, which fill, and as many that do not. */
const ORDERS_EACH = 6

/** For the bearer of the token, who is the first connection's client. */
export async function furnish(origin: string, token: string): Promise<Furnished> {
  const [accountId = ''] = accountsOf(0)
  const orderIds: string[] = []
  for (let ordinal = 0; ordinal < ORDERS_EACH; ordinal++) {
    for (const symbol of SYMBOLS) {
      const market = { symbol, side: 'BUY', orderType: 'MARKET', quantity: 1 }
      const limit = { ...market, orderType: 'LIMIT', limitPrice: LIMIT_PRICE }
      for (const [kind, order] of Object.entries({ market, limit })) {
        const clientOrderId = `furnish-${ordinal}-${symbol}-${kind}`
        const placed = await ask('/v1/orders', { ...order, clientOrderId })
        orderIds.push(String(placed.orderId))
      }
    }
  }
  const wanted = ORDERS_EACH * SYMBOLS.length
  for (let found = 0; found < Math.min(wanted, 100); ) {
    await Bun.sleep(200)
    const { fills } = await ask('/v1/orders/fills?limit=100')
    found = Array.isArray(fills) ? fills.length : 0
  }
  return { accountId, orderId: orderIds[0] ?? '' }

  async function ask(path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-service-request-id': 'furnish',
        'x-service-account-id': accountId,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${text}`)
    return Object(JSON.parse(text))
  }
}
