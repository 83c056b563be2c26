/**
 * Orders through a fail-over: a primary with a synchronous standby, and one server that has the
 * hosts of both in its DATABASE_URL. Callers send each order again, with the same id, until it is
 * accepted.
 */
import { type Cluster, newCluster } from '../crash/cluster'
import { randomOf } from './random'
import { type ServerProcess, startServer } from './server-process'
import { signIn } from './trader'
import { until } from './until'

export interface Acknowledged {
  readonly clientOrderId: string
  readonly orderId: string
}

export interface Pair {
  readonly primary: Cluster
  readonly standby: Cluster
  /** Names the standby first: its place in the list means nothing. */
  readonly databaseUrl: string
  remove(): Promise<void>
}

/** Two real clusters. Each COMMIT of the primary waits for the standby. */
export async function newPair(seed: number): Promise<Pair> {
  const primary = await newCluster(randomOf(seed))
  const standby = await primary.followed()
  const hosts = [standby, primary].map(({ port }) => `127.0.0.1:${port}`).join(',')
  return {
    primary,
    standby,
    databaseUrl: primary.url.replace(`127.0.0.1:${primary.port}`, hosts),
    async remove() {
      await Promise.all([primary.remove(), standby.remove()])
    },
  }
}

export interface Callers {
  readonly acknowledged: readonly Acknowledged[]
  /** The answers that were no success, such as `500 server-busy`, each with its count. */
  readonly refusals: ReadonlyMap<string, number>
  /** Resolves when so many orders are acknowledged. */
  reached(count: number): Promise<unknown>
  /** Resolves when each caller has had its last order acknowledged. */
  stop(): Promise<void>
}

/**
 * Starts callers that send one order after the other to the server. `onAcknowledged` is called with
 * each answer.
 */
export async function startCallers(
  server: ServerProcess,
  count: number,
  onAcknowledged: () => void = () => {},
): Promise<Callers> {
  const { apiOnce } = await signIn(await server.listening)
  const acknowledged: Acknowledged[] = []
  const refusals = new Map<string, number>()
  let stopped = false

  async function place(clientOrderId: string): Promise<string | undefined> {
    const { data, error } = await apiOnce.v1.orders.post({
      symbol: 'KO',
      side: 'BUY',
      orderType: 'MARKET',
      quantity: 1,
      clientOrderId,
    })
    if (data !== null) return data.orderId
    const answer = `${error.status} ${'code' in error.value ? error.value.code : ''}`
    refusals.set(answer, (refusals.get(answer) ?? 0) + 1)
    return undefined
  }

  async function call(caller: number): Promise<void> {
    for (let order = 0; !stopped; order++) {
      const clientOrderId = `caller-${caller}-${order}`
      const orderId = await until(
        () => place(clientOrderId),
        (placed) => placed !== undefined,
      )
      acknowledged.push({ clientOrderId, orderId: orderId ?? '' })
      onAcknowledged()
    }
  }

  const calling = Promise.all(Array.from({ length: count }, (_, caller) => call(caller)))
  return {
    acknowledged,
    refusals,
    reached: (least) =>
      until(
        async () => acknowledged.length,
        (length) => length >= least,
      ),
    async stop() {
      stopped = true
      await calling
    },
  }
}

/** The orders that a cluster has: for each id of a client, its ids of orders. */
export async function storedOrders(
  cluster: Pick<Cluster, 'ask'>,
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await cluster.ask<{ client_order_id: string; order_id: string }>(
    'select client_order_id, order_id from orders',
  )
  const stored = new Map<string, string[]>()
  for (const { client_order_id: clientId, order_id: orderId } of rows) {
    stored.set(clientId, [...(stored.get(clientId) ?? []), orderId])
  }
  return stored
}

/** A server with the usual settings of tests, on the pair. */
export const startOnPair = ({ databaseUrl }: Pick<Pair, 'databaseUrl'>): ServerProcess =>
  startServer({ DATABASE_URL: databaseUrl })
