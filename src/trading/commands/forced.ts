/**
 * Applies what a test forces on orders [outcome.force]: at their acceptance, at a cancel, at a
 * tick, and if a conditional order places them [outcome.leg].
 */
import { buyingPower } from '../../core/account/account'
import { assert } from '../../core/assert'
import { outlivesChild, parentOf } from '../../core/conditional/child'
import type { Leg } from '../../core/conditional/leg'
import { NO_QUANTITY, type Price, type Quantity } from '../../core/money'
import {
  afterPart,
  CANCEL_RACES,
  type CancelRace,
  endAfterForced,
  type Forced,
  type ForcedMoment,
  type ForcedOutcome,
  type ForcedPlan,
  forcedFill,
  type Placer,
} from '../../core/order/forced'
import { isOpen, type Order, remaining } from '../../core/order/order'
import type { Instant } from '../../core/time'
import type { Feed } from '../../market/feed'
import type { Fence } from '../../postgres/database'
import type { Command } from '../command'
import type { Rows } from '../rows'

/** The client that asks, and the market that it meets. */
export interface ForcedTurn {
  /** Null if no client asks: a conditional order places the order. */
  readonly clientId: string | null
  readonly feed: Feed
  readonly now: Instant
}

/** Returns the order after its acceptance and after the outcome that a test has set for it. */
export function forceAccepted(rows: Rows, order: Order, turn: ForcedTurn): Order {
  const placer = placerOf(rows, order, turn.clientId)
  const outcome = rows.forced?.outcomeFor(order, placer, ({ kind }) => kind !== 'loseCancel')
  if (outcome === undefined) return order
  const { result } = outcome
  switch (result.kind) {
    case 'reject':
      rows.forced?.hit(outcome.outcomeId)
      return rows.apply(order, { type: 'Rejected', reason: result.code }, turn.now)
    case 'end':
      if (result.status === 'EXPIRED' && isRenewed(rows, order, turn.now)) {
        return missed(rows, order, outcome, { impossible: 'its GTC leg would place the next one' })
      }
      rows.forced?.hit(outcome.outcomeId)
      return rows.apply(
        order,
        result.status === 'EXPIRED'
          ? { type: 'Expired' }
          : { type: 'Canceled', reason: 'insufficient-buying-power' },
        turn.now,
      )
    case 'hold':
      return planned(rows, order, outcome, { price: null, parts: [], rest: 'hold' })
    case 'fill':
      return fillAccepted(rows, order, outcome, result, turn)
    case 'loseCancel':
      return order
  }
}

/**
 * Applies the outcomes of the orders that conditional orders have placed in this batch, in the
 * commit that places them [outcome.leg]. A fill may place further ones.
 */
export function forceChildren(rows: Rows, feed: Feed): void {
  if (rows.forced === null) return
  for (let child = rows.nextChild(); child !== undefined; child = rows.nextChild()) {
    const order = rows.order(child.accountId, child.orderId)
    if (order === undefined || !isOpen(order.status)) continue
    forceAccepted(rows, order, { clientId: null, feed, now: order.requestedAt })
  }
}

const legOf = (rows: Rows, order: Order): Leg | null => {
  const parent = parentOf(order)
  return parent === null ? null : (rows.leg(order.accountId, parent) ?? null)
}

/**
 * Returns who has placed the order. A conditional order does not record its client, so each client
 * of the account may have sent it.
 */
function placerOf(rows: Rows, order: Order, clientId: string | null): Placer {
  const leg = legOf(rows, order)
  if (leg !== null) return { clientIds: rows.forced?.clientsOf(order.accountId) ?? [], leg }
  return { clientIds: clientId === null ? [] : [clientId], leg }
}

/** Whether a GTC leg places the next order when this one expires [conditional.gtc]. */
function isRenewed(rows: Rows, order: Order, at: Instant): boolean {
  const leg = legOf(rows, order)
  return leg !== null && outlivesChild(leg, at)
}

interface FillWanted {
  readonly price: Price | null
  readonly parts: readonly Quantity[] | null
  readonly rest: ForcedPlan['rest']
}

/** While the market is closed, the first part is filled at the first tick of the next session. */
function fillAccepted(
  rows: Rows,
  order: Order,
  outcome: ForcedOutcome,
  { price, parts, rest }: FillWanted,
  turn: ForcedTurn,
): Order {
  const plan = { price, parts: parts ?? [order.quantity], rest }
  const moment = momentOf(rows, order, turn.feed, turn.now)
  const forced = forcedFill(order, plan.parts[0] ?? NO_QUANTITY, price, {
    ...moment,
    // While the market is closed, the fill is judged as in the session that it waits for.
    session: moment.session === 'CLOSED' ? 'REGULAR' : moment.session,
  })
  if ('impossible' in forced) return missed(rows, order, outcome, forced)
  if (moment.session === 'CLOSED') return planned(rows, order, outcome, plan)
  const filled = applied(rows, order, forced, turn.now, turn.feed)
  return planned(rows, filled, outcome, { ...plan, parts: plan.parts.slice(1) })
}

/**
 * Applies the outcome by which a test lets an order's cancel lose to a fill; call it before the
 * cancel itself. With `at-once` the order is filled before the cancel, otherwise at the next tick,
 * after it. An amendment leaves the order no next tick, so its `races` has only `at-once`.
 */
export function forceCancel(
  rows: Rows,
  order: Order,
  turn: ForcedTurn,
  races: readonly CancelRace[] = CANCEL_RACES,
): Order {
  if (!isOpen(order.status) || order.status === 'PENDING_CANCEL') return order
  const outcome = rows.forced?.outcomeFor(
    order,
    placerOf(rows, order, turn.clientId),
    (result) => result.kind === 'loseCancel' && races.includes(result.race),
  )
  if (outcome?.result.kind !== 'loseCancel') return order
  const { price, race, quantity } = outcome.result
  const moment = momentOf(rows, order, turn.feed, turn.now)
  const wanted = quantity ?? remaining(order)
  // An order has at most one fill at an instant. The order may be filled at this instant already,
  // so a fill at the next tick is checked at a later instant.
  const at = race === 'next-tick' ? turn.now.add({ milliseconds: 1 }) : turn.now
  const forced = forcedFill(order, wanted, price, { ...moment, at })
  if ('impossible' in forced) return missed(rows, order, outcome, forced)
  if (race === 'next-tick') {
    return planned(rows, order, outcome, { price, parts: [wanted], rest: 'market' })
  }
  rows.forced?.hit(outcome.outcomeId)
  return applied(rows, order, forced, turn.now, turn.feed)
}

/** Fills the next part of each of these orders of an account, at one tick. */
export const forcedTickCommand = (
  accountId: string,
  orders: readonly { readonly orderId: string; readonly symbol: string }[],
  { feed, at, fence }: { readonly feed: Feed; readonly at: Instant; readonly fence: Fence },
): Command<number> => ({
  accountId,
  fence,
  heldSymbols: orders.map(({ symbol }) => symbol),
  orderIds: orders.map(({ orderId }) => orderId),
  decide(rows) {
    const { forced } = rows
    let filled = 0
    for (const { orderId } of orders) {
      const order = rows.order(accountId, orderId)
      if (order === undefined || !isDueAt(order, at)) continue
      const plan = forced?.plan(order)
      const part = plan?.parts[0]
      if (plan === undefined || part === undefined) continue
      const made = forcedFill(order, part, plan.price, momentOf(rows, order, feed, at))
      // The session may have ended: the part is filled at the first tick of the next session.
      if ('impossible' in made) continue
      const ends = endAfterForced(order, made.transitions)
      applied(rows, order, { transitions: [...made.transitions, ...ends] }, at, feed)
      forced?.setPlan(afterPart(plan))
      filled++
    }
    return filled
  },
})

/** Returns to the market the account's open orders that the outcome controls. */
export const releaseCommand = (accountId: string, outcomeId: string): Command<number> => ({
  accountId,
  decide(rows) {
    const plans = rows.forced?.plansOf(accountId).filter((plan) => plan.outcomeId === outcomeId)
    for (const plan of plans ?? []) rows.forced?.setPlan({ ...plan, parts: [], stands: false })
    return plans?.length ?? 0
  },
})

/** An order is due as at the market: from the first tick after its last change until its expiry. */
const isDueAt = ({ status, updatedAt, validUntil }: Order, at: Instant): boolean =>
  isOpen(status) &&
  updatedAt.epochNanoseconds < at.epochNanoseconds &&
  at.epochNanoseconds < validUntil.epochNanoseconds

function momentOf(rows: Rows, order: Order, feed: Feed, at: Instant): ForcedMoment {
  const account = rows.account(order.accountId)
  assert(account !== undefined, `the account ${order.accountId} of an order exists`)
  return {
    at,
    session: feed.calendar.sessionAt(at).session,
    quote: feed.bidAsk(order.symbol, at),
    free: buyingPower(account),
  }
}

function applied(
  rows: Rows,
  order: Order,
  { transitions }: Extract<Forced, { readonly transitions: unknown }>,
  at: Instant,
  feed: Feed,
): Order {
  const quote = feed.bidAsk(order.symbol, at)
  return transitions.reduce((before, each) => rows.apply(before, each, at, quote), order)
}

/**
 * Records that the outcome has decided the order, with the rest of its plan if the order is open.
 */
function planned(
  rows: Rows,
  order: Order,
  { outcomeId }: ForcedOutcome,
  plan: Pick<ForcedPlan, 'price' | 'parts' | 'rest'>,
): Order {
  const { accountId, orderId } = order
  const stands = isOpen(order.status) && (plan.parts.length > 0 || plan.rest === 'hold')
  rows.forced?.hit(outcomeId)
  rows.forced?.setPlan({ accountId, orderId, outcomeId, ...plan, stands })
  return order
}

/** Records why the outcome did not apply; the order goes on without it. */
function missed(
  rows: Rows,
  order: Order,
  { outcomeId }: ForcedOutcome,
  { impossible }: Extract<Forced, { readonly impossible: unknown }>,
): Order {
  rows.forced?.missed(outcomeId, `${order.orderId}: ${impossible}`)
  return order
}
