/** The sandbox opens for the holder of its key, or for a client. */
import { afterAll, expect, test } from 'bun:test'
import { accountIdOf } from '../../../src/identity/secrets'
import { refusalIn } from '../../support/answers'
import { type Api, openApi, type SentHeaders } from '../../support/api'
import { SANDBOX_CLIENT } from '../../support/sandbox-api'

const KEY = 'a key of 16 chars'.replaceAll(' ', '-')
const WITH_KEY = { authorization: undefined, 'x-sandbox-key': KEY }
const ACCOUNT = accountIdOf(SANDBOX_CLIENT.id, 1)
const SETTINGS = {
  SANDBOX: 'on',
  PAPER_CLIENT_ID: SANDBOX_CLIENT.id,
  PAPER_CLIENT_SECRET: SANDBOX_CLIENT.secret,
}

let api: Api
const open = async (env: Readonly<Record<string, string>>) => {
  api = await openApi({ env: { ...SETTINGS, ...env } })
}
afterAll(() => expect(api.failures).toEqual([]))

const clock = (headers: SentHeaders) => api.get('/sandbox/clock', headers)
const codeOf = async (headers: SentHeaders) => refusalIn(await clock(headers))

test('[sandbox.key] X-Sandbox-Key opens the controls without a token, for every account', async () => {
  await open({ SANDBOX_KEY: KEY })
  expect((await clock(WITH_KEY)).status).toBe(200)
  const locked = await api.put(`/sandbox/accounts/${ACCOUNT}/lock`, undefined, WITH_KEY)
  expect(locked.body).toMatchObject({ accountId: ACCOUNT, locked: true })
  const moved = await api.post('/sandbox/clock', { advance: 'PT1S' }, WITH_KEY)
  expect(moved.status).toBe(200)
})

test('[sandbox.key] X-Sandbox-Key names no account that does not exist', async () => {
  const answer = await api.put('/sandbox/accounts/acc_none/lock', undefined, WITH_KEY)
  expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'account-mismatch' })
})

test('[sandbox.key] X-Sandbox-Key that is wrong is refused, also beside a token that is right', async () => {
  const wrong = { status: 401, code: 'invalid-sandbox-key' }
  for (const key of ['', 'x', `${KEY}x`, KEY.slice(1)]) {
    expect(await codeOf({ 'x-sandbox-key': key })).toMatchObject(wrong)
    expect(await codeOf({ 'x-sandbox-key': key, authorization: undefined })).toMatchObject(wrong)
  }
})

test('[sandbox.key] X-Sandbox-Key opens nothing of /v1', async () => {
  const answer = await api.get('/v1/account', WITH_KEY)
  expect(refusalIn(answer)).toMatchObject({ status: 401, code: 'authorization-required' })
})

test('[sandbox.key] [sandbox.token] a token opens the controls as well on the own machine', async () => {
  expect((await clock({})).status).toBe(200)
})

test('[sandbox.key] X-Sandbox-Key is wrong on a server without a SANDBOX_KEY', async () => {
  await open({})
  expect(await codeOf(WITH_KEY)).toMatchObject({ status: 401, code: 'invalid-sandbox-key' })
  expect((await clock({})).status).toBe(200)
})

test.each([
  { HOST: '0.0.0.0' },
  { PUBLIC_URL: 'https://paper.example' },
  { TRUSTED_PROXIES: '127.0.0.1' },
])('[sandbox.key] [run.reach] a token does not open the controls with %j', async (env) => {
  await open({ SANDBOX_KEY: KEY, ...env })
  for (const headers of [{}, { authorization: undefined }]) {
    expect(await codeOf(headers)).toMatchObject({ status: 401, code: 'sandbox-key-required' })
  }
  expect((await clock(WITH_KEY)).status).toBe(200)
})

test('[sandbox.key] [run.reach] a token does not open the controls through a proxy, whatever the settings say', async () => {
  for (const env of [{ SANDBOX_KEY: KEY }, {}]) {
    await open(env)
    for (const header of ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via']) {
      expect(await codeOf({ [header]: 'x' })).toMatchObject({
        status: 401,
        code: 'sandbox-key-required',
      })
    }
    expect((await clock({})).status).toBe(200)
  }
})

test('[sandbox.no-rate-limit] the controls have no rate limit and leave a client its own', async () => {
  await open({ SANDBOX_KEY: KEY, RATE_LIMIT: 'orders=1/1,other=1/2,token=10/20' })
  for (const headers of [WITH_KEY, {}]) {
    for (let time = 1; time <= 5; time++) {
      const { status, headers: answered } = await clock(headers)
      expect([status, answered.get('x-ratelimit-limit')]).toEqual([200, null])
    }
  }
  expect((await api.get('/v1/account')).headers.get('x-ratelimit-remaining')).toBe('1')
})
