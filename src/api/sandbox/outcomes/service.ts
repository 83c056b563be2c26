/** Sets, lists and removes the outcomes that a test forces on orders [outcome.force]. */
import type { ForcedOutcome, NewOutcome, OutcomeMatch } from '../../../core/order/forced'
import { isRefused, type Refused, refused, refusedParam } from '../../../core/refusals'
import { findAccount } from '../../../ledger/accounts'
import {
  listOutcomes,
  plansOfOutcome,
  removeOutcome,
  setOutcome,
} from '../../../ledger/forced-outcomes'
import type { InstrumentDirectory } from '../../../market/instruments'
import type { Database } from '../../../postgres/database'
import { releaseCommand } from '../../../trading/commands/forced'
import type { ForcingSwitch } from '../../../trading/forcing'
import type { Matcher } from '../../../trading/matcher/matcher'
import type { Sequencer } from '../../../trading/sequencer'
import { forcedRecords } from '../forced'
import { type Caller, mayActOn, mayChange, type NotTheirs } from '../rights'

export interface OutcomeDeps {
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'submit'>
  readonly matcher: Pick<Matcher, 'orders'>
  readonly instruments: Pick<InstrumentDirectory, 'has'>
  readonly forcing: ForcingSwitch
}

type NotSet = NotTheirs | Refused<'symbol-not-found'>

export type OutcomeControls = ReturnType<typeof outcomeControls>

export function outcomeControls(deps: OutcomeDeps) {
  const { database, forcing } = deps
  const { drizzle } = database

  const { freeId, ...records } = forcedRecords<ForcedOutcome>({
    list: () => listOutcomes(drizzle),
    idOf: ({ outcomeId }) => outcomeId,
    async remove({ outcomeId }) {
      const removed = await removeOutcome(drizzle, outcomeId)
      await releaseOrders(deps, outcomeId)
      await forcing.refresh()
      return removed
    },
  })

  /** The outcome decides matching orders at once, on every server of the database. */
  async function set(caller: Caller, wanted: NewOutcome): Promise<ForcedOutcome | NotSet> {
    const match = await checkMatch(deps, caller, wanted.match)
    if (isRefused(match)) return match
    const notTheirs = await freeId(caller, wanted.outcomeId)
    if (notTheirs !== undefined) return notTheirs
    const outcome = await setOutcome(drizzle, { ...wanted, match })
    await forcing.refresh()
    return outcome
  }

  return { ...records, set }
}

/** Completes the match with the caller's own client, if it may set such an outcome. */
async function checkMatch(
  { database, instruments }: OutcomeDeps,
  caller: Caller,
  match: OutcomeMatch,
): Promise<OutcomeMatch | NotSet> {
  const symbol = match.symbol?.toUpperCase()
  if (symbol !== undefined && !instruments.has(symbol)) {
    return refusedParam('symbol-not-found', 'symbol', { symbol })
  }
  const { accountId } = match
  if (accountId !== undefined) {
    const isTheirs =
      mayChange(caller, accountId) && (await findAccount(database, accountId)) !== undefined
    if (!isTheirs) return refused('account-mismatch')
  }
  if (!mayActOn(caller, match.clientId)) return refused('account-mismatch')
  const { clientId } = caller
  return {
    ...match,
    ...(symbol !== undefined && { symbol }),
    ...(clientId !== undefined && { clientId }),
  }
}

/** Returns the orders that the outcome decides to the market. */
async function releaseOrders(
  { database, sequencer, matcher }: OutcomeDeps,
  outcomeId: string,
): Promise<void> {
  const plans = await plansOfOutcome(database, outcomeId)
  for (const accountId of new Set(plans.map((plan) => plan.accountId))) {
    await sequencer.submit(releaseCommand(accountId, outcomeId))
  }
  if (plans.length > 0) matcher.orders.termsChanged()
}
