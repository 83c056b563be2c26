/** The caches of the simulated market suffice for all of its instruments. */
import { expect, test } from 'bun:test'
import {
  barCache,
  pathCaches,
  type SessionOfListed,
  simulatedMarket,
} from '../../src/market/feeds/simulated/market'
import { quoteOf } from '../../src/market/feeds/simulated/quotes'
import { dayOn, lastMomentAt, type Moment } from '../../src/market/feeds/trading-day'
import { at, listed } from '../support/feed'
import { forThisFile } from '../support/for-this-file'

/** More than the 256 paths in the cache for candles. */
const MANY = 1_600
const market = forThisFile(() =>
  simulatedMarket({
    seed: 1,
    instruments: Array.from({ length: MANY }, (_, number) => listed(`S${number}`, '100')),
  }),
)

const momentAt = (instant: string): Moment =>
  lastMomentAt(at(instant).epochMilliseconds, () => true)

/** The paths of the quotes of all instruments; a path that is computed again is a new object. */
const pathsQuotedAt = (moment: Moment): readonly object[] =>
  [...market()].map(([symbol, listing]) => {
    quoteOf(symbol, listing, moment)
    return listing.path(moment.day, moment.span)
  })

const again = (before: readonly object[], now: readonly object[]): number =>
  now.filter((path, index) => path !== before[index]).length

test('quotes of all instruments compute each path once, of the previous session too', () => {
  const early = pathsQuotedAt(momentAt('2026-03-02T14:29:59Z'))
  const opening = pathsQuotedAt(momentAt('2026-03-02T14:30:00Z'))
  expect(again(early, opening)).toBe(MANY)
  expect(again(opening, pathsQuotedAt(momentAt('2026-03-02T14:30:01Z')))).toBe(0)
  expect(again(early, pathsQuotedAt(momentAt('2026-03-02T14:29:59Z')))).toBe(0)
})

test('candles of any number of past sessions do not evict the paths of quotes', () => {
  let computed = 0
  const { quoted, charted } = pathCaches(1, (session) => ({ session, number: ++computed }))
  const days = Array.from({ length: 2_000 }, (_, earlier) => dayOn(firstDay - earlier))
  const regularOf = ({ sessions }: (typeof days)[number]) =>
    sessions.filter(({ session }) => session === 'REGULAR')
  const [today] = regularSessions(1)
  if (today === undefined) throw new Error('no session today')
  const before = quoted({ listed: 0, ...today })
  for (const day of days) for (const span of regularOf(day)) charted({ listed: 0, day, span })
  expect(computed).toBeGreaterThan(1_000)
  expect(quoted({ listed: 0, ...today })).toBe(before)
})

const firstDay = momentAt('2026-03-02T15:00:00Z').day.epochDay
const regularSessions = (days: number) =>
  Array.from({ length: days }, (_, later) => dayOn(firstDay + later)).flatMap((day) =>
    day.sessions.flatMap((span) => (span.session === 'REGULAR' ? [{ day, span }] : [])),
  )

/** A cache of bars that contain their session, with a count of the computed bars. */
function countedBars(instruments: number) {
  const barOf = ({ listed, day, span }: SessionOfListed) => ({
    open: day.epochDay,
    high: span.index,
    low: listed,
    close: 1,
    volume: 2,
  })
  const counted = { computed: 0, bar: barOf }
  counted.bar = barCache(instruments, (session) => {
    counted.computed++
    return barOf(session)
  })
  return { counted, barOf }
}

test("daily candles of a year of all instruments compute each date's bar once", () => {
  const { counted } = countedBars(MANY)
  const year = regularSessions(365)
  const readAll = (): void => {
    for (let listed = 0; listed < MANY; listed++) {
      for (const session of year) counted.bar({ listed, ...session })
    }
  }
  readAll()
  expect(counted.computed).toBe(MANY * year.length)
  readAll()
  expect(counted.computed).toBe(MANY * year.length)
})

test.each(['oldest first', 'newest first'])(
  'daily candles of twenty years of one instrument are cached unchanged, read %s',
  (order) => {
    const { counted, barOf } = countedBars(2)
    const years = regularSessions(20 * 365)
    const read = order === 'oldest first' ? years : years.toReversed()
    for (let round = 0; round < 2; round++) {
      for (const session of read) {
        expect(counted.bar({ listed: 1, ...session })).toEqual(barOf({ listed: 1, ...session }))
      }
    }
    const { computed } = counted
    for (const session of read) counted.bar({ listed: 1, ...session })
    expect(counted.computed).toBe(computed)
  },
)
