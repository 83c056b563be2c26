/** Reads an account, its holdings and their value now. */
import { type Account, buyingPower, sellable } from '../../../core/account/account'
import { type HoldingValue, holdingValue, totalAsset } from '../../../core/account/valuation'
import type { Amount, Quantity } from '../../../core/money'
import { type Refused, refused } from '../../../core/refusals'
import type { Instant } from '../../../core/time'
import type { MarketClock } from '../../../market/clock'
import { type Feed, worthAt } from '../../../market/feed'
import type { Database } from '../../../store/database'
import { findAccount } from '../../../store/tables/accounts'
import { findPortfolio, type NamedHolding } from '../../../store/tables/portfolio'

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

export interface Valuation extends AccountReading {
  readonly totalAsset: Amount
  readonly holdings: readonly ValuedHolding[]
}

type Found<T> = T | Refused<'account-not-found'>

export interface AccountService {
  valuation(accountId: string): Promise<Found<Valuation>>
  buyingPower(accountId: string): Promise<Found<AccountReading>>
}

export const accountService = ({ database, feed, clock }: AccountDeps): AccountService => ({
  async valuation(accountId) {
    const portfolio = await findPortfolio(database, accountId)
    if (portfolio === undefined) return refused('account-not-found')
    const requestedAt = clock.now()
    const holdings = portfolio.holdings.map((holding) => ({
      holding,
      value: holdingValue(holding, worthAt(feed, holding.symbol, requestedAt)),
      sellableQuantity: sellable(holding),
    }))
    return {
      account: portfolio.account,
      buyingPower: buyingPower(portfolio.account),
      totalAsset: totalAsset(
        portfolio.account,
        holdings.map(({ value }) => value),
      ),
      holdings,
      requestedAt,
    }
  },

  async buyingPower(accountId) {
    const account = await findAccount(database, accountId)
    if (account === undefined) return refused('account-not-found')
    return { account, buyingPower: buyingPower(account), requestedAt: clock.now() }
  },
})
