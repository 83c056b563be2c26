import { expect, test } from 'bun:test'
import { letsTrade, mayTrade, TRADABLE_STATES, tradesInSession } from '../../src/core/instrument'
import type { OpenSession } from '../../src/core/session'

/** Whether a BUY and a SELL may trade, for each state. */
const SIDES = [
  ['TRADABLE', true, true],
  ['SELL_ONLY', false, true],
  ['BUY_ONLY', true, false],
  ['SUSPENDED', false, false],
] as const

/** Whether an instrument trades in a session, with a DAY market and without one. */
const SESSIONS = [
  ['DAY', true, false],
  ['PRE', true, true],
  ['REGULAR', true, true],
  ['AFTER', true, true],
] as const satisfies readonly (readonly [OpenSession, boolean, boolean])[]

test('every state has its row', () => {
  expect(new Set(SIDES.map(([state]) => state))).toEqual(new Set(TRADABLE_STATES))
})

test.each(SIDES)('[order.tradable] %s lets a BUY trade: %p, a SELL: %p', (state, buy, sell) => {
  expect([letsTrade(state, 'BUY'), letsTrade(state, 'SELL')]).toEqual([buy, sell])
})

test.each(SESSIONS)(
  '[order.day-market] with a DAY market %s is traded in: %p, without: %p',
  (...row) => {
    const [session, withDay, withoutDay] = row
    expect(tradesInSession(session, { dayMarketTradable: true })).toBe(withDay)
    expect(tradesInSession(session, { dayMarketTradable: false })).toBe(withoutDay)
  },
)

test('[life.suspended] an order may trade if both its side and the session allow it', () => {
  for (const [tradable, buy, sell] of SIDES) {
    for (const [session, withDay, withoutDay] of SESSIONS) {
      const instrument = { tradable, dayMarketTradable: true }
      expect(mayTrade('BUY', instrument, session)).toBe(buy && withDay)
      expect(mayTrade('SELL', instrument, session)).toBe(sell && withDay)
      const without = { tradable, dayMarketTradable: false }
      expect(mayTrade('BUY', without, session)).toBe(buy && withoutDay)
      expect(mayTrade('SELL', without, session)).toBe(sell && withoutDay)
    }
  }
})
