/** Who may use the controls of the sandbox, and their paths. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { accountIdOf } from '../../../src/identity/secrets'
import { createUser } from '../../../src/ledger/accounts'
import { refusalIn } from '../../support/answers'
import { freshDatabase } from '../../support/database'
import { openSandbox, SANDBOX_CLIENT, type SandboxApi } from '../../support/sandbox-api'
import { CLIENT_SECRET, MONDAY_AT_TEN } from '../../support/trading-floor'

const ACCOUNT = accountIdOf(SANDBOX_CLIENT.id, 1)
let api: SandboxApi
beforeEach(async () => {
  api = await openSandbox(await freshDatabase())
})
afterEach(async () => {
  await api.close()
  expect(api.failures).toEqual([])
})

/** Makes the next requests a client's that may only read its account `acc_reader`. */
async function signInAsReader(): Promise<void> {
  const userId = 'usr_test'
  await createUser(api.database.drizzle, { userId, name: 'test', createdAt: MONDAY_AT_TEN })
  await api.operator.addClient('pk_test_reader', { scope: 'READ_ONLY', accounts: ['acc_reader'] })
  await api.signIn('pk_test_reader', CLIENT_SECRET)
}

type Change = readonly [method: string, path: string, body: unknown]
const CHANGES: readonly Change[] = [
  ['POST', '/sandbox/clock', { advance: 'PT1S' }],
  ['PUT', '/sandbox/quotes/AAPL', { bidPrice: 9, askPrice: 10 }],
  ['DELETE', '/sandbox/quotes/AAPL', undefined],
  ['PUT', '/sandbox/instruments/AAPL', { tradable: 'TRADABLE' }],
  ['POST', `/sandbox/accounts/${ACCOUNT}/reset`, undefined],
  ['PUT', `/sandbox/accounts/${ACCOUNT}/lock`, undefined],
  ['DELETE', `/sandbox/accounts/${ACCOUNT}/lock`, undefined],
  ['PUT', '/sandbox/halt', undefined],
  ['DELETE', '/sandbox/halt', undefined],
  ['POST', '/sandbox/accounts', undefined],
  ['POST', '/sandbox/clients', undefined],
  ['POST', '/sandbox/scenarios', { text: 'expect orders 0' }],
  ['PUT', '/sandbox/outcomes', { result: 'hold' }],
  ['DELETE', '/sandbox/outcomes', undefined],
  ['DELETE', '/sandbox/outcomes/one', undefined],
  ['PUT', '/sandbox/faults', { cut: 'before' }],
  ['DELETE', '/sandbox/faults', undefined],
  ['DELETE', '/sandbox/faults/one', undefined],
  ['POST', '/sandbox/snapshots', undefined],
  ['POST', '/sandbox/snapshots/snap_1/restore', undefined],
  ['POST', '/sandbox/rewind', undefined],
]
const LOOKS = [
  '/sandbox/clock',
  '/sandbox/scenarios',
  '/sandbox/quotes',
  '/sandbox/outcomes',
  '/sandbox/outcomes/one',
  '/sandbox/faults',
  '/sandbox/faults/one',
]
const NO_ROUTE = { status: 404, code: 'route-not-found' }

test('[sandbox.rights] [sandbox.token] the controls of the sandbox change nothing for a READ_ONLY client or without a token', async () => {
  await signInAsReader()
  for (const [method, path, body] of CHANGES) {
    const answer = await api.send(method, path, body)
    expect([path, refusalIn(answer)]).toMatchObject([
      path,
      { status: 403, code: 'insufficient-scope' },
    ])
  }
  api.signOut()
  for (const [method, path, body] of CHANGES) {
    const answer = await api.send(method, path, body)
    expect([path, refusalIn(answer)]).toMatchObject([
      path,
      { status: 401, code: 'authorization-required' },
    ])
  }
})

test('[sandbox.rights] the controls of the sandbox show a READ_ONLY client the clock', async () => {
  await signInAsReader()
  expect((await api.get('/sandbox/clock')).status).toBe(200)
})

test('[sandbox.rights] the controls of the sandbox are for the own accounts, and another’s and an unknown one are alike', async () => {
  await signInAsReader()
  await api.signIn()
  const mismatch = { status: 403, code: 'account-mismatch' }
  for (const other of ['acc_reader', 'acc_none']) {
    const path = `/sandbox/accounts/${other}`
    expect(refusalIn(await api.post(`${path}/reset`))).toMatchObject(mismatch)
    expect(refusalIn(await api.put(`${path}/lock`))).toMatchObject(mismatch)
    expect(refusalIn(await api.remove(`${path}/lock`))).toMatchObject(mismatch)
  }
})

test('[sandbox.outside] the controls of the sandbox are not under /v1', async () => {
  expect(refusalIn(await api.get('/v1/sandbox/clock'))).toMatchObject(NO_ROUTE)
})

test('[sandbox.outside] the controls of the sandbox are not there with SANDBOX=off', async () => {
  await api.close()
  api = await openSandbox(await freshDatabase(), { SANDBOX: 'off' })
  for (const [method, path, body] of [...CHANGES, ['GET', '/sandbox/clock', undefined] as const]) {
    const answer = await api.send(method, path, body)
    expect([path, refusalIn(answer)]).toMatchObject([path, NO_ROUTE])
  }
})

test.each([{ advanse: 'PT1S' }, { advance: 'soon' }, {}])(
  '[sandbox.envelope] the controls of the sandbox refuse %j in the envelope of /v1',
  async (body) => {
    const { body: envelope } = await api.post('/sandbox/clock', body)
    expect(envelope).toEqual({
      type: 'validation',
      code: expect.stringMatching(/^(unknown|invalid|missing)-parameter$/),
      message: expect.any(String),
      param: expect.any(String),
      data: expect.any(Object),
      requestId: expect.stringMatching(/^sandbox-\d+$/),
      docUrl: `http://localhost/errors/${envelope.code}`,
    })
  },
)

test('[run.documentation] the controls of the sandbox are described under Sandbox in /docs/json', async () => {
  const { paths } = (await api.get('/docs/json')).body
  const operations = Object.entries(Object(paths))
    .filter(([path]) => path.startsWith('/sandbox/'))
    .flatMap(([, methods]) => Object.values(Object(methods)))
  expect(operations).toHaveLength(CHANGES.length + LOOKS.length)
  for (const operation of operations) expect(operation).toMatchObject({ tags: ['Sandbox'] })
})
