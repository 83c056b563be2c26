/** A brokerage on an embedded folder, and what is left of it wherever the power fails. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { type Big, NO_AMOUNT } from '../../src/core/money'
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import { connect } from '../../src/postgres/connect'
import type { Database, Durability } from '../../src/postgres/database'
import { clients } from '../../src/postgres/schema/identity'
import { instruments } from '../../src/postgres/schema/market'
import { accounts, fills, holdings, orderEvents, orders } from '../../src/postgres/schema/trading'
import { aFolder } from './folders'
import { type WatchedDisk, watchDisk } from './power-loss'
import { openSandbox } from './sandbox-api'

/** The answer that a client got, and when. */
interface Answer {
  readonly kind: 'order' | 'fill'
  readonly id: string
  readonly moment: number
}

export interface Life {
  readonly disk: WatchedDisk
  readonly answers: readonly Answer[]
  /** The server is ready for its first request. */
  readonly opened: number
  /** The last request is answered. */
  readonly answered: number
  /** It has ended in good order. */
  readonly ended: number
}

/** From the first start to a clean end, with a checkpoint early on. */
export async function lived(durability: Durability, rounds = 6): Promise<Life> {
  const dir = join(await aFolder(), 'data')
  const root = join(dir, '..')
  const disk = watchDisk(root)
  try {
    const database = await connect({ kind: 'embedded', dir, durability })
    const api = await openSandbox(database)
    const opened = disk.moment()
    const answers: Answer[] = []
    const note = (kind: Answer['kind'], id: unknown) =>
      answers.push({ kind, id: String(id), moment: disk.moment() })
    await api.pin('AAPL', 9.99, 10)
    for (let round = 0; round < rounds; round++) {
      const buy = async (index: number): Promise<void> => {
        const limitPrice = index % 2 === 0 ? 11 : 9
        const order = { symbol: 'AAPL', side: 'BUY', orderType: 'LIMIT', quantity: 1, limitPrice }
        const clientOrderId = `${round}-${index}`
        const { status, body } = await api.post('/v1/orders', { ...order, clientOrderId })
        if (status !== 200) throw new Error(JSON.stringify(body))
        note('order', body.orderId)
      }
      await Promise.all(Array.from({ length: 8 }, (_, index) => buy(index)))
      await api.advance('PT1S')
      const { body } = await api.get('/v1/orders/fills')
      for (const { fillId } of Object(body).fills) note('fill', fillId)
      if (round === 1) await database.drizzle.execute('checkpoint')
    }
    const answered = disk.moment()
    await api.brokerage.close()
    await database.close()
    return { disk, answers, opened, answered, ended: disk.moment() }
  } finally {
    disk.stop()
  }
}

/** What is wrong after a loss of power at the moment; nothing: []. */
export async function faultsAfterPowerLoss(
  { disk, answers, opened }: Life,
  moment: number,
  seed: number,
): Promise<string[]> {
  const root = await mkdtemp(join(await aFolder(), 'image-'))
  try {
    disk.powerLossAt(moment, seed, root)
    const database = await connect({
      kind: 'embedded',
      dir: join(root, 'data'),
      durability: 'relaxed',
    })
    try {
      return [
        ...(moment < opened ? [] : await missingTables(database)),
        ...(await missing(database, answers, moment)),
        ...(await inconsistent(database)),
      ]
    } finally {
      await database.close()
    }
  } catch (error) {
    return [`cannot be opened: ${error}`]
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** What was written before the last checkpoint, and not since: no log has it any more. */
async function missingTables({ drizzle }: Database): Promise<string[]> {
  const listed = await drizzle.$count(instruments)
  const isWhole = listed === US_INSTRUMENTS.length && (await drizzle.$count(clients)) === 1
  return isWhole ? [] : [`${listed} of ${US_INSTRUMENTS.length} instruments are left`]
}

async function missing({ drizzle }: Database, answers: readonly Answer[], moment: number) {
  const kept = new Set([
    ...(await drizzle.select({ id: orders.orderId }).from(orders)).map(({ id }) => id),
    ...(await drizzle.select({ id: fills.fillId }).from(fills)).map(({ id }) => id),
  ])
  return answers
    .filter((one) => one.moment <= moment && !kept.has(one.id))
    .map(({ kind, id }) => `the ${kind} ${id} is missing`)
}

/** Money, shares and the log, each worked out a second time. */
async function inconsistent({ drizzle }: Database): Promise<string[]> {
  const faults: string[] = []
  const same = (what: string, kept: string, workedOut: string): void => {
    if (kept !== workedOut) faults.push(`${what}: ${kept} is kept, ${workedOut} follows`)
  }
  const sum = (values: readonly Big[]): Big =>
    values.reduce((total: Big, value) => total.plus(value), NO_AMOUNT)
  for (const account of await drizzle.select().from(accounts)) {
    const { accountId } = account
    const filled = await drizzle.select().from(fills).where(eq(fills.accountId, accountId))
    const paid = sum(filled.map(({ quantity, price }) => quantity.times(price)))
    same('cash', account.cash.toFixed(2), account.initialCash.minus(paid).toFixed(2))
    const own = await drizzle.select().from(orders).where(eq(orders.accountId, accountId))
    same('held', account.heldCash.toFixed(2), sum(own.map((one) => one.heldCash)).toFixed(2))
    for (const { orderId, filledQuantity } of own) {
      const parts = filled.filter((fill) => fill.orderId === orderId)
      same(orderId, filledQuantity.toFixed(), sum(parts.map((one) => one.quantity)).toFixed())
    }
    const held = await drizzle.select().from(holdings).where(eq(holdings.accountId, accountId))
    const shares = sum(held.map(({ quantity }) => quantity)).toFixed()
    same('shares', shares, sum(filled.map(({ quantity }) => quantity)).toFixed())
    const events = await drizzle
      .select({ seq: orderEvents.seq })
      .from(orderEvents)
      .where(eq(orderEvents.accountId, accountId))
      .orderBy(orderEvents.seq)
    const counted = Array.from({ length: account.seq }, (_, index) => index + 1)
    same('events', events.map(({ seq }) => seq).join(), counted.join())
  }
  return faults
}
