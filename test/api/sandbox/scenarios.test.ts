/** POST and GET /sandbox/scenarios */
import { afterAll, describe, expect, test } from 'bun:test'
import { must, refusalIn, rowsIn, textIn } from '../../support/answers'
import { freshDatabase } from '../../support/database'
import { openSandbox } from '../../support/sandbox-api'

const api = await openSandbox(await freshDatabase(), {
  MARKET_CLOCK: '2026-03-02T09:29-05:00',
  MARKET_SPEED: '0',
})
afterAll(async () => {
  expect(api.failures).toEqual([])
  await api.close()
})

const begin = (text: string) => api.post('/sandbox/scenarios', { text })
const report = () => api.get('/sandbox/scenarios')
/** `DONE 09:30 market halt`, one line for each row. */
const linesOf = async () =>
  rowsIn(await report(), 'rows').map(({ state, text, happened }) =>
    [state, text, happened].join(' ').trim(),
  )
const place = (clientOrderId: string) =>
  api.post('/v1/orders', {
    symbol: 'AAPL',
    side: 'BUY',
    orderType: 'MARKET',
    quantity: 10,
    clientOrderId,
  })

describe('[scenario.run] a scenario', () => {
  test('happens as the clock is moved, each line just after the tick of its time', async () => {
    const begun = await begin(`
      day 2026-03-02
      09:29:00  AAPL    pin 99.99 / 100.00
      09:30:00  AAPL    path 101.00 / 101.02 to 103.00 / 103.02 in PT2S
      09:31:00  market  halt
      09:32:00  market  resume
      09:33:00  AAPL    reject next BUY insufficient-buying-power
      09:34:00  expect  orders 2
      expect    orders 1 FILLED BUY 10 AAPL
      expect    orders 1 REJECTED
      expect    holds 10 AAPL
      expect    cash < 99000
    `)
    expect(must(begun)).toMatchObject({ failed: 4, waiting: 5 })
    expect(textIn(must(await place('first')), 'status')).toBe('SUBMITTED')
    await api.advance('PT90S')
    const [quote] = rowsIn(await api.get('/v1/market/quotes?symbols=AAPL'), 'quotes')
    expect(quote).toMatchObject({ bidPrice: '103.00', askPrice: '103.02' })
    const { price } = rowsIn(await api.get('/v1/orders/fills'), 'fills')[0] ?? {}
    expect(price).toBe(100)
    // It was halted on the way, and is now.
    await api.advance('PT60S')
    expect(refusalIn(await place('second'))).toMatchObject({ code: 'trading-halted' })
    await api.advance('PT3M')
    await place('third')
    await api.advance('PT2M')
    expect(await linesOf()).toEqual([
      'DONE 09:29:00 AAPL pin 99.99 / 100.00',
      'DONE 09:30:00 AAPL path 101.00 / 101.02 to 103.00 / 103.02 in PT2S',
      'DONE 09:31:00 market halt',
      'DONE 09:32:00 market resume',
      'DONE 09:33:00 AAPL reject next BUY insufficient-buying-power',
      'FAILED 09:34:00 expect orders 2 1 such, 0 others',
      'DONE expect orders 1 FILLED BUY 10 AAPL 1 such, 1 other',
      'DONE expect orders 1 REJECTED 1 such, 1 other',
      'DONE expect holds 10 AAPL 10 AAPL',
      'FAILED expect cash < 99000 99000.00 USD',
    ])
  })

  test('whose line is refused by its control says so, and goes on', async () => {
    await begin('day 2026-03-02\n09:00 NOSUCH suspend\n09:00 market halt\n09:01 market resume')
    expect(await linesOf()).toEqual([
      'FAILED 09:00 NOSUCH suspend symbol-not-found: There is no instrument NOSUCH.',
      'DONE 09:00 market halt',
      'DONE 09:01 market resume',
    ])
  })

  test('[scenario.faults] that is not understood is refused, and the one before it goes on', async () => {
    const refused = await begin('day 2026-03-02\n09:30 market hlat')
    expect(refusalIn(refused)).toEqual({ status: 400, code: 'invalid-parameter', param: 'text' })
    expect(refused.text).toContain('2:14: \\"hlat\\" is not what the market does; did you mean')
    expect(await linesOf()).toHaveLength(3)
  })

  test('[scenario.conditional] places conditional orders, and judges their legs', async () => {
    const { now } = must(await api.get('/sandbox/clock'))
    const day = String(now).slice(0, 'yyyy-mm-dd'.length)
    await begin(`
      day ${day}
      10:00:00  KO   pin 99.99 / 100.00
      10:00:01  bot  buy 10 KO take-profit 110 stop-loss 95
      10:00:02  KO   reject next STOP_LOSS instrument-suspended
      10:00:03  KO   pin 94.99 / 95.00
      10:00:03  expect  legs 2 KO
      10:00:04  bot  sell 500 KO stop 90
      expect    legs 1 ENTRY FILLED 10 KO
      expect    legs 1 STOP_LOSS REJECTED
      expect    legs 0 ARMED
      expect    holds 10 KO
    `)
    await api.post('/sandbox/clock', { to: `${day}T10:01-05:00` })
    expect(await linesOf()).toEqual([
      'DONE 10:00:00 KO pin 99.99 / 100.00',
      'DONE 10:00:01 bot buy 10 KO take-profit 110 stop-loss 95',
      'DONE 10:00:02 KO reject next STOP_LOSS instrument-suspended',
      'DONE 10:00:03 KO pin 94.99 / 95.00',
      'FAILED 10:00:03 expect legs 2 KO 3 such, 0 others',
      'FAILED 10:00:04 bot sell 500 KO stop 90 ' +
        'insufficient-holdings: The order would sell 500 shares; the account can sell 10.',
      'DONE expect legs 1 ENTRY FILLED 10 KO 1 such, 2 others',
      'DONE expect legs 1 STOP_LOSS REJECTED 1 such, 2 others',
      'DONE expect legs 0 ARMED 0 such, 3 others',
      'DONE expect holds 10 KO 10 KO',
    ])
  })
})
