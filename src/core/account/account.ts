/**
 * An account's cash and holdings, the part of both that open orders hold, and how each event of an
 * order changes them. Each event changes all of them at once, as one line of the account's log.
 */
import { assert } from '../assert'
import { fillIdOf } from '../ids'
import { INITIAL_CASH_USD_MAX } from '../limits'
import {
  type Amount,
  add,
  amount,
  fitsPlaces,
  NO_AMOUNT,
  NO_QUANTITY,
  notional,
  type Quantity,
  shareOf,
  subtract,
} from '../money'
import type { FillProfile } from '../order/fill-profile'
import {
  type Execution,
  evolve,
  isOpen,
  type Order,
  type OrderEvent,
  type OrderTransition,
  remaining,
  type Side,
} from '../order/order'
import { type Instant, later } from '../time'

export interface Account {
  readonly accountId: string
  /** Settled cash plus held cash. */
  readonly cash: Amount
  /** The part of the cash that open BUY orders hold. */
  readonly heldCash: Amount
  /** The number of the account's last event: 1, 2, 3 … without gaps [stream.seq]. */
  readonly seq: number
  /** The time of that event; null before the first. */
  readonly lastEventAt: Instant | null
  readonly locked: boolean
  readonly fillProfile: FillProfile
  /**
   * Whether it has had conditional orders. Other accounts cause no reads of them
   * [conditional.cost].
   */
  readonly hasConditionalOrders: boolean
}

export interface Holding {
  readonly accountId: string
  readonly symbol: string
  readonly quantity: Quantity
  /** The part of the quantity that open SELL orders hold. */
  readonly heldQuantity: Quantity
  /** USD paid for the shares, by average cost [holding.average-cost]. */
  readonly purchaseAmount: Amount
}

export const noHolding = (accountId: string, symbol: string): Holding => ({
  accountId,
  symbol,
  quantity: NO_QUANTITY,
  heldQuantity: NO_QUANTITY,
  purchaseAmount: NO_AMOUNT,
})

/** Whether the shares, the held shares and the purchase amount are the same. */
export const isSameHolding = (one: Holding, other: Holding): boolean =>
  one === other ||
  (one.quantity.eq(other.quantity) &&
    one.heldQuantity.eq(other.heldQuantity) &&
    one.purchaseAmount.eq(other.purchaseAmount))

export const buyingPower = (account: Account): Amount => subtract(account.cash, account.heldCash)
export const sellable = (holding: Holding): Quantity =>
  subtract(holding.quantity, holding.heldQuantity)

/**
 * The time of the log for an event at `at`: never before the account's last event
 * [life.times-ascend].
 */
export const eventTime = ({ lastEventAt }: Account, at: Instant): Instant =>
  lastEventAt === null ? at : later(lastEventAt, at)

/** An account with one of its orders and the holding in that order's instrument. */
export interface OrderContext {
  readonly account: Account
  readonly holding: Holding
  readonly order: Order
}

/** The context after an event, and the event for the log. */
export interface Applied extends OrderContext {
  readonly event: OrderEvent
}

/**
 * Accepts a new order with its holds [life.accept]. The context has the account before these holds.
 */
export const applyAcceptance = (context: OrderContext): Applied =>
  logged(rehold(context, null), null)

/**
 * Changes order, cash, shares and holds together [fill.money].
 *
 * `marketAt` is the time of the transition in the market, at a fill's tick for example. The event
 * is no earlier than the account's last one, so that its times and ids ascend in the log.
 */
export function applyTransition(
  context: OrderContext,
  transition: OrderTransition,
  marketAt: Instant,
): Applied {
  const before = context.order
  const order = evolve(before, transition, eventTime(context.account, marketAt))
  if (!('execution' in transition)) return logged(rehold({ ...context, order }, before), null)
  const settled = settle(context.account, context.holding, order.side, transition.execution)
  return logged(rehold({ ...settled, order }, before), transition.execution)
}

/** Numbers the event. The event's time is that of the order's change. */
function logged(context: OrderContext, execution: Execution | null): Applied {
  const { account, holding, order } = context
  const { accountId, fillProfile } = account
  const { orderId, clientOrderId, symbol, side, updatedAt: at } = order
  const seq = account.seq + 1
  const fill = execution && {
    fillId: fillIdOf(accountId, at, seq),
    orderId,
    clientOrderId,
    symbol,
    side,
    filledAt: at,
    fillProfile,
    ...execution,
  }
  const event = { accountId, seq, order, fill }
  return { account: { ...account, seq, lastEventAt: at }, holding, order, event }
}

/**
 * Replaces the holds of the order before the change by its holds after it. `before` is null for a
 * new order.
 */
export function rehold(
  { account, holding, order }: OrderContext,
  before: Order | null,
): OrderContext {
  const cashBefore = before?.heldCash ?? NO_AMOUNT
  const sharesBefore = before === null ? NO_QUANTITY : heldShares(before)
  const heldQuantity = add(subtract(holding.heldQuantity, sharesBefore), heldShares(order))
  return checked({
    order,
    account: { ...account, heldCash: add(subtract(account.heldCash, cashBefore), order.heldCash) },
    // A BUY holds no shares, and keeps the holding as it is.
    holding: heldQuantity === holding.heldQuantity ? holding : { ...holding, heldQuantity },
  })
}

/** Moves an execution's money and shares, but not the holds. There are no fees. */
export function settle(
  account: Account,
  holding: Holding,
  side: Side,
  { price, quantity }: Execution,
): { readonly account: Account; readonly holding: Holding } {
  const value = notional(price, quantity)
  switch (side) {
    case 'BUY':
      return {
        account: { ...account, cash: subtract(account.cash, value) },
        holding: {
          ...holding,
          quantity: add(holding.quantity, quantity),
          purchaseAmount: add(holding.purchaseAmount, value),
        },
      }
    case 'SELL':
      return {
        account: { ...account, cash: add(account.cash, value) },
        holding: {
          ...holding,
          quantity: subtract(holding.quantity, quantity),
          purchaseAmount: subtract(
            holding.purchaseAmount,
            shareOf(holding.purchaseAmount, quantity, holding.quantity),
          ),
        },
      }
  }
}

function checked(context: OrderContext): OrderContext {
  const claim = brokenClaim(context)
  // Every event is checked here, so the text is built only if a claim is broken: that saves time.
  if (claim !== null) {
    assert(false, `${claim} after ${context.order.status} of ${context.order.orderId}`)
  }
  return context
}

/** Returns a broken claim about the account and the holding; null if every claim holds. */
export function brokenClaim({
  account,
  holding,
}: Pick<OrderContext, 'account' | 'holding'>): string | null {
  if (account.heldCash.lt(NO_AMOUNT)) return 'held cash is not negative'
  if (account.heldCash.gt(account.cash)) return 'held cash is covered by cash'
  if (holding.heldQuantity.lt(NO_QUANTITY)) return 'held shares are not negative'
  if (holding.heldQuantity.gt(holding.quantity)) return 'held shares are covered'
  if (holding.purchaseAmount.lt(NO_AMOUNT)) return 'the purchase amount is not negative'
  return null
}

/** Shares held for an open SELL. */
export const heldShares = (order: Order): Quantity =>
  order.side === 'SELL' && isOpen(order.status) ? remaining(order) : NO_QUANTITY

/** Why a request or a message does not lead to an account of the client. */
export type NoAccount = 'none' | 'several' | 'not-theirs'

/** The account that is named, or else the client's only account [account-header.one-account]. */
export function chooseAccount(
  accountIds: readonly string[],
  named: string | null,
): { readonly accountId: string } | NoAccount {
  const [first] = accountIds
  if (first === undefined) return 'none'
  if (named !== null) return accountIds.includes(named) ? { accountId: named } : 'not-theirs'
  return accountIds.length === 1 ? { accountId: first } : 'several'
}

const INITIAL_CASH_MAX = amount(INITIAL_CASH_USD_MAX)

/** Completes "allowed: …" and "it must be …". */
export const INITIAL_CASH_RULE = [
  `US dollars from 0 to ${INITIAL_CASH_MAX.toFixed()}`,
  'with at most 2 decimal places',
].join(' ')

/** Whether the amount may be the cash of a new account, or of a reset [run.cash]. */
export const isInitialCash = (cash: Amount): boolean =>
  cash.gte(NO_AMOUNT) && cash.lte(INITIAL_CASH_MAX) && fitsPlaces(cash, 2)
