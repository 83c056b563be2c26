/** The link that the first start prints, with which the first user signs in. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { signInCodes } from '../../../src/postgres/schema/identity'
import { must, refusalIn, rowsIn } from '../../support/answers'
import { type Api, openApi } from '../../support/api'
import { addConsoleUser, browserOf, withoutNewSessions } from '../../support/console'

const DAY_MS = 86_400_000
let api: Api
beforeEach(async () => {
  api = await openApi()
})

const opened = (code = api.brokerage.consoleCode) => browserOf(api).open(code)

describe('[console.first-link] the link of a start', () => {
  test('signs its opener in as an operator, once', async () => {
    expect(must(await opened()).user).toEqual({ name: 'console', operator: true })
    expect(refusalIn(await opened())).toMatchObject({ status: 401, code: 'sign-in-link-invalid' })
  })

  test('shows its opener the client and the account that the start has made', async () => {
    const fresh = await openApi({ env: { PAPER_CLIENT_ID: 'mine', PAPER_CLIENT_SECRET: SECRET } })
    const browser = browserOf(fresh)
    must(await browser.open(fresh.brokerage.consoleCode))
    const [client] = rowsIn(await browser.get('/clients'), 'clients')
    const [account] = rowsIn(await browser.get('/accounts'), 'accounts')
    expect(client).toMatchObject({ clientId: 'mine', fromSettings: true })
    expect(client?.accountIds).toEqual([account?.accountId])
  })

  test('is too old after a day', async () => {
    api.pass(DAY_MS)
    expect(refusalIn(await opened())).toMatchObject({ status: 401, code: 'sign-in-link-invalid' })
  })

  test('lets one in of several openers at the same time', async () => {
    const statuses = (await Promise.all([opened(), opened(), opened()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401, 401])
  })

  test('is not used up if the database fails before its session is stored', async () => {
    const failed = await withoutNewSessions(api, opened)
    expect(refusalIn(failed)).toMatchObject({ status: 500, code: 'internal-error' })
    must(await opened())
    expect(refusalIn(await opened())).toMatchObject({ status: 401, code: 'sign-in-link-invalid' })
  })

  test('is stored only as a hash', async () => {
    const stored = await api.database.drizzle.select().from(signInCodes)
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(String(api.brokerage.consoleCode))
  })

  test('is made at each start, until a user has a password', async () => {
    const { database } = api
    const { startCode } = await import('../../../src/identity/console-sign-in')
    expect(await startCode(database.drizzle, api.floor.clock.now())).not.toBeNull()
    await addConsoleUser(api, 'anna')
    expect(await startCode(database.drizzle, api.floor.clock.now())).toBeNull()
  })
})

test('[console.password] takes one password from every keyboard', async () => {
  const browser = browserOf(api)
  must(await browser.open(api.brokerage.consoleCode))
  must(await browser.post('/users', { name: '지민', password: 'ﬁne 한글 password' }))
  const typed = 'fine 한글 password'.normalize('NFD')
  must(await browserOf(api).signIn('지민'.normalize('NFD'), typed))
})

test('[run.console] without the console nothing is under /console, and no link is made', async () => {
  const local = await openApi({ env: { CONSOLE: 'off' } })
  expect(local.brokerage.consoleCode).toBeNull()
  expect(refusalIn(await browserOf(local).get('/session'))).toMatchObject({
    status: 404,
    code: 'route-not-found',
  })
})

const SECRET = 'sk_test_0123456789'
