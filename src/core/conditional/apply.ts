/**
 * How a change of a leg changes its account's holds. Both change at once, as one line of the log.
 */
import { type Account, brokenClaim, eventTime, type Holding } from '../account/account'
import { assert } from '../assert'
import { add, NO_AMOUNT, NO_QUANTITY, subtract } from '../money'
import type { Instant } from '../time'
import { evolveLeg, type Leg, type LegEvent, type LegTransition, legIdOf } from './leg'

/** An account and its holding in the instrument of a leg. */
export interface LegContext {
  readonly account: Account
  readonly holding: Holding
}

/** The context after an event, and the event for the log. */
export interface AppliedLeg extends LegContext {
  readonly leg: Leg
  readonly event: LegEvent
}

/**
 * Replaces the holds of the leg before the change by its holds after it, and numbers the event.
 * `before` is null for a new leg.
 */
export function applyLeg(
  { account, holding }: LegContext,
  before: Leg | null,
  leg: Leg,
): AppliedLeg {
  const { accountId } = account
  const seq = account.seq + 1
  const heldCash = subtract(account.heldCash, before?.heldCash ?? NO_AMOUNT)
  const heldQuantity = subtract(holding.heldQuantity, before?.heldQuantity ?? NO_QUANTITY)
  const after = {
    account: {
      ...account,
      seq,
      lastEventAt: leg.updatedAt,
      heldCash: add(heldCash, leg.heldCash),
    },
    holding: { ...holding, heldQuantity: add(heldQuantity, leg.heldQuantity) },
  }
  const claim = brokenClaim(after)
  assert(claim === null, `${claim} after ${leg.status} of ${legIdOf(leg)}`)
  return { ...after, leg, event: { accountId, seq, leg } }
}

/**
 * Applies a transition. `marketAt` is its time in the market; the event is no earlier than the
 * account's last one.
 */
export const applyLegTransition = (
  context: LegContext,
  leg: Leg,
  transition: LegTransition,
  marketAt: Instant,
): AppliedLeg =>
  applyLeg(context, leg, evolveLeg(leg, transition, eventTime(context.account, marketAt)))
