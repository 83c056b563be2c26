/** This version on the first release's data: all of it is kept, adds up, and trades on. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { answered, openClient } from '../../src/clients/sdk'
import { findingsOn } from '../support/audited'
import {
  answersOfFirstRelease,
  FIRST_RELEASE_CLIENT,
  firstRelease,
  onStorage,
} from '../support/first-release'
import type { Storage } from '../support/folder-storage'
import { patientFetch } from '../support/patient-fetch'
import { killServers, startServer } from '../support/server-process'
import { STORAGES } from '../support/storage'

/** The clock stands at the time of the first release's database; the clients are that release's. */
const STANDING = { MARKET_SPEED: '0', PAPER_CLIENT_ID: '', PAPER_CLIENT_SECRET: '' }

/** As the first release had them. */
const TABLES = {
  accounts: 'account_id, user_id, initial_cash, cash, held_cash, seq, locked_at, created_at',
  holdings: 'account_id, symbol, quantity, held_quantity, purchase_amount',
  orders: `account_id, order_id, seq, client_order_id, symbol, side, order_type, time_in_force,
    quantity, limit_price, status, filled_quantity, filled_amount, hold_price, held_cash, session,
    requested_at, updated_at, cancel_requested_at, reject_reason`,
  fills: 'account_id, fill_id, order_id, symbol, side, quantity, price, session, filled_at',
  order_events: `account_id, seq, order_id, status, filled_quantity, filled_amount, fill_id,
    occurred_at`,
} as const

const rowsOf = (storage: Storage) =>
  onStorage(storage, async (execute) => {
    const rows = Object.entries(TABLES).map(async ([table, columns]) => [
      table,
      await execute(`select ${columns} from ${table} order by 1, 2`),
    ])
    return Object.fromEntries(await Promise.all(rows))
  })

describe.each(STORAGES)('the first release’s data on %s', (_, make) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await make()
    await firstRelease(storage)
  })
  afterAll(async () => {
    await killServers()
    await storage.remove()
  })

  test('[run.migrations] keeps every order, fill, event and balance, and the books add up', async () => {
    const before = await rowsOf(storage)
    expect(before.fills.length).toBeGreaterThan(10)
    expect(await findingsOn(storage)).toEqual([])
    expect(await rowsOf(storage)).toEqual(before)
  })

  test('[run.migrations] is answered as that release answered it, and traded on', async () => {
    const server = startServer({ ...storage.settings, ...STANDING, SANDBOX: 'on' })
    const url = await server.listening
    for (const [accountId, then] of await answersOfFirstRelease()) {
      const client = clientOf(url, accountId)
      const { v1 } = client.api
      const { cashAmount, buyingPower, holdings } = then
      expect(await answered(v1.account.get())).toMatchObject({ cashAmount, buyingPower })
      expect((await answered(v1.account.holdings.get())).holdings).toMatchObject([...holdings])
      for (const order of then.orders) {
        expect(await answered(v1.orders({ orderId: order.orderId }).get())).toMatchObject(order)
      }
      const { fills } = await answered(v1.orders.fills.get({ query: { limit: 500 } }))
      expect(fills.length).toBe(then.fills.length)
      expect(fills).toMatchObject([...then.fills])
    }
    await buysOneMore(url)
    expect((await server.kill('SIGTERM')).status).toBe(0)
    expect(await findingsOn(storage)).toEqual([])
  })
})

const clientOf = (url: string, accountId: string | undefined) =>
  openClient({ url, accountId, ...FIRST_RELEASE_CLIENT, fetch: patientFetch })

/** On the account that waits for nothing: it has been reset. */
async function buysOneMore(url: string): Promise<void> {
  const accountId = [...(await answersOfFirstRelease()).keys()].at(-1)
  const client = clientOf(url, accountId)
  const { orderId } = await answered(
    client.api.v1.orders.post({
      symbol: 'KO',
      side: 'BUY',
      orderType: 'MARKET',
      quantity: 1,
      clientOrderId: 'upgraded',
    }),
  )
  await client.fetch('/sandbox/clock', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 'PT2S' }),
  })
  const { status } = await answered(client.api.v1.orders({ orderId }).get())
  expect(status).toBe('FILLED')
}
