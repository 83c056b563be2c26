/** The life of a leg, and what it has to do with the order that it places. */
import { describe, expect, test } from 'bun:test'
import { applyLegTransition } from '../../src/core/conditional/apply'
import { childRequest, followed, parentOf } from '../../src/core/conditional/child'
import { isLegOpen, LEG_STATUSES, type Leg } from '../../src/core/conditional/leg'
import { isWatched, reaches } from '../../src/core/conditional/trigger'
import { amount, price, quantity } from '../../src/core/money'
import { aHolding, anAccount, anOrder, NOW } from '../support/examples'
import { aLegOf } from '../support/leg'

const aLeg = (changes: Partial<Leg> = {}): Leg => ({
  ...aLegOf({ side: 'BUY', quantity: '10', stop: '110' }),
  ...changes,
})

test('[conditional.states] a leg is open while something may follow', () => {
  expect(LEG_STATUSES.filter(isLegOpen)).toEqual(['PENDING', 'ARMED', 'TRIGGERED'])
})

test('[conditional.trigger] a SELL is reached from above, a BUY from below, both at the stop', () => {
  const stopPrice = price('100')
  const at = (side: 'BUY' | 'SELL') =>
    ['99.99', '100', '100.01'].map((shown) => reaches({ side, stopPrice }, price(shown)))
  expect(at('SELL')).toEqual([true, true, false])
  expect(at('BUY')).toEqual([false, true, true])
})

test('[conditional.trigger] a leg is looked at after the instant at which it was armed', () => {
  const leg = aLeg()
  expect(isWatched(leg, leg.watchedAfter)).toBe(false)
  expect(isWatched(leg, leg.watchedAfter.add({ milliseconds: 1 }))).toBe(true)
  expect(isWatched(leg, leg.validUntil)).toBe(false)
  expect(isWatched({ ...leg, status: 'TRIGGERED' }, leg.watchedAfter.add({ seconds: 1 }))).toBe(
    false,
  )
})

describe('[conditional.child-key] the clientOrderId of an order', () => {
  test('names the leg that has placed it', () => {
    const leg = aLeg()
    const { clientOrderId } = childRequest(leg)
    expect(parentOf({ clientOrderId })).toEqual({ groupId: leg.groupId, leg: 'SINGLE' })
    expect(clientOrderId).not.toMatch(/^[\x21-\x7e]+$/)
  })

  test.each(['mine', 'cnd_1', 'cnd_1-SINGLE-1', 'x SINGLE 1', 'cnd_1 OTHER 1'])(
    'of the form %s names none',
    (clientOrderId) => expect(parentOf({ clientOrderId })).toBeNull(),
  )
})

describe('[conditional.together] a leg follows its order', () => {
  const child = anOrder()
  const leg = (changes: Partial<Leg> = {}) =>
    aLeg({ status: 'TRIGGERED', heldCash: amount('0'), orderId: child.orderId, ...changes })
  const fill = (shares: string) => ({
    type: 'PartiallyFilled' as const,
    execution: { price: price('1'), quantity: quantity(shares), session: 'REGULAR' as const },
  })

  test('with a part, and with all of it', () => {
    expect(followed(leg(), child, fill('4'))).toMatchObject({ type: 'PartiallyFilled' })
    expect(followed(leg(), child, fill('10'))).toMatchObject({ type: 'Filled' })
    const half = leg({ filledQuantity: quantity('4') })
    expect(followed(half, child, fill('6'))).toMatchObject({ type: 'Filled' })
  })

  test('into each end, but a GTC leg outlives the end of a day', () => {
    expect(followed(leg(), child, { type: 'CancelRequested' })).toBeNull()
    expect(followed(leg(), child, { type: 'Canceled' })).toMatchObject({ type: 'Canceled' })
    expect(followed(leg(), child, { type: 'Expired' })).toEqual({ type: 'Expired' })
    expect(followed(leg({ timeInForce: 'GTC' }), child, { type: 'Expired' })).toBeNull()
    const reason = 'insufficient-buying-power'
    expect(followed(leg(), child, { type: 'Rejected', reason })).toEqual({
      type: 'Rejected',
      reason,
    })
  })
})

test('[conditional.hold] the end of a leg frees what it holds, and numbers the next event', () => {
  const leg = aLeg()
  const account = anAccount({ heldCash: amount('1133'), seq: 7 })
  const context = { account, holding: aHolding() }
  const after = applyLegTransition(context, leg, { type: 'Expired' }, NOW)
  expect(after.account.heldCash.toFixed()).toBe('0')
  expect(after.event).toMatchObject({ seq: 8, leg: { status: 'EXPIRED' } })
  expect(() => applyLegTransition(after, after.leg, { type: 'Expired' }, NOW)).toThrow('no edge')
})
