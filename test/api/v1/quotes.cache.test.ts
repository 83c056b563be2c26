/** Quotes are cached as JSON, and read again as soon as one of them may have changed. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { quoteService } from '../../../src/api/v1/market/quotes'
import { isRefused } from '../../../src/core/refusals'
import { atMs } from '../../../src/core/time'
import type { Feed } from '../../../src/market/feed'
import { FEED } from '../../support/api'
import { instrumentNamed, MONDAY_AT_TEN } from '../../support/trading-floor'

let feedVersion = 0
let instrumentsVersion = 0
let nowMs = 0
let asked: string[] = []
let listed: readonly string[] = []
beforeEach(() => {
  asked = []
  listed = ['AAPL', 'MSFT', 'NVDA']
  nowMs = MONDAY_AT_TEN.epochMilliseconds
})

const counted: Feed = {
  ...FEED,
  quote(symbol, at) {
    asked.push(symbol)
    return FEED.quote(symbol, at)
  },
}
const clock = { now: () => atMs(nowMs), wallMsUntil: () => null }
const instruments = {
  has: (symbol: string) => listed.includes(symbol),
  find: instrumentNamed,
  list: () => listed.map((symbol) => instrumentNamed(symbol)),
  version: () => instrumentsVersion,
  refresh: async () => {},
}
const serviceOf = (feed: Feed) => quoteService({ feed, clock, instruments })
const kept = () => serviceOf({ ...counted, version: () => feedVersion })
function textOf(found: ReturnType<ReturnType<typeof kept>['find']>): string {
  if (isRefused(found)) throw new Error(found.refused)
  return new TextDecoder().decode(found.json.withMember('requestId', 'r1'))
}
const quotesIn = (found: Parameters<typeof textOf>[0]) => JSON.parse(textOf(found)).quotes

describe('quotes that are kept', () => {
  test('are made once a second, however often and in whatever lists they are asked for', () => {
    const service = kept()
    const first = quotesIn(service.find('AAPL,MSFT'))
    nowMs += 999
    expect(quotesIn(service.find('aapl,MSFT'))).toEqual(
      first.map((quote: object) => ({
        ...quote,
        requestedAt: '2026-03-03T00:00:00.999+09:00',
      })),
    )
    service.find('MSFT')
    expect(asked).toEqual(['AAPL', 'MSFT'])
    nowMs += 1
    service.find('MSFT')
    expect(asked).toEqual(['AAPL', 'MSFT', 'MSFT'])
  })

  test('[sandbox.quotes] are made again within their second when something is pinned or released', () => {
    const service = kept()
    service.find('AAPL')
    feedVersion++
    service.find('AAPL')
    service.find('AAPL')
    expect(asked).toEqual(['AAPL', 'AAPL'])
  })

  test('[quote.outcome] are made again within their second when instruments change', () => {
    const service = kept()
    expect(quotesIn(service.find('AAPL,ZZNEW'))[1].outcome).toBe('NOT_FOUND')
    listed = [...listed, 'ZZNEW']
    instrumentsVersion++
    expect(quotesIn(service.find('AAPL,ZZNEW'))[1].outcome).toBe('NO_DATA')
  })

  test('are made at each request if the feed may change at any time', () => {
    const { version: _, ...restless } = counted
    const service = serviceOf(restless)
    service.find('AAPL')
    service.find('AAPL')
    expect(asked).toEqual(['AAPL', 'AAPL'])
  })

  test('[quote.fields] say the same as quotes that are made for the request', () => {
    const service = kept()
    const { version: _, ...restless } = counted
    for (const ms of [0, 1, 250, 999, 1_000, 59_999, 21_600_000, 200_000_000]) {
      nowMs = MONDAY_AT_TEN.epochMilliseconds + ms
      for (const list of ['AAPL', 'MSFT,AAPL', 'ZZNEW,NVDA', 'AAPL,MSFT,NVDA,ZZNEW']) {
        expect(textOf(service.find(list))).toBe(textOf(serviceOf(restless).find(list)))
      }
    }
  })

  test('[request-id.returned] have the id of each request, however long it is', () => {
    const found = kept().find('AAPL,MSFT')
    if (isRefused(found)) throw new Error(found.refused)
    for (const requestId of ['r1', '"'.repeat(128), '', 'r2']) {
      const bytes = found.json.withMember('requestId', requestId)
      expect(JSON.parse(new TextDecoder().decode(bytes)).requestId).toBe(requestId)
    }
  })

  test('are forgotten before there are too many lists of them', () => {
    const service = kept()
    for (let count = 0; count < 1_000; count++) service.find(`AAPL,UNKNOWN${count}`)
    expect(asked).toEqual(['AAPL'])
    service.find('AAPL')
    expect(asked).toEqual(['AAPL', 'AAPL'])
  })
})
