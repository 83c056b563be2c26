/** What was answered is kept, whatever happens to the process that answered it. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { amount, subtract } from '../../src/core/money'
import { findingsOn } from '../support/audited'
import type { Storage } from '../support/folder-storage'
import { killServers, startServer } from '../support/server-process'
import { STORAGES } from '../support/storage'
import { signIn, sumOf, type Trader } from '../support/trader'
import { until } from '../support/until'

/** Processes are started, and others may keep the machine busy. */
setDefaultTimeout(600_000)

const CASH = amount('100000')

/** The account's figures follow from its fills to the last digit, and nothing is held any more. */
async function expectToAddUp(trader: Trader): Promise<void> {
  const [fills, holdings, account] = await Promise.all([
    trader.fills(),
    trader.holdings(),
    trader.account(),
  ])
  const paid = sumOf(fills.map((fill) => fill.amount))
  expect(account.cashAmount).toBe(subtract(CASH, paid).toFixed(2))
  expect(account.buyingPower).toBe(account.cashAmount)
  expect(sumOf(holdings.map(({ quantity }) => quantity)).toFixed()).toBe(
    sumOf(fills.map(({ quantity }) => quantity)).toFixed(),
  )
}

describe.each(STORAGES)('a server on %s that is killed', (_, make) => {
  let storage: Storage
  beforeEach(async () => {
    storage = await make()
  })
  afterEach(async () => {
    await killServers()
    await storage.remove()
  })

  const started = async () => {
    const server = startServer(storage.settings)
    return { server, trader: await signIn(await server.listening) }
  }

  test('right after it has answered an order has that order, and fills it once', async () => {
    const first = await started()
    const { orderId } = await first.trader.buy('before-the-kill', 10)
    await first.server.kill('SIGKILL')

    const { trader } = await started()
    const order = await trader.filled(orderId)
    expect(order).toMatchObject({ clientOrderId: 'before-the-kill', filledQuantity: 10 })
    const fills = await trader.fills()
    expect(new Set(fills.map((fill) => fill.orderId))).toEqual(new Set([orderId]))
    expect(sumOf(fills.map(({ quantity }) => quantity)).toFixed()).toBe('10')
    await expectToAddUp(trader)
    expect(await trader.buy('before-the-kill', 10)).toEqual({ orderId, replayed: true })
    expect(await trader.fills()).toEqual(fills)
    await killServers()
    expect(await findingsOn(storage)).toEqual([])
  })

  test('again and again while orders are placed has each answered one once', async () => {
    const answered = new Map<string, string>()
    const asked: string[] = []
    for (const answersBeforeTheKill of [1, 40]) {
      const { server, trader } = await started()
      const enough = answered.size + answersBeforeTheKill
      const killed = Promise.withResolvers<unknown>()
      const place = async (): Promise<void> => {
        for (;;) {
          const id = `order-${asked.length}`
          asked.push(id)
          const bought = await trader.buy(id).catch(() => null)
          if (bought === null) return
          answered.set(id, bought.orderId)
          if (answered.size >= enough) killed.resolve(server.kill('SIGKILL'))
        }
      }
      await Promise.all(Array.from({ length: 6 }, place))
      await killed.promise
    }

    const { trader } = await started()
    // What was not answered may or may not be there: sent again, it is there.
    for (const id of asked) {
      const { orderId, replayed } = await trader.buy(id)
      const known = answered.get(id)
      if (known !== undefined)
        expect({ id, orderId, replayed }).toEqual({ id, orderId: known, replayed: true })
      answered.set(id, orderId)
    }
    expect(new Set(answered.values()).size).toBe(asked.length)
    const filled = await until(
      () => trader.fills(),
      (fills) => fills.length >= asked.length,
    )
    expect(filled.map(({ orderId }) => orderId).toSorted()).toEqual(
      [...answered.values()].toSorted(),
    )
    await expectToAddUp(trader)
    await killServers()
    expect(await findingsOn(storage)).toEqual([])
  })
})
