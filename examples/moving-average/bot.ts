/**
 * A bot that holds shares while the fast moving average of a symbol is above the slow one.
 *
 * What makes it safe is in `send`: each decision has a clientOrderId of its own, made of the minute
 * that led to it, and a request that may or may not have arrived is sent again with the same id.
 */
import { answered, type Client, RefusalError } from 'paper-brokerage/client'

export interface Strategy {
  readonly symbol: string
  /** Minutes of the two averages. */
  readonly fast: number
  readonly slow: number
  /** Shares to hold while the fast average is above. */
  readonly quantity: number
}

/** Handed in, so that a test does not wait. */
export type Wait = (seconds: number) => Promise<void>

const ATTEMPTS = 5

/** Looks at the market once; the id of the order that it placed, or null. */
export async function step(
  { api }: Client,
  { symbol, fast, slow, quantity }: Strategy,
  wait: Wait,
): Promise<string | null> {
  const query = { symbol, interval: '1m', limit: slow } as const
  const { candles } = await send(() => answered(api.v1.market.candles.get({ query })), wait)
  if (candles.length < slow) return null
  const closes = candles.map(({ close }) => close)
  const wanted = average(closes.slice(-fast)) > average(closes) ? quantity : 0

  const missing = wanted - (await position(api, symbol, wait))
  if (missing === 0) return null
  const side = missing > 0 ? ('BUY' as const) : ('SELL' as const)
  const order = {
    symbol,
    side,
    orderType: 'MARKET' as const,
    quantity: Math.abs(missing),
    // The same decision is the same order, however often it is sent.
    clientOrderId: `${symbol}-${side}-${candles.at(-1)?.time ?? ''}`.replace(/[^\w-]/g, '.'),
  }
  const { orderId } = await send(() => answered(api.v1.orders.post(order)), wait)
  return orderId
}

/** Shares held, and shares that open orders will buy or sell. */
async function position(api: Client['api'], symbol: string, wait: Wait): Promise<number> {
  const { holdings } = await send(() => answered(api.v1.account.holdings.get()), wait)
  const query = { symbol, status: 'OPEN' } as const
  const { orders } = await send(() => answered(api.v1.orders.get({ query })), wait)
  const held = holdings.find((holding) => holding.symbol === symbol)?.quantity ?? 0
  return orders.reduce(
    (sum, { side, remainingQuantity }) =>
      side === 'BUY' ? sum + remainingQuantity : sum - remainingQuantity,
    held,
  )
}

/**
 * Sends a request until it is answered: again at once if the connection broke, later if the server
 * asks for that. The client renews an expired token by itself.
 */
async function send<T>(request: () => Promise<T>, wait: Wait): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request()
    } catch (error) {
      const seconds = retryAfter(error)
      if (seconds === null || attempt === ATTEMPTS) throw error
      await wait(seconds)
    }
  }
}

/** Seconds until it makes sense to ask again; null if it never does. */
function retryAfter(error: unknown): number | null {
  if (!(error instanceof RefusalError)) return 0
  if (!error.isTemporary) return null
  return Number(error.envelope.data?.retryAfterSeconds ?? 1)
}

const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length
