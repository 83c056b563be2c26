/** Explanations of conditional orders over HTTP. */
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { groupEndOf } from '../../../src/core/conditional/child'
import { type Instant, isBefore, Temporal } from '../../../src/core/time'
import type { Feed } from '../../../src/market/feed'
import { type Body, must, refusalIn, textIn } from '../../support/answers'
import { type Api, FEED, openApi } from '../../support/api'
import { marketOrder, stopOf } from '../../support/orders'
import { steeredFeed } from '../../support/steered-feed'

const PATH = '/paper/conditional-orders'
let api: Api

beforeEach(async () => {
  await api?.close()
  api = await openApi({ feed: FEED, env: { SANDBOX: 'on' } })
  await show(99.99, 100)
  await api.placed(marketOrder({ quantity: 10 }))
  await api.advance('PT1S')
})
afterAll(() => api.close())

const show = (bidPrice: number, askPrice: number) =>
  api.put('/sandbox/quotes/AAPL', { bidPrice, askPrice, bidSize: 1_000, askSize: 1_000 })

const placed = async (over: Body = {}): Promise<string> => {
  const body = stopOf({ quantity: 10, stopPrice: 95, ...over })
  return textIn(must(await api.post(PATH, body)), 'conditionalOrderId')
}
const explained = async (id: string) => must(await api.get(`${PATH}/${id}/explanation`))

test('[paper.conditional-explanation] a stop that waits says how near the market came, and when', async () => {
  const id = await placed()
  expect(await explained(id)).toMatchObject({
    conditionalOrderId: id,
    status: 'ARMED',
    legs: [{ leg: 'SINGLE', text: expect.stringContaining('no tick came') }],
  })
  for (const bid of [97, 96.1, 98]) {
    await show(bid, 100)
    await api.advance('PT1S')
  }
  const [leg] = Object(await explained(id)).legs
  expect(leg).toMatchObject({
    status: 'ARMED',
    nearest: { price: 96.1, stopPrice: 95, missedBy: 1.1, at: '2026-03-03T00:00:03.000+09:00' },
    text: expect.stringMatching(/^The bid was nearest to the stop at 2026-03-02 10:00:03: /),
  })
})

test('[conditional.live] [order.market-halt] a price at which the market has halted trading is not the nearest', async () => {
  await api.close()
  const [before, halted] = [steeredFeed(), steeredFeed()]
  before.show('AAPL', '99.99', '100')
  halted.show('AAPL', '119.99', '120', '0')
  halted.halt('AAPL', Temporal.Instant.from('2026-03-02T15:05:00Z'))
  const haltedFrom = Temporal.Instant.from('2026-03-02T15:00:02Z')
  const then = (at: Instant) => (isBefore(at, haltedFrom) ? before : halted)
  const feed: Feed = {
    ...before,
    bidAsk: (symbol, at) => then(at).bidAsk(symbol, at),
    haltedUntil: (symbol, at) => then(at).haltedUntil?.(symbol, at),
  }
  api = await openApi({ feed })
  const id = await placed({ side: 'BUY', stopPrice: 110, triggerBy: 'BID_ASK' })
  await api.advance('PT3S')
  expect(await explained(id)).toMatchObject({
    status: 'ARMED',
    legs: [{ nearest: { price: 100, missedBy: 10, at: '2026-03-03T00:00:01.000+09:00' } }],
  })
})

test('[paper.conditional-explanation] a stop that was triggered says which price, and what became of its order', async () => {
  const id = await placed()
  await show(94, 94.01)
  await api.advance('PT2S')
  const [leg] = Object(await explained(id)).legs
  expect(leg).toMatchObject({ status: 'FILLED', triggerPrice: 94, orderStatus: 'FILLED' })
  expect(leg.text).toMatch(/^The bid of 94\.00 reached the stop of 95\.00 at .+ is FILLED, filled/)
  expect(leg).not.toHaveProperty('nearest')
})

test('[paper.conditional-explanation] a trail is explained with the stop that it had at that tick', async () => {
  const id = await placed({ type: 'TRAILING_STOP', stopPrice: undefined, trailAmount: 5 })
  for (const bid of [103, 99, 104]) {
    await show(bid, 105)
    await api.advance('PT1S')
  }
  expect(await explained(id)).toMatchObject({
    legs: [{ nearest: { price: 99, stopPrice: 98, missedBy: 1 } }],
  })
})

test('[paper.conditional-explanation] an amended stop is explained by its terms of each time', async () => {
  const id = await placed({ stopPrice: 90 })
  await show(93, 100)
  await api.advance('PT1S')
  await show(99, 100)
  await api.advance('PT1S')
  must(await api.send('PATCH', `${PATH}/${id}`, { body: { stopPrice: 97 } }))
  await api.advance('PT1S')
  expect(await explained(id)).toMatchObject({ legs: [{ nearest: { stopPrice: 97, price: 99 } }] })
})

test('[paper.conditional-explanation] the legs of a bracket say why they ended', async () => {
  const body = stopOf({ quantity: 10, stopPrice: undefined })
  const exits = { takeProfit: { limitPrice: 110 }, stopLoss: { stopPrice: 95 } }
  const id = textIn(
    must(await api.post(PATH, { ...body, type: 'BRACKET', side: 'BUY', ...exits })),
    'conditionalOrderId',
  )
  await api.advance('PT1S')
  await show(96, 100)
  await api.advance('PT1S')
  await show(110, 110.01)
  await api.advance('PT1S')
  const { legs } = Object(await explained(id))
  expect(legs).toMatchObject([
    { leg: 'ENTRY', status: 'FILLED', orderStatus: 'FILLED' },
    { leg: 'TAKE_PROFIT', status: 'FILLED', orderStatus: 'FILLED' },
    { leg: 'STOP_LOSS', reason: 'other-exit-filled', nearest: { price: 96, missedBy: 1 } },
  ])
})

test('[paper.conditional-explanation] exits that a cancel ended before their entry filled say that they never began', async () => {
  const id = await placed({
    type: 'BRACKET',
    side: 'BUY',
    stopPrice: undefined,
    entry: { limitPrice: 90 },
    takeProfit: { limitPrice: 110 },
    stopLoss: { stopPrice: 80 },
  })
  await api.advance('PT2S')
  await api.delete(`${PATH}/${id}`)
  await api.advance('PT2S')
  const { legs } = Object(await explained(id))
  const text =
    'It never began: its entry had filled nothing. It was canceled by its client, or by a reset.'
  expect(legs).toMatchObject([{ leg: 'ENTRY', status: 'CANCELED' }, { text }, { text }])
})

test('[paper.conditional-explanation] one that does not exist is refused, and so is a wrong cursor', async () => {
  expect(refusalIn(await api.get(`${PATH}/cnd_other/explanation`))).toMatchObject({
    status: 404,
    code: 'conditional-order-not-found',
  })
  const id = await placed()
  expect(refusalIn(await api.get(`${PATH}/${id}/explanation?cursor=wrong`))).toMatchObject({
    code: 'invalid-cursor',
  })
})

/** The newest step of each explanation of an order, by the leg that has placed it. */
async function endsOf(id: string): Promise<Record<string, unknown>> {
  const { legs } = Object(must(await api.get(`${PATH}/${id}`)))
  const ends: Record<string, unknown> = {}
  for (const { leg, orderId } of legs) {
    if (orderId === undefined) continue
    const { latest } = Object(must(await api.get(`/paper/orders/${orderId}/explanation`)))
    ends[leg] = { rule: latest.rule, text: latest.text }
  }
  return ends
}

test('[paper.explanation-group] the order of an exit says that the other exit was triggered', async () => {
  const exits = { takeProfit: { limitPrice: 110 }, stopLoss: { stopPrice: 95 } }
  const id = await placed({ type: 'OCO', stopPrice: undefined, ...exits })
  await show(94, 94.01)
  await api.advance('PT2S')
  expect(await endsOf(id)).toMatchObject({
    TAKE_PROFIT: {
      rule: 'other-exit-triggered',
      text: 'It was canceled because the other exit was triggered; 10 shares were not filled.',
    },
    STOP_LOSS: { rule: 'filled' },
  })
})

test('[paper.explanation-group] the order of an entry says that an exit began, or was canceled', async () => {
  const entry = { type: 'BRACKET', side: 'BUY', quantity: 10, stopPrice: undefined }
  const exits = { takeProfit: { limitPrice: 110 }, stopLoss: { stopPrice: 95 } }
  const id = await placed({ ...entry, ...exits, entry: { limitPrice: 100 } })
  await api.put('/sandbox/quotes/AAPL', { bidPrice: 99.99, askPrice: 100, bidSize: 4, askSize: 4 })
  await api.advance('PT1S')
  await show(94, 101)
  await api.advance('PT1S')
  expect(await endsOf(id)).toMatchObject({
    ENTRY: {
      rule: 'exit-began',
      text: 'It was canceled because an exit began to sell; 6 shares were not filled.',
    },
  })
})

test('[paper.explanation-group] an order whose client cancels its conditional order says so', async () => {
  const exits = { takeProfit: { limitPrice: 110 }, stopLoss: { stopPrice: 95 } }
  const id = await placed({ type: 'OCO', stopPrice: undefined, ...exits })
  must(await api.delete(`${PATH}/${id}`))
  await api.advance('PT1S')
  expect(await endsOf(id)).toMatchObject({ TAKE_PROFIT: { rule: 'cancel-requested' } })
})

test('[paper.explanation-group] the end of a conditional order is that of its orders', () => {
  const child = { orderId: 'ord_1', status: 'CANCELED' } as const
  const leg = { orderId: 'ord_1', status: 'CANCELED', reason: 'exit-ended' } as const
  expect(groupEndOf(leg, child)).toBe('exit-ended')
  expect(groupEndOf({ ...leg, status: 'EXPIRED', reason: null }, child)).toBe(
    'conditional-order-expired',
  )
  expect(groupEndOf({ ...leg, reason: null }, child)).toBeNull()
  expect(groupEndOf({ ...leg, orderId: 'ord_2' }, child)).toBeNull()
  expect(groupEndOf(leg, { ...child, status: 'EXPIRED' })).toBeNull()
})
