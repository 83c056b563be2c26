/** An account with thousands of orders, fills and events, written as batches write them. */
import { sql } from 'drizzle-orm'
import { fillIdOf, orderIdOf } from '../../src/core/ids'
import { amount, NO_AMOUNT, NO_QUANTITY, notional, price, quantity } from '../../src/core/money'
import { JUST_ACCEPTED, type Order, type OrderEvent } from '../../src/core/order/order'
import { type Instant, Temporal } from '../../src/core/time'
import { eventRow, INSERTED_EVENTS } from '../../src/ledger/events/log'
import { INSERTED_FILLS } from '../../src/ledger/fills'
import { SAVED_HOLDINGS } from '../../src/ledger/holdings'
import { INSERTED_ORDERS } from '../../src/ledger/orders'
import type { Database } from '../../src/postgres/database'
import { accounts } from '../../src/postgres/schema/trading'
import { write } from './written'

export interface Busy {
  readonly accountId: string
  /** The first order's time; the others follow evenly until `until`. */
  readonly from: Instant
  readonly until: Instant
  /** In four orders one fills and one is cancelled; each of these has two events. */
  readonly events: number
  readonly symbols: readonly string[]
}

/** Orders written at once. */
const ORDERS_A_BATCH = 500
const PRICE = price('10')
const BOUGHT = quantity('2')
const SOLD = quantity('1')

/** The account must be there, new, and with the cash for it. Half of its orders fill. */
export async function makeBusy(database: Database, busy: Busy): Promise<void> {
  const { accountId, from, until, events: total, symbols } = busy
  const spanMs = until.epochMilliseconds - from.epochMilliseconds
  const shares = new Map<string, number>()
  const made: { readonly order: Order; readonly events: readonly OrderEvent[] }[] = []
  for (let seq = 1; seq < total; seq += 2) {
    const at = Temporal.Instant.fromEpochMilliseconds(
      from.epochMilliseconds + Math.floor((spanMs * seq) / total),
    )
    const number = (seq - 1) / 2
    const symbol = symbols[Math.floor(number / 2) % symbols.length] ?? 'AAPL'
    const fills = number % 2 === 0
    const buys = Math.floor(number / 2 / symbols.length) % 2 === 0
    if (fills) shares.set(symbol, (shares.get(symbol) ?? 0) + (buys ? 2 : -1))
    made.push(orderOf({ accountId, seq, at, symbol, fills, buys }))
  }
  for (let first = 0; first < made.length; first += ORDERS_A_BATCH) {
    const batch = made.slice(first, first + ORDERS_A_BATCH)
    const batchEvents = batch.flatMap(({ events }) => events)
    const fills = batchEvents.flatMap(({ fill }) => (fill ? [{ accountId, ...fill }] : []))
    await database.transaction(async (transaction) => {
      await write(
        transaction,
        INSERTED_ORDERS,
        batch.map(({ order }) => order),
      )
      await write(transaction, INSERTED_FILLS, fills)
      await write(transaction, INSERTED_EVENTS, batchEvents.map(eventRow))
    })
  }
  const held = [...shares].map(([symbol, count]) => ({
    accountId,
    symbol,
    quantity: quantity(String(count)),
    heldQuantity: NO_QUANTITY,
    purchaseAmount: amount(String(count * 10)),
  }))
  await write(database, SAVED_HOLDINGS, held)
  const spent = [...shares.values()].reduce((sum, count) => sum + count * 10, 0)
  await database.drizzle
    .update(accounts)
    .set({
      seq: made.length * 2,
      lastEventAt: made.at(-1)?.order.updatedAt ?? null,
      cash: sql`${accounts.cash} - ${spent}`,
    })
    .where(sql`${accounts.accountId} = ${accountId}`)
}

interface Made {
  readonly accountId: string
  readonly seq: number
  readonly at: Instant
  readonly symbol: string
  readonly fills: boolean
  readonly buys: boolean
}

function orderOf({ accountId, seq, at, symbol, fills, buys }: Made) {
  const orderId = orderIdOf(accountId, at, seq)
  const shares = buys ? BOUGHT : SOLD
  const accepted: Order = {
    ...JUST_ACCEPTED,
    accountId,
    orderId,
    seq,
    symbol,
    quantity: shares,
    limitPrice: PRICE,
    clientOrderId: `busy-${seq}`,
    side: buys ? 'BUY' : 'SELL',
    orderType: 'LIMIT',
    timeInForce: 'DAY',
    session: 'REGULAR',
    holdPrice: buys ? PRICE : null,
    heldCash: NO_AMOUNT,
    queueAhead: NO_QUANTITY,
    requestedAt: at,
    updatedAt: at,
    validUntil: at.add({ hours: 24 }),
  }
  const order: Order = fills
    ? {
        ...accepted,
        status: 'FILLED',
        filledQuantity: shares,
        filledAmount: notional(PRICE, shares),
      }
    : { ...accepted, status: 'CANCELED', cancelReason: null, cancelRequestedAt: at }
  const fill = fills
    ? {
        fillId: fillIdOf(accountId, at, seq + 1),
        orderId,
        symbol,
        side: order.side,
        clientOrderId: order.clientOrderId,
        quantity: shares,
        price: PRICE,
        filledAt: at,
        session: 'REGULAR' as const,
        fillProfile: 'ideal@1' as const,
      }
    : null
  const events: readonly OrderEvent[] = [
    { accountId, seq, order: accepted, fill: null },
    { accountId, seq: seq + 1, order, fill },
  ]
  return { order, events }
}
