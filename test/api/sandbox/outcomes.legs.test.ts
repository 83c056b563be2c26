/** A test decides the orders that conditional orders place [outcome.leg]. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { fitsOutcome, type OutcomeMatch } from '../../../src/core/order/forced'
import { accountIdOf } from '../../../src/identity/secrets'
import { type Body, badParam, must, refusalIn, rowsIn, textIn } from '../../support/answers'
import { freshDatabase } from '../../support/database'
import { anOrder } from '../../support/examples'
import { marketOrder } from '../../support/orders'
import { openSandbox, SANDBOX_CLIENT } from '../../support/sandbox-api'

const ACCOUNT = accountIdOf(SANDBOX_CLIENT.id, 1)
const PATH = '/paper/conditional-orders'
const api = await openSandbox(await freshDatabase(), { MARKET_CLOCK: '2026-03-02T10:00-05:00' })
afterAll(async () => {
  await api.close()
  expect(api.failures).toEqual([])
})

const tick = () => api.advance('PT1S')
beforeEach(async () => {
  await api.pin('AAPL', 99.99, 100)
  await tick()
})
afterEach(async () => {
  await api.remove('/sandbox/outcomes')
  await api.post(`/sandbox/accounts/${ACCOUNT}/reset`)
})

const force = async (outcome: Body): Promise<string> =>
  textIn(must(await api.put('/sandbox/outcomes', outcome)), 'outcomeId')
const outcome = async (id: string) => must(await api.get(`/sandbox/outcomes/${id}`))
const holdings = async () => rowsIn(await api.get('/v1/account/holdings'), 'holdings')

/** Each leg with its state, and with its reason or what of it is filled. */
const statesOf = ({ legs }: Body): readonly string[] =>
  [legs]
    .flat()
    .map(Object)
    .map(
      ({ leg, status, reason, filledQuantity }) => `${leg} ${status} ${reason ?? filledQuantity}`,
    )
const states = async (id: string) => statesOf(must(await api.get(`${PATH}/${id}`)))

let placed = 0
const place = async (body: Body): Promise<Body> =>
  must(await api.post(PATH, { symbol: 'AAPL', clientOrderId: `legs-${++placed}`, ...body }))
const idOf = (answer: Body): string => textIn(answer, 'conditionalOrderId')

const buyTen = async (): Promise<void> => {
  must(await api.post('/v1/orders', marketOrder({ quantity: 10 })))
  await tick()
}
const STOP = { type: 'STOP', side: 'SELL', quantity: 10, stopPrice: 95 }
const EXITS = { takeProfit: { limitPrice: 110 }, stopLoss: { stopPrice: 95 } }
const OCO = { type: 'OCO', side: 'SELL', quantity: 10, ...EXITS }
const BRACKET = { type: 'BRACKET', side: 'BUY', quantity: 10, ...EXITS }

/** The market falls through each stop. */
const fall = async (): Promise<void> => {
  await api.pin('AAPL', 94.99, 95)
  await tick()
}

describe('the order of a stop', () => {
  test('[outcome.leg] is rejected in the commit of the trigger, and its group ends', async () => {
    await buyTen()
    const id = await force({ leg: 'STOP_LOSS', result: 'reject', code: 'instrument-suspended' })
    const group = idOf(await place(OCO))
    expect(await states(group)).toEqual(['TAKE_PROFIT TRIGGERED 0', 'STOP_LOSS ARMED 0'])
    await fall()
    expect(await states(group)).toEqual([
      'TAKE_PROFIT CANCELED other-exit-triggered',
      'STOP_LOSS REJECTED instrument-suspended',
    ])
    expect(await holdings()).toMatchObject([{ quantity: 10, sellableQuantity: 10 }])
    expect(await outcome(id)).toMatchObject({ leg: 'STOP_LOSS', hits: 1, misses: 0 })
  })

  test('[outcome.leg] is filled in parts, the first at the tick of the trigger', async () => {
    await buyTen()
    await force({ leg: 'SINGLE', result: 'fill', parts: [4, 6], price: 94.5 })
    const group = idOf(await place(STOP))
    await fall()
    expect(await states(group)).toEqual(['SINGLE TRIGGERED 4'])
    await tick()
    expect(await states(group)).toEqual(['SINGLE FILLED 10'])
    const fills = rowsIn(await api.get('/v1/orders/fills'), 'fills').slice(0, 2)
    expect(fills).toMatchObject([
      { quantity: 6, price: 94.5, fillProfile: 'forced@1' },
      { quantity: 4, price: 94.5, fillProfile: 'forced@1' },
    ])
  })

  test('[outcome.leg] is held, and returns to the market when the outcome is removed', async () => {
    await buyTen()
    const id = await force({ side: 'SELL', result: 'hold' })
    const group = idOf(await place(STOP))
    await fall()
    await tick()
    expect(await states(group)).toEqual(['SINGLE TRIGGERED 0'])
    await api.remove(`/sandbox/outcomes/${id}`)
    await tick()
    expect(await states(group)).toEqual(['SINGLE FILLED 10'])
  })
})

describe('the order of a leg that works at once', () => {
  test('[outcome.leg] a take profit that is filled at its placing ends the stop loss', async () => {
    await buyTen()
    await force({ leg: 'TAKE_PROFIT', result: 'fill', quantity: 10 })
    const answer = await place(OCO)
    const ended = ['TAKE_PROFIT FILLED 10', 'STOP_LOSS CANCELED other-exit-filled']
    expect(statesOf(answer)).toEqual(ended)
    expect(await states(idOf(answer))).toEqual(ended)
    expect(await holdings()).toEqual([])
  })

  test('[outcome.leg] an entry that is rejected ends its exits', async () => {
    await force({ leg: 'ENTRY', result: 'reject', code: 'instrument-suspended' })
    expect(statesOf(await place(BRACKET))).toEqual([
      'ENTRY REJECTED instrument-suspended',
      'TAKE_PROFIT CANCELED entry-ended',
      'STOP_LOSS CANCELED entry-ended',
    ])
  })

  test('[outcome.leg] an entry that is filled in parts arms its exits, and they grow', async () => {
    await force({ leg: 'ENTRY', result: 'fill', parts: [4, 6], price: 99 })
    const group = idOf(await place(BRACKET))
    const quantities = async () =>
      rowsIn(await api.get(`${PATH}/${group}`), 'legs').map(({ quantity }) => quantity)
    expect(await states(group)).toEqual([
      'ENTRY TRIGGERED 4',
      'TAKE_PROFIT TRIGGERED 0',
      'STOP_LOSS ARMED 0',
    ])
    expect(await quantities()).toEqual([10, 4, 4])
    await tick()
    expect(await quantities()).toEqual([10, 10, 10])
  })

  test('[outcome.leg] a take profit that an entry places is decided in the commit of the fill', async () => {
    await force({ leg: 'TAKE_PROFIT', result: 'fill', price: 111 })
    const group = idOf(await place(BRACKET))
    await tick()
    expect(await states(group)).toEqual([
      'ENTRY FILLED 10',
      'TAKE_PROFIT FILLED 10',
      'STOP_LOSS CANCELED other-exit-filled',
    ])
    expect(await holdings()).toEqual([])
  })
})

describe('which orders', () => {
  test('[outcome.leg] a clientOrderId is that of the conditional order', async () => {
    await buyTen()
    await force({ clientOrderId: 'mine-', result: 'hold' })
    const other = idOf(await place({ ...STOP, quantity: 5 }))
    const mine = idOf(await place({ ...STOP, quantity: 5, clientOrderId: 'mine-1' }))
    await fall()
    await tick()
    expect(await states(other)).toEqual(['SINGLE FILLED 5'])
    expect(await states(mine)).toEqual(['SINGLE TRIGGERED 0'])
  })

  test('[outcome.leg] a leg excludes orders of clients, and a leg of another name', async () => {
    const id = await force({ leg: 'STOP_LOSS', result: 'hold' })
    await buyTen()
    expect(await holdings()).toMatchObject([{ quantity: 10 }])
    const group = idOf(await place(STOP))
    await fall()
    await tick()
    expect(await states(group)).toEqual(['SINGLE FILLED 10'])
    expect(await outcome(id)).toMatchObject({ hits: 0 })
  })

  test('[outcome.leg] an outcome of a client decides what its conditional orders place', async () => {
    await buyTen()
    await force({ clientId: SANDBOX_CLIENT.id, result: 'hold' })
    const group = idOf(await place(STOP))
    await fall()
    await tick()
    expect(await states(group)).toEqual(['SINGLE TRIGGERED 0'])
  })

  test('[outcome.leg] the order of a leg fits by the client and the id of its conditional order', () => {
    const leg = { leg: 'SINGLE', clientOrderId: 'stop-1' } as const
    const fits = (match: OutcomeMatch) =>
      fitsOutcome(match, anOrder(), { clientId: 'pk_anna', leg })
    expect(fits({ clientId: 'pk_anna' })).toBe(true)
    expect(fits({ clientId: 'pk_ben' })).toBe(false)
    expect(fits({ clientOrderId: 'stop-', leg: 'SINGLE' })).toBe(true)
    expect(fits({ clientOrderId: 'first' })).toBe(false)
  })

  test('[outcome.leg] a leg that is none is refused', async () => {
    const answer = await api.put('/sandbox/outcomes', { leg: 'STOP', result: 'hold' })
    expect(refusalIn(answer)).toEqual(badParam('leg'))
  })
})

describe('the end', () => {
  test('[outcome.leg] a cancel of the conditional order loses the race', async () => {
    await buyTen()
    await force({ leg: 'TAKE_PROFIT', result: 'lose-cancel' })
    const group = idOf(await place(OCO))
    await api.remove(`${PATH}/${group}`)
    expect(await states(group)).toEqual(['TAKE_PROFIT TRIGGERED 0', 'STOP_LOSS CANCELED 0'])
    await tick()
    expect(await states(group)).toEqual(['TAKE_PROFIT FILLED 10', 'STOP_LOSS CANCELED 0'])
    expect(await holdings()).toEqual([])
  })

  test('[outcome.leg] the order of a GTC leg is not expired, since the leg would place the next one', async () => {
    await buyTen()
    const id = await force({ leg: 'TAKE_PROFIT', result: 'expire' })
    const group = idOf(await place({ ...OCO, timeInForce: 'GTC' }))
    expect(await states(group)).toEqual(['TAKE_PROFIT TRIGGERED 0', 'STOP_LOSS ARMED 0'])
    expect(await outcome(id)).toMatchObject({
      hits: 0,
      misses: 1,
      lastMiss: expect.stringContaining('its GTC leg would place the next one'),
    })
  })

  test('[outcome.leg] an exit that expires ends the other one', async () => {
    await buyTen()
    await force({ leg: 'TAKE_PROFIT', result: 'expire' })
    expect(statesOf(await place(OCO))).toEqual(['TAKE_PROFIT EXPIRED 0', 'STOP_LOSS EXPIRED 0'])
  })
})
