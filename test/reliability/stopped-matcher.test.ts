/** A server that stands still does not keep the market standing for the others. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { amount, subtract } from '../../src/core/money'
import type { Storage } from '../support/folder-storage'
import { killServers, type ServerProcess } from '../support/server-process'
import { type SteeredWallClock, steeredWallClock } from '../support/steered-wall-clock'
import { administer, hasPostgres, postgresStorage } from '../support/storage'
import { signIn, sumOf, type Trader } from '../support/trader'
import { MONDAY_AT_TEN } from '../support/trading-floor'
import { until } from '../support/until'

describe.skipIf(!hasPostgres)('of two servers on one PostgreSQL', () => {
  let storage: Storage
  let clock: SteeredWallClock
  beforeAll(async () => {
    storage = await postgresStorage()
    clock = await steeredWallClock(MONDAY_AT_TEN)
  })
  afterEach(async () => {
    await killServers()
  })
  afterAll(async () => {
    await clock.remove()
    await storage.remove()
  })

  async function rows<Row>(query: string): Promise<readonly Row[]> {
    let found: readonly Row[] = []
    await administer(async (sql) => {
      found = await sql.unsafe<Row[]>(query)
    }, storage.settings.DATABASE_URL)
    return found
  }
  async function holder(): Promise<string> {
    const [row] = await rows<{ holder: string | null }>('select holder from matcher_lease')
    return row?.holder ?? ''
  }
  const moves = (server: ServerProcess) =>
    until(holder, (moving) => moving.endsWith(`:${server.pid}`))
  async function buy(trader: Trader, name: string, times: number): Promise<string[]> {
    const orderIds: string[] = []
    for (let time = 1; time <= times; time++) {
      orderIds.push((await trader.buy(`${name}-${time}`)).orderId)
    }
    return orderIds
  }

  test('the second moves the market once its mover is stopped', async () => {
    const stopped = clock.start(storage.settings)
    const first = await signIn(await stopped.listening)
    await moves(stopped)
    const other = clock.start(storage.settings)
    const second = await signIn(await other.listening)
    const placed = await buy(first, 'before', 10)
    // In the middle of what it does with the last of them.
    stopped.signal('SIGSTOP')
    placed.push(...(await buy(second, 'meanwhile', 10)))
    await moves(other)
    for (const orderId of placed) await second.filled(orderId)
    stopped.signal('SIGCONT')
    // The first one may have waited for as long as the server stood still [request.deadline].
    const again = () => first.buy('again').catch(() => null)
    placed.push((await until(again, (bought) => bought !== null)).orderId)
    placed.push(...(await buy(first, 'after', 10)))
    for (const orderId of placed) await first.filled(orderId)
    // The other one goes on moving it. If that one stands still for 3 s, it loses the market too.
    await until(
      async () => {
        if ((await holder()).endsWith(`:${other.pid}`)) return true
        stopped.signal('SIGSTOP')
        await moves(other)
        stopped.signal('SIGCONT')
        return false
      },
      (movesStill) => movesStill,
    )
    expect((await stopped.kill('SIGTERM')).status).toBe(0)

    const fills = await second.fills()
    expect(fills.map(({ orderId }) => orderId).toSorted()).toEqual(placed.toSorted())
    const { cashAmount } = await second.account()
    const paid = sumOf(fills.map((fill) => fill.amount))
    expect(amount(cashAmount).toFixed()).toBe(subtract(amount('100000'), paid).toFixed())
    const events = await rows<{ seq: number; occurred_at: string }>(
      'select seq, occurred_at::text from order_events order by seq',
    )
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events).toHaveLength(2 * placed.length)
    expect((await other.kill('SIGTERM')).status).toBe(0)
    expect(await holder()).toBe('')
  })

  test('the second takes the market over at once when its mover ends', async () => {
    const first = clock.start(storage.settings)
    await first.listening
    await moves(first)
    const second = clock.start(storage.settings)
    await second.listening
    await first.kill('SIGTERM')
    await moves(second)
  })
})
