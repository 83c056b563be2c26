/** A server of a named cell: what it gives out says the cell. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { listClients } from '../../src/identity/clients'
import { settledMarket } from '../../src/ledger/market-state'
import { must, refusalIn, rowsIn } from '../support/answers'
import { type Api, openApi } from '../support/api'
import { addConsoleUser, browserOf } from '../support/console'

const CLIENT = { PAPER_CLIENT_ID: 'pk_test_a_mine', PAPER_CLIENT_SECRET: 'sk_test_0123456789' }
const METRICS_KEY = 'metrics-key-0123456789'
const OF_B = { clientId: 'pk_test_b_1', clientSecret: CLIENT.PAPER_CLIENT_SECRET }
let api: Api
beforeEach(async () => {
  api = await openApi({ env: { ...CLIENT, CELL: 'a', METRICS: 'on', METRICS_KEY } })
})

const SECRET_OF_A = /^a\.[\w-]{43}$/

describe('[run.cell-ids] a server of the cell a gives out', () => {
  test('tokens, and accounts for its client, that say a', async () => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: CLIENT.PAPER_CLIENT_ID,
      client_secret: CLIENT.PAPER_CLIENT_SECRET,
    })
    const { access_token } = must(
      await api.send('POST', '/v1/oauth/token', {
        body: form.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    )
    expect(access_token).toMatch(SECRET_OF_A)
    const headers = { authorization: `Bearer ${access_token}` }
    const { accountId } = must(await api.send('GET', '/v1/account', { headers }))
    expect(accountId).toMatch(/^acc_a_[0-9A-F]{16}$/)
  })

  test('links, sessions, and tokens and accounts of the console, that say a', async () => {
    expect(api.brokerage.consoleCode).toMatch(SECRET_OF_A)
    const browser = browserOf(api)
    must(await browser.open(api.brokerage.consoleCode))
    expect(browser.cookie?.split('=', 2)[1]).toMatch(SECRET_OF_A)
    expect((await browser.bearer()).authorization.slice('Bearer '.length)).toMatch(SECRET_OF_A)
    must(await browser.post('/accounts', {}))
    const accountIds = rowsIn(await browser.get('/accounts'), 'accounts').map((each) =>
      String(each.accountId),
    )
    expect(accountIds).toEqual(accountIds.map(() => expect.stringMatching(/^acc_a_/)))
    const made = must(await browser.post('/clients', { scope: 'TRADE', accountIds }))
    expect(made.clientId).toMatch(/^pk_test_a_/)
    expect(await listClients(api.database.drizzle)).toHaveLength(2)
  })
})

describe('[console.cell] a user of the cell a', () => {
  test('signs in as NAME@a and as NAME, but not as NAME@b', async () => {
    await addConsoleUser(api, 'anna')
    for (const name of ['anna@a', 'anna']) {
      expect(must(await browserOf(api).signIn(name)).user).toMatchObject({ name: 'anna' })
    }
    const foreign = await browserOf(api).signIn('anna@b')
    expect(refusalIn(foreign)).toMatchObject({ status: 401, code: 'sign-in-failed' })
  })

  test('has one limit of attempts under both names', async () => {
    await addConsoleUser(api, 'anna')
    const attempt = async (name: string) => (await browserOf(api).signIn(name, 'wrong')).status
    for (let at = 0; at < 5; at++) await attempt('anna@a')
    expect(await attempt('anna')).toBe(429)
  })
})

test('[run.cell-seen] health and metrics say the cell of a server, if it has one', async () => {
  expect(must(await api.send('GET', '/health')).cell).toBe('a')
  const headers = { authorization: `Bearer ${METRICS_KEY}` }
  const metrics = await api.app.handle(new Request('http://localhost/metrics', { headers }))
  const text = await metrics.text()
  const values = text.split('\n').filter((line) => /^(?:paper|process|nodejs)_/.test(line))
  expect(values.length).toBeGreaterThan(20)
  expect(values.filter((line) => !line.includes('cell="a"'))).toEqual([])
  const other = await openApi()
  expect(must(await other.send('GET', '/health'))).not.toHaveProperty('cell')
})

test('[run.cell-database] a server of another cell does not open the database, and changes nothing', async () => {
  const { database } = api
  const settled = await settledMarket(database)
  const other = { env: { CELL: 'b', MARKET_SEED: '2' }, database, config: { client: OF_B } }
  await expect(openApi(other)).rejects.toThrow('CELL is b, but this database is the cell a.')
  expect(await settledMarket(database)).toEqual(settled)
})
