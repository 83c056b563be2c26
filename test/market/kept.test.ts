/** What the simulated market keeps in memory is enough for as many instruments as it has. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { keptFor, type SessionOfListed } from '../../src/market/feeds/simulated/kept'
import { simulatedMarket } from '../../src/market/feeds/simulated/market'
import { quoteOf } from '../../src/market/feeds/simulated/quotes'
import { dayOn, lastMomentAt, type Moment } from '../../src/market/feeds/trading-day'
import { at, listed } from '../support/feed'

/** A busy machine needs longer than Bun's 5 s. */
setDefaultTimeout(30_000)

/** More than the 1,024 paths that are kept for any number of instruments. */
const MANY = 1_600
const market = simulatedMarket({
  seed: 1,
  instruments: Array.from({ length: MANY }, (_, number) => listed(`S${number}`, '100')),
})

const momentAt = (instant: string): Moment =>
  lastMomentAt(at(instant).epochMilliseconds, () => true)

/** The paths that the quotes of all instruments are read from: worked out anew, they are others. */
const pathsQuotedAt = (moment: Moment): readonly object[] =>
  [...market].map(([symbol, listing]) => {
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

test("daily candles of a year of all instruments work out each date's bar once", () => {
  let computed = 0
  const bar = keptFor(MANY, 'bar', (session: SessionOfListed) => {
    computed++
    return session
  })
  const firstDay = momentAt('2026-03-02T15:00:00Z').day.epochDay
  const year = Array.from({ length: 365 }, (_, days) => dayOn(firstDay + days)).flatMap((day) =>
    day.sessions.flatMap((span) => (span.session === 'REGULAR' ? [{ day, span }] : [])),
  )
  const readAll = (): void => {
    for (let listed = 0; listed < MANY; listed++) {
      for (const session of year) bar({ listed, ...session })
    }
  }
  readAll()
  expect(computed).toBe(MANY * year.length)
  readAll()
  expect(computed).toBe(MANY * year.length)
})
