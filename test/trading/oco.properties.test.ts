/** Two exits over any path of the market: never both, and never more than there is. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { add, NO_QUANTITY, type Quantity, quantity } from '../../src/core/money'
import { eventsAfter } from '../../src/ledger/events/log'
import { listFills } from '../../src/ledger/fills'
import { holdingsOf } from '../../src/ledger/holdings'
import { findingsIn } from '../support/audited'
import { freshDatabase } from '../support/database'
import { openFloor } from '../support/trading-floor'

const database = await freshDatabase()
const ACCOUNT = 'acc_A'

const step = fc.record({
  bid: fc.integer({ min: 88, max: 114 }),
  size: fc.integer({ min: 0, max: 12 }),
  cancels: fc.integer({ min: 0, max: 30 }).map((drawn) => drawn === 0),
})
const exits = fc.record({
  takeProfit: fc.integer({ min: 101, max: 112 }).map(String),
  stop: fc.oneof(
    fc.integer({ min: 89, max: 98 }).map((stop) => ({ stop: String(stop) })),
    fc.integer({ min: 2, max: 9 }).map((trail) => ({ trail: String(trail) })),
    fc.integer({ min: 90, max: 98 }).map((stop) => ({ stop: String(stop), limit: String(stop) })),
  ),
})

const sum = (quantities: readonly Quantity[]): Quantity => quantities.reduce(add, NO_QUANTITY)

test('[conditional.oco] [conditional.together] the exits sell each share once, and the log says the same', async () => {
  await fc.assert(
    fc.asyncProperty(exits, fc.array(step, { maxLength: 12 }), async (terms, steps) => {
      await freshDatabase()
      const floor = await openFloor(database)
      await floor.account(ACCOUNT)
      floor.feed.show('AAPL', '100.00', '100.00')
      await floor.order(ACCOUNT, { quantity: '10' })
      await floor.advance('PT1S')
      const { stop, takeProfit } = terms
      const id = await floor.oco(ACCOUNT, { ...stop, takeProfit, quantity: '10' })
      for (const { bid, size, cancels } of steps) {
        floor.feed.show('AAPL', String(bid), String(bid + 1), String(size))
        if (cancels) await floor.cancelStop(ACCOUNT, id)
        await floor.advance('PT1S')
      }
      const legs = await floor.legsOf(ACCOUNT, id)
      const sold = sum(legs.map(({ filledQuantity }) => filledQuantity))
      const all = { symbol: null, from: null, to: null, before: null, limit: 100 }
      const fills = await listFills(database, { ...all, accountId: ACCOUNT, orderId: null })
      const [holding] = await holdingsOf(database, [{ accountId: ACCOUNT, symbol: 'AAPL' }])
      expect(sold.lte(quantity('10'))).toBe(true)
      expect(sum(fills.filter(({ side }) => side === 'SELL').map((fill) => fill.quantity))).toEqual(
        sold,
      )
      expect(holding?.quantity.plus(sold).toFixed()).toBe('10')
      // At most one of them works or waits with shares of its own.
      expect(holding?.heldQuantity.lte(holding.quantity)).toBe(true)
      const log = await eventsAfter(database, ACCOUNT, 0, 1_000)
      for (const leg of legs) {
        const last = log.findLast((event) => 'leg' in event && event.leg.leg === leg.leg)
        const { mark: _, stopPrice: __, watchedAfter: ___, ...shown } = Object(last).leg
        const { mark: ____, stopPrice: _____, watchedAfter: ______, ...stored } = leg
        expect(shown).toEqual(stored)
      }
      expect(floor.failures).toEqual([])
      expect(await findingsIn(database)).toEqual([])
    }),
    { numRuns: 25 },
  )
}, 120_000)
