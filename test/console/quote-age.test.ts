/** How old the console says that a quote is. */
import { expect, test } from 'bun:test'
import { quoteAgeSeconds } from '../../src/clients/console/data/time'

const requestedAt = '2026-03-03T00:00:03.900+09:00'

test.each([
  ['in whole seconds', '2026-03-03T00:00:00.000+09:00', 3],
  ['0 as soon as it comes', '2026-03-03T00:00:03.900+09:00', 0],
  ['0 where the source’s clock is ahead', '2026-03-03T00:00:04.500+09:00', 0],
])('[live.seen] the age of a live quote is %s', (_, quotedAt, seconds) => {
  expect(quoteAgeSeconds({ quotedAt, requestedAt })).toBe(seconds)
})

test('[live.seen] the quote of another market has no age, and nor has one not yet read', () => {
  expect([quoteAgeSeconds({ requestedAt }), quoteAgeSeconds(null)]).toEqual([null, null])
})
