/**
 * Market makers at replayed minutes of walks, a quarter of an hour at a time. Prints hit their
 * orders at the price that is then expected of the future [fill.print], so no way to quote earns
 * anything. If only the quote reached their orders, each fill would cost half a spread or more.
 * Minutes of a few price ticks have no prints, since a maker would earn the moves between bid and
 * ask.
 */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { replayFeed } from '../../../src/market/feeds/replay'
import { forThisFile } from '../../support/for-this-file'
import { recordingOf } from '../../support/recording'
import { ofRun } from './length'
import { atTouch, MAKERS, type Maker, type MakerDay, make, makerDay, withoutPrints } from './makers'
import { SURE, scoreOf } from './score'
import { startsAt, walkBars } from './walk-bars'

setDefaultTimeout(1_800_000)

const SEEDS = [1, 2] as const
/** The first date has no earlier bars. */
const DATES = ofRun(3, 20)
const MINUTES = 390
const SECONDS = 900
/** The minutes of a date in which a quarter of an hour begins. */
const BEGINS = [60, 240] as const

/** At 200 USD a minute has a deviation of twenty price ticks. */
async function quarterHours(price: number, steps: number): Promise<readonly MakerDay[]> {
  const found: MakerDay[] = []
  for (const seed of SEEDS) {
    const figures = {
      symbol: 'AAPL',
      first: '2024-01-02',
      interval: '1m',
      volatility: 0.02,
    } as const
    const bars = walkBars({ ...figures, seed, dates: DATES + 1, price, steps })
    const feed = replayFeed(await recordingOf(bars), seed)
    for (let date = 1; date <= DATES; date++) {
      for (const minute of BEGINS) {
        const bar = bars[date * MINUTES + minute]
        if (bar === undefined) throw new Error('no bar')
        found.push(makerDay(feed, 'AAPL', startsAt(bar).epochMilliseconds, SECONDS))
      }
    }
  }
  return found
}

const PROFILES = ['standard@2', 'strict@2'] as const
const makers = Object.entries(MAKERS)

/** The mean gain of a quarter of an hour and the spread, in basis points; t of the mean. */
function summaryOf(days: readonly MakerDay[], maker: Maker, profile: (typeof PROFILES)[number]) {
  const made = days.map((day) => make(day, maker, profile))
  const { mean, t } = scoreOf(made.map(({ gain }) => gain))
  const [{ spread, fills } = { spread: 0, fills: 0 }] = made
  return { mean, t, spread, fills }
}

function nobodyEarns(played: () => Promise<readonly MakerDay[]>): void {
  test.each(makers)('[fill.print] a maker earns nothing %s', async (_, maker) => {
    for (const profile of PROFILES) {
      const { mean, t } = summaryOf(await played(), maker, profile)
      expect([profile, mean, t < SURE]).toEqual([profile, mean, true])
    }
  })
}

describe('at replayed minutes of 600 price changes', () => {
  const played = forThisFile(() => quarterHours(200, 600))
  nobodyEarns(played)
  test.each(PROFILES)(
    '[fill.print] a maker loses nothing at the touch under %s',
    async (profile) => {
      const { mean, t, fills } = summaryOf(await played(), atTouch(0), profile)
      expect(fills).toBeGreaterThan(500)
      expect([mean, t > -SURE]).toEqual([mean, true])
    },
  )
  test('a maker loses a hundred spreads, if only the quote reaches its orders', async () => {
    const { mean, spread } = summaryOf(
      (await played()).map(withoutPrints),
      atTouch(0),
      'standard@2',
    )
    expect(mean).toBeLessThan(-100 * spread)
  })
})

describe('at replayed minutes of two price ticks', () => {
  const played = forThisFile(() => quarterHours(20, 600))
  nobodyEarns(played)
})
