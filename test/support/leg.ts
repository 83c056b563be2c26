/** A leg of a conditional order that an account with AAPL and cash has just placed. */
import type { Leg } from '../../src/core/conditional/leg'
import { placeConditional } from '../../src/core/conditional/place'
import { price } from '../../src/core/money'
import { isRefused } from '../../src/core/refusals'
import { aHolding, anAccount, anInstrument, NOW, someHours } from './examples'
import { type StopTerms, stopOf } from './trading-floor'

export function aLegOf(terms: StopTerms): Leg {
  const placed = placeConditional(stopOf(terms), {
    account: anAccount(),
    clientId: 'pk_test',
    halted: false,
    holding: aHolding(),
    instrument: anInstrument(),
    priceFor: () => price('100'),
    hours: someHours(),
    isWatchedBefore: () => true,
    quote: undefined,
    now: NOW,
    prior: [],
    priorAccepted: [],
    isKeyOfOrder: false,
  })
  if (isRefused(placed) || !('accepted' in placed)) throw new Error('it is accepted')
  const [applied] = placed.accepted
  if (applied === undefined) throw new Error('it has a leg')
  return applied.leg.leg
}
