/** Reads an account, its holdings and their value now. */
import { type Account, buyingPower, sellable } from '../../../core/account/account'
import {
  evaluationAmount,
  type HoldingValue,
  holdingValue,
  totalAsset,
} from '../../../core/account/valuation'
import type { Amount, Quantity } from '../../../core/money'
import { type Refused, refused } from '../../../core/refusals'
import type { Instant } from '../../../core/time'
import { findAccount } from '../../../ledger/accounts'
import { findPortfolio, type NamedHolding, type Portfolio } from '../../../ledger/holdings'
import type { MarketClock } from '../../../market/clock'
import { type Feed, worthAt } from '../../../market/feed'
import type { Database } from '../../../postgres/database'

export interface AccountDeps {
  readonly database: Database
  readonly feed: Feed
  readonly clock: MarketClock
}

export interface ValuedHolding {
  readonly holding: NamedHolding
  readonly value: HoldingValue
  readonly sellableQuantity: Quantity
}

export interface AccountReading {
  readonly account: Account
  readonly buyingPower: Amount
  readonly requestedAt: Instant
}

export interface Worth extends AccountReading {
  readonly totalAsset: Amount
}

export interface ValuedHoldings {
  readonly holdings: readonly ValuedHolding[]
  readonly requestedAt: Instant
}

type Found<T> = T | Refused<'account-not-found'>

export type AccountService = ReturnType<typeof accountService>

export function accountService({ database, feed, clock }: AccountDeps) {
  /** Values an account with its holdings, at the instant at which they are read. */
  async function valued<T>(
    accountId: string,
    value: (portfolio: Portfolio, requestedAt: Instant) => T,
  ): Promise<Found<T>> {
    const portfolio = await findPortfolio(database, accountId)
    return portfolio === undefined ? refused('account-not-found') : value(portfolio, clock.now())
  }

  return {
    worth: (accountId: string): Promise<Found<Worth>> =>
      valued(accountId, ({ account, holdings }, requestedAt) => {
        // Only the amounts are needed: the other values of a holding take two divisions.
        const amounts = holdings.map((holding) =>
          evaluationAmount(holding, worthAt(feed, holding.symbol, requestedAt)),
        )
        return {
          account,
          requestedAt,
          buyingPower: buyingPower(account),
          totalAsset: totalAsset(account, amounts),
        }
      }),

    holdings: (accountId: string): Promise<Found<ValuedHoldings>> =>
      valued(accountId, ({ holdings }, requestedAt) => ({
        holdings: holdings.map((holding) => ({
          holding,
          value: holdingValue(holding, worthAt(feed, holding.symbol, requestedAt)),
          sellableQuantity: sellable(holding),
        })),
        requestedAt,
      })),

    async buyingPower(accountId: string): Promise<Found<AccountReading>> {
      const account = await findAccount(database, accountId)
      if (account === undefined) return refused('account-not-found')
      return { account, buyingPower: buyingPower(account), requestedAt: clock.now() }
    },
  }
}
