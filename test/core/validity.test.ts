import { describe, expect, test } from 'bun:test'
import type { Session } from '../../src/core/session'
import { validUntil } from '../../src/core/validity'
import { AFTER_CLOSE, REGULAR_CLOSE, someHours } from '../support/examples'

describe('D5: how long a DAY order lives', () => {
  const sessions: readonly Session[] = ['DAY', 'PRE', 'REGULAR']
  for (const session of sessions) {
    test(`accepted in ${session}: to the next REGULAR close`, () => {
      const hours = someHours({ session, sessionClosesAt: AFTER_CLOSE })
      expect(validUntil('DAY', hours, null)).toEqual(REGULAR_CLOSE)
    })
  }

  test("accepted in AFTER: to that session's close", () => {
    const nextRegularCloseAt = REGULAR_CLOSE.add({ hours: 24 })
    const hours = someHours({ session: 'AFTER', sessionClosesAt: AFTER_CLOSE, nextRegularCloseAt })
    expect(validUntil('DAY', hours, null)).toEqual(AFTER_CLOSE)
  })

  test("accepted while CLOSED: to the next trading date's REGULAR close", () => {
    const hours = someHours({ session: 'CLOSED', sessionClosesAt: null })
    expect(validUntil('DAY', hours, null)).toEqual(REGULAR_CLOSE)
  })
})
