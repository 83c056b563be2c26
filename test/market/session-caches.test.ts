/** What the simulated market keeps in memory is enough for as many instruments as it has. */
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

/** More than the 256 paths that are kept for candles of any number of instruments. */
const MANY = 1_600
const market = forThisFile(() =>
  simulatedMarket({
    seed: 1,
    instruments: Array.from({ length: MANY }, (_, number) => listed(`S${number}`, '100')),
  }),
)

const momentAt = (instant: string): Moment =>
  lastMomentAt(at(instant).epochMilliseconds, () => true)

/** The paths that the quotes of all instruments are read from: worked out anew, they are others. */
const pathsQuotedAt = (moment: Moment): readonly object[] =>
  [...market()].map(([symbol, listing]) => {
    quoteOf(symbol, listing, moment)
    return listing.path(moment.day, moment.span)
  })

const again = (before: readonly object[], now: readonly object[]): number =>
  now.filter((path, index) => path !== before[index]).length

test('quotes of all instruments work out each path once, a session before this one too', () => {
  const early = pathsQuotedAt(momentAt('2026-03-02T14:29:59Z'))
  const opening = pathsQuotedAt(momentAt('2026-03-02T14:30:00Z'))
  expect(again(early, opening)).toBe(MANY)
  expect(again(opening, pathsQuotedAt(momentAt('2026-03-02T14:30:01Z')))).toBe(0)
  expect(again(early, pathsQuotedAt(momentAt('2026-03-02T14:29:59Z')))).toBe(0)
})

test('candles of any number of past sessions leave the paths of quotes where they are', () => {
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

/** Bars that tell of which session they are, and how many of them were worked out. */
function countedBars(instruments: number) {
  const told = ({ listed, day, span }: SessionOfListed) => ({
    open: day.epochDay,
    high: span.index,
    low: listed,
    close: 1,
    volume: 2,
  })
  const counted = { computed: 0, bar: told }
  counted.bar = barCache(instruments, (session) => {
    counted.computed++
    return told(session)
  })
  return { counted, told }
}

test("daily candles of a year of all instruments work out each date's bar once", () => {
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
  'daily candles of twenty years of one instrument are kept as they were worked out, read %s',
  (order) => {
    const { counted, told } = countedBars(2)
    const years = regularSessions(20 * 365)
    const read = order === 'oldest first' ? years : years.toReversed()
    for (let round = 0; round < 2; round++) {
      for (const session of read) {
        expect(counted.bar({ listed: 1, ...session })).toEqual(told({ listed: 1, ...session }))
      }
    }
    const { computed } = counted
    for (const session of read) counted.bar({ listed: 1, ...session })
    expect(counted.computed).toBe(computed)
  },
)
