/** GET /paper/orders/{orderId}/explanation */
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { Temporal } from '../../../src/core/time'
import { type Body, must, refusalIn } from '../../support/answers'
import { type Api, FEED, openApi } from '../../support/api'
import { steeredFeed } from '../../support/steered-feed'

let api: Api
beforeEach(async () => {
  await api?.close()
  api = await openApi({ feed: FEED, env: { SANDBOX: 'on' } })
  await pinned(99.99, 100)
})
afterAll(() => api.close())

let orders = 0

async function placed(order: Body = {}): Promise<string> {
  const body = {
    symbol: 'AAPL',
    side: 'BUY',
    orderType: 'LIMIT',
    quantity: 10,
    limitPrice: 99,
    clientOrderId: `order-${++orders}`,
    ...order,
  }
  return String(must(await api.post('/v1/orders', body)).orderId)
}

const market = { orderType: 'MARKET', limitPrice: undefined } as const

async function explained(orderId: string, query = '') {
  const body = must(await api.get(`/paper/orders/${orderId}/explanation${query}`))
  const steps: Body[] = Array.isArray(body.steps) ? body.steps : []
  return { status: body.status, cursor: body.nextCursor, steps, latest: body.latest }
}

/** `WAITED limit-not-reached 30`, one line for each step. */
const linesOf = async (orderId: string): Promise<readonly string[]> =>
  (await explained(orderId)).steps.map(({ kind, rule, ticks }) => `${kind} ${rule} ${ticks}`)

const pinned = (bidPrice: number, askPrice: number, size = 1_000_000) =>
  api.put('/sandbox/quotes/AAPL', { bidPrice, askPrice, bidSize: size, askSize: size })
const tradable = (state: string) => api.put('/sandbox/instruments/AAPL', { tradable: state })
const moved = (to: string) => api.post('/sandbox/clock', { to })

describe('[paper.explanation] the explanation of an order that waits says', () => {
  test('that no tick has come yet', async () => {
    expect(await linesOf(await placed())).toEqual(['WAITED no-tick-yet 0'])
  })

  test('by how much the closest quote missed its limit, also of pins that are gone', async () => {
    const order = await placed()
    await api.advance('PT10S')
    await pinned(99.2, 99.25)
    await api.advance('PT5S')
    await pinned(101, 101.05)
    await api.advance('PT20S')
    const { steps, latest, status } = await explained(order)
    expect(steps).toEqual([
      {
        kind: 'WAITED',
        rule: 'limit-not-reached',
        text:
          'The ask stayed above the limit of 99.00: the closest was 99.25 at ' +
          '2026-03-02 10:00:11, 0.25 away.',
        from: '2026-03-03T00:00:01.000+09:00',
        to: '2026-03-03T00:00:35.000+09:00',
        ticks: 35,
        missedBy: 0.25,
        quote: {
          at: '2026-03-03T00:00:11.000+09:00',
          bidPrice: 99.2,
          bidSize: 1_000_000,
          askPrice: 99.25,
          askSize: 1_000_000,
          pinned: true,
        },
      },
    ])
    expect({ status, latest }).toEqual({ status: 'SUBMITTED', latest: steps[0] })
  })

  test('that its instrument was suspended, and for how long', async () => {
    const order = await placed()
    await api.advance('PT3S')
    await tradable('SUSPENDED')
    await api.advance('PT4S')
    await tradable('SELL_ONLY')
    await api.advance('PT2S')
    await tradable('TRADABLE')
    await api.advance('PT1S')
    expect(await linesOf(order)).toEqual([
      'WAITED limit-not-reached 3',
      'WAITED instrument-suspended 4',
      'WAITED side-not-allowed 2',
      'WAITED limit-not-reached 1',
    ])
  })

  test('until when the market is closed', async () => {
    await moved('2026-03-06T20:00:00-05:00')
    const order = await placed()
    await api.advance('PT1H')
    const { latest } = await explained(order)
    expect(latest).toMatchObject({
      rule: 'market-closed',
      until: '2026-03-09T09:00:00.000+09:00',
      text: 'The market was closed until 2026-03-08 20:00:00.',
    })
  })

  test('that it is for an auction', async () => {
    const order = await placed({ timeInForce: 'CLS', limitPrice: 101 })
    await api.advance('PT1H')
    expect((await explained(order)).latest).toMatchObject({
      rule: 'closing-auction',
      until: '2026-03-03T06:00:00.000+09:00',
    })
  })

  test('[order.market-halt] that the market has halted trading', async () => {
    await api.close()
    const feed = steeredFeed()
    feed.show('AAPL', '99.99', '100')
    api = await openApi({ feed })
    const order = await placed({ ...market })
    feed.show('AAPL', '99.99', '100', '0')
    feed.halt('AAPL', Temporal.Instant.from('2026-03-02T15:05:00Z'))
    await api.advance('PT2S')
    const { latest } = await explained(order)
    expect(latest).toMatchObject({
      rule: 'trading-halted',
      ticks: 2,
      text: 'The market had halted the trading of AAPL: the ask was 100.00 for 0 shares.',
    })
  })

  test('that no size is shown, or that own orders come first', async () => {
    await pinned(99.99, 100, 0)
    const [first, second] = [await placed({ ...market }), await placed({ limitPrice: 100 })]
    await api.advance('PT2S')
    await pinned(99.99, 100, 3)
    await api.advance('PT1S')
    expect(await linesOf(first)).toEqual(['WAITED no-size-shown 2', 'FILLED at-the-quote 1'])
    expect(await linesOf(second)).toEqual(['WAITED no-size-shown 2', 'WAITED own-orders-first 1'])
  })
})

describe('[paper.explanation] the explanation of an order that has ended says', () => {
  test('the quote, the rule and the profile of each fill', async () => {
    await pinned(99.99, 100, 6)
    const order = await placed({ ...market })
    await api.advance('PT5S')
    const { steps } = await explained(order)
    expect(steps).toMatchObject([
      { kind: 'FILLED', rule: 'at-the-quote', fill: { quantity: 6 } },
      { kind: 'FILLED', rule: 'at-the-quote', fill: { quantity: 4 } },
      { kind: 'ENDED', rule: 'filled' },
    ])
    expect(steps[0]).toMatchObject({
      text:
        '6 shares at 100.00: the ask was 100.00 for 6 shares, pinned, which is all that it could ' +
        'take, under ideal@1.',
      availableSize: 6,
      quote: { askPrice: 100, askSize: 6, pinned: true },
      fill: { fillProfile: 'ideal@1', price: 100 },
    })
  })

  test('what a cancel, an IOC, a FOK and a close have ended', async () => {
    await pinned(99.99, 100, 6)
    const canceled = await placed()
    const [ioc, fok] = [
      await placed({ timeInForce: 'IOC' }),
      await placed({ timeInForce: 'FOK', limitPrice: 100 }),
    ]
    await api.advance('PT1S')
    await api.cancel(canceled)
    const expired = await placed()
    await moved('2026-03-02T16:00:00-05:00')
    expect(await linesOf(canceled)).toEqual([
      'WAITED limit-not-reached 2',
      'ENDED cancel-requested 0',
    ])
    expect(await linesOf(ioc)).toEqual(['WAITED limit-not-reached 1', 'ENDED immediate-rest 0'])
    expect(await linesOf(fok)).toEqual(['WAITED not-all-at-once 1', 'ENDED immediate-rest 0'])
    expect((await explained(expired)).latest).toMatchObject({ rule: 'expired' })
  })

  test('that the official price missed its limit', async () => {
    const order = await placed({ timeInForce: 'CLS' })
    await moved('2026-03-02T16:00:00-05:00')
    expect((await explained(order)).latest).toMatchObject({
      rule: 'official-price-beyond-limit',
      officialPrice: 100,
      missedBy: 1,
    })
  })
})

test('[paper.explanation] [outcome.events] the explanation of an order that a test has decided says so', async () => {
  await api.put('/sandbox/outcomes', { side: 'BUY', result: 'hold' })
  const held = await placed({ limitPrice: 101 })
  await api.advance('PT2S')
  expect(await linesOf(held)).toEqual(['WAITED held-by-outcome 2'])
  await api.delete('/sandbox/outcomes')
  await api.put('/sandbox/outcomes', { side: 'BUY', result: 'fill', price: 99.5 })
  const filled = await placed({ limitPrice: 101 })
  await api.advance('PT2S')
  expect(await linesOf(filled)).toEqual(['FILLED forced 1', 'ENDED filled 0'])
})

describe('[paper.explanation] a clock that runs stands at a tick until it is carried out, and the explanation uses the market that the tick finds', () => {
  const AT_TEN_AND_A_SECOND = '2026-03-02T10:00:01-05:00'
  const stoodAtTick = async (change: () => Promise<unknown>) => {
    api.moveTo(AT_TEN_AND_A_SECOND)
    await change()
    await api.advanceTo(AT_TEN_AND_A_SECOND)
  }

  test('[candle.pin-tick] with a quote that is pinned there', async () => {
    const [bid, sale] = [await placed({ limitPrice: 98 }), await placed(market)]
    await stoodAtTick(() => pinned(97.99, 98))
    expect(await linesOf(bid)).toEqual(['FILLED at-the-quote 1', 'ENDED filled 0'])
    expect(await linesOf(sale)).toEqual(['FILLED at-the-quote 1', 'ENDED filled 0'])
  })

  test('[candle.pin-tick] without a pin that is released there', async () => {
    await pinned(1, 1.01)
    const bid = await placed({ limitPrice: 1.5 })
    await stoodAtTick(() => api.delete('/sandbox/quotes/AAPL'))
    expect(await linesOf(bid)).toEqual(['WAITED limit-not-reached 1'])
  })

  test('with the state of an instrument that is changed there', async () => {
    const order = await placed(market)
    await stoodAtTick(() => tradable('SUSPENDED'))
    expect(await linesOf(order)).toEqual(['WAITED instrument-suspended 1'])
    api.moveTo('2026-03-02T10:00:01.500-05:00')
    await tradable('TRADABLE')
    await api.advance('PT0.5S')
    expect(await linesOf(order)).toEqual([
      'WAITED instrument-suspended 1',
      'FILLED at-the-quote 1',
      'ENDED filled 0',
    ])
  })
})

describe('[paper.explanation] the pages of an explanation', () => {
  test('go through all steps, each once', async () => {
    const order = await placed()
    for (let turn = 0; turn < 5; turn++) {
      await tradable('SUSPENDED')
      await api.advance('PT2S')
      await tradable('TRADABLE')
      await api.advance('PT3S')
    }
    const all = await linesOf(order)
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const query = cursor === undefined ? '?limit=3' : `?limit=3&cursor=${cursor}`
      const page: Body = await explained(order, query)
      for (const { kind, rule, ticks } of page.steps as Body[])
        paged.push(`${kind} ${rule} ${ticks}`)
      expect(page.latest).toMatchObject({ rule: 'limit-not-reached' })
      cursor = page.cursor === undefined ? undefined : String(page.cursor)
    } while (cursor !== undefined)
    expect(
      paged
        .join(' ')
        .match(/\d+/g)
        ?.reduce((sum, ticks) => sum + Number(ticks), 0),
    ).toBe(25)
    expect(all).toHaveLength(10)
  })

  test('go through a day of ticks', async () => {
    const order = await placed()
    await api.advance('PT5H50M')
    const first = await explained(order)
    expect(first.steps.map(({ ticks }) => ticks)).toEqual([20_000])
    const rest = await explained(order, `?cursor=${String(first.cursor)}`)
    expect(rest.steps.map(({ ticks }) => ticks)).toEqual([1_000])
    expect(rest.cursor).toBeUndefined()
  })

  test('are refused for a cursor of another order, and for an unknown order', async () => {
    const order = await placed()
    const path = `/paper/orders/${order}/explanation?cursor=abc`
    expect(refusalIn(await api.get(path))).toMatchObject({ code: 'invalid-cursor' })
    const unknown = await api.get('/paper/orders/ord_unknown/explanation')
    expect([unknown.status, refusalIn(unknown).code]).toEqual([404, 'order-not-found'])
  })
})
