/** Cash, holdings and what open orders hold of them (D4, D7). */
import { assert } from '../assert'
import {
  type Amount,
  add,
  NO_AMOUNT,
  NO_QUANTITY,
  notional,
  type Quantity,
  shareOf,
  subtract,
} from '../money'
import type { FillProfile } from '../order/fill-profile'
import { type Execution, heldShares, type Order, type Side } from '../order/order'
import { type Instant, later } from '../time'

export interface Account {
  readonly accountId: string
  /** Settled plus held cash. */
  readonly cash: Amount
  /** The part of the cash that open BUY orders hold. */
  readonly heldCash: Amount
  /** The number of the account's last order event: 1, 2, 3 … without gaps (D9). */
  readonly seq: number
  /** When that event was; null before the first. No later event is earlier (D15). */
  readonly lastEventAt: Instant | null
  readonly locked: boolean
  readonly fillProfile: FillProfile
}

export interface Holding {
  readonly accountId: string
  readonly symbol: string
  readonly quantity: Quantity
  /** The part of the quantity that open SELL orders hold. */
  readonly heldQuantity: Quantity
  /** What the shares cost, by average cost. */
  readonly purchaseAmount: Amount
}

export const noHolding = (accountId: string, symbol: string): Holding => ({
  accountId,
  symbol,
  quantity: NO_QUANTITY,
  heldQuantity: NO_QUANTITY,
  purchaseAmount: NO_AMOUNT,
})

export const buyingPower = (account: Account): Amount => subtract(account.cash, account.heldCash)
export const sellable = (holding: Holding): Quantity =>
  subtract(holding.quantity, holding.heldQuantity)

/** The time of an event that comes now: never earlier than the account's last one (D15). */
export const eventTime = ({ lastEventAt }: Account, at: Instant): Instant =>
  lastEventAt === null ? at : later(lastEventAt, at)

/** An account with one of its orders and the holding in that order's instrument. */
export interface Standing {
  readonly account: Account
  readonly holding: Holding
  readonly order: Order
}

/**
 * Moves the holds from those of the order as it was (null: it is new) to those of the order as it
 * is.
 */
export function reserve({ account, holding, order }: Standing, before: Order | null): Standing {
  const cashBefore = before?.heldCash ?? NO_AMOUNT
  const sharesBefore = before === null ? NO_QUANTITY : heldShares(before)
  return checked({
    order,
    account: { ...account, heldCash: add(subtract(account.heldCash, cashBefore), order.heldCash) },
    holding: {
      ...holding,
      heldQuantity: add(subtract(holding.heldQuantity, sharesBefore), heldShares(order)),
    },
  })
}

/** Books an execution's money and shares; the holds are `reserve`'s. Fees and taxes are 0 (D6). */
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

function checked(standing: Standing): Standing {
  const { account, holding, order } = standing
  const says = `after ${order.status} of ${order.orderId}`
  assert(account.heldCash.gte(NO_AMOUNT), `held cash is not negative ${says}`)
  assert(account.heldCash.lte(account.cash), `held cash is covered by cash ${says}`)
  assert(holding.heldQuantity.gte(NO_QUANTITY), `held shares are not negative ${says}`)
  assert(holding.heldQuantity.lte(holding.quantity), `held shares are covered ${says}`)
  assert(holding.purchaseAmount.gte(NO_AMOUNT), `the purchase amount is not negative ${says}`)
  return standing
}
