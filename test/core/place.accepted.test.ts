import { describe, expect, test } from 'bun:test'
import { orderIdOf } from '../../src/core/ids'
import { amount, NO_AMOUNT, NO_QUANTITY, price } from '../../src/core/money'
import { type MarketHours, SESSIONS, type Session } from '../../src/core/session'
import {
  AFTER_CLOSE,
  anAccount,
  aRequest,
  closedHours,
  NEXT_OPEN,
  NOW,
  REGULAR_CLOSE,
  someHours,
} from '../support/examples'
import { acceptedOf, anAttempt } from '../support/place-attempts'

const hoursIn = (session: Session): MarketHours =>
  session === 'CLOSED' ? closedHours() : someHours({ session })

describe('[life.accept] an accepted order', () => {
  test('an accepted order is SUBMITTED, unfilled, and keeps its request', () => {
    const { order } = acceptedOf(anAttempt({}, { account: anAccount({ seq: 41 }) }))
    expect(order).toEqual({
      ...aRequest(),
      orderType: 'LIMIT',
      accountId: 'acc_ANNA0001',
      orderId: orderIdOf('acc_ANNA0001', NOW, 42),
      seq: 42,
      status: 'SUBMITTED',
      filledQuantity: NO_QUANTITY,
      filledAmount: NO_AMOUNT,
      holdPrice: price('10'),
      heldCash: amount('100'),
      session: 'REGULAR',
      rejectReason: null,
      cancelReason: null,
      replaces: null,
      replacedBy: null,
      sizing: null,
      requestedAt: NOW,
      updatedAt: NOW,
      cancelRequestedAt: null,
      validUntil: REGULAR_CLOSE,
      queueAhead: NO_QUANTITY,
      queueMovedAt: null,
    })
  })

  test("an acceptance is the next event of the account's log", () => {
    const { account, order, event } = acceptedOf(anAttempt({}, { account: anAccount({ seq: 41 }) }))
    expect(account.seq).toBe(42)
    expect(event).toEqual({ accountId: 'acc_ANNA0001', seq: 42, order, fill: null })
    expect(order.updatedAt).toEqual(NOW)
  })

  test('an order is never filled at its acceptance, however good its limit', () => {
    const { order } = acceptedOf(anAttempt({ limitPrice: price('99') }))
    expect(order.status).toBe('SUBMITTED')
  })

  test('[order.sessions] an order is accepted in every session, and keeps that session', () => {
    for (const session of SESSIONS) {
      const { order } = acceptedOf(anAttempt({}, { hours: hoursIn(session) }))
      expect(order.session).toBe(session)
    }
  })

  test('[fill.auction] for an auction too, in every session, and then lives until that auction', () => {
    for (const timeInForce of ['OPG', 'CLS'] as const) {
      for (const session of SESSIONS) {
        const facts = { hours: hoursIn(session), auctionAt: NEXT_OPEN }
        const { order } = acceptedOf(anAttempt({ timeInForce }, facts))
        expect(order).toMatchObject({ timeInForce, session, validUntil: NEXT_OPEN })
      }
    }
  })

  test('[order.immediate-hours] an IOC and a FOK are accepted in every open session', () => {
    for (const timeInForce of ['IOC', 'FOK'] as const) {
      for (const session of SESSIONS.filter((one) => one !== 'CLOSED')) {
        const hours = hoursIn(session)
        const { order } = acceptedOf(anAttempt({ timeInForce }, { hours }))
        expect(order).toMatchObject({ timeInForce, session, validUntil: REGULAR_CLOSE })
      }
    }
  })

  test("an order's validity follows from the hours of its acceptance", () => {
    const hours = someHours({ session: 'AFTER', sessionClosesAt: AFTER_CLOSE })
    expect(acceptedOf(anAttempt({}, { hours })).order.validUntil).toEqual(AFTER_CLOSE)
  })
})
