/** GET /v1/market/calendar */
import { afterAll, expect, test } from 'bun:test'
import { badParam, refusalIn, rowsIn } from '../../support/answers'
import { openMarketApi } from '../../support/market-api'

const api = await openMarketApi()
afterAll(() => expect(api.failures).toEqual([]))

const ask = (query = '') => api.get(`/v1/market/calendar${query && `?${query}`}`)
const days = async (query = '') => rowsIn(await ask(query), 'calendar')
const dates = async (query = '') => (await days(query)).map(({ date }) => date)
const hours = (type: string, open: string, close: string, openAt: string, closeAt: string) => ({
  type,
  open,
  close,
  openAt: `${openAt}:00.000+09:00`,
  closeAt: `${closeAt}:00.000+09:00`,
})

test('[calendar.fields] [calendar.status] [session.day] [session.pre] [session.regular] GET /v1/market/calendar [session.after] an open day has its four sessions in New York time', async () => {
  expect((await ask('from=2026-03-02')).body).toEqual({
    calendar: [
      {
        date: '2026-03-02',
        status: 'OPEN',
        holidayName: null,
        sessions: [
          hours('DAY', '20:00', '03:50', '2026-03-02T10:00', '2026-03-02T17:50'),
          hours('PRE', '04:00', '09:30', '2026-03-02T18:00', '2026-03-02T23:30'),
          hours('REGULAR', '09:30', '16:00', '2026-03-02T23:30', '2026-03-03T06:00'),
          hours('AFTER', '16:00', '20:00', '2026-03-03T06:00', '2026-03-03T10:00'),
        ],
      },
    ],
    requestId: 'test-request',
  })
})

test('[session.regular] [session.after] [calendar.holidays] [calendar.status] GET /v1/market/calendar a day with an early close is a HALF_DAY and names its holiday', async () => {
  expect(await days('from=2026-11-27')).toEqual([
    {
      date: '2026-11-27',
      status: 'HALF_DAY',
      holidayName: 'Day after Thanksgiving',
      sessions: [
        hours('DAY', '20:00', '03:50', '2026-11-27T10:00', '2026-11-27T17:50'),
        hours('PRE', '04:00', '09:30', '2026-11-27T18:00', '2026-11-27T23:30'),
        hours('REGULAR', '09:30', '13:00', '2026-11-27T23:30', '2026-11-28T03:00'),
        hours('AFTER', '13:00', '17:00', '2026-11-28T03:00', '2026-11-28T07:00'),
      ],
    },
  ])
})

test.each([
  ['a holiday', '2026-11-26', 'Thanksgiving Day'],
  ['a holiday', '2026-06-19', 'Juneteenth National Independence Day'],
  ['an observed holiday', '2026-07-03', 'Independence Day'],
  ['a Saturday', '2026-03-07', null],
  ['a Sunday', '2026-03-01', null],
  ['a special closure', '2025-01-09', 'National Day of Mourning for President Carter'],
])(
  '[calendar.holidays] [calendar.status] [session.closed] GET /v1/market/calendar %s, %s, is CLOSED and named %p',
  async (_, date, holidayName) => {
    const closed = { date, status: 'CLOSED', holidayName, sessions: [] }
    expect(await days(`from=${date}`)).toEqual([closed])
  },
)

test('[calendar.fields] GET /v1/market/calendar: sessions keep their wall times when the clocks change, and their instants move', async () => {
  const regular = async (date: string) => {
    const [day] = await days(`from=${date}`)
    return Object(day).sessions[2]
  }
  expect(await regular('2026-03-09')).toEqual(
    hours('REGULAR', '09:30', '16:00', '2026-03-09T22:30', '2026-03-10T05:00'),
  )
  expect(await regular('2026-11-02')).toEqual(
    hours('REGULAR', '09:30', '16:00', '2026-11-02T23:30', '2026-11-03T06:00'),
  )
})

test('[calendar.from] [calendar.to] GET /v1/market/calendar is of today in New York without from and to', async () => {
  expect(await dates()).toEqual(['2026-03-02'])
})

test('[calendar.to] GET /v1/market/calendar is of `from` alone without `to`', async () => {
  expect(await dates('from=2026-02-27')).toEqual(['2026-02-27'])
})

test('[calendar.from] GET /v1/market/calendar begins today in New York without `from`', async () => {
  expect(await dates('to=2026-03-04')).toEqual(['2026-03-02', '2026-03-03', '2026-03-04'])
})

test('[calendar.from] [calendar.to] GET /v1/market/calendar has `from`, `to` and every date between', async () => {
  expect(await dates('from=2028-02-28&to=2028-03-01')).toEqual([
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ])
})

test.each([
  ['from=2026-01-01&to=2027-01-01', 366],
  ['from=2028-01-01&to=2029-01-01', 367],
  ['from=2005-01-01&to=2005-12-31', 365],
  ['from=2035-01-01&to=2035-12-31', 365],
])(
  '[calendar.year] [calendar.to] GET /v1/market/calendar: a span of a year is answered: %s has %d days',
  async (query, count) => {
    expect(await days(query)).toHaveLength(count)
  },
)

test.each([
  ['2026-03-02', '2027-03-02', '2027-03-03'],
  ['2027-03-01', '2028-03-01', '2028-03-02'],
  ['2028-02-29', '2029-02-28', '2029-03-01'],
  ['2028-03-01', '2029-03-01', '2029-03-02'],
])(
  '[calendar.year] GET /v1/market/calendar: a span from %s reaches to %s, and not to %s',
  async (from, last, to) => {
    expect((await ask(`from=${from}&to=${last}`)).status).toBe(200)
    const answer = await ask(`from=${from}&to=${to}`)
    expect(refusalIn(answer)).toEqual({ status: 400, code: 'range-too-long', param: 'to' })
    expect(answer.body.data).toMatchObject({ latest: last })
  },
)

test.each([
  ['from=2026-01-01&to=2027-01-02'],
  ['from=2027-01-01&to=2028-01-03'],
  ['from=2005-01-01&to=2035-12-31'],
])(
  '[calendar.year] GET /v1/market/calendar: a span of more than a year is range-too-long: %s',
  async (query) => {
    const refusal = { status: 400, code: 'range-too-long', param: 'to' }
    expect(refusalIn(await ask(query))).toEqual(refusal)
  },
)

test('[calendar.year] GET /v1/market/calendar: range-too-long says how far `to` may reach', async () => {
  const { body } = await ask('from=2026-01-01&to=2028-01-01')
  expect(body.message).toBe('`to` is more than a year after `from`; the latest is 2027-01-01.')
})

test.each([['from=2026-03-02&to=2026-03-01'], ['to=2026-03-01']])(
  '[time.range] GET /v1/market/calendar: a `from` after `to` is invalid-range: %s',
  async (query) => {
    const refusal = { status: 400, code: 'invalid-range', param: 'from' }
    expect(refusalIn(await ask(query))).toEqual(refusal)
  },
)

test.each([
  ['from', 'from=2026-02-29'],
  ['from', 'from=2026-3-2'],
  ['from', 'from=20260302'],
  ['from', 'from=2026-03-02T00:00:00'],
  ['from', 'from='],
  ['to', 'from=2026-03-02&to=2026-13-01'],
  ['to', 'to=tomorrow'],
  ['from', 'from=2004-12-31&to=2005-01-01'],
  ['to', 'from=2035-12-31&to=2036-01-01'],
  ['from', 'from=0000-01-01'],
])(
  '[calendar.from] [calendar.to] GET /v1/market/calendar: %s is invalid in ?%s',
  async (param, query) => {
    expect(refusalIn(await ask(query))).toEqual(badParam(param))
  },
)

test('[calendar.market] [service.us] GET /v1/market/calendar takes the market US', async () => {
  expect(await dates('from=2026-03-02&market=US')).toEqual(['2026-03-02'])
})

test.each(['KR', 'us', ''])(
  '[calendar.market] [service.us] GET /v1/market/calendar refuses the market %p',
  async (market) => {
    expect(refusalIn(await ask(`market=${market}`))).toEqual(badParam('market'))
  },
)

/** Last, since the market's time only moves forward. */
test('[calendar.from] GET /v1/market/calendar: today is New York’s date even while it is tomorrow in Korea', async () => {
  api.moveTo('2026-03-02T23:59:59.999-05:00')
  expect(await dates()).toEqual(['2026-03-02'])
  api.moveTo('2026-03-03T00:00:00-05:00')
  expect(await dates()).toEqual(['2026-03-03'])
})
