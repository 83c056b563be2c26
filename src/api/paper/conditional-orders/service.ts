/**
 * Conditional orders, and previews that change nothing [conditional.preview]. The sequencer
 * changes them; reads go to the database.
 */
import { noHolding } from '../../../core/account/account'
import type { AmendConditionalRefusal, ConditionalAmendment } from '../../../core/conditional/amend'
import type { Leg } from '../../../core/conditional/leg'
import {
  type ConditionalPreview,
  type ConditionalRequest,
  type PreviewConditionalRefusal,
  previewConditional,
} from '../../../core/conditional/place'
import { isId } from '../../../core/ids'
import { isRefused, type Refused, refused, refusedParam } from '../../../core/refusals'
import { type Page, readPage } from '../../../http/wire/paging'
import { findAccount } from '../../../ledger/accounts'
import { legsOfGroups, listGroups } from '../../../ledger/conditional-orders'
import { holdingsOf } from '../../../ledger/holdings'
import { isHalted } from '../../../ledger/market-state'
import type { MarketClock } from '../../../market/clock'
import { type Feed, withFeedSuspension } from '../../../market/feed'
import type { InstrumentDirectory } from '../../../market/instruments'
import type { Database } from '../../../postgres/database'
import { amendConditionalCommand } from '../../../trading/commands/amend'
import {
  type CancelConditionalRefusal,
  type ConditionalOutcome,
  cancelConditionalCommand,
  isWatchedBetween,
  legPrices,
  placeConditionalCommand,
} from '../../../trading/commands/conditional'
import {
  type CommandSender,
  type OrBusy,
  orRefuse,
  type Sequencer,
  submitOrRefuse,
} from '../../../trading/sequencer'

/** The legs of one conditional order, at least one. */
export type Group = readonly [Leg, ...Leg[]]

interface ConditionalDeps extends PreviewDeps {
  readonly sequencer: Sequencer
}

/** One page of a list; null for a filter that is omitted. */
export interface ConditionalQuery {
  readonly status: 'OPEN' | 'CLOSED' | null
  readonly symbol: string | null
  readonly limit: number
  readonly cursor: string | null
}

interface PlacedGroup {
  readonly group: Group
  readonly replayed: boolean
}

export type ConditionalService = ReturnType<typeof conditionalService>

export function conditionalService(deps: ConditionalDeps) {
  return { ...reading(deps), ...changing(deps) }
}

async function groupOrRefuse(
  { database }: Pick<ConditionalDeps, 'database'>,
  accountId: string,
  groupId: string,
): Promise<Group | Refused<'conditional-order-not-found'>> {
  const legs = isId(groupId) ? await legsOfGroups(database, [{ accountId, groupId }]) : []
  return groupIn(legs) ?? refused('conditional-order-not-found')
}

function changing(deps: ConditionalDeps) {
  const { feed, sequencer } = deps
  return {
    async place(
      accountId: string,
      request: ConditionalRequest,
      { client: { clientId }, waitedMs }: CommandSender,
    ): Promise<PlacedGroup | Extract<OrBusy<ConditionalOutcome>, Refused>> {
      const command = placeConditionalCommand(accountId, request, feed, clientId)
      const placed = await submitOrRefuse(sequencer, command, waitedMs)
      if (isRefused(placed)) return placed
      const group = groupIn(placed.legs)
      return group === undefined ? refused('server-busy') : { group, replayed: placed.replayed }
    },

    async amend(
      accountId: string,
      groupId: string,
      amendment: ConditionalAmendment,
      { waitedMs }: Pick<CommandSender, 'waitedMs'>,
    ): Promise<OrBusy<Group | Refused<AmendConditionalRefusal>>> {
      const found = await orRefuse(() => groupOrRefuse(deps, accountId, groupId))
      if (isRefused(found)) return found
      const [leg] = found
      const command = amendConditionalCommand(accountId, leg, amendment, feed)
      const amended = await submitOrRefuse(sequencer, command, waitedMs)
      if (isRefused(amended)) return amended
      return groupIn(amended) ?? refused('conditional-order-not-found')
    },

    async cancel(
      accountId: string,
      groupId: string,
      { waitedMs }: Pick<CommandSender, 'waitedMs'>,
    ): Promise<OrBusy<Group | Refused<CancelConditionalRefusal>>> {
      const found = await orRefuse(() => groupOrRefuse(deps, accountId, groupId))
      if (isRefused(found)) return found
      const [{ symbol }] = found
      const forcing = { clientId: null, feed }
      const command = cancelConditionalCommand(accountId, groupId, symbol, feed.calendar, forcing)
      const canceled = await submitOrRefuse(sequencer, command, waitedMs)
      if (isRefused(canceled)) return canceled
      return groupIn(canceled) ?? refused('conditional-order-not-found')
    },
  }
}

function reading(deps: ConditionalDeps) {
  return {
    preview: (accountId: string, request: ConditionalRequest) =>
      previewOf(deps, accountId, request),

    find: (accountId: string, groupId: string) => groupOrRefuse(deps, accountId, groupId),

    list(
      accountId: string,
      { status, symbol, ...query }: ConditionalQuery,
    ): Promise<Page<Group> | Refused<'invalid-cursor'>> {
      return readPage(
        ['conditional-orders', accountId, status, symbol],
        query,
        async (before, limit) => {
          const filter = { accountId, status, symbol, before, limit }
          const legs = await listGroups(deps.database, filter)
          const groups = [...Map.groupBy(legs, ({ groupId }) => groupId).values()]
          return groups.flatMap((some) => {
            const group = groupIn(some)
            return group === undefined ? [] : [group]
          })
        },
        ([{ groupId }]) => groupId,
      )
    },
  }
}

function groupIn([first, ...others]: readonly Leg[]): Group | undefined {
  return first && [first, ...others]
}

interface PreviewDeps {
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
    instrument: withFeedSuspension(instrument, feed, now),
    priceFor: (leg) => priceOfLeg({ ...leg, triggerBy }),
    hours: feed.calendar.marketHoursAt(now),
    isWatchedBefore: (until) =>
      isWatchedBetween(feed.calendar, request.sessions, instrument, now, until),
    now,
  })
}
