import { describe, expect, test } from 'bun:test'
import { isForAuction, TIMES_IN_FORCE } from '../../src/core/order/order'
import { validUntil } from '../../src/core/order/place'
import { type MarketHours, SESSIONS, type Session } from '../../src/core/session'
import { AFTER_CLOSE, closedHours, NEXT_OPEN, REGULAR_CLOSE, someHours } from '../support/examples'

const NEXT_REGULAR_CLOSE = REGULAR_CLOSE.add({ hours: 24 })
/** Hours whose session closes at another time than the next REGULAR one. */
const hoursIn = (session: Session): MarketHours =>
  session === 'CLOSED'
    ? closedHours()
    : someHours({
        session,
        sessionClosesAt: AFTER_CLOSE,
        nextRegularCloseAt: NEXT_REGULAR_CLOSE,
      })

describe('[life.day-expiry] [life.after-expiry] how long a DAY order lives', () => {
  for (const session of ['DAY', 'PRE', 'REGULAR'] as const) {
    test(`accepted in ${session}: to the next REGULAR close`, () => {
      expect(validUntil('DAY', hoursIn(session), null)).toEqual(NEXT_REGULAR_CLOSE)
    })
  }

  test("accepted in AFTER: to that session's close", () => {
    expect(validUntil('DAY', hoursIn('AFTER'), null)).toEqual(AFTER_CLOSE)
  })

  test("accepted while CLOSED: to the next trading date's REGULAR close", () => {
    const closed = closedHours()
    expect(validUntil('DAY', closed, null)).toEqual(closed.nextRegularCloseAt)
  })

  test('with no REGULAR close ahead it has no time to live, unless it is accepted in AFTER', () => {
    const over = { nextRegularCloseAt: null, nextOpeningAt: null }
    expect(validUntil('DAY', { ...hoursIn('CLOSED'), ...over }, null)).toBeNull()
    expect(validUntil('DAY', { ...hoursIn('AFTER'), ...over }, null)).toEqual(AFTER_CLOSE)
  })
})

describe('[order.timeInForce] how long every other order lives', () => {
  const open = SESSIONS.filter((session) => session !== 'CLOSED')

  for (const force of TIMES_IN_FORCE.filter(isForAuction)) {
    test(`${force}: to its auction, whatever session it is accepted in`, () => {
      for (const session of SESSIONS) {
        expect(validUntil(force, hoursIn(session), NEXT_OPEN)).toEqual(NEXT_OPEN)
      }
    })

    test(`${force} with no auction ahead has no time to live`, () => {
      expect(validUntil(force, hoursIn('REGULAR'), null)).toBeNull()
    })
  }

  for (const force of ['IOC', 'FOK'] as const) {
    test(`${force}: to the close of the session at the latest`, () => {
      for (const session of open) {
        expect(validUntil(force, hoursIn(session), null)).toEqual(AFTER_CLOSE)
      }
    })

    test(`${force} has no time to live while CLOSED`, () => {
      expect(validUntil(force, hoursIn('CLOSED'), null)).toBeNull()
    })
  }
})
