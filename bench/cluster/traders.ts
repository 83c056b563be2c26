/** Clients that place orders without a pause, and a journal of what they were answered. */

export interface Trader {
  readonly accountId: string
  readonly token: string
}

export interface Journal {
  /** Client order ids that were sent, by account. */
  readonly sent: Map<string, Set<string>>
  /** Orders that were answered with 200, by client order id. */
  readonly acknowledged: Map<string, string>
  /** Answers that were not 200, by status and code. */
  readonly others: Map<string, number>
  /** The longest time without an acknowledged order, by account, in milliseconds. */
  readonly gapsMs: Map<string, number>
}

export const newJournal = (): Journal => ({
  sent: new Map(),
  acknowledged: new Map(),
  others: new Map(),
  gapsMs: new Map(),
})

const AGAIN_AFTER_MS = 50
const ANSWER_MS_MAX = 10_000

export interface Trading {
  /** Sends no new order; resolves when each sent order is acknowledged. */
  stop(): Promise<void>
}

/** Servers take turns; after any answer but 200 the same order goes to the next one. */
export function startTrading(
  origins: readonly string[],
  traders: readonly Trader[],
  run: string,
  journal: Journal,
): Trading {
  let isOver = false
  const all = Promise.all(
    traders.map((trader, at) => tradeUntil(() => isOver, origins, trader, `${run}-${at}`, journal)),
  )
  return {
    async stop() {
      isOver = true
      await all
    },
  }
}

async function tradeUntil(
  isOver: () => boolean,
  origins: readonly string[],
  { accountId, token }: Trader,
  run: string,
  journal: Journal,
): Promise<void> {
  const ids = journal.sent.get(accountId) ?? new Set<string>()
  journal.sent.set(accountId, ids)
  let turn = 0
  for (let number = 1; !isOver(); number++) {
    const clientOrderId = `${run}-${number}`
    ids.add(clientOrderId)
    const beganAtMs = performance.now()
    for (;;) {
      const origin = origins[turn++ % origins.length] ?? ''
      const answer = await place(origin, { accountId, token }, clientOrderId, termsOf(number))
      if (answer.orderId !== null) {
        journal.acknowledged.set(`${accountId} ${clientOrderId}`, answer.orderId)
        break
      }
      journal.others.set(answer.code, (journal.others.get(answer.code) ?? 0) + 1)
      await Bun.sleep(AGAIN_AFTER_MS)
    }
    const tookMs = performance.now() - beganAtMs
    journal.gapsMs.set(accountId, Math.max(tookMs, journal.gapsMs.get(accountId) ?? 0))
  }
}

export interface Answer {
  readonly orderId: string | null
  readonly code: string
}

export const RESTING = { orderType: 'LIMIT', limitPrice: 1 } as const
const AT_MARKET = { orderType: 'MARKET' } as const
type Terms = typeof RESTING | typeof AT_MARKET

/** Every second order fills at the next tick, and the others rest. */
const termsOf = (number: number): Terms => (number % 2 === 0 ? AT_MARKET : RESTING)

export async function place(
  origin: string,
  { accountId, token }: Trader,
  clientOrderId: string,
  terms: Terms,
): Promise<Answer> {
  try {
    const response = await fetch(`${origin}/v1/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'x-service-request-id': clientOrderId,
        'x-service-account-id': accountId,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ symbol: 'AAPL', side: 'BUY', quantity: 1, clientOrderId, ...terms }),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
    const body: unknown = await response.json()
    const { orderId, code } = Object(body)
    return response.status === 200
      ? { orderId: String(orderId), code: '' }
      : { orderId: null, code: `${response.status} ${code ?? JSON.stringify(body)}` }
  } catch (error) {
    return { orderId: null, code: error instanceof Error ? error.name : String(error) }
  }
}
