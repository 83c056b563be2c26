/** The market's time never runs backwards, not even between servers that share a database. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { exchangeCalendar } from '../../src/market/calendar'
import { StartError } from '../../src/postgres/errors'
import { saveMarketCarriedTo, takeMatcherLease } from '../../src/postgres/matcher-lease'
import { openClock } from '../../src/server/compose/market-clock'
import { freshDatabase } from '../support/database'
import { MONDAY_AT_TEN, openFloor } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(async () => {
  await freshDatabase()
  await saveMarketCarriedTo(database, MONDAY_AT_TEN)
})

const reachedMs = MONDAY_AT_TEN.epochMilliseconds
const opened = (nowMs: () => number) =>
  openClock(database, { kind: 'system' }, exchangeCalendar, nowMs)

describe('a system clock', () => {
  test.each([40, 5_000])('%d ms behind the market stands still until it is past', async (ms) => {
    let nowMs = reachedMs - ms
    const { clock } = await opened(() => nowMs)
    expect(clock.now().epochMilliseconds).toBe(reachedMs)
    nowMs = reachedMs - 1
    expect(clock.now().epochMilliseconds).toBe(reachedMs)
    nowMs = reachedMs + 1
    expect(clock.now().epochMilliseconds).toBe(reachedMs + 1)
  })

  test('[clock.never-back] that is further behind its database is refused', async () => {
    await expect(opened(() => reachedMs - 5_001)).rejects.toBeInstanceOf(StartError)
  })

  test('[clock.never-back] stands still until the latest order, which no saved progress shows', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '9.99', '10.00')
    await floor.order('acc_A', { quantity: '1' })
    await database.drizzle.execute(sql`delete from market_progress`)
    const { clock } = await opened(() => reachedMs - 40)
    expect(clock.now()).toEqual(MONDAY_AT_TEN)
  })

  describe('that is far ahead of a market moved by another server', () => {
    const hourAheadMs = reachedMs + 3_600_000
    /** Each wait ends at once, after the other server has done this. */
    const openedWhile = (during: (waitedMs: number) => Promise<unknown>) => {
      let waitedMs = 0
      const wait = (ms: number, ring: () => void) => {
        waitedMs += ms
        void during(waitedMs).then(ring)
        return () => {}
      }
      const system = { kind: 'system' } as const
      return openClock(
        database,
        system,
        exchangeCalendar,
        () => hourAheadMs,
        () => waitedMs,
        wait,
      )
    }
    const held = async () => {
      const lease = await takeMatcherLease(database, 'other')
      await lease?.renew(MONDAY_AT_TEN)
      return lease
    }

    test('is refused once the other server has renewed its lease again', async () => {
      const lease = await held()
      expect((await opened(() => reachedMs + 120_000)).resumed).toBe(false)
      const refused = openedWhile(async () => lease?.renew(MONDAY_AT_TEN))
      await expect(refused).rejects.toThrow('another server moves')
      await lease?.release()
      expect((await opened(() => hourAheadMs)).resumed).toBe(false)
    })

    test('starts if the other has only slept, and catches up', async () => {
      const lease = await held()
      const { clock } = await openedWhile(async () => lease?.renew(MONDAY_AT_TEN.add({ hours: 1 })))
      expect(clock.now().epochMilliseconds).toBe(hourAheadMs)
      await lease?.release()
    })

    test('starts if the other has slept and ended: its lease runs out', async () => {
      await held()
      const silent = sql`update matcher_lease set renewed_at = renewed_at - interval '1 minute'`
      const { clock } = await openedWhile(async () => database.drizzle.execute(silent))
      expect(clock.now().epochMilliseconds).toBe(hourAheadMs)
    })
  })

  test('that is ahead of its market runs as it is', async () => {
    const { clock } = await opened(() => reachedMs + 1_000)
    expect(clock.now().epochMilliseconds).toBe(reachedMs + 1_000)
  })
})

describe('a simulated clock', () => {
  const startingAt = async (hours: number) => {
    const startsAt = MONDAY_AT_TEN.add({ hours })
    const simulated = { kind: 'simulated', startsAt, speed: 0 } as const
    const opened = await openClock(database, simulated, exchangeCalendar)
    return { at: opened.clock.now(), resumed: opened.resumed, beganAt: opened.beganAt }
  }

  test('[clock.never-back] that would start before the market goes on where that was, and says so', async () => {
    expect(await startingAt(-1)).toEqual({
      at: MONDAY_AT_TEN,
      resumed: true,
      beganAt: null,
    })
  })

  test('that starts after its database’s market starts there', async () => {
    expect(await startingAt(1)).toEqual({
      at: MONDAY_AT_TEN.add({ hours: 1 }),
      resumed: false,
      beganAt: MONDAY_AT_TEN.add({ hours: 1 }),
    })
  })
})
