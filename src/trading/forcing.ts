/**
 * The part of a batch that a test decides: its outcomes, and its plans for orders. If no test
 * decides any order, orders cost no extra query.
 */
import {
  type ForcedOutcome,
  type ForcedPlan,
  type ForcedResult,
  fitsOutcome,
  type Placer,
} from '../core/order/forced'
import type { Order } from '../core/order/order'
import { isAnyForced, standingPlansOf, unspentOutcomes } from '../ledger/forced'
import type { Feed } from '../market/feed'
import type { Database } from '../postgres/database'
import type { StatementRunner } from '../postgres/statement'

export interface Forcing {
  /** Whether a test may have set anything; nothing is read if it is false. */
  readonly mayForce: boolean
  /** The market that a forced fill meets. */
  readonly feed: Feed
  /** Reads the outcomes of a distributed database, whose shards do not have them. */
  readonly outcomes?: StatementRunner
}

interface ChangedOutcome {
  readonly before: ForcedOutcome
  readonly after: ForcedOutcome
}

export interface ForcedRows {
  /** The first matching outcome of the kind for the order, if it can decide the order. */
  outcomeFor(
    order: Order,
    placer: Placer,
    isKind: (result: ForcedResult) => boolean,
  ): ForcedOutcome | undefined
  hit(outcomeId: string): void
  missed(outcomeId: string, why: string): void
  /** Undefined if the order is the market's. */
  plan(order: Pick<Order, 'accountId' | 'orderId'>): ForcedPlan | undefined
  plansOf(accountId: string): readonly ForcedPlan[]
  setPlan(plan: ForcedPlan): void
  /** Outcomes that were hit or missed, before and after. */
  changedOutcomes(): readonly ChangedOutcome[]
  changedPlans(): readonly ForcedPlan[]
}

export async function loadForced(
  runner: StatementRunner,
  forcing: Pick<Forcing, 'outcomes'>,
  accountIds: readonly string[],
  meetsOutcomes: boolean,
): Promise<ForcedRows> {
  const [outcomes, plans] = await Promise.all([
    meetsOutcomes ? unspentOutcomes(forcing.outcomes ?? runner) : [],
    standingPlansOf(runner, accountIds),
  ])
  return openForced(outcomes, plans)
}

const keyOf = ({ accountId, orderId }: Pick<Order, 'accountId' | 'orderId'>): string =>
  `${accountId} ${orderId}`

function openForced(
  outcomes: readonly ForcedOutcome[],
  standing: readonly ForcedPlan[],
): ForcedRows {
  const known = new Map(outcomes.map((each) => [each.outcomeId, each]))
  const plans = new Map(standing.map((each) => [keyOf(each), each]))
  const changedPlans = new Set<string>()

  function change(outcomeId: string, changed: (outcome: ForcedOutcome) => ForcedOutcome): void {
    const outcome = known.get(outcomeId)
    if (outcome === undefined) return
    known.set(outcomeId, changed(outcome))
  }

  return {
    outcomeFor: (order, placer, isKind) =>
      [...known.values()].find(
        (outcome) =>
          isUnspent(outcome) && isKind(outcome.result) && fitsOutcome(outcome.match, order, placer),
      ),
    hit: (outcomeId) => change(outcomeId, (outcome) => ({ ...outcome, hits: outcome.hits + 1 })),
    missed: (outcomeId, lastMiss) =>
      change(outcomeId, (outcome) => ({ ...outcome, misses: outcome.misses + 1, lastMiss })),
    plan(order) {
      const plan = plans.get(keyOf(order))
      return plan?.stands ? plan : undefined
    },
    plansOf: (accountId) => [...plans.values()].filter((plan) => plan.accountId === accountId),
    setPlan(plan) {
      plans.set(keyOf(plan), plan)
      changedPlans.add(keyOf(plan))
    },
    changedOutcomes: () =>
      outcomes.flatMap((before) => {
        const after = known.get(before.outcomeId)
        return after === undefined || after === before ? [] : [{ before, after }]
      }),
    changedPlans: () => [...changedPlans].flatMap((key) => plans.get(key) ?? []),
  }
}

const isUnspent = ({ times, hits }: ForcedOutcome): boolean => times === null || hits < times

/** Whether a test decides any order. */
export interface ForcingSwitch extends Forcing {
  /** Reads again, after this process has changed what is forced. */
  refresh(): Promise<void>
}

/**
 * `isShared` means that other processes may change the database. Then each batch reads for itself,
 * so that an outcome decides the next order at every server [outcome.stands].
 */
export async function openForcing(
  database: Database,
  isShared: boolean,
  feed: Feed,
): Promise<ForcingSwitch> {
  const found = async (): Promise<boolean> => isShared || (await isAnyForced(database))
  const forcing = {
    feed,
    ...(database.shards && { outcomes: database }),
    mayForce: await found(),
    async refresh() {
      forcing.mayForce = await found()
    },
  }
  return forcing
}
