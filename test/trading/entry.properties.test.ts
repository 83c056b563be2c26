/** Entries with exits over any path of the market: they sell what was bought, each share once. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { add, NO_QUANTITY, type Quantity, quantity } from '../../src/core/money'
import { Temporal } from '../../src/core/time'
import { eventsAfter } from '../../src/ledger/events/log'
import { listFills } from '../../src/ledger/fills'
import { holdingsOf } from '../../src/ledger/holdings'
import { findingsIn } from '../support/audited'
import { freshDatabase } from '../support/database'
import { openFloor } from '../support/trading-floor'

const database = await freshDatabase()
const ACCOUNT = 'acc_A'

/** What a client does between two ticks; a leg's name stands for a cancel of its order. */
const actions = fc.oneof(
  { weight: 12, arbitrary: fc.constant('nothing') },
  { weight: 1, arbitrary: fc.constantFrom('cancel', 'ENTRY', 'TAKE_PROFIT') },
)
const step = fc.record({
  bid: fc.integer({ min: 88, max: 114 }),
  size: fc.integer({ min: 0, max: 7 }),
  action: actions,
  seconds: fc.constantFrom(1, 1, 1, 1, 3_600),
})
const prices = fc.integer({ min: 89, max: 93 }).map(String)
const terms = fc.record(
  {
    entry: fc.oneof(
      fc.constant({}),
      fc.constant({ limit: '99' }),
      fc.constant({ stop: '102' }),
      fc.constant({ stop: '102', limit: '102' }),
      fc.constant({ trail: '4' }),
    ),
    takeProfit: fc.integer({ min: 103, max: 112 }).map(String),
    stopLoss: fc.oneof(
      prices.map((stop) => ({ stop })),
      prices.map((stop) => ({ stop, limit: stop })),
      fc.integer({ min: 2, max: 9 }).map((trail) => ({ trail: String(trail) })),
    ),
    timeInForce: fc.constantFrom('DAY', 'GTC'),
  },
  { requiredKeys: ['entry', 'stopLoss', 'timeInForce'] },
)

const sum = (quantities: readonly Quantity[]): Quantity => quantities.reduce(add, NO_QUANTITY)
/** Half an hour before a close, so that some paths cross it. */
const STARTS_AT = Temporal.Instant.from('2026-03-02T15:30:00-05:00')

test('[conditional.arm] [conditional.grow] [conditional.exit-began] exits sell what their entry has bought, each share once', async () => {
  await fc.assert(
    fc.asyncProperty(terms, fc.array(step, { maxLength: 14 }), async (group, steps) => {
      await freshDatabase()
      const floor = await openFloor(database, STARTS_AT, 60_000)
      await floor.account(ACCOUNT)
      floor.feed.show('AAPL', '99.99', '100.00')
      const id = await floor.entry(ACCOUNT, { ...group, quantity: '10' })
      for (const { action, bid, seconds, size } of steps) {
        floor.feed.show('AAPL', String(bid), String(bid + 1), String(size))
        const legs = await floor.legsOf(ACCOUNT, id)
        const child = legs.find(({ leg }) => leg === action)?.orderId ?? null
        if (action === 'cancel') await floor.cancelStop(ACCOUNT, id)
        else if (child !== null) await floor.cancel(ACCOUNT, child)
        await floor.advance(`PT${seconds * 60}S`)
        expect(floor.failures).toEqual([])
        expect(await findingsIn(database)).toEqual([])
      }
      const legs = await floor.legsOf(ACCOUNT, id)
      const filledOf = (side: 'BUY' | 'SELL') =>
        sum(legs.filter((leg) => leg.side === side).map((leg) => leg.filledQuantity))
      const [bought, sold] = [filledOf('BUY'), filledOf('SELL')]
      expect(bought.lte(quantity('10')) && sold.lte(bought)).toBe(true)
      const all = { symbol: null, from: null, to: null, before: null, limit: 100 }
      const fills = await listFills(database, { ...all, accountId: ACCOUNT, orderId: null })
      const [holding] = await holdingsOf(database, [{ accountId: ACCOUNT, symbol: 'AAPL' }])
      expect(sum(fills.filter(({ side }) => side === 'SELL').map((fill) => fill.quantity))).toEqual(
        sold,
      )
      expect(add(holding?.quantity ?? NO_QUANTITY, sold)).toEqual(bought)
      const log = await eventsAfter(database, ACCOUNT, 0, 1_000)
      for (const leg of legs) {
        const last = log.findLast((event) => 'leg' in event && event.leg.leg === leg.leg)
        const { mark: _, stopPrice: __, watchedAfter: ___, ...told } = Object(last).leg
        const { mark: ____, stopPrice: _____, watchedAfter: ______, ...stored } = leg
        expect(told).toEqual(stored)
      }
    }),
    { numRuns: 30 },
  )
}, 240_000)
