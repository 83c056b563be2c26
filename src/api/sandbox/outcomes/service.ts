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
import { type Asking, isTheirs } from '../clients'

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

class StoredOutcomes implements OutcomeControls {
  readonly #deps: OutcomeDeps

  constructor(deps: OutcomeDeps) {
    this.#deps = deps
  }

  async list(asking: Asking): Promise<readonly ForcedOutcome[]> {
    return (await listOutcomes(this.#deps.database.drizzle)).filter((outcome) =>
      isTheirs(asking, outcome),
    )
  }

  async find(asking: Asking, outcomeId: string): Promise<ForcedOutcome | NotThere> {
    const found = (await this.list(asking)).find((outcome) => outcome.outcomeId === outcomeId)
    return found ?? refused('control-not-found', { id: outcomeId })
  }

  async remove(asking: Asking, outcomeId: string): Promise<ForcedOutcome | NotThere> {
    const found = await this.find(asking, outcomeId)
    if (isRefused(found)) return found
    const removed = await removeOutcome(this.#deps.database.drizzle, outcomeId)
    await this.#release(outcomeId)
    await this.#deps.forcing.refresh()
    return removed ?? refused('control-not-found', { id: outcomeId })
  }

  async set(
    asking: Asking,
    wanted: NewOutcome,
  ): Promise<ForcedOutcome | NotTheirs | Refused<'symbol-not-found'>> {
    const match = await this.#fitting(asking, wanted.match)
    if (isRefused(match)) return match
    const { outcomeId } = wanted
    if (outcomeId !== null) {
      const others = (await listOutcomes(this.#deps.database.drizzle)).some(
        (known) => known.outcomeId === outcomeId && !isTheirs(asking, known),
      )
      if (others) return refused('account-mismatch')
      await this.remove(asking, outcomeId)
    }
    const set = await setOutcome(this.#deps.database.drizzle, { ...wanted, match })
    await this.#deps.forcing.refresh()
    return set
  }

  async removeAll(asking: Asking): Promise<readonly ForcedOutcome[]> {
    const removed: ForcedOutcome[] = []
    for (const { outcomeId } of await this.list(asking)) {
      const one = await this.remove(asking, outcomeId)
      if (!isRefused(one)) removed.push(one)
    }
    return removed
  }

  async #fitting(
    { clientId, accountIds }: Asking,
    match: OutcomeMatch,
  ): Promise<OutcomeMatch | NotTheirs | Refused<'symbol-not-found'>> {
    const symbol = match.symbol?.toUpperCase()
    if (symbol !== undefined && !this.#deps.instruments.has(symbol)) {
      return refusedParam('symbol-not-found', 'symbol', { symbol })
    }
    const { accountId } = match
    if (accountId !== undefined) {
      const theirs =
        accountIds === 'all'
          ? (await findAccount(this.#deps.database, accountId)) !== undefined
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

  async #release(outcomeId: string): Promise<void> {
    const plans = await plansOfOutcome(this.#deps.database, outcomeId)
    for (const accountId of new Set(plans.map((plan) => plan.accountId))) {
      await this.#deps.sequencer.submit(releaseCommand(accountId, outcomeId))
    }
    if (plans.length > 0) this.#deps.matcher.orders.termsChanged()
  }
}

export const outcomeControls = (deps: OutcomeDeps): OutcomeControls => new StoredOutcomes(deps)
