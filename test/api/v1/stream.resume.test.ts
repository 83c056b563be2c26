/** Resuming GET /v1/stream after cuts, at each place of the log, with many streams at once. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { isOfOrder } from '../../../src/core/conditional/leg'
import { createClient } from '../../../src/identity/clients'
import { hashOf } from '../../../src/identity/secrets'
import { eventsAfter } from '../../../src/ledger/events/log'
import { clientAccounts } from '../../../src/postgres/schema/trading'
import { freshDatabase } from '../../support/database'
import { openStreamApi } from '../../support/stream-api'
import { type OrderMessage, subscribed } from '../../support/stream-client'
import { MONDAY_AT_TEN } from '../../support/trading-floor'

const database = await freshDatabase()
let api: Awaited<ReturnType<typeof openStreamApi>>

beforeEach(async () => {
  await freshDatabase()
  api = await openStreamApi({ database })
})
afterEach(() => api.stop())

/** The log, as event numbers and statuses. */
async function logged(): Promise<(readonly [number, OrderMessage['event']])[]> {
  const changes = await eventsAfter(database, 'acc_A', 0, 1_000_000)
  return changes.filter(isOfOrder).map(({ seq, order }) => [seq, order.status])
}
const seen = (events: readonly OrderMessage[]) =>
  events.map(({ seq, event }) => [seq, event] as const)

test('[stream.subscribe] a stream goes on from every event of the log', async () => {
  for (let round = 0; round < 4; round++) await api.trade()
  const first = await api.follow(0)
  const whole = await first.events(20)
  first.close()
  await first.closed
  const clients = await Promise.all(whole.map(({ seq }) => api.follow(seq)))
  for (const [index, client] of clients.entries()) {
    const rest = whole.slice(index + 1)
    expect(await client.events(rest.length)).toEqual(rest)
  }
  await api.floor.order('acc_A', { quantity: '1' })
  for (const [index, client] of clients.entries()) {
    const events = await client.events(whole.length - index)
    expect(events.at(-1)?.seq).toBe(21)
  }
})

test('[stream.reconnect] a thousand cut connections lose nothing and repeat nothing', async () => {
  const CUTS = 200
  /** Places an order, and sometimes plays a tick that fills all orders. */
  async function trade(round: number): Promise<void> {
    await api.floor.order('acc_A', { quantity: '0.01' })
    if (round % 20 === 0) await api.floor.advance('PT1S')
  }
  /** Is cut within its backlog, or after the next event, and resumes from there. */
  async function read(seed: number): Promise<OrderMessage[]> {
    const all: OrderMessage[] = []
    let random = seed
    for (let cut = 0; cut < CUTS; cut++) {
      random = (random * 48_271) % 2_147_483_647 // Lehmer's generator
      const client = await api.follow(all.length)
      const missed = (client.of('ready')[0]?.accounts[0]?.lastSeq ?? 0) - all.length
      const live = random % 3 === 0
      const trading = live ? trade(cut) : null
      await client.events(live ? missed + 1 : random % (missed + 1))
      client.kill()
      all.push(...client.of('order'))
      await trading
    }
    return all
  }
  const readers = await Promise.all([1, 2, 3, 4, 5].map(read))
  const log = await logged()
  for (const all of readers) {
    const last = await api.follow(all.length)
    all.push(...(await last.events(log.length - all.length)))
    last.close()
    expect(seen(all)).toEqual(log)
  }
})

test('[stream.subscribe] fifty subscribers each get every event once, and in order', async () => {
  const tokens = [api.token]
  for (const clientId of ['pk_two', 'pk_three']) {
    const secretHash = hashOf('secret')
    const createdAt = MONDAY_AT_TEN
    const { drizzle } = database
    await createClient(drizzle, {
      clientId,
      secretHash,
      createdAt,
      userId: 'usr_test',
      scope: 'READ_ONLY',
    })
    await drizzle.insert(clientAccounts).values({ clientId, accountId: 'acc_A' })
    tokens.push(await api.signIn(clientId, 'secret'))
  }
  await api.trade()
  const clients = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      subscribed(api.url, tokens[index % 3] ?? '', index % 6),
    ),
  )
  for (let round = 0; round < 5; round++) await api.trade()
  const log = await logged()
  for (const [index, client] of clients.entries()) {
    const missed = index % 6
    expect(seen(await client.events(log.length - missed))).toEqual(log.slice(missed))
  }
})
