/** Previews conditional orders, without changing anything [conditional.preview]. */
import { noHolding } from '../../../../core/account/account'
import {
  type ConditionalPreview,
  type ConditionalRequest,
  type PreviewConditionalRefusal,
  previewConditional,
} from '../../../../core/conditional/place'
import { type Refused, refused, refusedParam } from '../../../../core/refusals'
import { findAccount } from '../../../../ledger/accounts'
import { holdingsOf } from '../../../../ledger/holdings'
import { isHalted } from '../../../../ledger/market-state'
import type { MarketClock } from '../../../../market/clock'
import type { Feed } from '../../../../market/feed'
import type { InstrumentDirectory } from '../../../../market/instruments'
import type { Database } from '../../../../postgres/database'
import { legPrices } from '../../../../trading/commands/conditional'

export interface PreviewDeps {
  readonly database: Database
  readonly feed: Feed
  readonly clock: MarketClock
  readonly instruments: InstrumentDirectory
}

export async function previewOf(
  { clock, database, feed, instruments }: PreviewDeps,
  accountId: string,
  request: ConditionalRequest,
): Promise<ConditionalPreview | Refused<PreviewConditionalRefusal>> {
  const { symbol, triggerBy } = request
  const account = await findAccount(database, accountId)
  if (account === undefined) return refused('account-not-found')
  const instrument = instruments.find(symbol)
  if (instrument === undefined) return refusedParam('symbol-not-found', 'symbol', { symbol })
  const [[holding], halted] = await Promise.all([
    holdingsOf(database, [{ accountId, symbol }]),
    isHalted(database),
  ])
  const now = clock.now()
  const priceOfLeg = legPrices(feed, symbol, now)
  return previewConditional(request, {
    account,
    halted,
    haltedUntil: feed.haltedUntil?.(symbol, now),
    holding: holding ?? noHolding(accountId, symbol),
    instrument,
    priceFor: (leg) => priceOfLeg({ ...leg, triggerBy }),
    hours: feed.calendar.marketHoursAt(now),
    now,
  })
}
