/** A PostgreSQL that falls silent: no request takes longer than 5 s, and trading goes on. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Storage } from '../support/folder-storage'
import { killServers, startServer } from '../support/server-process'
import { type SilentProxy, silentProxy } from '../support/silent-proxy'
import { hasPostgres, postgresStorage } from '../support/storage'
import { signIn, type Trader } from '../support/trader'
import { until } from '../support/until'

describe.skipIf(!hasPostgres)('a server whose network to PostgreSQL', () => {
  let storage: Storage
  let proxy: SilentProxy
  let trader: Trader
  beforeEach(async () => {
    storage = await postgresStorage()
    proxy = await silentProxy(storage.settings.DATABASE_URL ?? '')
    const server = startServer({ DATABASE_URL: proxy.url })
    trader = await signIn(await server.listening)
  })
  afterEach(async () => {
    await killServers()
    proxy.stop()
    await storage.remove()
  })

  /** The answer to an order: its id, or the code of the refusal. */
  const place = async (clientOrderId: string): Promise<string> => {
    const { data, error } = await trader.apiOnce.v1.orders.post({
      symbol: 'KO',
      side: 'BUY',
      orderType: 'MARKET',
      quantity: 1,
      clientOrderId,
    })
    return data?.orderId ?? error?.value.code ?? ''
  }
  const isPlaced = (answer: string): boolean => answer.startsWith('ord_')
  const placedAgain = (clientOrderId: string) => until(() => place(clientOrderId), isPlaced)
  async function openConnections(): Promise<void> {
    for (const clientOrderId of ['first', 'second']) await placedAgain(clientOrderId)
  }

  /** Orders that were refused are not there; the others are, once each. */
  async function expectAnswersToBeTrue(answers: ReadonlyMap<string, string>): Promise<void> {
    const listed = await trader.api.v1.orders.get({ query: { limit: 500 } })
    const orders = listed.data?.orders ?? []
    for (const [clientOrderId, answer] of answers) {
      const found = orders.filter((order) => order.clientOrderId === clientOrderId)
      if (isPlaced(answer)) expect(found).toHaveLength(1)
      if (answer === 'server-busy') expect(found).toHaveLength(0)
      expect(found.length).toBeLessThanOrEqual(1)
    }
  }

  test('is cut without a word answers every order, and trades on over a new connection', async () => {
    await openConnections()
    proxy.silence()
    const names = Array.from({ length: 20 }, (_, index) => `cut-${index}`)
    const answers = await Promise.all(names.map(place))
    await placedAgain('after')
    const bought = await until(trader.fills, ({ length }) => length >= 3)
    expect(bought.length).toBeGreaterThanOrEqual(3)
    await expectAnswersToBeTrue(new Map(names.map((name, index) => [name, answers[index] ?? ''])))
  })

  test('stands still answers every order, and carries none out later that it has refused', async () => {
    await openConnections()
    const names = Array.from({ length: 20 }, (_, index) => `stalled-${index}`)
    const sent = names.map(place)
    proxy.stall()
    const late = place('stalled-late')
    const answers = await Promise.all(sent)
    const found = new Map(names.map((name, index) => [name, answers[index] ?? '']))
    found.set('stalled-late', await late)
    proxy.resume()
    await placedAgain('after')
    await expectAnswersToBeTrue(found)
  })
})
