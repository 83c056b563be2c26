/** Conditional orders over HTTP, and their events on the stream. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { toKst } from '../../../src/core/time'
import {
  type Body,
  badParam,
  missing,
  must,
  refusalIn,
  rowsIn,
  textIn,
} from '../../support/answers'
import { marketOrder, orderOf, stopOf } from '../../support/orders'
import { openStreamApi, type StreamApi } from '../../support/stream-api'
import { subscribed } from '../../support/stream-client'

const PATH = '/paper/conditional-orders'
let api: StreamApi
let token = ''

beforeAll(async () => {
  api = await openStreamApi()
})
beforeEach(async () => {
  token = await api.signInTrader()
  api.show('AAPL', '99.99', '100.00')
  await api.placed(marketOrder({ quantity: 10 }))
  await api.advance('PT1S')
})
afterEach(() => expect(api.failures).toEqual([]))
afterAll(() => api.stop())

const sell = (over: Body = {}): Body => stopOf({ quantity: 10, stopPrice: 95, ...over })
const placed = async (body: Body): Promise<string> =>
  textIn(must(await api.post(PATH, body)), 'conditionalOrderId')
const read = async (id: string): Promise<Body> => must(await api.get(`${PATH}/${id}`))

describe('POST /paper/conditional-orders', () => {
  test('[conditional.fields] [conditional.id] answers with the conditional order and its leg', async () => {
    const answer = must(await api.post(PATH, sell({ clientOrderId: 'stop-1' })))
    expect(answer).toEqual({
      conditionalOrderId: expect.stringMatching(/^cnd_\w+$/),
      clientOrderId: 'stop-1',
      market: 'US',
      symbol: 'AAPL',
      type: 'STOP',
      timeInForce: 'DAY',
      triggerBy: 'BID_ASK',
      sessions: ['REGULAR'],
      status: 'ARMED',
      legs: [
        {
          leg: 'SINGLE',
          type: 'STOP',
          side: 'SELL',
          quantity: 10,
          filledQuantity: 0,
          stopPrice: 95,
          status: 'ARMED',
          updatedAt: '2026-03-03T00:00:01.000+09:00',
        },
      ],
      requestedAt: '2026-03-03T00:00:01.000+09:00',
      updatedAt: '2026-03-03T00:00:01.000+09:00',
      validUntil: '2026-03-03T06:00:00.000+09:00',
      requestId: 'test-request',
    })
    expect(await read(textIn(answer, 'conditionalOrderId'))).toEqual(answer)
  })

  test('[conditional.replay] the same body is answered with the first, and says so', async () => {
    const body = sell()
    const first = await api.post(PATH, body)
    const again = await api.post(PATH, body)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(refusalIn(await api.post(PATH, { ...body, stopPrice: 94 }))).toMatchObject({
      status: 409,
      code: 'idempotency-key-conflict',
    })
  })

  test('[conditional.replay] the body as first sent is the same again after an amendment', async () => {
    const body = sell()
    const id = textIn(must(await api.post(PATH, body)), 'conditionalOrderId')
    const amended = { quantity: 8, stopPrice: 94 }
    must(await api.send('PATCH', `${PATH}/${id}`, { body: amended }))
    const again = await api.post(PATH, body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(must(again)).toMatchObject({ conditionalOrderId: id, legs: [amended] })
    expect(refusalIn(await api.post(PATH, { ...body, ...amended }))).toMatchObject({
      status: 409,
      code: 'idempotency-key-conflict',
    })
  })

  test.each<[string, Body, ReturnType<typeof badParam>]>([
    ['[conditional.types] a type that is none', { type: 'MARKET' }, badParam('type')],
    ['no stop price', { stopPrice: undefined }, missing('stopPrice')],
    ['a STOP_LIMIT without a limit', { type: 'STOP_LIMIT' }, missing('limitPrice')],
    ['a STOP with a limit', { limitPrice: 94 }, badParam('limitPrice')],
    ['a quantity with 7 places', { quantity: '0.0000001' }, badParam('quantity')],
    ['no session', { sessions: [] }, badParam('sessions')],
    ['a session that is none', { sessions: ['CLOSED'] }, badParam('sessions')],
    ['an order’s own time in force', { timeInForce: 'IOC' }, badParam('timeInForce')],
  ])('refuses %s', async (_, over, refusal) => {
    expect(refusalIn(await api.post(PATH, sell(over)))).toEqual(refusal)
  })

  test.each([
    ['stop-tick-violation', { stopPrice: 95.001 }],
    ['price-tick-violation', { type: 'STOP_LIMIT', limitPrice: 94.999 }],
    ['order-size-exceeded', { quantity: 1_000_001 }],
    ['instrument-suspended', { symbol: 'HALT', side: 'BUY', stopPrice: 11 }],
    ['side-not-allowed', { symbol: 'SELLONLY', side: 'BUY', stopPrice: 11 }],
    ['stop-already-reached', { stopPrice: 120 }],
    ['insufficient-holdings', { quantity: 11 }],
    ['insufficient-buying-power', { side: 'BUY', stopPrice: 120, quantity: 5_000 }],
  ])('[conditional.refusals] refuses with %s', async (code, over) => {
    expect(refusalIn(await api.post(PATH, sell(over)))).toMatchObject({ status: 422, code })
  })

  test.each([
    ['takeProfit.limitPrice', { takeProfit: { limitPrice: 110.001 } }],
    ['stopLoss.stopPrice', { stopLoss: { stopPrice: 90.001 } }],
    ['entry.limitPrice', { entry: { limitPrice: 95.001 } }],
  ])(
    '[conditional.refusals] a price off the tick is refused by its place: %s',
    async (param, over) => {
      const exits = { takeProfit: { limitPrice: 110 }, stopLoss: { stopPrice: 90 } }
      const { stopPrice: _, ...rest } = sell({
        type: 'BRACKET',
        side: 'BUY',
        quantity: 1,
        ...exits,
      })
      const body = { ...rest, entry: { limitPrice: 95 }, ...over }
      expect((await api.post(PATH, body)).body).toMatchObject({ param })
    },
  )

  test('[order.orderType] the refusal of a stop order of the contract says where stops are', async () => {
    const answer = await api.place(orderOf({ orderType: 'STOP', stopPrice: 95 }))
    expect(refusalIn(answer)).toEqual(badParam('orderType'))
    expect(answer.body.message).toContain('POST /paper/conditional-orders')
  })
})

describe('[conditional.trail] a TRAILING_STOP', () => {
  const trail = (over: Body = {}): Body => {
    const { stopPrice: _, ...rest } = sell({ type: 'TRAILING_STOP', trailPercent: 2.5, ...over })
    return rest
  }

  test('shows its mark and its stop', async () => {
    const answer = must(await api.post(PATH, trail({ limitOffset: '0.25' })))
    expect(answer).toMatchObject({
      type: 'TRAILING_STOP',
      legs: [{ trailPercent: 2.5, limitOffset: 0.25, mark: 99.99, stopPrice: 97.49 }],
    })
    api.show('AAPL', '200.00', '200.01')
    await api.advance('PT1S')
    expect(await read(textIn(answer, 'conditionalOrderId'))).toMatchObject({
      legs: [{ mark: 200, stopPrice: 195 }],
    })
  })

  test.each<[string, Body, ReturnType<typeof badParam>]>([
    ['no trail', trail({ trailPercent: undefined }), missing('trailAmount')],
    ['two trails', trail({ trailAmount: 1 }), badParam('trailPercent')],
    ['a trail of 100 %', trail({ trailPercent: 100 }), badParam('trailPercent')],
    ['a trail of too many places', trail({ trailPercent: 1.234 }), badParam('trailPercent')],
    ['a stop of its own', { ...trail(), stopPrice: 95 }, badParam('stopPrice')],
    ['a limit of its own', { ...trail(), limitPrice: 95 }, badParam('limitPrice')],
    ['[conditional.types] a STOP that trails', sell({ trailAmount: 1 }), badParam('trailAmount')],
  ])('is refused with %s', async (_, body, refusal) => {
    expect(refusalIn(await api.post(PATH, body))).toEqual(refusal)
  })
})

describe('[conditional.oco] an OCO', () => {
  const oco = (over: Body = {}): Body => {
    const { stopPrice: _, ...rest } = sell({ type: 'OCO' })
    return { ...rest, takeProfit: { limitPrice: 110 }, stopLoss: { stopPrice: 95 }, ...over }
  }

  test('has two legs, of which the profit works at once', async () => {
    const answer = must(await api.post(PATH, oco()))
    expect(answer).toMatchObject({
      type: 'OCO',
      status: 'ARMED',
      legs: [
        { leg: 'TAKE_PROFIT', type: 'LIMIT', status: 'TRIGGERED', limitPrice: 110 },
        { leg: 'STOP_LOSS', type: 'STOP', status: 'ARMED', stopPrice: 95 },
      ],
    })
    api.show('AAPL', '110.00', '110.01')
    await api.advance('PT1S')
    expect(await read(textIn(answer, 'conditionalOrderId'))).toMatchObject({
      status: 'FILLED',
      legs: [{ status: 'FILLED' }, { status: 'CANCELED', reason: 'other-exit-filled' }],
    })
  })

  test('[conditional.replay] is the same one again, also when a part is filled', async () => {
    const body = oco()
    const first = must(await api.post(PATH, body))
    api.show('AAPL', '110.00', '110.01', '4')
    await api.advance('PT1S')
    const again = await api.post(PATH, body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body.conditionalOrderId).toBe(first.conditionalOrderId)
  })

  test.each<[Body, string]>([
    [{ stopLoss: { limitPrice: 94, stopPrice: 95 } }, 'STOP_LIMIT'],
    [{ stopLoss: { trailPercent: 5 } }, 'TRAILING_STOP'],
    [{ stopLoss: { trailAmount: 5, limitPrice: null } }, 'TRAILING_STOP'],
  ])('takes the stop %j as a %s', async (over, type) => {
    expect(must(await api.post(PATH, oco(over)))).toMatchObject({ legs: [{}, { type }] })
  })

  test.each<[string, Body, ReturnType<typeof badParam>]>([
    ['no profit', { takeProfit: null }, missing('takeProfit')],
    ['no stop', { stopLoss: null }, missing('stopLoss')],
    ['a stop without prices', { stopLoss: {} }, missing('stopLoss.stopPrice')],
    ['a price of its own', { stopPrice: 95 }, badParam('stopPrice')],
    ['a STOP with a profit', sell({ takeProfit: { limitPrice: 9 } }), badParam('takeProfit')],
    ['a STOP with a stop loss', sell({ stopLoss: { stopPrice: 9 } }), badParam('stopLoss')],
  ])('refuses %s', async (_, over, refusal) => {
    const body = over.type === undefined ? oco(over) : over
    expect(refusalIn(await api.post(PATH, body))).toEqual(refusal)
  })
})

describe('[conditional.entry] an OTO and a BRACKET', () => {
  const bracket = (over: Body = {}): Body => {
    const { stopPrice: _, ...rest } = sell({ type: 'BRACKET', side: 'BUY' })
    return { ...rest, takeProfit: { limitPrice: 110 }, stopLoss: { stopPrice: 95 }, ...over }
  }
  const oto = (over: Body = {}): Body => bracket({ type: 'OTO', takeProfit: null, ...over })

  test('has an entry that buys at once, and exits that are pending', async () => {
    const answer = must(await api.post(PATH, bracket()))
    expect(answer).toMatchObject({
      type: 'BRACKET',
      status: 'TRIGGERED',
      legs: [
        { leg: 'ENTRY', type: 'MARKET', side: 'BUY', status: 'TRIGGERED' },
        { leg: 'TAKE_PROFIT', type: 'LIMIT', side: 'SELL', status: 'PENDING', limitPrice: 110 },
        { leg: 'STOP_LOSS', type: 'STOP', side: 'SELL', status: 'PENDING', stopPrice: 95 },
      ],
    })
    await api.advance('PT1S')
    const id = textIn(answer, 'conditionalOrderId')
    expect(await read(id)).toMatchObject({
      status: 'ARMED',
      legs: [{ status: 'FILLED' }, { status: 'TRIGGERED' }, { status: 'ARMED' }],
    })
    api.show('AAPL', '110.00', '110.01')
    await api.advance('PT1S')
    expect(await read(id)).toMatchObject({ status: 'FILLED', type: 'BRACKET' })
  })

  test('[conditional.entry-ends] ends as its entry did if that has filled nothing', async () => {
    const answer = must(await api.post(PATH, oto({ entry: { limitPrice: 99 } })))
    const id = textIn(answer, 'conditionalOrderId')
    must(await api.delete(`${PATH}/${id}`))
    await api.advance('PT1S')
    expect(await read(id)).toMatchObject({ type: 'OTO', status: 'CANCELED' })
  })

  test.each<[Body, string]>([
    [{}, 'MARKET'],
    [{ entry: {} }, 'MARKET'],
    [{ entry: { limitPrice: 99 } }, 'LIMIT'],
    [{ entry: { stopPrice: 105 } }, 'STOP'],
    [{ entry: { stopPrice: 105, limitPrice: 106 } }, 'STOP_LIMIT'],
    [{ entry: { trailPercent: 5 } }, 'TRAILING_STOP'],
  ])('takes the entry of %j as a %s', async (over, type) => {
    expect(must(await api.post(PATH, oto(over)))).toMatchObject({ legs: [{ type }, {}] })
    const profit = { takeProfit: { limitPrice: 120 }, stopLoss: null }
    expect(must(await api.post(PATH, oto({ ...over, ...profit })))).toMatchObject({
      legs: [{ type }, { leg: 'TAKE_PROFIT' }],
    })
  })

  test.each<[string, Body, ReturnType<typeof badParam>]>([
    ['[conditional.entry-buys] an entry that sells', bracket({ side: 'SELL' }), badParam('side')],
    ['a BRACKET without a profit', bracket({ takeProfit: null }), missing('takeProfit')],
    ['a BRACKET without a stop', bracket({ stopLoss: null }), missing('stopLoss')],
    ['an OTO without an exit', oto({ stopLoss: null }), missing('takeProfit')],
    ['an OTO with both', oto({ takeProfit: { limitPrice: 110 } }), badParam('stopLoss')],
    ['a price of its own', bracket({ limitPrice: 99 }), badParam('limitPrice')],
    [
      'an entry of two kinds',
      oto({ entry: { stopPrice: 1, trailAmount: 1 } }),
      badParam('entry.stopPrice'),
    ],
    ['an OCO with an entry', bracket({ type: 'OCO', entry: {} }), badParam('entry')],
    ['a STOP with an entry', sell({ entry: {} }), badParam('entry')],
  ])('refuses %s', async (_, body, refusal) => {
    expect(refusalIn(await api.post(PATH, body))).toEqual(refusal)
  })

  test('[conditional.crossed] refuses prices in the wrong order', async () => {
    const answer = await api.post(PATH, bracket({ stopLoss: { stopPrice: 110 } }))
    expect(refusalIn(answer)).toMatchObject({ status: 422, code: 'exits-crossed' })
    expect(answer.body.message).toBe('The stop loss at 110 must be below the take profit at 110.')
  })
})

describe('[conditional.amend] PATCH', () => {
  const patch = (id: string, body: Body) => api.send('PATCH', `${PATH}/${id}`, { body })

  test('changes a stop, and what is so already again', async () => {
    const id = await placed(sell())
    for (const _ of [1, 2]) {
      expect(must(await patch(id, { stopPrice: '96.5', quantity: 9 }))).toMatchObject({
        conditionalOrderId: id,
        legs: [{ stopPrice: 96.5, quantity: 9 }],
      })
    }
  })

  test('changes the parts of a group', async () => {
    const exits = { takeProfit: { limitPrice: 110 }, stopLoss: { trailAmount: 5 } }
    const { stopPrice: _, ...rest } = sell({ type: 'OCO', ...exits })
    const id = await placed(rest)
    const change = { takeProfit: { limitPrice: 120 }, stopLoss: { trailPercent: 10 } }
    const legs = [{ limitPrice: 120 }, { trailPercent: 10, mark: 99.99, stopPrice: 89.99 }]
    expect(must(await patch(id, change))).toMatchObject({ legs })
  })

  test.each<[string, Body, ReturnType<typeof badParam>]>([
    ['nothing to change', {}, missing('quantity')],
    ['a part that a stop lacks', { entry: { limitPrice: 9 } }, badParam('entry.limitPrice')],
    ['a price that a STOP lacks', { limitPrice: 9 }, badParam('limitPrice')],
    ['two trails', { trailAmount: 1, trailPercent: 1 }, badParam('trailPercent')],
    ['a trail of 100 %', { stopLoss: { trailPercent: 100 } }, badParam('stopLoss.trailPercent')],
    ['a quantity with 7 places', { quantity: '0.0000001' }, badParam('quantity')],
  ])('refuses %s', async (_, body, refusal) => {
    expect(refusalIn(await patch(await placed(sell()), body))).toEqual(refusal)
  })

  test('refuses what cannot be, and says so', async () => {
    const id = await placed(sell())
    expect(refusalIn(await patch(id, { stopPrice: 120 }))).toMatchObject({
      status: 422,
      code: 'stop-already-reached',
    })
    must(await api.delete(`${PATH}/${id}`))
    expect(refusalIn(await patch(id, { stopPrice: 96 }))).toMatchObject({
      status: 409,
      code: 'conditional-order-ended',
    })
    expect(refusalIn(await patch('cnd_other', { stopPrice: 96 }))).toMatchObject({
      status: 404,
      code: 'conditional-order-not-found',
    })
  })
})

describe('POST /paper/conditional-orders/preview', () => {
  const preview = async (body: Body) => must(await api.post(`${PATH}/preview`, body))

  test.each<[string, Body, Body]>([
    [
      'a BUY stop holds 3 % more than its stop',
      { side: 'BUY', stopPrice: 110 },
      { estimatedPrice: 110, orderAmount: 1_100, holdAmount: 1_133 },
    ],
    [
      'a BUY stop with a limit holds the limit',
      { type: 'STOP_LIMIT', side: 'BUY', stopPrice: 110, limitPrice: 111 },
      { estimatedPrice: 111, orderAmount: 1_110, holdAmount: 1_110 },
    ],
    [
      'a trail counts at its first stop, and a SELL holds no cash',
      { type: 'TRAILING_STOP', stopPrice: undefined, trailAmount: 5 },
      { estimatedPrice: 94.99, orderAmount: 949.9, holdAmount: 0 },
    ],
    [
      'an entry at the market holds 3 % more than the ask, and its exits nothing',
      {
        type: 'BRACKET',
        side: 'BUY',
        stopPrice: undefined,
        takeProfit: { limitPrice: 120 },
        stopLoss: { stopPrice: 80 },
      },
      { estimatedPrice: 100, orderAmount: 1_000, holdAmount: 1_030 },
    ],
    [
      'exits that buy hold the larger of both',
      {
        type: 'OCO',
        side: 'BUY',
        stopPrice: undefined,
        takeProfit: { limitPrice: 90 },
        stopLoss: { stopPrice: 110 },
      },
      { estimatedPrice: 90, orderAmount: 900, holdAmount: 1_133 },
    ],
  ])('[conditional.preview] %s', async (_, over, answer) => {
    expect(await preview(sell(over))).toMatchObject({ valid: true, rejectReason: null, ...answer })
    expect(rowsIn(await api.get(PATH), 'conditionalOrders')).toEqual([])
  })

  test('[conditional.preview] what is placed then holds what the preview said', async () => {
    const body = sell({ side: 'BUY', stopPrice: 110 })
    const free = async () => Number(must(await api.get('/v1/account')).buyingPower)
    const before = await free()
    const { holdAmount } = await preview(body)
    must(await api.post(PATH, body))
    expect(before - (await free())).toBe(Number(holdAmount))
  })

  test.each<[string, Body]>([
    ['stop-already-reached', { stopPrice: 120 }],
    ['insufficient-holdings', { quantity: 11 }],
    ['insufficient-buying-power', { side: 'BUY', stopPrice: 120, quantity: 5_000 }],
    ['instrument-suspended', { symbol: 'HALT', side: 'BUY', stopPrice: 11 }],
  ])('[conditional.preview] says why it would be refused now: %s', async (rejectReason, over) => {
    expect(await preview(sell(over))).toMatchObject({ valid: false, rejectReason })
  })

  test.each<[string, Body]>([
    ['stop-tick-violation', { stopPrice: 95.001 }],
    ['order-size-exceeded', { quantity: 1_000_001 }],
    ['symbol-not-found', { symbol: 'NOSUCH' }],
  ])(
    '[conditional.preview] is refused for terms that nobody could place: %s',
    async (code, over) => {
      expect(refusalIn(await api.post(`${PATH}/preview`, sell(over)))).toMatchObject({ code })
    },
  )
})

describe('GET and DELETE', () => {
  test('the list has the newest first, in pages, by state and symbol', async () => {
    const ids = []
    for (const stopPrice of [95, 94, 93])
      ids.unshift(await placed(sell({ quantity: 1, stopPrice })))
    const [newest, middle, oldest] = ids
    must(await api.delete(`${PATH}/${middle}`))
    const list = async (query: string) =>
      rowsIn(await api.get(`${PATH}${query}`), 'conditionalOrders').map((row) =>
        textIn(row, 'conditionalOrderId'),
      )
    expect(await list('')).toEqual(ids)
    expect(await list('?status=OPEN')).toEqual([newest, oldest].map(String))
    expect(await list('?status=CLOSED')).toEqual([String(middle)])
    expect(await list('?symbol=msft')).toEqual([])
    const { nextCursor } = must(await api.get(`${PATH}?limit=2`))
    expect(await list(`?limit=2&cursor=${nextCursor}`)).toEqual([String(oldest)])
    expect(refusalIn(await api.get(`${PATH}?status=OPEN&cursor=${nextCursor}`))).toMatchObject({
      code: 'invalid-cursor',
    })
  })

  test('[conditional.cancel] cancels what waits at once, and says when there is nothing to cancel', async () => {
    const id = await placed(sell())
    expect(must(await api.delete(`${PATH}/${id}`))).toMatchObject({ status: 'CANCELED' })
    expect(refusalIn(await api.delete(`${PATH}/${id}`))).toMatchObject({
      status: 409,
      code: 'conditional-order-ended',
    })
    for (const other of ['cnd_other', 'a b']) {
      const missing = { status: 404, code: 'conditional-order-not-found' }
      expect(refusalIn(await api.get(`${PATH}/${other}`))).toMatchObject(missing)
      expect(refusalIn(await api.delete(`${PATH}/${other}`))).toMatchObject(missing)
    }
  })
})

describe('the stream', () => {
  test('[conditional.event] has each change of a leg in the sequence of orders, live and from the log', async () => {
    const live = await subscribed(api.url, token, 1)
    const id = await placed(sell())
    api.show('AAPL', '94.00', '94.01')
    const triggeredAt = toKst(api.floor.clock.now().add({ seconds: 1 }))
    await api.advance('PT2S')
    await live.next('conditionalOrder')
    const replayed = await subscribed(api.url, token, 0)
    const story = [
      [2, 'order', 'FILLED'],
      [3, 'conditionalOrder', 'ARMED'],
      [4, 'conditionalOrder', 'TRIGGERED'],
      [5, 'order', 'SUBMITTED'],
      [6, 'order', 'FILLED'],
      [7, 'conditionalOrder', 'FILLED'],
    ]
    for (const client of [live, replayed]) {
      await client.events(client === live ? 3 : 4)
      while (client.of('conditionalOrder').length < 3) await client.next('conditionalOrder')
      const seen = client.messages.flatMap((message) =>
        'seq' in message && message.seq > 1 ? [[message.seq, message.type, message.event]] : [],
      )
      expect<unknown>(seen).toEqual(story)
      const [, triggered, filled] = client.of('conditionalOrder')
      expect(triggered).toMatchObject({
        conditionalOrderId: id,
        leg: { triggerPrice: 94, triggeredAt },
      })
      expect(filled?.leg).toMatchObject({ filledQuantity: 10 })
      const child = client.of('order').find(({ seq }) => seq === 5)
      expect(child?.conditionalOrderId).toBe(id)
      expect(child?.order.orderId).toBe(triggered?.leg.orderId ?? '')
    }
  })
})
