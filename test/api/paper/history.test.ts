/** GET /paper/account/history */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { accountIdOf } from '../../../src/identity/secrets'
import { type Body, must, refusalIn, rowsIn, textIn } from '../../support/answers'
import { freshDatabase } from '../../support/database'
import { pathTo } from '../../support/market-api'
import { marketOrder, orderOf } from '../../support/orders'
import { openSandbox, SANDBOX_CLIENT } from '../../support/sandbox-api'

const ACCOUNT = accountIdOf(SANDBOX_CLIENT.id, 1)
const api = await openSandbox(await freshDatabase())
afterAll(async () => {
  await api.close()
  expect(api.failures).toEqual([])
})

type Query = Parameters<typeof pathTo>[1]
const ask = (query?: Query) => api.get(pathTo('/paper/account/history', query))
const points = async (query?: Query) => rowsIn(await ask(query), 'points')
const times = async (query?: Query) => (await points(query)).map(({ time }) => time)

/** What GET /v1/account answers now. */
async function worthNow() {
  const { requestedAt, cashAmount, totalAssetAmount } = must(await api.get('/v1/account'))
  return { time: requestedAt, cashAmount, totalAssetAmount }
}

const moveTo = async (to: string) => must(await api.post('/sandbox/clock', { to }))
const buy = (symbol: string, quantity: number) => api.placed(marketOrder({ symbol, quantity }))

/** The account's worth at some instants of a week, as it was answered at the time. */
const worths: Body[] = []
const seen = async (at: string) => {
  await moveTo(at)
  worths.push(await worthNow())
}

let idle: Body
beforeAll(async () => {
  idle = must(await ask())
  await buy('AAPL', 10.5)
  await buy('TQQQ', 300)
  await api.advance('PT5M')
  await api.placed(orderOf({ symbol: 'AAPL', side: 'SELL', quantity: 4.25, limitPrice: 1 }))
  // It rests, and its hold is the account's cash.
  await api.placed(orderOf({ symbol: 'MSFT', quantity: 5, limitPrice: 1, clientOrderId: 'rests' }))
  for (const at of ['2026-03-02T10:00-05:00', '2026-03-02T11:00-05:00']) await seen(at)
  await buy('NVDA', 20)
  await api.placed(
    marketOrder({ symbol: 'TQQQ', side: 'SELL', quantity: 300, clientOrderId: 'all-of-it' }),
  )
  for (const at of ['2026-03-02T16:00-05:00', '2026-03-02T20:00-05:00']) await seen(at)
  await api.advance('PT1M')
  await api.pin('NVDA', 150, 151)
  await seen('2026-03-03T16:00-05:00')
  await api.advance('PT1M')
  must(await api.post(`/sandbox/accounts/${ACCOUNT}/reset`, { cash: 5_000 }))
  await buy('AAPL', 1)
  await seen('2026-03-04T16:00-05:00')
})

describe('GET /paper/account/history of a week with trades and a reset', () => {
  test('[paper.history] [paper.books] GET /paper/account/history: every point is what the account was worth by its own answer then', async () => {
    expect(new Set(worths.map(({ totalAssetAmount }) => totalAssetAmount)).size).toBe(worths.length)
    const hours = await points({ interval: '1h' })
    for (const then of worths) {
      expect(hours.find(({ time }) => time === then.time)).toMatchObject(then)
    }
  })

  test('[paper.history] [paper.history-interval] GET /paper/account/history: without an interval there is a point at each close of REGULAR', async () => {
    const days = await points()
    expect(days).toMatchObject([worths[2], worths[4], worths[5]].map((then) => ({ ...then })))
    expect(days[0]).toEqual({
      time: '2026-03-03T06:00:00.000+09:00',
      totalAssetAmount: expect.any(String),
      cashAmount: expect.any(String),
      evaluationAmount: expect.any(String),
      capitalAmount: '100000.00',
      profitAmount: expect.any(String),
      profitRate: expect.any(String),
    })
  })

  test('[paper.history-capital] GET /paper/account/history: the profit is counted from the last reset, which is shown', async () => {
    const [, before, after] = await points()
    expect(before).not.toHaveProperty('resetAt')
    expect(after).toMatchObject({
      capitalAmount: '5000.00',
      resetAt: '2026-03-04T06:01:00.000+09:00',
      profitAmount: (Number(after?.totalAssetAmount) - 5_000).toFixed(2),
    })
    const rate = (Number(after?.profitAmount) / 5_000) * 100
    expect(Number(after?.profitRate)).toBeCloseTo(rate, 2)
  })

  test('[paper.history-interval] GET /paper/account/history: the last point is now, and one that is asked for up to a time ends before it', async () => {
    await moveTo('2026-03-04T17:20-05:00')
    expect((await points()).at(-1)).toMatchObject(await worthNow())
    expect((await times({ to: '2026-03-04T16:00-05:00' })).at(-1)).toBe(
      '2026-03-04T06:00:00.000+09:00',
    )
    expect(await times({ to: '2030-01-01' })).toEqual(await times())
  })

  test('[paper.history-interval] GET /paper/account/history: no point stands where no session was open', async () => {
    const night = { from: '2026-03-02T19:00-05:00', to: '2026-03-03T06:00-05:00', interval: '1h' }
    const hours = (await times(night)).map((time) => String(time).slice(11, 13))
    // DAY ends at 03:50 in New York, 17:50 in Korea, and PRE begins at 04:00.
    expect(hours.join(' ')).toBe('09 10 11 12 13 14 15 16 17 18 19')
    const minutes = await times({
      ...night,
      from: '2026-03-03T03:49-05:00',
      limit: 3,
      interval: '5m',
    })
    expect(minutes.map((time) => String(time).slice(11, 16))).toEqual(['17:50', '18:05', '18:10'])
  })

  test('[paper.history-beginning] GET /paper/account/history: a history begins where the simulated market does', async () => {
    expect((await times({ interval: '1m', from: '2026-01-01', limit: 2 }))[0]).toBe(
      '2026-03-02T23:30:00.000+09:00',
    )
  })

  test('[paper.history-interval] GET /paper/account/history: the hour in which PRE ends and REGULAR begins comes once, on one page and across pages', async () => {
    const hours = await times({ interval: '1h', from: '2026-01-01' })
    expect(hours).toContain('2026-03-03T00:00:00.000+09:00')
    expect(hours).toEqual([...new Set(hours)])
    const joined: unknown[] = []
    let cursor: string | undefined
    do {
      const page = must(await ask({ interval: '1h', from: '2026-01-01', limit: 1, cursor }))
      joined.push(...rowsIn({ body: page } as never, 'points').map(({ time }) => time))
      cursor = page.nextCursor === undefined ? undefined : textIn(page, 'nextCursor')
    } while (cursor !== undefined)
    expect(joined).toEqual(hours)
  })

  test('[paper.history-interval] GET /paper/account/history: a page has 500 points unless a limit says otherwise, and 1,000 at most', async () => {
    const minutes = { interval: '1m', from: '2026-01-01' }
    expect(await times(minutes)).toHaveLength(500)
    expect(await times({ ...minutes, limit: 1_000 })).toHaveLength(1_000)
  })

  test('[paper.history-interval] [page.stable] GET /paper/account/history: pages from a time join to the whole', async () => {
    const whole = await points({ interval: '15m', from: '2026-03-03T09:00-05:00', limit: 500 })
    const joined: unknown[] = []
    let cursor: string | undefined
    do {
      const page = must(
        await ask({ interval: '15m', from: '2026-03-03T09:00-05:00', limit: 37, cursor }),
      )
      joined.push(...rowsIn({ body: page } as never, 'points'))
      cursor = page.nextCursor === undefined ? undefined : textIn(page, 'nextCursor')
    } while (cursor !== undefined)
    expect(joined).toEqual([...whole])
  })

  test('[paper.history-interval] GET /paper/account/history: the newest points are those at the end', async () => {
    const all = await times({ interval: '1h' })
    expect(await times({ interval: '1h', limit: 3 })).toEqual(all.slice(-3))
  })
})

test.each([
  [{ interval: '2m' }, 'invalid-parameter', 'interval'],
  [{ limit: 1_001 }, 'invalid-parameter', 'limit'],
  [{ from: '2026-03-03', to: '2026-03-02' }, 'invalid-range', 'from'],
  [{ cursor: 'nothing' }, 'invalid-cursor', 'cursor'],
] as const)(
  '[paper.history-interval] GET /paper/account/history refuses %j',
  async (query, code, param) => {
    expect(refusalIn(await ask(query))).toEqual({ status: 400, code, param })
  },
)

test('[paper.history] GET /paper/account/history of an account that has done nothing is one point: now', () => {
  expect(idle).toMatchObject({
    currency: 'USD',
    interval: '1d',
    points: [
      {
        time: '2026-03-02T23:30:00.000+09:00',
        totalAssetAmount: '100000.00',
        profitAmount: '0.00',
        profitRate: '0.00',
      },
    ],
  })
})

describe('[paper.history-beginning] GET /paper/account/history of an account that has not traded', () => {
  const standingSince = '2026-03-02T09:29:59-05:00'
  const open = async () => {
    const api = await openSandbox(await freshDatabase(), { MARKET_CLOCK: standingSince })
    return {
      hours: async () => {
        const answer = await api.get('/paper/account/history?interval=1h&from=2026-03-02')
        return rowsIn(answer, 'points').map(({ time, totalAssetAmount }) => [
          String(time).slice(0, 16),
          totalAssetAmount,
        ])
      },
      api,
      [Symbol.asyncDispose]: api.close,
    }
  }

  test('[paper.history-beginning] shows the initial cash since the simulated market began, though the account was made at the machine’s time', async () => {
    await using idle = await open()
    must(await idle.api.post('/sandbox/clock', { to: '2026-03-02T12:00-05:00' }))
    const untilNoon = [
      ['2026-03-03T00:00', '100000.00'],
      ['2026-03-03T01:00', '100000.00'],
      ['2026-03-03T02:00', '100000.00'],
    ]
    expect(await idle.hours()).toEqual(untilNoon)
    await idle.api.placed(marketOrder({ symbol: 'AAPL', quantity: 1 }))
    await idle.api.advance('PT1S')
    expect((await idle.hours()).slice(0, 3)).toEqual(untilNoon)
  })

  test('[paper.history-beginning] [snapshot.rewind] begins at the time to which the market was taken back, if that is earlier', async () => {
    await using idle = await open()
    must(await idle.api.post('/sandbox/rewind', { to: '2026-03-02T07:30-05:00' }))
    must(await idle.api.post('/sandbox/clock', { to: '2026-03-02T10:00-05:00' }))
    expect((await idle.hours()).map(([time]) => time)).toEqual([
      '2026-03-02T22:00',
      '2026-03-02T23:00',
      '2026-03-03T00:00',
    ])
  })
})
