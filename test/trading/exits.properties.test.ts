/** Exits over any path of the market: they sell what there is or was bought, each share once. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { add, NO_QUANTITY, type Quantity, quantity } from '../../src/core/money'
import { Temporal } from '../../src/core/time'
import { eventsAfter } from '../../src/ledger/events/log'
import { holdingsOf } from '../../src/ledger/holdings'
import { freshDatabase } from '../support/database'
import { type EntryTerms, openFloor, type StopTerms } from '../support/trading-floor'

const database = await freshDatabase()
const ACCOUNT = 'acc_A'
/** Half an hour before a close, so that some paths cross it. */
const STARTS_AT = Temporal.Instant.from('2026-03-02T15:30:00-05:00')
const TICK_MS = 60_000

/** What a client does between two ticks; a leg's name stands for a cancel of its order. */
const actions = fc.oneof(
  { weight: 12, arbitrary: fc.constant('nothing') },
  { weight: 1, arbitrary: fc.constantFrom('cancel', 'ENTRY', 'TAKE_PROFIT') },
)
const steps = fc.array(
  fc.record({
    bid: fc.integer({ min: 88, max: 114 }),
    size: fc.integer({ min: 0, max: 7 }),
    action: actions,
    minutes: fc.constantFrom(1, 1, 1, 1, 60),
  }),
  { maxLength: 14 },
)
const prices = fc.integer({ min: 89, max: 93 }).map(String)
const takeProfit = fc.integer({ min: 103, max: 112 }).map(String)
const stopLoss = fc.oneof(
  prices.map((stop) => ({ stop })),
  prices.map((stop) => ({ stop, limit: stop })),
  fc.integer({ min: 2, max: 9 }).map((trail) => ({ trail: String(trail) })),
)
const timeInForce = fc.constantFrom('DAY', 'GTC')
const entries = fc.record(
  {
    entry: fc.oneof(
      fc.constant({}),
      fc.constant({ limit: '99' }),
      fc.constant({ stop: '102' }),
      fc.constant({ stop: '102', limit: '102' }),
      fc.constant({ trail: '4' }),
    ),
    takeProfit,
    stopLoss,
    timeInForce,
  },
  { requiredKeys: ['entry', 'stopLoss', 'timeInForce'] },
)
const pairs = fc.record({ takeProfit, stop: stopLoss, timeInForce })

type Floor = Awaited<ReturnType<typeof openFloor>>
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never

async function opened(): Promise<Floor> {
  await freshDatabase()
  const floor = await openFloor(database, STARTS_AT, TICK_MS)
  await floor.account(ACCOUNT)
  floor.feed.show('AAPL', '99.99', '100.00')
  return floor
}

const sum = (quantities: readonly Quantity[]): Quantity => quantities.reduce(add, NO_QUANTITY)

/** Plays the steps; the account is sound after each, and has in the end what its legs say. */
async function play(floor: Floor, id: string, path: readonly Step[], hadShares: Quantity) {
  for (const { action, bid, minutes, size } of path) {
    floor.feed.show('AAPL', String(bid), String(bid + 1), String(size))
    const legs = await floor.legsOf(ACCOUNT, id)
    const child = legs.find(({ leg }) => leg === action)?.orderId ?? null
    if (action === 'cancel') await floor.cancelStop(ACCOUNT, id)
    else if (child !== null) await floor.cancel(ACCOUNT, child)
    await floor.advance(`PT${minutes}M`)
    expect(await floor.faults()).toEqual([])
  }
  const legs = await floor.legsOf(ACCOUNT, id)
  const filledOf = (side: 'BUY' | 'SELL') =>
    sum(legs.filter((leg) => leg.side === side).map((leg) => leg.filledQuantity))
  const [bought, sold] = [filledOf('BUY'), filledOf('SELL')]
  expect(bought.lte(quantity('10'))).toBe(true)
  expect(sold.lte(add(hadShares, bought))).toBe(true)
  const [holding] = await holdingsOf(database, [{ accountId: ACCOUNT, symbol: 'AAPL' }])
  expect(add(holding?.quantity ?? NO_QUANTITY, sold)).toEqual(add(hadShares, bought))
  const log = await eventsAfter(database, ACCOUNT, 0, 1_000)
  for (const leg of legs) {
    const last = log.findLast((event) => 'leg' in event && event.leg.leg === leg.leg)
    const { mark: _, stopPrice: __, watchedAfter: ___, ...shown } = Object(last).leg
    const { mark: ____, stopPrice: _____, watchedAfter: ______, ...stored } = leg
    expect(shown).toEqual(stored)
  }
}

test('[conditional.arm] [conditional.grow] [conditional.exit-began] exits sell what their entry has bought, each share once', async () => {
  await fc.assert(
    fc.asyncProperty(entries, steps, async (group, path) => {
      const floor = await opened()
      const terms: EntryTerms = { ...group, quantity: '10' }
      await play(floor, await floor.entry(ACCOUNT, terms), path, NO_QUANTITY)
    }),
    { numRuns: 30 },
  )
})

test('[conditional.oco] [conditional.together] two exits sell the shares of an account, each once', async () => {
  await fc.assert(
    fc.asyncProperty(pairs, steps, async ({ stop, ...group }, path) => {
      const floor = await opened()
      await floor.order(ACCOUNT, { quantity: '10' })
      await floor.advance('PT1M')
      const terms: StopTerms & { takeProfit: string } = { ...group, ...stop, quantity: '10' }
      await play(floor, await floor.oco(ACCOUNT, terms), path, quantity('10'))
    }),
    { numRuns: 25 },
  )
})
