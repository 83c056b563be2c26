import { describe, expect, test } from 'bun:test'
import { RequestContext } from '../../../src/api/pipeline/request-context'
import { refused } from '../../../src/core/refusals'
import { NO_SENDING } from '../../support/pipeline-app'

const callOf = (...accountIds: string[]) =>
  new RequestContext(
    { clientId: 'pk_test_1', scope: 'TRADE', accountIds },
    new Request('http://localhost/v1/account'),
    {
      ...{ requestId: 'req-1', baseUrl: 'http://localhost', headers: {} },
      countStranger: () => undefined,
      takeHeaders: () => ({}),
      waitedMs: () => 0,
      charge: () => {},
      beginSending: () => NO_SENDING,
    },
  )

describe('answering a call', () => {
  test('adds the requestId to what a service returned, and leaves that as it was', () => {
    const view = { symbol: 'AAPL' }
    expect(callOf().answer(view)).toEqual({ symbol: 'AAPL', requestId: 'req-1' })
    expect(view).toEqual({ symbol: 'AAPL' })
  })

  test.each(['my-order-1', null])(
    "[record.requestId] keeps an order record's own requestId %p, the client order id",
    (requestId) => {
      expect(callOf().answer({ requestId })).toEqual({ requestId })
    },
  )

  test('says 404 or 403 to a client without an account, as the endpoint has it', async () => {
    const nothing = async () => ({})
    expect(await callOf().forAccount(nothing)).toMatchObject({ code: 403 })
    expect(await callOf().forAccountOr404(nothing)).toMatchObject({ code: 404 })
  })

  test("hands on a service's refusal", async () => {
    const answered = await callOf('acc_1').forAccount(async () => refused('order-not-found'))
    expect(answered).toMatchObject({ code: 404, response: { code: 'order-not-found' } })
  })
})
