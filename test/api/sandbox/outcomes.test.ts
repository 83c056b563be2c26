/** PUT /sandbox/outcomes: a test decides what happens to orders. */
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { REFUSALS } from '../../../src/core/refusals'
import { accountIdOf } from '../../../src/identity/secrets'
import { type Body, badParam, missing, must, refusalIn, rowsIn } from '../../support/answers'
import { freshDatabase } from '../../support/database'
import { marketOrder, orderOf } from '../../support/orders'
import { openSandbox, SANDBOX_CLIENT } from '../../support/sandbox-api'

const ACCOUNT = accountIdOf(SANDBOX_CLIENT.id, 1)
const api = await openSandbox(await freshDatabase(), { MARKET_CLOCK: '2026-03-02T10:00-05:00' })
afterAll(async () => {
  await api.close()
  expect(api.failures).toEqual([])
})
afterEach(async () => {
  await api.remove('/sandbox/outcomes')
  await api.post(`/sandbox/accounts/${ACCOUNT}/reset`)
})
await api.pin('AAPL', 99.99, 100)

const force = async (outcome: Body) => must(await api.put('/sandbox/outcomes', outcome))
const outcome = async (id: unknown) => must(await api.get(`/sandbox/outcomes/${id}`))
/** Places a BUY of 100 at 99, which rests, with `more` fields. */
const place = async (more: Body = {}) =>
  must(await api.post('/v1/orders', orderOf({ quantity: 100, limitPrice: 99, ...more })))
const placeMarket = async () => must(await api.post('/v1/orders', marketOrder({ quantity: 1 })))
const read = async ({ orderId }: Body) => must(await api.get(`/v1/orders/${orderId}`))
const cancel = ({ orderId }: Body) => api.remove(`/v1/orders/${orderId}`)
const fillsOf = async ({ orderId }: Body) =>
  rowsIn(await api.get(`/v1/orders/fills?orderId=${orderId}`), 'fills')
const account = async () => must(await api.get('/v1/account'))
const tick = () => api.advance('PT1S')

describe('[outcome.force] [outcome.events] fill', () => {
  test('[outcome.force] [outcome.events] an outcome fills an order at once at its price, and the books are exact', async () => {
    const { outcomeId } = await force({ side: 'BUY', result: 'fill', price: 98.76 })
    const placed = await place()
    expect(placed.status).toBe('FILLED')
    expect(await read(placed)).toMatchObject({ status: 'FILLED', avgFillPrice: 98.76 })
    expect(await fillsOf(placed)).toMatchObject([
      { quantity: 100, price: 98.76, amount: 9876, fillProfile: 'forced@1' },
    ])
    expect(await account()).toMatchObject({ cashAmount: '90124.00', buyingPower: '90124.00' })
    expect(await outcome(outcomeId)).toMatchObject({ hits: 1, misses: 0 })
  })

  test('[outcome.events] the explanation of a forced order says that a test forced its fill', async () => {
    await force({ result: 'fill', price: 98 })
    const { orderId } = await place()
    const [step] = rowsIn(await api.get(`/paper/orders/${orderId}/explanation`), 'steps')
    expect(step?.text).toBe("100 shares at 98.00: forced by a test's outcome, under forced@1.")
  })

  test('[outcome.force] an outcome without a price fills at the market if the limit allows it, else at the limit', async () => {
    await force({ result: 'fill' })
    expect(await fillsOf(await place({ limitPrice: 101 }))).toMatchObject([{ price: 100 }])
    expect(await fillsOf(await place({ limitPrice: 98 }))).toMatchObject([{ price: 98 }])
    expect(await fillsOf(await placeMarket())).toMatchObject([{ price: 100 }])
  })

  test('[outcome.force] parts come one at each tick, the first at once', async () => {
    await force({ result: 'fill', parts: [40, '60'], price: '98.5' })
    const placed = await place()
    expect(await read(placed)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQuantity: 40 })
    expect(await account()).toMatchObject({ cashAmount: '96060.00', buyingPower: '90120.00' })
    await tick()
    expect(await read(placed)).toMatchObject({ status: 'FILLED', avgFillPrice: 98.5 })
    expect(await fillsOf(placed)).toMatchObject([
      { quantity: 60, fillProfile: 'forced@1', filledAt: (await read(placed)).updatedAt },
      { quantity: 40, fillProfile: 'forced@1' },
    ])
    expect(await account()).toMatchObject({ cashAmount: '90150.00', buyingPower: '90150.00' })
  })

  test('[outcome.force] the rest of a part is held until the outcome is removed, and then the market’s', async () => {
    const { outcomeId } = await force({ result: 'fill', quantity: 40, price: 98 })
    const placed = await place({ limitPrice: 100 })
    await tick()
    await tick()
    expect(await read(placed)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQuantity: 40 })
    await api.remove(`/sandbox/outcomes/${outcomeId}`)
    await tick()
    expect(await read(placed)).toMatchObject({ status: 'FILLED', avgFillPrice: 99.2 })
    expect((await fillsOf(placed)).map(({ fillProfile }) => fillProfile)).toEqual([
      'ideal@1',
      'forced@1',
    ])
  })

  test('[outcome.force] with rest: market the market fills the rest by itself', async () => {
    await force({ result: 'fill', quantity: 40, rest: 'market', times: 1 })
    const placed = await place({ limitPrice: 100 })
    expect(await read(placed)).toMatchObject({ filledQuantity: 40 })
    await tick()
    expect(await read(placed)).toMatchObject({ status: 'FILLED' })
  })

  test('[outcome.force] a part of an IOC fills and its rest is canceled at the first tick', async () => {
    await force({ result: 'fill', quantity: 40 })
    const placed = await place({ timeInForce: 'IOC' })
    expect(await read(placed)).toMatchObject({ status: 'PARTIALLY_FILLED' })
    await tick()
    expect(await read(placed)).toMatchObject({ status: 'CANCELED', filledQuantity: 40 })
    expect(await account()).toMatchObject({ buyingPower: '96040.00' })
  })

  test('[outcome.force] a part between two others can be canceled', async () => {
    await force({ result: 'fill', parts: [10, 10, 80] })
    const placed = await place()
    await tick()
    expect((await cancel(placed)).body).toMatchObject({ status: 'PENDING_CANCEL' })
    await tick()
    expect(await read(placed)).toMatchObject({ status: 'FILLED' })
  })

  test('[outcome.force] a SELL is forced as a BUY is', async () => {
    await force({ result: 'fill', side: 'BUY' })
    await place({ limitPrice: 100 })
    await force({ result: 'fill', side: 'SELL', price: 150 })
    const sold = await place({ side: 'SELL', limitPrice: 140 })
    expect(await read(sold)).toMatchObject({ status: 'FILLED', avgFillPrice: 150 })
    expect(await account()).toMatchObject({ cashAmount: '105000.00' })
  })
})

describe('what the books forbid', () => {
  test('[outcome.force] a price worse than the limit stays forbidden: the order goes on and the outcome says why', async () => {
    const { outcomeId } = await force({ result: 'fill', price: 99.01 })
    const placed = await place()
    expect(await read(placed)).toMatchObject({ status: 'SUBMITTED' })
    expect(await outcome(outcomeId)).toMatchObject({
      hits: 0,
      misses: 1,
      lastMiss: `${placed.orderId}: the price 99.01 is above its limit 99`,
    })
  })

  test('[outcome.force] a part of a FOK stays forbidden', async () => {
    const { outcomeId } = await force({ result: 'fill', quantity: 40 })
    await place({ timeInForce: 'FOK' })
    expect((await outcome(outcomeId)).lastMiss).toContain('a FOK order fills whole or not at all')
  })

  test('[outcome.force] a MARKET buy that cannot pay its forced price is rejected as at any tick', async () => {
    await force({ result: 'fill', price: 200_000 })
    const placed = await placeMarket()
    expect(await read(placed)).toMatchObject({
      status: 'REJECTED',
      rejectReason: 'insufficient-buying-power',
    })
    expect(await account()).toMatchObject({ buyingPower: '100000.00' })
  })

  test('[outcome.force] an order that cannot be placed is refused before any outcome', async () => {
    const { outcomeId } = await force({ result: 'fill' })
    const refused = await api.post('/v1/orders', orderOf({ quantity: 100_000, limitPrice: 99 }))
    expect(refusalIn(refused)).toMatchObject({ code: 'insufficient-buying-power' })
    expect(await outcome(outcomeId)).toMatchObject({ hits: 0, misses: 0 })
  })

  test('[outcome.force] more parts than shares fill the order and no more', async () => {
    await force({ result: 'fill', parts: [40, 80] })
    const placed = await place()
    await tick()
    expect(await read(placed)).toMatchObject({ status: 'FILLED', filledQuantity: 100 })
  })
})

describe('reject, expire, cancel, hold', () => {
  test.each(Object.keys(REFUSALS))(
    '[outcome.force] [outcome.events] an outcome rejects an order with %s',
    async (code) => {
      await force({ result: 'reject', code })
      const placed = await place()
      expect(placed.status).toBe('REJECTED')
      expect(await read(placed)).toMatchObject({ status: 'REJECTED', rejectReason: code })
      expect(await account()).toMatchObject({ buyingPower: '100000.00' })
    },
  )

  test('[outcome.force] an outcome ends an order as EXPIRED', async () => {
    await force({ result: 'expire' })
    expect(await read(await place())).toMatchObject({ status: 'EXPIRED' })
  })

  test('[outcome.force] an outcome ends an order as CANCELED by the market', async () => {
    await force({ result: 'cancel' })
    expect(await read(await place())).toMatchObject({
      status: 'CANCELED',
      cancelReason: 'insufficient-buying-power',
    })
  })

  test('[outcome.force] a held order is not filled, can be canceled, and expires in its time', async () => {
    await force({ result: 'hold' })
    const [held, canceled, auctioned] = [
      await placeMarket(),
      await place({ limitPrice: 100 }),
      await place({ limitPrice: 100, timeInForce: 'CLS' }),
    ]
    await tick()
    expect(await read(held)).toMatchObject({ status: 'SUBMITTED' })
    expect((await cancel(canceled)).body).toMatchObject({ status: 'PENDING_CANCEL' })
    await tick()
    expect(await read(canceled)).toMatchObject({ status: 'CANCELED', filledQuantity: 0 })
    await api.post('/sandbox/clock', { to: '2026-03-02T16:00-05:00' })
    expect(await read(held)).toMatchObject({ status: 'EXPIRED', filledQuantity: 0 })
    expect(await read(auctioned)).toMatchObject({ status: 'CANCELED', filledQuantity: 0 })
    expect(await account()).toMatchObject({ buyingPower: '100000.00' })
    await api.post('/sandbox/clock', { to: '2026-03-03T10:00-05:00' })
  })
})

describe('a cancel that loses its race', () => {
  test('[outcome.force] a cancel is accepted, and the order is filled at the next tick', async () => {
    const placed = await place()
    const { outcomeId } = await force({ result: 'lose-cancel', times: 1 })
    expect((await cancel(placed)).body).toMatchObject({ status: 'PENDING_CANCEL' })
    expect(await read(placed)).toMatchObject({ status: 'PENDING_CANCEL', filledQuantity: 0 })
    await tick()
    expect(await read(placed)).toMatchObject({ status: 'FILLED', avgFillPrice: 99 })
    expect(refusalIn(await cancel(placed))).toMatchObject({ status: 409, code: 'already-filled' })
    expect(await outcome(outcomeId)).toMatchObject({ hits: 1 })
  })

  test('[outcome.force] a cancel comes after the fill, and answers 409', async () => {
    const placed = await place()
    await force({ result: 'lose-cancel', race: 'at-once', price: 98 })
    expect(refusalIn(await cancel(placed))).toMatchObject({ status: 409, code: 'already-filled' })
    expect(await read(placed)).toMatchObject({ status: 'FILLED', avgFillPrice: 98 })
  })

  test('[outcome.force] a cancel loses for a part, and wins for the rest', async () => {
    const placed = await place()
    await force({ result: 'lose-cancel', quantity: 30 })
    await cancel(placed)
    await tick()
    expect(await read(placed)).toMatchObject({ status: 'CANCELED', filledQuantity: 30 })
    expect(await account()).toMatchObject({ buyingPower: '97030.00' })
  })

  test('[outcome.force] a second fill at one instant stays forbidden, and the cancel goes on', async () => {
    await force({ result: 'fill', quantity: 40 })
    const { outcomeId } = await force({ result: 'lose-cancel', race: 'at-once' })
    const placed = await place()
    expect((await cancel(placed)).body).toMatchObject({ status: 'PENDING_CANCEL' })
    expect((await outcome(outcomeId)).lastMiss).toContain('a fill at this instant already')
    await tick()
    expect(await read(placed)).toMatchObject({ status: 'CANCELED', filledQuantity: 40 })
  })
})

describe('which orders an outcome decides', () => {
  test.each<[Body, Body, number]>([
    [{ symbol: 'aapl' }, {}, 1],
    [{ symbol: 'MSFT' }, {}, 0],
    [{ side: 'SELL' }, {}, 0],
    [{ accountId: ACCOUNT }, {}, 1],
    [{ clientId: SANDBOX_CLIENT.id }, {}, 1],
    [{ clientOrderId: 'entry-' }, { clientOrderId: 'entry-1' }, 1],
    [{ clientOrderId: 'entry-' }, { clientOrderId: 'exit-1' }, 0],
    [{ side: 'BUY', clientOrderId: 'entry-', symbol: 'AAPL' }, { clientOrderId: 'entry-2' }, 1],
  ])('[outcome.force] an outcome for %j meets an order %j: hits %d', async (match, order, hits) => {
    const { outcomeId } = await force({ result: 'hold', ...match })
    await place(order)
    expect(await outcome(outcomeId)).toMatchObject({ hits })
  })

  test('[outcome.force] of several outcomes the first decides, as often as it is to', async () => {
    await force({ result: 'reject', code: 'trading-halted', times: 2 })
    await force({ result: 'fill' })
    const statuses = []
    for (let at = 0; at < 3; at++) statuses.push((await place()).status)
    expect(statuses).toEqual(['REJECTED', 'REJECTED', 'FILLED'])
  })

  test('[outcome.force] an outcome is set again under its own id, with its hits from the start', async () => {
    await force({ outcomeId: 'mine', result: 'hold' })
    await place()
    expect(await force({ outcomeId: 'mine', result: 'fill' })).toMatchObject({ hits: 0 })
    expect(rowsIn(await api.get('/sandbox/outcomes'), 'outcomes')).toMatchObject([
      { outcomeId: 'mine', result: 'fill', hits: 0 },
    ])
  })

  test('[outcome.force] a replay of an order is no order', async () => {
    const { outcomeId } = await force({ result: 'hold' })
    await place({ clientOrderId: 'twice' })
    await place({ clientOrderId: 'twice' })
    expect(await outcome(outcomeId)).toMatchObject({ hits: 1 })
  })

  test('[outcome.force] an outcome that is removed decides nothing, and cannot be found', async () => {
    const { outcomeId } = await force({ result: 'hold' })
    const removed = await api.remove(`/sandbox/outcomes/${outcomeId}`)
    expect(removed.body).toMatchObject({ outcomeId, result: 'hold', hits: 0 })
    expect((await place()).status).toBe('SUBMITTED')
    for (const answer of [
      await api.get(`/sandbox/outcomes/${outcomeId}`),
      await api.remove(`/sandbox/outcomes/${outcomeId}`),
    ]) {
      expect(refusalIn(answer)).toMatchObject({ status: 404, code: 'control-not-found' })
    }
  })

  test('[outcome.force] while the market is closed a forced fill waits for the first tick', async () => {
    await api.post('/sandbox/clock', { to: '2026-03-04T03:55-05:00' })
    await force({ result: 'fill', price: 98 })
    const placed = await place()
    expect(await read(placed)).toMatchObject({ status: 'SUBMITTED' })
    await api.post('/sandbox/clock', { to: '2026-03-04T04:00:01-05:00' })
    expect(await read(placed)).toMatchObject({ status: 'FILLED', avgFillPrice: 98 })
    expect(await fillsOf(placed)).toMatchObject([{ session: 'PRE' }])
  })
})

test.each<[Body, ReturnType<typeof badParam>]>([
  [{}, missing('result')],
  [{ result: 'win' }, badParam('result')],
  [{ result: 'reject' }, missing('code')],
  [{ result: 'reject', code: 'no-such-code' }, badParam('code')],
  [{ result: 'hold', price: 5 }, badParam('price')],
  [{ result: 'fill', code: 'trading-halted' }, badParam('code')],
  [{ result: 'fill', price: 5.001 }, badParam('price')],
  [{ result: 'fill', price: -1 }, badParam('price')],
  [{ result: 'fill', price: 1_000_000_001 }, badParam('price')],
  [{ result: 'fill', price: 1e14 }, badParam('price')],
  [{ result: 'fill', price: '1000000000000000000000' }, badParam('price')],
  [{ result: 'lose-cancel', price: 1e21 }, badParam('price')],
  [{ result: 'fill', quantity: 1_000_001 }, badParam('quantity')],
  [{ result: 'lose-cancel', quantity: 1e21 }, badParam('quantity')],
  [{ result: 'fill', quantity: 0 }, badParam('quantity')],
  [{ result: 'fill', quantity: 1, parts: [1] }, badParam('parts')],
  [{ result: 'fill', parts: [] }, badParam('parts')],
  [{ result: 'fill', parts: [1, 0.0000001] }, badParam('parts.1')],
  [{ result: 'fill', times: 0 }, badParam('times')],
  [{ result: 'hold', side: 'SHORT' }, badParam('side')],
  [{ result: 'hold', outcomeId: 'a b' }, badParam('outcomeId')],
])('[outcome.force] PUT /sandbox/outcomes refuses %j', async (body, refusal) => {
  expect(refusalIn(await api.put('/sandbox/outcomes', body))).toEqual(refusal)
})

test('[outcome.force] [sandbox.rights] an outcome is for the own orders, unless the key sets it', async () => {
  for (const match of [{ clientId: 'pk_other' }, { accountId: 'acc_other' }]) {
    const answer = await api.put('/sandbox/outcomes', { result: 'hold', ...match })
    expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'account-mismatch' })
  }
  const unknown = await api.put('/sandbox/outcomes', { result: 'hold', symbol: 'NOWHERE' })
  expect(refusalIn(unknown)).toMatchObject({ status: 404, code: 'symbol-not-found' })
})
