import { describe, expect, test } from 'bun:test'
import { PLACE_REFUSALS } from '../../src/core/order/place'
import { REFUSALS } from '../../src/core/refusals'
import { anAttempt, GUILTY, type Guilt, isGuilt, refusalOf } from '../support/place-attempts'

/** No attempt can be guilty of both. */
const EXCLUSIVE: readonly (readonly [Guilt, Guilt, string])[] = [
  ['price-tick-violation', 'quote-unavailable', 'a LIMIT order needs no quote'],
  ['instrument-suspended', 'side-not-allowed', 'an instrument has one tradable state'],
  ['quote-unavailable', 'insufficient-buying-power', 'without a quote the need is unknown'],
  ['day-market-not-tradable', 'order-hours-closed', 'the DAY session is not CLOSED'],
  ['order-hours-closed', 'market-ended', 'the market opens again, or never'],
  ['insufficient-buying-power', 'insufficient-holdings', 'an order has one side'],
]

const isExclusive = (one: Guilt, other: Guilt): boolean =>
  EXCLUSIVE.some(([left, right]) => left === one && right === other)

const inOrder = PLACE_REFUSALS.filter(isGuilt)

describe('[request.order-of-checks] of several refusals the caller sees the one that stands first in the table', () => {
  test('[error.list] the catalogue has the refusals of placing in the order of the ladder', () => {
    const isPlaceRefusal = (code: string) => PLACE_REFUSALS.some((known) => known === code)
    expect(Object.keys(REFUSALS).filter(isPlaceRefusal)).toEqual([...PLACE_REFUSALS])
  })

  const pairs = inOrder.flatMap((earlier, index) =>
    inOrder.slice(index + 1).map((later) => [earlier, later] as const),
  )
  for (const [earlier, later] of pairs.filter(([one, other]) => !isExclusive(one, other))) {
    test(`${earlier} before ${later}`, () => {
      const guiltyOfBoth = GUILTY[earlier](GUILTY[later](anAttempt()))
      expect(refusalOf(guiltyOfBoth)?.refused).toBe(earlier)
    })
  }

  test('an attempt guilty of all that goes together meets its refusals one by one', () => {
    const sells: Guilt[] = [
      'idempotency-key-conflict',
      'account-locked',
      'trading-halted',
      'order-type-live-only',
      'price-tick-violation',
      'order-size-exceeded',
      'instrument-suspended',
      'order-hours-closed',
      'insufficient-holdings',
    ]
    const met = sells.map((_, index) => {
      const left = sells.slice(index)
      return refusalOf(left.reduceRight((attempt, code) => GUILTY[code](attempt), anAttempt()))
    })
    expect(met.map((refusal) => refusal?.refused)).toEqual(sells)
  })
})
