/**
 * A batch decided on kept rows, and written by one statement that is a transaction of its own: one
 * round trip, where a batch that locks and loads takes two and nine statements.
 *
 * Only orders go this way whose account and instruments are kept, and only where each command of an
 * account has made a new order. For then the statement changes the account's row, and by that makes
 * sure that the account was as it was kept: what was decided on a row that has changed is not
 * written, and is decided again by the way that locks and loads. A refusal changes no row, so it
 * would be an answer that nobody has checked.
 */
import type { Account, Holding } from '../core/account/account'
import type { Instant } from '../core/time'
import { type AcceptedAccount, acceptIfCurrent } from '../events/accept-if-current'
import type { Lane } from '../store/database'
import type { Asked } from '../store/pg/statement'
import type { Changed, Deciding, DeskDatabase } from './batch'
import { type BatchChanges, openBatch } from './batch-rows'
import type { KeptAccount, KeptInstrument, KeptRows } from './kept-rows'

export interface KeptResult extends Changed {
  /** The outcomes of the commands that were committed. */
  readonly outcomes: ReadonlyMap<Deciding, unknown>
}

export interface KeptBatchDeps {
  readonly atOnce: NonNullable<DeskDatabase['atOnce']>
  readonly kept: KeptRows
  readonly mayForce: boolean
  readonly now: () => Instant
  readonly lane: Lane
}

/** The others, which were not committed, are to be decided again. */
export async function runOnKeptRows(
  { atOnce, kept, mayForce, now, lane }: KeptBatchDeps,
  commands: readonly Deciding[],
): Promise<KeptResult> {
  let decided: Decided | null = null
  const written = await atOnce(() => {
    decided = decide(commands, kept, mayForce, now())
    return decided.asked
  }, lane)
  return written === null || decided === null ? NOTHING : committed(decided, written, kept)
}

const NOTHING: KeptResult = { outcomes: new Map(), events: [], orders: [] }

interface Decided {
  readonly outcomes: ReadonlyMap<Deciding, unknown>
  /** As the orders leave them. */
  readonly accounts: readonly Account[]
  readonly holdings: readonly Holding[]
  readonly changes: Changed
  /** Null: nothing of it can go this way. */
  readonly asked: Asked<AcceptedAccount> | null
}

function decide(
  commands: readonly Deciding[],
  kept: KeptRows,
  mayForce: boolean,
  at: Instant,
): Decided {
  const accounts = new Map<string, KeptAccount>()
  const instruments = new Map<string, KeptInstrument>()
  for (const { command } of commands) {
    const account = kept.account(command.accountId)
    if (account !== undefined) accounts.set(command.accountId, account)
    for (const symbol of command.symbols ?? []) {
      const instrument = kept.instrument(symbol)
      if (instrument !== undefined) instruments.set(symbol, instrument)
    }
  }
  const batch = openBatch({
    // The statement makes sure that placing is not halted, and no test decides an order.
    accounts: [...accounts.values()].map(({ account }) => ({ account, halted: false })),
    instruments: [...instruments.values()].map(({ instrument }) => instrument),
    holdings: commands.flatMap(({ command: { accountId, heldSymbols = [] } }) =>
      heldSymbols.flatMap((symbol) => accounts.get(accountId)?.holdings.get(symbol) ?? []),
    ),
    ...{ knowsHolding: () => false, orders: [], liquidityUses: [], forced: null },
  })
  const outcomes = new Map<Deciding, unknown>()
  /** Commands of each account, less the orders that they made. */
  const refused = new Map<string, number>()
  const count = (accountId: string, by: number): void =>
    void refused.set(accountId, (refused.get(accountId) ?? 0) + by)
  for (const each of commands) {
    each.begin()
    if (!each.mayDecide()) continue
    outcomes.set(each, each.command.decide(batch, at))
    count(each.command.accountId, 1)
  }
  const changes = batch.changes()
  for (const { accountId } of changes.acceptedOrders) count(accountId, -1)
  const goes = ({ accountId }: { readonly accountId: string }) => refused.get(accountId) === 0
  const orders = changes.acceptedOrders.filter(goes)
  // In one order at all servers, so that none of two waits for the other.
  const decided = changes.accounts.filter(goes).toSorted(byId)
  const holdings = changes.holdings.filter(goes)
  for (const each of outcomes.keys()) {
    if (goes(each.command)) continue
    each.begin()
    outcomes.delete(each)
  }
  return {
    outcomes,
    ...{ accounts: decided, holdings },
    changes: {
      events: changes.events.filter(goes),
      orders: changes.orders.filter(({ after }) => goes(after)),
    },
    asked:
      orders.length === 0 || !isAcceptancesOnly(changes)
        ? null
        : acceptIfCurrent({
            ...{ orders, holdings, mayForce },
            accounts: decided.map((account) => ({
              account,
              version: accounts.get(account.accountId)?.version ?? '',
            })),
            // Of these orders alone: a refused order's instrument decides nothing that is written.
            instruments: [...new Set(orders.map(({ symbol }) => symbol))].map((symbol) => ({
              symbol,
              version: instruments.get(symbol)?.version ?? '',
            })),
          }),
  }
}

const byId = (one: Account, other: Account): number => (one.accountId < other.accountId ? -1 : 1)

const isAcceptancesOnly = (changes: BatchChanges): boolean =>
  [
    ...[changes.newOrders, changes.changedOrders, changes.movedOrders, changes.otherEvents],
    ...[changes.adjustments, changes.locks, changes.liquidityUses],
  ].every(({ length }) => length === 0)

/** Keeps what was written, and tells of it alone. */
function committed(
  { outcomes, accounts, holdings, changes }: Decided,
  written: readonly AcceptedAccount[],
  kept: KeptRows,
): KeptResult {
  const versions = new Map(written.map(({ accountId, version }) => [accountId, version]))
  for (const account of accounts) {
    const version = versions.get(account.accountId)
    if (version === undefined) kept.doubt(account.accountId)
    else {
      const changed = holdings.filter(({ accountId }) => accountId === account.accountId)
      kept.wrote(account, version, changed)
    }
  }
  if (versions.size === accounts.length) return { outcomes, ...changes }
  const isWritten = ({ accountId }: { readonly accountId: string }) => versions.has(accountId)
  return {
    outcomes: new Map([...outcomes].filter(([{ command }]) => isWritten(command))),
    events: changes.events.filter(isWritten),
    orders: changes.orders.filter(({ after }) => isWritten(after)),
  }
}
