/** GET /console/api/leaderboard: the leaderboard of all users' accounts. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { must, refusalIn, rowsIn, textIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { addConsoleUser, browserOf } from '../../support/console'
import { marketOrder } from '../../support/orders'

const api = await openApi()
afterAll(() => expect(api.failures).toEqual([]))
const teacher = browserOf(api)
const pupil = browserOf(api)
let account = ''

beforeAll(async () => {
  await addConsoleUser(api, 'teacher', true)
  await addConsoleUser(api, 'pupil')
  must(await teacher.signIn('teacher'))
  must(await pupil.signIn('pupil'))
  account = textIn(Object(must(await pupil.post('/accounts', {})).account), 'accountId')
  api.show('AAPL', '9.99', '10.00')
  api.floor.feed.traded('AAPL', '9.00', '10.00', '10')
  await api.placed(marketOrder({ quantity: 100 }), await pupil.bearer())
  await api.advance('PT1S')
})

test('[console.leaderboard] GET /console/api/leaderboard shows every account by what it is worth', async () => {
  const { accounts, more } = must(await teacher.get('/leaderboard'))
  expect(more).toBe(false)
  expect(accounts).toMatchObject([
    { userName: 'test', accountId: 'acc_1', totalAssetAmount: '100000.00', profitRate: '0.00' },
    {
      userName: 'pupil',
      accountId: account,
      totalAssetAmount: '99900.00',
      cashAmount: '99000.00',
      capitalAmount: '100000.00',
      profitAmount: '-100.00',
      profitRate: '-0.10',
    },
  ])
  const rows = rowsIn(await teacher.get('/leaderboard'), 'accounts')
  expect(rows.map(({ line }) => Object(line).at(-1))).toEqual(['100000.00', '99900.00'])
})

test('[console.leaderboard] GET /console/api/leaderboard/{accountId}/statement.csv is the account’s statement', async () => {
  const csv = await teacher.get(`/leaderboard/${account}/statement.csv?language=ko`)
  expect(csv.headers.get('content-disposition')).toContain(`statement-${account}.csv`)
  expect(csv.text).toContain('매수,AAPL,')
  expect(refusalIn(await teacher.get('/leaderboard/acc_nobody/statement.csv'))).toMatchObject({
    status: 404,
    code: 'own-account-not-found',
  })
})

test.each(['/leaderboard', '/leaderboard/acc_1/statement.csv'])(
  '[console.leaderboard] [console.operator] GET /console/api%s is for an operator',
  async (path) => {
    const refused = { status: 403, code: 'operator-required' }
    expect(refusalIn(await pupil.get(path))).toMatchObject(refused)
    const nobody = await browserOf(api).get(path)
    expect(refusalIn(nobody)).toMatchObject({ status: 401, code: 'session-required' })
  },
)
