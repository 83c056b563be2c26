/** A stop is triggered at the first tick that a plain reading of the path gives. */
import { beforeEach, describe, expect, test } from 'bun:test'
import type { Leg } from '../../src/core/conditional/leg'
import { Decimal } from '../../src/core/decimal'
import type { Big } from '../../src/core/money'
import type { Instant } from '../../src/core/time'
import { legsOfGroups } from '../../src/ledger/conditional-orders'
import { exchangeCalendar } from '../../src/market/calendar'
import type { Feed } from '../../src/market/feed'
import { type SimulatedClock, simulatedClock } from '../../src/market/simulated-clock'
import type { Database } from '../../src/postgres/database'
import { missedTriggers } from '../../src/postgres/schema/trading'
import { openClock } from '../../src/server/compose/market-clock'
import { openTrading } from '../../src/server/compose/parts'
import { placeConditionalCommand } from '../../src/trading/commands/conditional'
import { FEED } from '../support/api'
import { freshDatabase } from '../support/database'
import { steeredFeed } from '../support/steered-feed'
import { REAL_TIME } from '../support/time'
import {
  floorOver,
  furnish,
  MONDAY_AT_TEN,
  openFloor,
  type StopTerms,
  stopOf,
} from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const ACCOUNT = 'acc_A'
const { reach: _, ...tickByTick } = FEED
const LAST = Number(FEED.quote('AAPL', MONDAY_AT_TEN)?.price.toFixed())
/** USD, so much below or above the last price on Monday at ten. */
const near = (percent: number): string => (LAST * (1 + percent / 100)).toFixed(2)

const legsOf = (ids: readonly string[]): Promise<readonly Leg[]> =>
  legsOfGroups(
    database,
    ids.map((groupId) => ({ accountId: ACCOUNT, groupId })),
  )

const ARMED_AT = MONDAY_AT_TEN.add({ seconds: 1 })

/** The market's path second by second, since the arming. Each quote is made once for all tests. */
const path: ReturnType<Feed['quote']>[] = []
function shownAfter(seconds: number, { side = 'SELL', triggerBy }: StopTerms): Big {
  path[seconds] ??= FEED.quote('AAPL', ARMED_AT.add({ seconds }))
  const quote = path[seconds]
  const sided = side === 'SELL' ? quote?.bidPrice : quote?.askPrice
  return new Decimal((triggerBy === 'LAST' ? quote?.price : sided)?.toFixed() ?? 'none')
}
const secondsUntil = (until: Instant): number => Math.floor(ARMED_AT.until(until).total('seconds'))

/** The first tick after it was armed that reaches the stop, looked for second by second. */
function firstReached(terms: StopTerms, until: Instant) {
  const goal = new Decimal(terms.stop ?? 'none')
  for (let second = 1; second <= secondsUntil(until); second++) {
    const shown = shownAfter(second, terms)
    if (terms.side === 'SELL' ? shown.lte(goal) : shown.gte(goal)) {
      return { at: ARMED_AT.add({ seconds: second }).toString(), shown: Number(shown.toFixed()) }
    }
  }
  return { at: undefined, shown: undefined }
}

describe('[conditional.skipped] stops in a simulated market', () => {
  const stops: readonly StopTerms[] = [-2, -0.5, -0.2, -0.05, 0.05, 0.3, 0.8, 3].flatMap(
    (percent) =>
      (['LAST', 'BID_ASK'] as const).map((triggerBy) => ({
        side: percent < 0 ? ('SELL' as const) : ('BUY' as const),
        quantity: '1',
        stop: near(percent),
        triggerBy,
      })),
  )

  async function played(feed: Feed, steps: readonly string[]) {
    await freshDatabase()
    let asked = 0
    const counted: Feed = {
      ...feed,
      quote(symbol, at) {
        asked++
        return feed.quote(symbol, at)
      },
    }
    const floor = await openFloor(database, MONDAY_AT_TEN, 1_000, counted)
    await floor.account(ACCOUNT, '100000000')
    floor.feed.show('AAPL', near(-0.01), near(0.01))
    await floor.order(ACCOUNT, { quantity: '100', limit: near(20) })
    const ids: string[] = []
    await floor.advance('PT1S')
    for (const terms of stops) ids.push(await floor.stop(ACCOUNT, terms))
    for (const step of steps) await floor.advance(step)
    expect(floor.failures).toEqual([])
    return { asked, until: floor.clock.now(), legs: await legsOf(ids) }
  }

  test.each([
    ['in one advance', ['PT2H59M']],
    ['in uneven advances', ['PT1.5S', 'PT59M', 'PT0.25S', 'PT1H0.75S', 'PT59M']],
  ])('are triggered as a plain reading of the path says, %s', async (_, steps) => {
    const inStretches = await played(FEED, steps)
    const plain = await played(tickByTick, steps)
    const seen = ({ legs }: typeof plain) =>
      legs.map(({ triggeredAt, triggerPrice }) => ({
        at: triggeredAt?.toString(),
        shown: triggerPrice === null ? undefined : Number(triggerPrice.toFixed()),
      }))
    expect(seen(inStretches)).toEqual(seen(plain))
    expect(seen(plain)).toEqual(stops.map((terms) => firstReached(terms, plain.until)))
    expect(new Set(seen(plain).map(({ at }) => at === undefined))).toEqual(new Set([true, false]))
    expect(inStretches.asked).toBeLessThan(plain.asked / 4)
  })

  test('that are far away cost a handful of quotes in a day', async () => {
    let asked = 0
    const counted: Feed = {
      ...FEED,
      quote(symbol, at) {
        asked++
        return FEED.quote(symbol, at)
      },
    }
    const floor = await openFloor(database, MONDAY_AT_TEN, 1_000, counted)
    await floor.account(ACCOUNT)
    const far: StopTerms = { side: 'BUY', quantity: '1', stop: near(60), triggerBy: 'LAST' }
    const id = await floor.stop(ACCOUNT, { ...far, timeInForce: 'GTC' })
    await floor.advance('PT24H')
    expect((await legsOf([id]))[0]?.status).toBe('ARMED')
    expect(asked).toBeLessThan(20)
  })
})

describe('[conditional.trail] [conditional.skipped] trailing stops in a simulated market', () => {
  const trails: readonly StopTerms[] = (['BUY', 'SELL'] as const).flatMap((side) =>
    (['LAST', 'BID_ASK'] as const).flatMap((triggerBy) =>
      ['0.4', '0.9', '0.55%', '3%', '40'].map((trail) => ({
        side,
        triggerBy,
        trail,
        quantity: '1',
      })),
    ),
  )

  /** The first tick at which it is triggered, by a plain reading of the path: second by second. */
  function firstTrailed(terms: StopTerms, until: Instant) {
    const { side, trail = '' } = terms
    const sign = side === 'SELL' ? -1 : 1
    const stopOf = (mark: Big): Big => {
      const distance = trail.endsWith('%')
        ? mark.times(trail.slice(0, -1)).times('0.01')
        : new Decimal(trail)
      return mark.plus(distance.times(String(sign))).round(2, side === 'SELL' ? 0 : 3)
    }
    let mark = shownAfter(0, terms)
    for (let second = 1; second <= secondsUntil(until); second++) {
      const shown = shownAfter(second, terms)
      if (side === 'SELL' ? shown.gt(mark) : shown.lt(mark)) mark = shown
      const stop = stopOf(mark)
      if (side === 'SELL' ? shown.lte(stop) : shown.gte(stop)) {
        return [ARMED_AT.add({ seconds: second }).toString(), shown.toFixed(), mark.toFixed()]
      }
    }
    return [undefined, undefined, mark.toFixed()]
  }

  async function played(feed: Feed, steps: readonly string[], isRestarted: boolean) {
    await freshDatabase()
    await furnish(database, MONDAY_AT_TEN)
    let server = serverOn(simulatedClock(MONDAY_AT_TEN, 0), feed)
    await server.account(ACCOUNT, '100000000')
    await server.order(ACCOUNT, { quantity: '100' })
    await server.advance('PT1S')
    const ids: string[] = []
    for (const terms of trails) ids.push(await server.stop(ACCOUNT, terms))
    for (const step of steps) {
      await server.advance(step)
      if (!isRestarted) continue
      await server.matcher.stop()
      server = serverOn(server.clock, feed)
    }
    await server.matcher.stop()
    expect(server.failures).toEqual([])
    return { until: server.clock.now(), legs: await legsOf(ids) }
  }

  test.each([
    ['in one advance', FEED, ['PT90M'], false],
    ['tick by tick, over restarts', tickByTick, ['PT1.5S', 'PT29M', 'PT1H'], true],
    ['in stretches, over restarts', FEED, ['PT10M', 'PT0.25S', 'PT20M', 'PT1H'], true],
  ] as const)(
    'are triggered as a plain reading of the path says, %s',
    async (_, feed, steps, isRestarted) => {
      const { legs, until } = await played(feed, steps, isRestarted)
      const seen = legs.map(({ triggeredAt, triggerPrice, mark }) => [
        triggeredAt?.toString(),
        triggerPrice?.toFixed(),
        mark?.toFixed(),
      ])
      expect(seen).toEqual(trails.map((terms) => firstTrailed(terms, until)))
      expect(new Set(seen.map(([at]) => at === undefined))).toEqual(new Set([true, false]))
    },
  )
})

/** A server on the database: its own sequencer and matcher, over a market and a clock of all. */
function serverOn<F extends Feed>(
  clock: SimulatedClock,
  feed: F,
  {
    playedTo = null,
    on = database,
    committed = () => {},
  }: {
    readonly playedTo?: Instant | null
    readonly on?: Database
    readonly committed?: () => void
  } = {},
) {
  const failures: unknown[] = []
  const failed = (error: unknown) => failures.push(error)
  const time = { ...REAL_TIME, database: on, failed, now: clock.now }
  const { sequencer, matcher } = openTrading({
    sequencer: time,
    matcher: {
      database: on,
      clock,
      playedTo,
      simulated: clock,
      tickMs: 1_000,
      feed,
      failed,
      elapsedMs: () => 0,
      othersReadEveryMs: 0,
    },
    onCommitted: committed,
  })
  return { ...floorOver({ database, sequencer, matcher, clock, feed }), feed, clock, failures }
}

describe('[conditional.survives] a stop', () => {
  const terms: StopTerms = { side: 'BUY', quantity: '1', stop: '110' }

  async function opened() {
    await furnish(database, MONDAY_AT_TEN)
    const server = serverOn(simulatedClock(MONDAY_AT_TEN, 0), steeredFeed())
    await server.account(ACCOUNT)
    server.feed.show('AAPL', '99.99', '100.00')
    return server
  }

  test('survives the end of its server: the next one triggers it at its tick', async () => {
    const first = await opened()
    const id = await first.stop(ACCOUNT, terms)
    await first.advance('PT5S')
    await first.matcher.stop()
    const second = serverOn(first.clock, first.feed)
    first.feed.show('AAPL', '110.00', '110.01')
    await second.advance('PT1S')
    const [leg] = await legsOf([id])
    expect(leg?.status).toBe('TRIGGERED')
    expect(leg?.triggeredAt?.equals(MONDAY_AT_TEN.add({ seconds: 6 }))).toBe(true)
    await second.matcher.stop()
    const third = serverOn(first.clock, first.feed)
    await third.advance('PT1S')
    expect((await legsOf([id]))[0]?.status).toBe('FILLED')
    expect([first, second, third].flatMap(({ failures }) => failures)).toEqual([])
    await third.matcher.stop()
  })

  describe('is triggered at a tick that was not ended for it, although the price goes back', () => {
    const TICK = MONDAY_AT_TEN.add({ seconds: 1 })
    const [away, reached] = [steeredFeed(), steeredFeed()]
    away.show('AAPL', '99.99', '100.00')
    reached.show('AAPL', '110.00', '110.01')
    /** Reaches the stop at this tick alone. */
    const touching: Feed = {
      ...away,
      bidAsk: (symbol, at) => (at.equals(TICK) ? reached : away).bidAsk(symbol, at),
    }

    /** The next server, as it starts on what the last one has left. */
    async function started(at: Instant) {
      const startsAt = MONDAY_AT_TEN
      const asked = { kind: 'simulated', startsAt, speed: 0 } as const
      const { clock, playedTo, simulated } = await openClock(database, asked, exchangeCalendar)
      if (simulated === null) throw new Error('it is a simulated clock')
      expect(clock.now().toString()).toBe(at.toString())
      return serverOn(simulated, touching, { playedTo })
    }

    async function expectTriggered(id: string, resumesAt = TICK): Promise<void> {
      const next = await started(resumesAt)
      await next.advance('PT3S')
      await next.matcher.stop()
      const [leg] = await legsOf([id])
      expect(leg?.triggeredAt?.toString()).toBe(TICK.toString())
      expect(next.failures).toEqual([])
    }

    /** A server whose commits PostgreSQL refuses while `isLocked` is set. */
    async function withLock() {
      await furnish(database, MONDAY_AT_TEN)
      const lock = { isLocked: false }
      const locked: Database = {
        ...database,
        commit: async (asked, claim) => {
          if (lock.isLocked) throw Object.assign(new Error('refused'), { code: '23514' })
          return database.commit(asked, claim)
        },
      }
      const server = serverOn(simulatedClock(MONDAY_AT_TEN, 0), touching, { on: locked })
      await server.account(ACCOUNT)
      const id = await server.stop(ACCOUNT, terms)
      lock.isLocked = true
      await server.advance('PT3S')
      expect((await legsOf([id]))[0]?.status).toBe('ARMED')
      return { server, lock, id }
    }

    test('since it ended between two commits of the tick', async () => {
      await furnish(database, MONDAY_AT_TEN)
      let isEnded = false
      const ending: Database = {
        ...database,
        commit: async (asked, claim) => {
          if (isEnded) throw Object.assign(new Error('it has ended'), { code: '08006' })
          return database.commit(asked, claim)
        },
      }
      let commits = 0
      const first = serverOn(simulatedClock(MONDAY_AT_TEN, 0), touching, {
        on: ending,
        committed() {
          commits++
          // The stop, the order, and its fill.
          isEnded = commits === 3
        },
      })
      await first.account(ACCOUNT)
      const id = await first.stop(ACCOUNT, terms)
      const orderId = await first.order(ACCOUNT, { quantity: '1' })
      await expect(first.advance('PT1S')).rejects.toThrow('it has ended')
      expect((await first.stateOf(ACCOUNT, orderId)).status).toBe('FILLED')
      expect((await legsOf([id]))[0]?.status).toBe('ARMED')
      await expectTriggered(id)
    })

    test('since another session had its account then', async () => {
      const { server, lock, id } = await withLock()
      lock.isLocked = false
      await server.advance('PT2S')
      await server.matcher.stop()
      const [leg] = await legsOf([id])
      expect([leg?.triggeredAt?.toString(), leg?.status]).toEqual([TICK.toString(), 'FILLED'])
      expect(server.failures).toHaveLength(1)
      expect(await database.drizzle.$count(missedTriggers)).toBe(0)
    })

    test('since another session had its account until after the end of the server', async () => {
      const { id } = await withLock()
      await expectTriggered(id, MONDAY_AT_TEN.add({ seconds: 3 }))
      expect(await database.drizzle.$count(missedTriggers)).toBe(0)
    })

    test('since another session had its account until another server moved the market', async () => {
      const { server, id } = await withLock()
      const other = serverOn(server.clock, touching)
      await server.matcher.stop()
      await other.advance('PT2S')
      await other.matcher.stop()
      expect((await legsOf([id]))[0]?.triggeredAt?.toString()).toBe(TICK.toString())
    })

    test('since it accepted an order at the time of the tick, and ended before the tick', async () => {
      await furnish(database, MONDAY_AT_TEN)
      let elapsedMs = 0
      const clock = simulatedClock(MONDAY_AT_TEN, 1, () => elapsedMs)
      const first = serverOn(clock, touching)
      await first.account(ACCOUNT)
      const id = await first.stop(ACCOUNT, terms)
      elapsedMs = 5_000
      await first.order(ACCOUNT, { quantity: '1', limit: '1' })
      await expectTriggered(id)
    })
  })

  test('of another server is triggered by the one that moves the market', async () => {
    const moving = await opened()
    await moving.advance('PT1S')
    const other = serverOn(moving.clock, moving.feed)
    const id = await other.stop(ACCOUNT, terms)
    moving.feed.show('AAPL', '110.00', '110.01')
    await moving.advance('PT1S')
    expect((await legsOf([id]))[0]?.status).toBe('TRIGGERED')
    // The account in that server's cache is out of date, so the server decides again.
    const canceled = await other.stop(ACCOUNT, { ...terms, stop: '120' })
    expect(await other.cancelStop(ACCOUNT, canceled)).toBe('CANCELED')
    moving.feed.show('AAPL', '120.00', '120.01')
    await moving.advance('PT1S')
    expect((await legsOf([id, canceled])).map(({ status }) => status).sort()).toEqual([
      'CANCELED',
      'FILLED',
    ])
    await moving.matcher.stop()
  })

  test('[conditional.mark] that trails looks at no tick twice, also if a server plays some again', async () => {
    const first = await opened()
    await first.order(ACCOUNT, { quantity: '1' })
    await first.advance('PT1S')
    const id = await first.stop(ACCOUNT, { quantity: '1', trail: '5' })
    await first.advance('PT1S')
    first.feed.show('AAPL', '110.00', '110.01')
    await first.advance('PT1S')
    await first.matcher.stop()
    // A server that was killed has not kept how far it was.
    const second = serverOn(simulatedClock(MONDAY_AT_TEN.add({ seconds: 1 }), 0), first.feed)
    second.feed.show('AAPL', '104.00', '104.01')
    await second.advance('PT2S')
    const [leg] = await legsOf([id])
    expect([leg?.status, leg?.mark?.toFixed()]).toEqual(['ARMED', '110'])
    await second.advance('PT1S')
    expect((await legsOf([id]))[0]?.status).toBe('TRIGGERED')
    await second.matcher.stop()
  })

  test('that has lost its place in the book of a server does nothing wrong', async () => {
    const moving = await opened()
    const id = await moving.stop(ACCOUNT, terms)
    await moving.advance('PT1S')
    const other = serverOn(moving.clock, moving.feed)
    expect(await other.cancelStop(ACCOUNT, id)).toBe('CANCELED')
    moving.feed.show('AAPL', '110.00', '110.01')
    await moving.advance('PT3S')
    expect((await legsOf([id]))[0]?.status).toBe('CANCELED')
    expect(await moving.state(ACCOUNT)).toMatchObject({ heldCash: '0', cash: '100000' })
    await moving.matcher.stop()
  })
})

test('[conditional.cost] an account without conditional orders reads none', async () => {
  const floor = serverOn(simulatedClock(MONDAY_AT_TEN, 0), steeredFeed())
  await furnish(database, MONDAY_AT_TEN)
  await floor.account(ACCOUNT)
  floor.feed.show('AAPL', '99.99', '100.00')
  const texts: string[] = []
  const read = database.read
  database.read = ((work) =>
    read((runner) =>
      work({
        ...runner,
        all(statement, parameters) {
          texts.push(JSON.stringify(statement))
          return runner.all(statement, parameters)
        },
      }),
    )) as typeof read
  try {
    await floor.order(ACCOUNT, { quantity: '1' })
    await floor.advance('PT2S')
    expect(texts.filter((text) => text.includes('conditional_legs'))).toEqual([])
    expect(texts.filter((text) => text.includes('from \\"accounts')).length).toBeGreaterThan(0)
  } finally {
    database.read = read
  }
  const command = placeConditionalCommand(
    ACCOUNT,
    stopOf({ quantity: '1', stop: '90' }),
    floor.feed,
  )
  await floor.sequencer.submit(command)
  await floor.matcher.stop()
})
