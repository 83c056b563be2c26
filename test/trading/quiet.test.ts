/** A look for a quiet stretch goes no further than it has to. */
import { expect, test } from 'bun:test'
import { price } from '../../src/core/money'
import type { Reach } from '../../src/market/feed'
import { quietUntilMs } from '../../src/trading/matcher/exhausted'
import type { RestingInstrument } from '../../src/trading/matcher/instrument-orders'
import type { Watch } from '../../src/trading/matcher/trigger-book'
import { untriggeredUntilMs } from '../../src/trading/matcher/triggers'
import { NOW } from '../support/examples'
import { steeredFeed } from '../support/steered-feed'

const NOW_MS = NOW.epochMilliseconds
const after = (minutes: number): number => NOW_MS + minutes * 60_000
const SESSION = Number.POSITIVE_INFINITY
const SESSION_MINUTES = 300

/** A market whose bid falls to 99 in a minute, to 95 in an hour and to 90 in the session. */
function fallingMarket() {
  const looked: number[] = []
  const reach = (_symbol: string, _at: unknown, minutes: number): Reach => {
    looked.push(minutes)
    const lowest = price(minutes === 1 ? '99' : minutes === 60 ? '95' : '90')
    return { lowest, highest: price('101'), untilMs: after(Math.min(minutes, SESSION_MINUTES)) }
  }
  return { looked, feed: { ...steeredFeed(), reach } }
}

type Falling = ReturnType<typeof fallingMarket>['feed']
const tradable = () => ({ tradable: 'TRADABLE', dayMarketTradable: true }) as const

const NO_ORDERS = { atMarket: false, best: null, worst: null }

const looks = {
  order(at: string, feed: Falling, limitMs: number): number {
    const buys = { ...NO_ORDERS, best: price(at), worst: price(at) }
    const resting: RestingInstrument = {
      symbol: 'AAPL',
      buys,
      sells: NO_ORDERS,
      hasLastChance: false,
    }
    return quietUntilMs([resting], tradable, feed, NOW, limitMs)
  },
  stop(at: string, feed: Falling, limitMs: number): number {
    const watch: Watch = {
      symbol: 'AAPL',
      side: 'SELL',
      triggerBy: 'LAST',
      sessions: ['REGULAR'],
      what: 'STOP',
      first: price(at),
    }
    return untriggeredUntilMs([watch], tradable, feed, NOW, limitMs)
  },
}

test.each([
  ['reached within a minute', '99', SESSION_MINUTES, 0, [1]],
  ['reached within an hour', '95', SESSION_MINUTES, 1, [1, 60]],
  ['reached within the session', '90', SESSION_MINUTES, 60, [1, 60, SESSION]],
  ['out of reach', '80', SESSION_MINUTES, SESSION_MINUTES, [1, 60, SESSION]],
  ['out of reach of a look at half an hour', '80', 30, 30, [1, 60]],
])('an order and a stop %s are found by the shortest looks', (_, at, limit, until, stretches) => {
  for (const look of [looks.order, looks.stop]) {
    const { feed, looked } = fallingMarket()
    expect(look(at, feed, after(limit))).toBe(after(until))
    expect(looked).toEqual(stretches)
  }
})
