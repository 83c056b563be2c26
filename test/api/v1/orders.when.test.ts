/** When POST /v1/orders takes an order: locks, the halt, sessions, and what an order waits for. */
import { expect, test } from 'bun:test'
import { must, refusalIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { orderOf } from '../../support/orders'

/** The tests stand in the order of time, since the market's only goes on. */
const api = await openApi()
const business = (code: string) => ({ status: 422, code, param: undefined })

test('[order.account-locked] POST /v1/orders is 423 while the account is locked; previewing, reading and cancelling go on', async () => {
  const orderId = await api.placed()
  await api.operator.lock('acc_1', true)
  expect(refusalIn(await api.place())).toMatchObject({ status: 423, code: 'account-locked' })
  const preview = await api.post('/v1/orders/preview', orderOf())
  expect(must(preview)).toMatchObject({ rejectReason: 'account-locked' })
  must(await api.get('/v1/account'))
  must(await api.cancel(orderId))
  await api.operator.lock('acc_1', false)
  must(await api.place())
})

test('[order.trading-halted] POST /v1/orders is 423 while trading is halted; reading and cancelling go on', async () => {
  const orderId = await api.placed()
  await api.operator.halt(true)
  expect(refusalIn(await api.place())).toMatchObject({ status: 423, code: 'trading-halted' })
  expect((await api.order(orderId)).status).toBe('SUBMITTED')
  must(await api.cancel(orderId))
  await api.operator.halt(false)
  must(await api.place())
})

test.each([
  ['AFTER', '2026-03-02T17:00:00-05:00'],
  ['DAY', '2026-03-02T20:00:00-05:00'],
  ['CLOSED', '2026-03-03T03:55:00-05:00'],
  ['PRE', '2026-03-03T04:00:00-05:00'],
])(
  '[order.sessions] [record.session] POST /v1/orders takes an order in the session %s',
  async (session, at) => {
    await api.advanceTo(at)
    expect((await api.order(await api.placed())).session).toBe(session)
  },
)

test('[order.day-market] POST /v1/orders refuses in DAY an instrument without a DAY market', async () => {
  await api.advanceTo('2026-03-03T21:00:00-05:00')
  const answer = await api.place(orderOf({ symbol: 'NODAY' }))
  expect(refusalIn(answer)).toEqual(business('day-market-not-tradable'))
})

test('[order.immediate-hours] POST /v1/orders refuses IOC and FOK while CLOSED, and says when to retry', async () => {
  await api.advanceTo('2026-03-04T03:55:00-05:00')
  for (const timeInForce of ['IOC', 'FOK']) {
    const answer = await api.place(orderOf({ timeInForce }))
    expect(refusalIn(answer)).toEqual(business('order-hours-closed'))
    expect(answer.body.data).toEqual({
      timeInForce,
      retryAfterAt: '2026-03-04T18:00:00.000+09:00',
    })
  }
})

test.each([
  ['2026-03-04T03:55:00-05:00', {}, 'PRE', '2026-03-04T18:00:00.000+09:00'],
  ['2026-03-06T21:00:00-05:00', {}, 'DAY', '2026-03-09T09:00:00.000+09:00'],
  ['2026-03-06T21:30:00-05:00', { symbol: 'NODAY' }, 'PRE', '2026-03-09T17:00:00.000+09:00'],
  [
    '2026-03-10T10:00:00-04:00',
    { timeInForce: 'CLS' },
    'CLOSING_AUCTION',
    '2026-03-11T05:00:00.000+09:00',
  ],
  [
    '2026-03-10T10:30:00-04:00',
    { timeInForce: 'OPG' },
    'OPENING_AUCTION',
    '2026-03-11T22:30:00.000+09:00',
  ],
] as const)(
  '[order.waits-for] POST /v1/orders at %s answers an order %j that it waits for %s, and its replay too',
  async (...row) => {
    const [at, over, waitsFor, waitsUntil] = row
    await api.advanceTo(at)
    const order = orderOf(over)
    const placed = must(await api.place(order))
    expect(placed).toMatchObject({ status: 'SUBMITTED', waitsFor, waitsUntil })
    expect(must(await api.place(order))).toEqual(placed)
  },
)

test('[order.waits-for] POST /v1/orders answers an order in an open session without a wait', async () => {
  await api.advanceTo('2026-03-11T10:00:00-04:00')
  const placed = must(await api.place())
  expect(['waitsFor', 'waitsUntil'].filter((field) => field in placed)).toEqual([])
})
