/** An embedded folder on a disk that is full: refused clearly, nothing lost, and it goes on. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { connect } from '../../src/postgres/connect'
import { isDiskFull } from '../../src/postgres/errors'
import { statement } from '../../src/postgres/statement'
import { patientFetch } from '../support/patient-fetch'
import { killServers, startServer } from '../support/server-process'
import { type SmallDisk, smallDisk, withoutSmallDisk } from '../support/small-disk'
import { signIn, type Trader } from '../support/trader'

const reason = await withoutSmallDisk()

describe.skipIf(reason !== null)(`a full disk (skipped if ${reason ?? 'none is'})`, () => {
  let disk: SmallDisk
  beforeEach(async () => {
    disk = await smallDisk(110)
  })
  afterEach(async () => {
    await killServers()
    disk.remove()
  })

  async function started() {
    const server = startServer({ DATA_DIR: join(disk.folder, 'data') })
    const url = await server.listening
    return { server, url, trader: await signIn(url) }
  }

  test('makes the server refuse orders, keep those taken, and recover', async () => {
    const { server, url, trader } = await started()
    const taken = new Map<string, string>()
    const buy = async (trader: Trader, id: string) => taken.set(id, (await trader.buy(id)).orderId)
    await buy(trader, 'before')

    disk.fill()
    const refused = async (id: string): Promise<unknown> => {
      const response = await patientFetch(`${url}/v1/orders`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${trader.token}`,
          'x-service-request-id': id,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          symbol: 'AAPL',
          side: 'BUY',
          orderType: 'LIMIT',
          quantity: 1,
          limitPrice: 1,
          clientOrderId: id,
        }),
      })
      const body = Object(await response.json())
      if (response.status === 200) taken.set(id, body.orderId)
      return response.status === 200 ? null : `${response.status} ${body.code}`
    }
    // Rows that fit into existing pages are still accepted, some even after the first refusal.
    let answers: readonly unknown[] = [null]
    for (let round = 0; answers.includes(null) && round < 400; round++) {
      const asked = Array.from({ length: 50 }, (_, order) => refused(`full-${round}-${order}`))
      answers = await Promise.all(asked)
      const refusals = answers.filter((answer) => answer !== null)
      expect(refusals).toEqual(refusals.map(() => '500 storage-full'))
    }
    expect(new Set(answers)).toEqual(new Set(['500 storage-full']))
    expect((await fetch(`${url}/readyz`)).status).toBe(503)

    disk.free()
    await buy(trader, 'after')
    await server.kill('SIGKILL')
    const again = await started()
    for (const [id, orderId] of taken) {
      const response = await patientFetch(`${again.url}/v1/orders/${orderId}`, {
        headers: { authorization: `Bearer ${again.trader.token}`, 'x-service-request-id': id },
      })
      expect(response.status).toBe(200)
    }
    expect(await again.server.kill('SIGTERM')).toMatchObject({ status: 0 })
  })

  test('is reported by a start, which succeeds once there is room', async () => {
    const { server } = await started()
    await server.kill('SIGKILL')
    disk.fill()
    const { status, errors } = await startServer({ DATA_DIR: join(disk.folder, 'data') }).ended
    expect(status).toBe(1)
    expect(errors).toContain('disk is full')
    disk.free()
    const { trader } = await started()
    expect(await trader.buy('works')).toMatchObject({ replayed: false })
  })

  test('is noticed before the write-ahead log has used up its last room', async () => {
    const dir = join(disk.folder, 'data')
    const database = await connect({ kind: 'embedded', dir, durability: 'fsync' })
    // A segment has 16 MiB.
    const log = statement(
      [],
      sql`select pg_logical_emit_message(true, 'test', repeat('x', 500000))::text`,
      () => null,
    )
    const write = () => database.transaction((transaction) => transaction.all(log, {}))
    disk.fill()
    let failure: unknown = null
    for (let written = 0; failure === null && written < 200; written++) {
      failure = await write().then(
        () => null,
        (error: unknown) => error,
      )
    }
    expect(isDiskFull(failure)).toBe(true)
    disk.free()
    for (let written = 0; written < 80; written++) await write()
    await database.close()
  })
})
