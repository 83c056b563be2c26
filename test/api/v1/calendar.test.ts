/** The exchange's calendar (D3). */
import { describe, expect, test } from 'bun:test'
import { badParam, openContract } from '../../support/brokerage'
import { pathTo, type Row, refusalIn, rowsIn } from '../../support/market-api'

const b = await openContract()
type Query = Parameters<typeof pathTo>[1]
const get = (path: string, query: Query = {}) => b.get(pathTo(path, query))
const calendar = async (query: Query) => rowsIn(await get('/v1/market/calendar', query), 'calendar')

describe('the calendar', () => {
  const dayOf = async (from: string): Promise<Row> => {
    const [day] = await calendar({ from })
    if (day === undefined) throw new Error('no day')
    return day
  }
  const hours = (type: string, open: string, close: string) => ({ type, open, close })

  test(
    '[calendar.fields] [calendar.status] [session.day] [session.pre] ' +
      '[session.regular] [session.after] shows an open day',
    async () => {
      expect(await dayOf('2026-03-02')).toEqual({
        date: '2026-03-02',
        status: 'OPEN',
        holidayName: null,
        sessions: [
          hours('DAY', '20:00', '03:50'),
          hours('PRE', '04:00', '09:30'),
          hours('REGULAR', '09:30', '16:00'),
          hours('AFTER', '16:00', '20:00'),
        ],
      })
    },
  )

  test(
    '[session.regular] [session.after] [calendar.holidays] [calendar.status] shows ' +
      'an early close',
    async () => {
      expect(await dayOf('2026-11-27')).toEqual({
        date: '2026-11-27',
        status: 'HALF_DAY',
        holidayName: 'Day after Thanksgiving',
        sessions: [
          hours('DAY', '20:00', '03:50'),
          hours('PRE', '04:00', '09:30'),
          hours('REGULAR', '09:30', '13:00'),
          hours('AFTER', '13:00', '17:00'),
        ],
      })
    },
  )

  test('[calendar.holidays] [calendar.status] [session.closed] shows a closed day', async () => {
    expect(await dayOf('2026-06-19')).toEqual({
      date: '2026-06-19',
      status: 'CLOSED',
      holidayName: expect.stringContaining('Juneteenth'),
      sessions: [],
    })
    expect(await dayOf('2026-03-07')).toMatchObject({ status: 'CLOSED', holidayName: null })
  })

  test('[calendar.from] [calendar.to] is of today in New York unless dates are named', async () => {
    expect((await calendar({})).map(({ date }) => date)).toEqual(['2026-03-02'])
    const range = await calendar({ from: '2026-03-01', to: '2026-03-03' })
    expect(range.map(({ date }) => date)).toEqual(['2026-03-01', '2026-03-02', '2026-03-03'])
  })

  test('[calendar.to] [calendar.year] [calendar.market] is of a year at most', async () => {
    expect(await calendar({ from: '2027-01-01', to: '2028-01-01' })).toHaveLength(366)
    expect(await calendar({ from: '2028-01-01', to: '2029-01-01' })).toHaveLength(367)
    expect(
      refusalIn(await get('/v1/market/calendar', { from: '2027-01-01', to: '2028-01-03' })),
    ).toEqual({ status: 400, code: 'range-too-long', param: 'to' })
  })

  test.each([
    ['2026-03-02', '2027-03-02', '2027-03-03'],
    ['2027-03-01', '2028-03-01', '2028-03-02'],
    ['2028-02-29', '2029-02-28', '2029-03-01'],
    ['2028-03-01', '2029-03-01', '2029-03-02'],
  ])('[calendar.year] from %s reaches to %s, and not to %s', async (from, last, to) => {
    expect((await get('/v1/market/calendar', { from, to: last })).status).toBe(200)
    const answer = await get('/v1/market/calendar', { from, to })
    expect(refusalIn(answer)).toEqual({ status: 400, code: 'range-too-long', param: 'to' })
    expect(answer.body.data).toMatchObject({ latest: last })
  })

  test('[calendar.market] [service.us] is of US only', async () => {
    expect(await calendar({ market: 'US' })).toHaveLength(1)
    expect(refusalIn(await get('/v1/market/calendar', { market: 'KR' }))).toEqual(
      badParam('market'),
    )
  })
})
