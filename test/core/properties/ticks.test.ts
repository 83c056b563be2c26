import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { add, NO_QUANTITY } from '../../../src/core/money'
import { type Fill, isForAuction, type Order, type Side } from '../../../src/core/order/order'
import type { Session } from '../../../src/core/session'
import { ordersOf } from '../../support/paper-desk'
import { play, tickOf } from '../../support/play'
import { type Listing, type Minute, someScenario } from '../../support/scenario'
import { NUM_RUNS } from './always'

interface Trade {
  readonly order: Order
  readonly fill: Fill
}

/** What one account did in one instrument at one tick. */
interface AtTick {
  readonly minute: Minute
  readonly tick: Listing
  readonly trades: readonly Trade[]
}

const alwaysAtTicks = (claim: (atTick: AtTick) => void): void =>
  fc.assert(
    fc.property(someScenario, (scenario) => {
      for (const books of play(scenario).books) {
        const byId = new Map(ordersOf(books).map((order) => [order.orderId, order]))
        const tradesAt = (index: number, symbol: string): readonly Trade[] =>
          books.log.flatMap(({ fill }) => {
            if (fill?.symbol !== symbol || !fill.filledAt.equals(tickOf(index))) return []
            const order = byId.get(fill.orderId)
            return order === undefined ? [] : [{ order, fill }]
          })
        for (const [index, minute] of scenario.entries()) {
          for (const tick of minute.market) {
            claim({ minute, tick, trades: tradesAt(index, tick.instrument.symbol) })
          }
        }
      }
    }),
    { numRuns: NUM_RUNS },
  )

describe('[fill.size] whatever accounts and markets do, at each tick', () => {
  test('a BUY pays the ask and a SELL gets the bid', () => {
    alwaysAtTicks(({ tick: { quote }, trades }) => {
      for (const { fill, order } of trades) {
        const price = order.side === 'BUY' ? quote?.askPrice : quote?.bidPrice
        expect(fill.price.toFixed()).toBe(String(price?.toFixed()))
      }
    })
  })

  test('an account takes at most the size shown on each side', () => {
    alwaysAtTicks(({ tick: { quote }, trades }) => {
      const taken = (side: Side) =>
        trades
          .filter(({ order }) => order.side === side)
          .reduce((sum, { fill }) => add(sum, fill.quantity), NO_QUANTITY)
      expect(taken('BUY').lte(quote?.askSize ?? NO_QUANTITY)).toBe(true)
      expect(taken('SELL').lte(quote?.bidSize ?? NO_QUANTITY)).toBe(true)
    })
  })

  test('only what the instrument allows trades', () => {
    alwaysAtTicks(({ minute, tick: { instrument }, trades }) => {
      const { tradable, dayMarketTradable } = instrument
      for (const { fill, order } of trades) {
        expect<Session>(fill.session).toBe(minute.session)
        expect(minute.session).not.toBe('CLOSED')
        expect(isForAuction(order.timeInForce)).toBe(false)
        expect(tradable).not.toBe('SUSPENDED')
        expect(tradable).not.toBe(order.side === 'BUY' ? 'SELL_ONLY' : 'BUY_ONLY')
        if (minute.session === 'DAY') expect(dayMarketTradable).toBe(true)
      }
    })
  })

  test('of an account’s fills the better limit came first, then the earlier order', () => {
    alwaysAtTicks(({ trades }) => {
      for (const side of ['BUY', 'SELL'] as const) {
        const queue = trades.flatMap(({ order }) => (order.side === side ? [order] : []))
        for (const [index, later] of queue.entries()) {
          const earlier = queue[index - 1]
          if (earlier === undefined || earlier.limitPrice === null) continue
          if (later.limitPrice === null) throw new Error('a MARKET order came after a LIMIT order')
          const lead = earlier.limitPrice.cmp(later.limitPrice) * (side === 'BUY' ? 1 : -1)
          expect(lead > 0 || (lead === 0 && earlier.seq < later.seq)).toBe(true)
        }
      }
    })
  })
})
