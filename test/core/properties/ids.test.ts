import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fillIdOf, firstFillIdAt, firstOrderIdAt, orderIdOf } from '../../../src/core/ids'
import { atMs, isBefore, Temporal } from '../../../src/core/time'

const someMs = fc.oneof(
  fc.integer({ min: 0, max: 4_102_444_800_000 }),
  fc.integer({ min: 1_772_463_600_000, max: 1_772_463_600_064 }),
)
const someEvent = fc.record({
  at: someMs.map(atMs),
  seq: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  accountId: fc.stringMatching(/^acc_[0-9A-HJKMNP-TV-Z]{16}$/),
})
/** As a client can ask for: also between two milliseconds, before 1970 and far ahead. */
const someInstant = fc.oneof(
  fc
    .tuple(someMs, fc.integer({ min: -999_999, max: 999_999 }))
    .map(([ms, nanoseconds]) => atMs(ms).add({ nanoseconds })),
  fc
    .constantFrom('0000-01-01T00:00Z', '1969-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.9999Z')
    .map((text) => Temporal.Instant.from(text)),
)

test.each([
  ['order', orderIdOf],
  ['fill', fillIdOf],
])('whatever two events: the ids of their %ss sort by time', (_, idOf) => {
  fc.assert(
    fc.property(someEvent, someEvent, (one, other) => {
      fc.pre(isBefore(one.at, other.at))
      expect(
        idOf(one.accountId, one.at, one.seq) < idOf(other.accountId, other.at, other.seq),
      ).toBe(true)
    }),
  )
})

test.each([
  ['order', orderIdOf, firstOrderIdAt],
  ['fill', fillIdOf, firstFillIdAt],
])('whatever event and instant: the %s is before the instant if its id is', (_, idOf, firstAt) => {
  fc.assert(
    fc.property(someEvent, someInstant, ({ accountId, at, seq }, instant) => {
      expect(idOf(accountId, at, seq) < firstAt(instant)).toBe(isBefore(at, instant))
    }),
  )
})
