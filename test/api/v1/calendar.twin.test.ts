import { beforeAll, describe, expect, test } from 'bun:test'
import { type MarketApi, openMarketApi, refusalIn, rowsIn } from '../../support/market-api'

let api: MarketApi
beforeAll(async () => {
  api = await openMarketApi()
})

const ask = (query = '') => api.get(`/v1/market/calendar${query && `?${query}`}`)
const days = async (query = '') => rowsIn(await ask(query), 'calendar')
const dates = async (query = '') => (await days(query)).map(({ date }) => date)

describe('D3: a day of the calendar', () => {
  test('that is open has its four sessions in the time of New York', async () => {
    expect((await ask('from=2026-03-02')).body).toEqual({
      calendar: [
        {
          date: '2026-03-02',
          status: 'OPEN',
          holidayName: null,
          sessions: [
            { type: 'DAY', open: '20:00', close: '03:50' },
            { type: 'PRE', open: '04:00', close: '09:30' },
            { type: 'REGULAR', open: '09:30', close: '16:00' },
            { type: 'AFTER', open: '16:00', close: '20:00' },
          ],
        },
      ],
      requestId: 'test-request',
    })
  })

  test('that closes early is a HALF_DAY and says why', async () => {
    expect(await days('from=2026-11-27')).toEqual([
      {
        date: '2026-11-27',
        status: 'HALF_DAY',
        holidayName: 'Day after Thanksgiving',
        sessions: [
          { type: 'DAY', open: '20:00', close: '03:50' },
          { type: 'PRE', open: '04:00', close: '09:30' },
          { type: 'REGULAR', open: '09:30', close: '13:00' },
          { type: 'AFTER', open: '13:00', close: '17:00' },
        ],
      },
    ])
  })

  test.each([
    ['a holiday', '2026-11-26', 'Thanksgiving Day'],
    ['an observed holiday', '2026-07-03', 'Independence Day'],
    ['a weekend', '2026-03-01', null],
    ['a special closure', '2025-01-09', 'National Day of Mourning for President Carter'],
  ])('that is %s is CLOSED: %s, %p', async (_, date, holidayName) => {
    const closed = { date, status: 'CLOSED', holidayName, sessions: [] }
    expect(await days(`from=${date}`)).toEqual([closed])
  })

  test('on which the clocks change keeps the same wall times', async () => {
    const [march] = await days('from=2026-03-09')
    const [november] = await days('from=2026-11-02')
    expect(march?.sessions).toEqual(november?.sessions)
  })
})

describe('the dates', () => {
  test('are today in New York when none is named', async () => {
    expect(await dates()).toEqual(['2026-03-02'])
  })

  test('are New York’s even while it is tomorrow in Korea', async () => {
    api.moveTo('2026-03-02T23:59:59.999-05:00')
    expect(await dates()).toEqual(['2026-03-02'])
    api.moveTo('2026-03-03T00:00:00-05:00')
    expect(await dates()).toEqual(['2026-03-03'])
  })

  test('are `from` alone without `to`', async () => {
    expect(await dates('from=2026-02-27')).toEqual(['2026-02-27'])
  })

  test('begin today without `from`', async () => {
    expect(await dates('to=2026-03-05')).toEqual(['2026-03-03', '2026-03-04', '2026-03-05'])
  })

  test('include both ends and every date between', async () => {
    expect(await dates('from=2028-02-28&to=2028-03-01')).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ])
  })

  test('may be of the US market, and of no other', async () => {
    expect(await dates('from=2026-03-02&market=US')).toEqual(['2026-03-02'])
  })

  test.each([
    ['from=2026-01-01&to=2027-01-01', 366],
    ['from=2028-01-01&to=2029-01-01', 367],
    ['from=2005-01-01&to=2005-12-31', 365],
    ['from=2035-01-01&to=2035-12-31', 365],
  ])('may span a year: %s', async (query, count) => {
    expect(await days(query)).toHaveLength(count)
  })
})

describe('is refused:', () => {
  test.each([
    ['invalid-parameter', 'from', 'from=2026-02-29'],
    ['invalid-parameter', 'from', 'from=2026-3-2'],
    ['invalid-parameter', 'from', 'from=20260302'],
    ['invalid-parameter', 'from', 'from=2026-03-02T00:00:00'],
    ['invalid-parameter', 'from', 'from='],
    ['invalid-parameter', 'to', 'from=2026-03-02&to=2026-13-01'],
    ['invalid-parameter', 'to', 'to=tomorrow'],
    ['invalid-parameter', 'from', 'from=2004-12-31&to=2005-01-01'],
    ['invalid-parameter', 'to', 'from=2035-12-31&to=2036-01-01'],
    ['invalid-parameter', 'from', 'from=0000-01-01'],
    ['invalid-parameter', 'market', 'market=KR'],
    ['invalid-parameter', 'market', 'market=us'],
    ['invalid-range', 'from', 'from=2026-03-02&to=2026-03-01'],
    ['invalid-range', 'from', 'to=2026-03-02'],
    ['range-too-long', 'to', 'from=2026-01-01&to=2027-01-02'],
    ['range-too-long', 'to', 'from=2005-01-01&to=2035-12-31'],
  ])('400 %s of %s: %s', async (code, param, query) => {
    expect(refusalIn(await ask(query))).toEqual({ status: 400, code, param })
  })

  test('and the message says how long a span may be', async () => {
    const { body } = await ask('from=2026-01-01&to=2028-01-01')
    expect(body.message).toBe(
      '`to` lies more than a year after `from`: it may be 2027-01-01 at the latest.',
    )
  })

  test('and never fails by itself', () => expect(api.failures).toEqual([]))
})
