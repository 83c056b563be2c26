/** X-Service-Account-Id, for each endpoint that works on an account. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { must, refusalIn, rowsIn } from '../../support/answers'
import { openApi, type SentHeaders } from '../../support/api'
import { orderOf } from '../../support/orders'

const api = await openApi()
let pair: { readonly authorization: string }
let bare: { readonly authorization: string }
beforeAll(async () => {
  await api.operator.addClient('pk_test_pair', { accounts: ['acc_3', 'acc_4'] })
  await api.operator.addClient('pk_test_bare', { accounts: ['acc_gone'] })
  pair = await api.bearerOf('pk_test_pair')
  bare = await api.bearerOf('pk_test_bare')
  await api.operator.takeAccounts('pk_test_bare')
})
const named = (accountId: string): SentHeaders => ({ 'x-service-account-id': accountId })

describe.each([
  ['GET', '/v1/account', 404],
  ['GET', '/v1/account/holdings', 403],
  ['GET', '/v1/account/buying-power', 404],
  ['GET', '/v1/orders', 403],
  ['GET', '/v1/orders/fills', 403],
  ['GET', '/v1/orders/ord_1', 404],
  ['DELETE', '/v1/orders/ord_1', 404],
  ['POST', '/v1/orders', 404],
  ['POST', '/v1/orders/preview', 404],
] as const)('%s %s', (method, path, whenNone) => {
  const ask = (headers: SentHeaders) =>
    api.send(method, path, { headers, ...(method === 'POST' && { body: orderOf() }) })

  test('[account-header.one-account] needs the header from a client with several accounts', async () => {
    expect(refusalIn(await ask(pair))).toMatchObject({
      status: 400,
      code: 'account-header-required',
    })
    expect([200, 404]).toContain((await ask({ ...pair, ...named('acc_4') })).status)
  })

  test('[account-header.mismatch] answers another client’s account and an unknown one alike', async () => {
    const [theirs, nobodys] = [await ask(named('acc_3')), await ask(named('acc_nowhere'))]
    expect(refusalIn(theirs)).toMatchObject({ status: 403, code: 'account-mismatch' })
    expect(theirs.body).toEqual(nobodys.body)
  })

  test(`[account-header.none] is ${whenNone} for a client without an account`, async () => {
    const code = whenNone === 404 ? 'account-not-found' : 'account-mismatch'
    expect(refusalIn(await ask(bare))).toMatchObject({ status: whenNone, code })
  })
})

describe('the accounts of one client', () => {
  const of = (accountId: string) => ({ ...pair, ...named(accountId) })

  test('[account-header.one-account] the accounts of one client are told apart by the header', async () => {
    for (const accountId of ['acc_3', 'acc_4']) {
      expect(must(await api.get('/v1/account', of(accountId)))).toMatchObject({ accountId })
    }
    expect(must(await api.get('/v1/account'))).toMatchObject({ accountId: 'acc_1' })
  })

  test('[account-header.one-account] the accounts of one client keep their orders and their cash apart', async () => {
    const powerOf = async (accountId: string) =>
      Number(must(await api.get('/v1/account', of(accountId))).buyingPower)
    const before = [await powerOf('acc_3'), await powerOf('acc_4')]
    const orderId = await api.placed(orderOf({ quantity: 10 }), of('acc_3'))
    const after = [await powerOf('acc_3'), await powerOf('acc_4')]
    expect(after).toEqual([Number(before[0]) - 90, Number(before[1])])
    expect(refusalIn(await api.get(`/v1/orders/${orderId}`, of('acc_4')))).toMatchObject({
      status: 404,
      code: 'order-not-found',
    })
    const theirs = rowsIn(await api.get('/v1/orders', of('acc_4')), 'orders')
    expect(theirs.filter((order) => order.orderId === orderId)).toEqual([])
  })
})
