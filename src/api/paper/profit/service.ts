/** The profit of an account so far, realized and not [paper.profit]. */
import {
  type Capital,
  capitalOver,
  evaluationAmount,
  type Profit,
  profitOf,
} from '../../../core/account/valuation'
import { type Refused, refused } from '../../../core/refusals'
import { listAdjustments } from '../../../ledger/accounts'
import { accountBeginning } from '../../../ledger/balances'
import { findPortfolio } from '../../../ledger/holdings'
import type { MarketClock } from '../../../market/clock'
import { type Feed, worthAt } from '../../../market/feed'
import type { Database } from '../../../postgres/database'

export interface ProfitDeps {
  readonly database: Database
  readonly feed: Feed
  readonly clock: MarketClock
}

export interface AccountProfit extends Profit {
  readonly accountId: string
  readonly capital: Capital
}

export class ProfitService {
  readonly #deps: ProfitDeps

  constructor(deps: ProfitDeps) {
    this.#deps = deps
  }

  async find(accountId: string): Promise<AccountProfit | Refused<'account-not-found'>> {
    const { clock, database, feed } = this.#deps
    const beginning = await accountBeginning(database.drizzle, accountId)
    if (beginning === undefined) return refused('account-not-found')
    const adjustments = () => listAdjustments(database.drizzle, accountId, { from: null, to: null })
    for (;;) {
      const lines = await adjustments()
      const portfolio = await findPortfolio(database, accountId)
      if (portfolio === undefined) return refused('account-not-found')
      // A reset in between would set the old capital against the new cash.
      if ((await adjustments()).length > lines.length) continue
      const now = clock.now()
      const { account, holdings } = portfolio
      const capital = capitalOver(beginning.initialCash, lines)(lines.at(-1)?.at ?? now)
      const amounts = holdings.map((holding) =>
        evaluationAmount(holding, worthAt(feed, holding.symbol, now)),
      )
      return { accountId, capital, ...profitOf(account, holdings, amounts, capital.amount) }
    }
  }
}
