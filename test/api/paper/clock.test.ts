/** GET /paper/clock */
import { afterAll, describe, expect, test } from 'bun:test'
import { Temporal, toKst } from '../../../src/core/time'
import { must, refusalIn } from '../../support/answers'
import { openMarketApi } from '../../support/market-api'

const api = await openMarketApi()
afterAll(() => expect(api.failures).toEqual([]))

const clock = async () => must(await api.get('/paper/clock'))

test('[clock.own-endpoint] [clock.pace] GET /paper/clock answers the time, its speed, the session and the edges ahead', async () => {
  expect(await clock()).toEqual({
    now: '2026-03-03T00:00:00.000+09:00',
    simulated: true,
    speed: 0,
    speedReached: null,
    session: 'REGULAR',
    tradingDate: '2026-03-02',
    nextOpening: { session: 'AFTER', at: '2026-03-03T06:00:00.000+09:00' },
    nextClosing: { session: 'REGULAR', at: '2026-03-03T06:00:00.000+09:00' },
    nextRegularOpeningAt: '2026-03-03T23:30:00.000+09:00',
    nextRegularClosingAt: '2026-03-03T06:00:00.000+09:00',
    today: {
      date: '2026-03-02',
      sessions: [
        {
          session: 'DAY',
          openAt: '2026-03-02T10:00:00.000+09:00',
          closeAt: '2026-03-02T17:50:00.000+09:00',
        },
        {
          session: 'PRE',
          openAt: '2026-03-02T18:00:00.000+09:00',
          closeAt: '2026-03-02T23:30:00.000+09:00',
        },
        {
          session: 'REGULAR',
          openAt: '2026-03-02T23:30:00.000+09:00',
          closeAt: '2026-03-03T06:00:00.000+09:00',
        },
        {
          session: 'AFTER',
          openAt: '2026-03-03T06:00:00.000+09:00',
          closeAt: '2026-03-03T10:00:00.000+09:00',
        },
      ],
    },
    requestId: 'test-request',
  })
})

describe('GET /paper/clock as time passes', () => {
  test.each([
    [
      'at the very close of REGULAR, AFTER is on',
      '2026-03-02T16:00-05:00',
      { session: 'AFTER', tradingDate: '2026-03-02' },
      ['DAY', '2026-03-02T20:00-05:00'],
      ['AFTER', '2026-03-02T20:00-05:00'],
      ['2026-03-03T09:30-05:00', '2026-03-03T16:00-05:00'],
    ],
    [
      'in the night, between DAY and PRE',
      '2026-03-03T03:55-05:00',
      { session: 'CLOSED', tradingDate: '2026-03-03' },
      ['PRE', '2026-03-03T04:00-05:00'],
      ['PRE', '2026-03-03T09:30-05:00'],
      ['2026-03-03T09:30-05:00', '2026-03-03T16:00-05:00'],
    ],
    [
      'on a Saturday, with Sunday evening ahead and daylight saving begun',
      '2026-03-07T12:00-05:00',
      { session: 'CLOSED', tradingDate: '2026-03-09' },
      ['DAY', '2026-03-08T20:00-04:00'],
      ['DAY', '2026-03-09T03:50-04:00'],
      ['2026-03-09T09:30-04:00', '2026-03-09T16:00-04:00'],
    ],
    [
      'before an early close',
      '2026-11-27T10:00-05:00',
      { session: 'REGULAR', tradingDate: '2026-11-27' },
      ['AFTER', '2026-11-27T13:00-05:00'],
      ['REGULAR', '2026-11-27T13:00-05:00'],
      ['2026-11-30T09:30-05:00', '2026-11-27T13:00-05:00'],
    ],
  ] as const)(
    '[clock.own-endpoint] GET /paper/clock %s',
    async (_, at, now, opening, closing, [opens, closes]) => {
      api.moveTo(at)
      expect(await clock()).toMatchObject({
        ...now,
        nextOpening: edge(opening),
        nextClosing: edge(closing),
        nextRegularOpeningAt: kst(opens),
        nextRegularClosingAt: kst(closes),
      })
    },
  )
})

test.each([
  ['a trading date after its last session', '2026-11-27T21:00-05:00', '2026-11-27'],
  ['a Sunday evening, in which Monday’s DAY is on', '2026-11-29T21:00-05:00', null],
  ['a holiday', '2026-12-25T12:00-05:00', null],
] as const)('[clock.today] GET /paper/clock on %s', async (_, at, date) => {
  api.moveTo(at)
  const { today } = await clock()
  expect(Object(today ?? {}).date ?? null).toBe(date)
})

test('[clock.own-endpoint] [request-id.first] GET /paper/clock needs a token and a request id, and no sandbox', async () => {
  const unnamed = await api.get('/paper/clock', { 'x-service-request-id': undefined })
  expect(refusalIn(unnamed)).toMatchObject({ status: 400, code: 'request-id-required' })
  const stranger = await api.get('/paper/clock', { authorization: undefined })
  expect(refusalIn(stranger)).toMatchObject({ status: 401, code: 'authorization-required' })
  expect((await api.get('/sandbox/clock')).status).toBe(404)
})

const kst = (text: string): string => toKst(Temporal.Instant.from(text))
const edge = ([session, at]: readonly [string, string]) => ({ session, at: kst(at) })
