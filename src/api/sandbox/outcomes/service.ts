/** Sets, lists and removes the outcomes that a test forces on orders [outcome.force]. */
import type { ForcedOutcome, NewOutcome, OutcomeMatch } from '../../../core/order/forced'
import { isRefused, type Refused, refused, refusedParam } from '../../../core/refusals'
import type { InstrumentDirectory } from '../../../market/instruments'
import type { Database } from '../../../store/database'
import { findAccount } from '../../../store/tables/accounts'
import {
  listOutcomes,
  plansOfOutcome,
  removeOutcome,
  setOutcome,
} from '../../../store/tables/forced-outcomes'
import { releaseCommand } from '../../../trading/commands/forced'
import type { ForcingSwitch } from '../../../trading/forcing'
import type { Matcher } from '../../../trading/matcher/matcher'
import type { Sequencer } from '../../../trading/sequencer'
import type { Asking } from '../clients'

export interface OutcomeDeps {
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'submit'>
  readonly matcher: Pick<Matcher, 'orders'>
  readonly instruments: Pick<InstrumentDirectory, 'has'>
  readonly forcing: ForcingSwitch
}

type NotTheirs = Refused<'account-mismatch'>
type NotThere = Refused<'control-not-found'>

/** A client sees and sets outcomes of its own orders alone; the key's holder all. */
export interface OutcomeControls {
  /** Decides matching orders from now on, at every server of the database. */
  set(
    asking: Asking,
    wanted: NewOutcome,
  ): Promise<ForcedOutcome | NotTheirs | Refused<'symbol-not-found'>>
  /** In the order in which they are tried. */
  list(asking: Asking): Promise<readonly ForcedOutcome[]>
  find(asking: Asking, outcomeId: string): Promise<ForcedOutcome | NotThere>
  /** Gives the orders that it has in hand back to the market; as it was. */
  remove(asking: Asking, outcomeId: string): Promise<ForcedOutcome | NotThere>
  removeAll(asking: Asking): Promise<readonly ForcedOutcome[]>
}

export function outcomeControls(deps: OutcomeDeps): OutcomeControls {
  const { database, sequencer, matcher, instruments, forcing } = deps
  const { drizzle } = database

  async function fitting(
    { clientId, accountIds }: Asking,
    match: OutcomeMatch,
  ): Promise<OutcomeMatch | NotTheirs | Refused<'symbol-not-found'>> {
    const symbol = match.symbol?.toUpperCase()
    if (symbol !== undefined && !instruments.has(symbol)) {
      return refusedParam('symbol-not-found', 'symbol', { symbol })
    }
    const { accountId } = match
    if (accountId !== undefined) {
      const theirs =
        accountIds === 'all'
          ? (await findAccount(database, accountId)) !== undefined
          : accountIds.includes(accountId)
      if (!theirs) return refused('account-mismatch')
    }
    if (clientId !== undefined && (match.clientId ?? clientId) !== clientId) {
      return refused('account-mismatch')
    }
    return {
      ...match,
      ...(symbol !== undefined && { symbol }),
      ...(clientId !== undefined && { clientId }),
    }
  }

  async function release(outcomeId: string): Promise<void> {
    const plans = await plansOfOutcome(database, outcomeId)
    for (const accountId of new Set(plans.map((plan) => plan.accountId))) {
      await sequencer.submit(releaseCommand(accountId, outcomeId))
    }
    if (plans.length > 0) matcher.orders.termsChanged()
  }

  const list = async (asking: Asking): Promise<readonly ForcedOutcome[]> =>
    (await listOutcomes(drizzle)).filter((outcome) => isTheirs(asking, outcome))

  async function find(asking: Asking, outcomeId: string): Promise<ForcedOutcome | NotThere> {
    const found = (await list(asking)).find((outcome) => outcome.outcomeId === outcomeId)
    return found ?? refused('control-not-found', { id: outcomeId })
  }

  async function remove(asking: Asking, outcomeId: string): Promise<ForcedOutcome | NotThere> {
    const found = await find(asking, outcomeId)
    if (isRefused(found)) return found
    const removed = await removeOutcome(drizzle, outcomeId)
    await release(outcomeId)
    await forcing.refresh()
    return removed ?? refused('control-not-found', { id: outcomeId })
  }

  return {
    async set(asking, wanted) {
      const match = await fitting(asking, wanted.match)
      if (isRefused(match)) return match
      const { outcomeId } = wanted
      if (outcomeId !== null) {
        const others = (await listOutcomes(drizzle)).some(
          (known) => known.outcomeId === outcomeId && !isTheirs(asking, known),
        )
        if (others) return refused('account-mismatch')
        await remove(asking, outcomeId)
      }
      const set = await setOutcome(drizzle, { ...wanted, match })
      await forcing.refresh()
      return set
    },
    list,
    find,
    remove,
    async removeAll(asking) {
      const removed: ForcedOutcome[] = []
      for (const { outcomeId } of await list(asking)) {
        const one = await remove(asking, outcomeId)
        if (!isRefused(one)) removed.push(one)
      }
      return removed
    },
  }
}

const isTheirs = ({ clientId }: Asking, { match }: ForcedOutcome): boolean =>
  clientId === undefined || match.clientId === clientId
