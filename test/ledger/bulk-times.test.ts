/** Times that rows are written with, alone and with others, are read back to the millisecond. */
import { beforeEach, expect, test } from 'bun:test'
import { atMs, FIRST_INSTANT, LAST_INSTANT } from '../../src/core/time'
import { changesOf, INSERTED_ORDERS, MOVED_ORDERS, ordersByIds } from '../../src/ledger/orders'
import { freshDatabase } from '../support/database'
import { anOrder } from '../support/examples'
import { openFloor } from '../support/trading-floor'
import { write } from '../support/written'

const database = await freshDatabase()
beforeEach(async () => {
  await freshDatabase()
  await (await openFloor(database)).account(anOrder().accountId)
})

const TIMES = [
  FIRST_INSTANT,
  LAST_INSTANT,
  atMs(-1),
  atMs(0),
  atMs(1),
  ...Array.from({ length: 200 }, (_, at) => atMs(1_772_463_600_000 + at * 86_413_007)),
]

test('a time is the same before and after, whatever the year', async () => {
  const written = TIMES.map((at, ordinal) =>
    anOrder({
      orderId: `ord_${String(ordinal).padStart(9, '0')}`,
      clientOrderId: `client-${ordinal}`,
      requestedAt: at,
      validUntil: at,
    }),
  )
  const [alone, ...together] = written
  if (alone === undefined) throw new Error('there are times')
  await write(database, INSERTED_ORDERS, [alone])
  await write(database, INSERTED_ORDERS, together)
  const changed = written.map((order) => ({ ...order, cancelRequestedAt: order.validUntil }))
  await write(database, MOVED_ORDERS, changed.slice(0, 3).map(changesOf))
  const found = await ordersByIds(database, written)
  const ordered = found.toSorted((one, other) => (one.orderId < other.orderId ? -1 : 1))
  expect(ordered.map(({ requestedAt }) => String(requestedAt))).toEqual(TIMES.map(String))
  expect(ordered.map(({ validUntil }) => String(validUntil))).toEqual(TIMES.map(String))
  expect(
    ordered.map(({ cancelRequestedAt }) => cancelRequestedAt?.epochMilliseconds ?? null),
  ).toEqual(TIMES.map((at, ordinal) => (ordinal < 3 ? at.epochMilliseconds : null)))
})
