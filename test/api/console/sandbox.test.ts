/** What the console's page Sandbox calls: the sandbox, with the token of an operator's session. */
import { afterAll, expect, test } from 'bun:test'
import { must } from '../../support/answers'
import { openApi } from '../../support/api'
import { addConsoleUser, browserOf } from '../../support/console'

const api = await openApi({ env: { SANDBOX: 'on' } })
afterAll(() => expect(api.failures).toEqual([]))
await addConsoleUser(api, 'olga', true)
const olga = browserOf(api)
must(await olga.signIn('olga'))
const { accountId } = Object(must(await olga.post('/accounts', {})).account)
const bearer = await olga.bearer()

test.each([
  ['POST', '/sandbox/clock', { speed: 10 }],
  ['POST', '/sandbox/clock', { speed: 0 }],
  ['POST', '/sandbox/clock', { advance: 'PT1S' }],
  ['PUT', '/sandbox/quotes/AAPL', { bidPrice: 99.99, askPrice: 100 }],
  ['DELETE', '/sandbox/quotes/AAPL', undefined],
  ['PUT', '/sandbox/instruments/AAPL', { tradable: 'SUSPENDED' }],
  ['PUT', '/sandbox/halt', undefined],
  ['DELETE', '/sandbox/halt', undefined],
  ['PUT', `/sandbox/accounts/${accountId}/lock`, undefined],
  ['DELETE', `/sandbox/accounts/${accountId}/lock`, undefined],
  ['PUT', '/sandbox/outcomes', { outcomeId: 'mine', result: 'reject', code: 'market-ended' }],
  ['DELETE', '/sandbox/outcomes/mine', undefined],
  ['PUT', '/sandbox/faults', { faultId: 'mine', route: 'placeOrder', times: 1, status: 503 }],
  ['DELETE', '/sandbox/faults/mine', undefined],
] as const)('[console.sandbox] an operator’s session may %s %s %j', async (method, path, body) => {
  const answer = await api.send(method, path, { ...(body && { body }), headers: bearer })
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
})
