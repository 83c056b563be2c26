/** The age of a quote on the console. */
import { expect, test } from 'bun:test'
import { quoteAgeSeconds } from '../../src/clients/console/data/time'

const requestedAt = '2026-03-03T00:00:03.900+09:00'

test.each([
  ['in whole seconds', '2026-03-03T00:00:00.000+09:00', 3],
  ['0 when it arrives', '2026-03-03T00:00:03.900+09:00', 0],
  ['0 if the source’s clock is ahead', '2026-03-03T00:00:04.500+09:00', 0],
])('[live.seen] the age of a live quote is %s', (_, quotedAt, seconds) => {
  expect(quoteAgeSeconds({ quotedAt, requestedAt })).toBe(seconds)
})

test('[live.seen] the quote of another market has no age, nor has a quote that is not read yet', () => {
  expect([quoteAgeSeconds({ requestedAt }), quoteAgeSeconds(null)]).toEqual([null, null])
})
