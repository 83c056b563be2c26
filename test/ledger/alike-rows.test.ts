/** What is the same in all rows of a statement travels once, and is written into each. */
import { beforeEach, expect, test } from 'bun:test'
import { amount, NO_AMOUNT, quantity } from '../../src/core/money'
import { JUST_ACCEPTED, type Order } from '../../src/core/order/order'
import { ACCEPTED_ORDERS, CHANGED_ORDERS, changedRow } from '../../src/ledger/events/log'
import { ordersByIds } from '../../src/ledger/orders'
import { freshDatabase } from '../support/database'
import { anOrder, secondsLater } from '../support/examples'
import { openFloor } from '../support/trading-floor'
import { write } from '../support/written'

const database = await freshDatabase()
beforeEach(async () => {
  await freshDatabase()
  await (await openFloor(database)).account(anOrder().accountId)
})

const accepted = (seq: number, terms: Partial<Order> = {}): Order => {
  const order = anOrder({ ...JUST_ACCEPTED, ...terms, seq, orderId: `ord_${seq}` })
  return { ...order, clientOrderId: `client-${seq}`, updatedAt: order.requestedAt }
}

const alike = [accepted(1), accepted(2), accepted(3)]
const different = [
  accepted(1),
  accepted(2, { side: 'SELL', timeInForce: 'IOC', session: 'PRE', holdPrice: null }),
  accepted(3, {
    orderType: 'MARKET',
    limitPrice: null,
    queueAhead: quantity('7'),
    requestedAt: secondsLater(1),
    validUntil: secondsLater(9),
  }),
]
const PLACED = { 'which are alike': alike, 'which are not': different }

const stored = async (written: readonly Order[]) =>
  (await ordersByIds(database, written)).toSorted((one, other) => one.seq - other.seq)

test.each(Object.entries(PLACED))('new orders are written as they are: %s', async (_, orders) => {
  await write(database, ACCEPTED_ORDERS, orders)
  expect(await stored(orders)).toEqual(orders)
})

const changedAt = secondsLater(60)
const canceled = (order: Order): Order => ({
  ...order,
  status: 'CANCELED',
  heldCash: NO_AMOUNT,
  updatedAt: changedAt,
  cancelRequestedAt: secondsLater(59),
})
const unpaid = (order: Order): Order => ({
  ...order,
  status: 'CANCELED',
  heldCash: NO_AMOUNT,
  updatedAt: changedAt,
  cancelReason: 'insufficient-buying-power',
})
const rejected = (order: Order): Order => ({
  ...order,
  status: 'REJECTED',
  heldCash: NO_AMOUNT,
  updatedAt: secondsLater(61),
  rejectReason: 'order-hours-closed',
})
const moved = (order: Order): Order => ({
  ...order,
  status: 'PARTIALLY_FILLED',
  filledQuantity: quantity('1'),
  filledAmount: amount('1'),
  updatedAt: changedAt,
  queueAhead: quantity('3'),
  queueMovedAt: changedAt,
})
const CHANGES = {
  'all in one way': [canceled, canceled, canceled],
  'all with a reason': [unpaid, unpaid, unpaid],
  'some without one': [canceled, unpaid, rejected],
  'some in a queue': [moved, canceled, moved],
}

test.each(Object.entries(CHANGES))(
  'changed orders are written as they are: %s',
  async (_, ways) => {
    await write(database, ACCEPTED_ORDERS, alike)
    const changed = ways.flatMap((way, at) => alike.slice(at, at + 1).map(way))
    const withEvents = changed.map((order) => ({
      order,
      event: { accountId: order.accountId, seq: order.seq + 10, order, fill: null },
    }))
    await write(database, CHANGED_ORDERS, withEvents.map(changedRow))
    expect(await stored(changed)).toEqual(changed)
  },
)

test('only what is the same in all rows travels once', () => {
  const sent = (orders: readonly Order[]) => ACCEPTED_ORDERS.parameters(orders, 'many')
  expect(sent(alike)).toMatchObject({ 'accepted side': null, 'accepted side of all': 'BUY' })
  expect(sent(different)).toMatchObject({
    'accepted side': '{"BUY","SELL","BUY"}',
    'accepted side of all': null,
  })
})
