/** Quantities and prices in a body: JSON numbers, or plain decimals as text. */
import { expect, test } from 'bun:test'
import { badParam, refusalIn, textIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { orderOf } from '../../support/orders'

const api = await openApi()
const raw = (body: string) =>
  api.send('POST', '/v1/orders', { body, headers: { 'content-type': 'application/json' } })
/** An order with the quantity in exactly this text. */
const ofQuantity = (text: string) => {
  const { quantity: _, ...rest } = orderOf()
  return raw(`${JSON.stringify(rest).slice(0, -1)},"quantity":${text}}`)
}
const MALFORMED = { status: 400, code: 'malformed-body', param: undefined }

test.each([
  ['10', '9'],
  ['10.0', '9.00'],
  ['0.5', '9.5'],
  ['0.000001', '8.99'],
])('[request.decimals] a decimal may be sent as text: %s at %s', async (quantity, limitPrice) => {
  const order = await api.order(await api.placed(orderOf({ quantity, limitPrice })))
  expect([order.quantity, order.limitPrice]).toEqual([Number(quantity), Number(limitPrice)])
})

test('[request.decimals] [order.replay] a decimal as text is the same as the number', async () => {
  const order = orderOf({ quantity: 10, limitPrice: 9 })
  await api.placed(order)
  const again = await api.place({ ...order, quantity: '10.000', limitPrice: '9.00' })
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
})

test.each([
  '',
  ' ',
  '1e3',
  ' 5',
  '5 ',
  '+5',
  '-5',
  '0x5',
  '1,000',
  '05',
  '5.',
  '.5',
  '5.0.0',
  '0',
  '0.00',
  'NaN',
  'Infinity',
  '٥',
  'one',
  `${'9'.repeat(41)}`,
])('[request.decimals] a decimal as text is refused as %p', async (text) => {
  for (const param of ['quantity', 'limitPrice']) {
    const answer = await api.post('/v1/orders/preview', orderOf({ [param]: text }))
    expect(refusalIn(answer)).toEqual(badParam(param))
  }
})

test.each(['1e0', '1.0', '0.1E1', '10e-1', '1.00000000000000000000'])(
  '[request.decimals] a decimal as the JSON number %s is 1',
  async (text) => {
    const answer = await ofQuantity(text)
    expect((await api.order(textIn(answer.body, 'orderId'))).quantity).toBe(1)
  },
)

test.each([
  ['-0', badParam('quantity')],
  ['1e-20', badParam('quantity')],
  ['1e400', badParam('quantity')],
  ['1e-400', badParam('quantity')],
  ['0.30000000000000004', badParam('quantity')],
  ['12345678901234567', badParam('quantity')],
  ['9007199254740993', badParam('quantity')],
  ['0.10000000000000000001', badParam('quantity')],
  ['"NaN"', badParam('quantity')],
  ['1e308', { status: 422, code: 'order-size-exceeded', param: undefined }],
  ['NaN', MALFORMED],
  ['Infinity', MALFORMED],
  ['01', MALFORMED],
  ['.5', MALFORMED],
])(
  '[request.decimals] a decimal as the JSON number %s is refused with %j',
  async (text, refusal) => {
    expect(refusalIn(await ofQuantity(text))).toEqual(refusal)
  },
)

test('[request.places] the refusal of a decimal with too many places says how many it had, number or text', async () => {
  for (const quantity of [1.1234567, '1.1234567']) {
    const { body } = await api.place(orderOf({ quantity }))
    expect(body.message).toBe(
      'The parameter quantity is not valid: it has 7 decimal places and may have at most 6.',
    )
  }
  for (const limitPrice of [8.999, '8.999']) {
    const { body } = await api.place(orderOf({ limitPrice }))
    expect(body).toMatchObject({
      code: 'price-tick-violation',
      message: 'The limitPrice 8.999 has 3 decimal places and may have at most 2.',
      data: { sentPlaces: 3, decimalPlaces: 2 },
    })
  }
})

test('[request.places] the refusal of a decimal with more digits than a double keeps says how many', async () => {
  const written = JSON.stringify(orderOf({ limitPrice: 0 }))
  const answer = await raw(written.replace(':0', ':10.12345678901234567'))
  expect(refusalIn(answer)).toEqual(badParam('limitPrice'))
  expect(answer.body.message).toContain('19 digits')
})

test.each(['1e400', '-1e400', '1e-400'])(
  '[request.places] the refusal of %s says that it is beyond a double',
  async (number) => {
    const written = JSON.stringify(orderOf({ limitPrice: 0 }))
    const answer = await raw(written.replace(':0', `:${number}`))
    expect(refusalIn(answer)).toEqual(badParam('limitPrice'))
    expect(answer.body.message).toEndWith(`the number ${number} is beyond what JSON readers keep.`)
  },
)
