/**
 * What happened, as the API tells it. The test reads as a client of its own, so that nothing of it
 * counts as the bot's.
 */
import type { FillRecord, OrderRecord } from '../../api/wire/order-record'
import { answered, type Client } from '../sdk'

export interface OfAccount {
  /** Default: the bot's first account. */
  readonly accountId?: string
}

export interface OfInstrument extends OfAccount {
  readonly symbol?: string
}

export interface HeldShares {
  readonly symbol: string
  readonly quantity: number
  readonly sellableQuantity: number
  readonly averageBuyPrice: number
}

export interface BrokerBalance {
  readonly accountId: string
  /** USD, exact decimals. */
  readonly cashAmount: string
  readonly totalAssetAmount: string
  readonly buyingPower: string
}

export interface Reads {
  /** All orders, oldest first. */
  orders(option?: OfInstrument): Promise<readonly OrderRecord[]>
  /** All fills, oldest first. */
  fills(option?: OfInstrument): Promise<readonly FillRecord[]>
  holdings(option?: OfAccount): Promise<readonly HeldShares[]>
  /** Why the order has not filled, or why at its prices: one sentence a step, oldest first. */
  explain(orderId: string, option?: OfAccount): Promise<readonly string[]>
  /** Cash and buying power. */
  balance(option?: OfAccount): Promise<BrokerBalance>
}

/** `watcherOf` has the client that may read the account. */
export function reads(
  watcherOf: (accountId: string | undefined) => Promise<{ client: Client; accountId: string }>,
): Reads {
  const watching = async (accountId: string | undefined) => {
    const found = await watcherOf(accountId)
    return { api: found.client.api, headers: { 'x-service-account-id': found.accountId } }
  }
  return {
    async orders({ accountId, symbol } = {}) {
      const { api, headers } = await watching(accountId)
      return oldestFirst(async (cursor) => {
        const query = { ...PAGE, ...(symbol && { symbol }), ...(cursor && { cursor }) }
        const { orders, nextCursor } = await answered(api.v1.orders.get({ headers, query }))
        return { rows: orders, nextCursor }
      })
    },
    async fills({ accountId, symbol } = {}) {
      const { api, headers } = await watching(accountId)
      return oldestFirst(async (cursor) => {
        const query = { ...PAGE, ...(symbol && { symbol }), ...(cursor && { cursor }) }
        const { fills, nextCursor } = await answered(api.v1.orders.fills.get({ headers, query }))
        return { rows: fills, nextCursor }
      })
    },
    async holdings({ accountId } = {}) {
      const { api, headers } = await watching(accountId)
      return (await answered(api.v1.account.holdings.get({ headers }))).holdings
    },
    async explain(orderId, { accountId } = {}) {
      const { api, headers } = await watching(accountId)
      const told: string[] = []
      for (let cursor: string | undefined; ; ) {
        const query = cursor === undefined ? {} : { cursor }
        const page = api.paper.orders({ orderId }).explanation.get({ headers, query })
        const { steps, nextCursor } = await answered(page)
        told.push(...steps.map(({ text }) => text))
        if (nextCursor === undefined) return told
        cursor = nextCursor
      }
    },
    async balance({ accountId } = {}) {
      const { api, headers } = await watching(accountId)
      // Without the answer's own ids, so that a test may keep it whole: runs do not differ in it.
      const {
        requestId: _,
        requestedAt: __,
        ...balance
      } = await answered(api.v1.account.get({ headers }))
      return balance
    },
  }
}

const PAGE = { limit: 100 } as const

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor?: string | undefined
}

async function oldestFirst<Row>(
  read: (cursor: string | undefined) => Promise<Page<Row>>,
): Promise<readonly Row[]> {
  const found: Row[] = []
  for (let cursor: string | undefined; ; ) {
    const { rows, nextCursor } = await read(cursor)
    found.push(...rows)
    if (nextCursor === undefined) return found.toReversed()
    cursor = nextCursor
  }
}
