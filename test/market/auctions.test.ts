/** The auction that an order is accepted for, and the official price of an auction. */
import { describe, expect, test } from 'bun:test'
import { NO_QUANTITY, price, quantity } from '../../src/core/money'
import { nextAuctionAt, officialPrice } from '../../src/market/auctions'
import { exchangeCalendar } from '../../src/market/calendar'
import type { Feed } from '../../src/market/feed'
import { steeredFeed } from '../support/steered-feed'
import { inNewYork, newYork } from './new-york-time'

const auctionAfter = (auction: 'OPG' | 'CLS', now: string): string | null => {
  const at = nextAuctionAt(auction, exchangeCalendar, newYork(now))
  return at && inNewYork(at)
}

describe('[order.opg-entry] OPG is for the next opening auction, up to 2 minutes before it', () => {
  test.each([
    ['2026-11-19 00:00', '2026-11-19 09:30', 'the night before it'],
    ['2026-11-19 09:27:59.999', '2026-11-19 09:30', 'before the last moment'],
    ['2026-11-19 09:28:00.000', '2026-11-19 09:30', 'the last moment still counts'],
    ['2026-11-19 09:28:00.001', '2026-11-20 09:30', 'a millisecond later not'],
    ['2026-11-19 09:28:00.000000001', '2026-11-20 09:30', 'nor a nanosecond'],
    ['2026-11-19 09:30', '2026-11-20 09:30', 'during REGULAR'],
    ['2026-11-19 23:59:59.999', '2026-11-20 09:30', 'in the DAY session of the next date'],
    ['2026-11-20 10:00', '2026-11-23 09:30', 'a Friday'],
    ['2026-11-21 09:00', '2026-11-23 09:30', 'a Saturday before the hour of the auction'],
    ['2026-11-22 21:00', '2026-11-23 09:30', 'a Sunday evening'],
    ['2026-11-25 12:00', '2026-11-27 09:30', 'the day before Thanksgiving'],
    ['2026-11-26 09:00', '2026-11-27 09:30', 'Thanksgiving'],
    ['2026-11-27 09:28', '2026-11-27 09:30', 'a half day opens as ever'],
    ['2026-04-02 17:00', '2026-04-06 09:30', 'before Good Friday and a weekend'],
  ])('at %s it is %s: %s', (now, auction) => {
    expect(auctionAfter('OPG', now)).toBe(auction)
  })
})

describe('[order.cls-entry] CLS is for the next closing auction, up to 10 minutes before it', () => {
  test.each([
    ['2026-11-19 00:00', '2026-11-19 16:00', 'the night before it'],
    ['2026-11-19 15:50:00.000', '2026-11-19 16:00', 'the last moment still counts'],
    ['2026-11-19 15:50:00.001', '2026-11-20 16:00', 'a millisecond later not'],
    ['2026-11-19 16:00', '2026-11-20 16:00', 'in AFTER'],
    ['2026-11-20 15:51', '2026-11-23 16:00', 'a Friday'],
    ['2026-11-25 15:50:00.001', '2026-11-27 13:00', 'the day before Thanksgiving'],
    ['2026-11-27 12:50:00.000', '2026-11-27 13:00', 'a half day: the last moment still counts'],
    ['2026-11-27 12:50:00.001', '2026-11-30 16:00', 'a half day: a millisecond later not'],
    ['2026-12-24 12:50:00.001', '2026-12-28 16:00', 'Christmas Eve, then Christmas, a weekend'],
    ['2026-07-03 12:00', '2026-07-06 16:00', 'Independence Day, kept on a Friday'],
  ])('at %s it is %s: %s', (now, auction) => {
    expect(auctionAfter('CLS', now)).toBe(auction)
  })
})

describe('an auction keeps New York time', () => {
  test.each([
    ['OPG', '2026-03-06 12:00', '2026-03-09T13:30:00Z'],
    ['OPG', '2026-03-05 12:00', '2026-03-06T14:30:00Z'],
    ['CLS', '2026-10-30 12:00', '2026-10-30T20:00:00Z'],
    ['CLS', '2026-10-30 16:00', '2026-11-02T21:00:00Z'],
  ] as const)('%s after %s is at %s, on either side of daylight saving', (auction, now, at) => {
    expect(nextAuctionAt(auction, exchangeCalendar, newYork(now))?.toString()).toBe(at)
  })
})

describe('[fill.official-price] the official price of an auction', () => {
  const asked: string[] = []
  const crossed = { openVolume: NO_QUANTITY, closeVolume: quantity('900') }
  const feed: Feed = {
    ...steeredFeed(),
    auction(symbol, date) {
      asked.push(`${symbol} ${date.toString()}`)
      if (symbol === 'LATE') return { open: undefined, close: price('11'), ...crossed }
      return symbol === 'AAPL' ? { open: price('10'), close: price('11'), ...crossed } : undefined
    },
  }

  test('is the open for OPG and the close for CLS, of the date in New York', () => {
    const open = officialPrice(feed, 'AAPL', 'OPG', newYork('2026-11-19 09:30'))
    const close = officialPrice(feed, 'AAPL', 'CLS', newYork('2026-11-20 16:00'))
    expect([open?.toFixed(), close?.toFixed()]).toEqual(['10', '11'])
    expect(asked).toEqual(['AAPL 2026-11-19', 'AAPL 2026-11-20'])
  })

  test('is undefined if the feed has none', () => {
    expect(officialPrice(feed, 'MSFT', 'OPG', newYork('2026-11-19 09:30'))).toBeUndefined()
  })

  test('is only the close if the first trade came after the opening', () => {
    expect(officialPrice(feed, 'LATE', 'OPG', newYork('2026-11-19 09:30'))).toBeUndefined()
    expect(officialPrice(feed, 'LATE', 'CLS', newYork('2026-11-19 16:00'))?.toFixed()).toBe('11')
  })
})
