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
import type { Order } from '../core/order/order'
import type { Instant } from '../core/time'
import { type AcceptedAccount, acceptIfCurrent } from '../events/accept-if-current'
import type { Asked } from '../store/pg/statement'
import type { Committed, Deciding, DeskDatabase } from './batch'
import { type BatchChanges, openBatch } from './batch-rows'
import type { KeptAccount, KeptInstrument, KeptRows } from './kept-rows'

export interface KeptResult extends Committed {
  /** The outcomes of the commands that were committed. */
  readonly outcomes: ReadonlyMap<Deciding, unknown>
}

export interface KeptBatchDeps {
  readonly atOnce: NonNullable<DeskDatabase['atOnce']>
  readonly kept: KeptRows
  readonly mayForce: boolean
  readonly now: () => Instant
}

/** The others, which were not committed, are to be decided again. */
export async function runOnKeptRows(
  { atOnce, kept, mayForce, now }: KeptBatchDeps,
  commands: readonly Deciding[],
): Promise<KeptResult> {
  let decided: Decided | null = null
  const written = await atOnce(() => {
    const seen = seenBy(commands, kept)
    decided = decide(commands, seen, now())
    return askFor(decided, seen, mayForce)
  })
  return written === null || decided === null ? NOTHING : committed(decided, written, kept)
}

const NOTHING: KeptResult = { outcomes: new Map(), events: [], orders: [] }

/** The kept rows that are decided on. */
interface Seen {
  readonly accounts: ReadonlyMap<string, KeptAccount>
  readonly instruments: ReadonlyMap<string, KeptInstrument>
}

function seenBy(commands: readonly Deciding[], kept: KeptRows): Seen {
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
  return { accounts, instruments }
}

/** Of the accounts that go this way. */
interface Decided {
  readonly outcomes: ReadonlyMap<Deciding, unknown>
  /** As the orders leave them. */
  readonly accounts: readonly Account[]
  readonly holdings: readonly Holding[]
  readonly acceptedOrders: readonly Order[]
  readonly changes: Committed
  /** False: nothing of it can go this way. */
  readonly isWritable: boolean
}

/** Decides all commands, and tells which accounts go: those whose commands made an order each. */
function decide(commands: readonly Deciding[], seen: Seen, at: Instant): Decided {
  const batch = openBatch({
    // The statement makes sure that placing is not halted, and no test decides an order.
    accounts: [...seen.accounts.values()].map(({ account }) => ({ account, halted: false })),
    instruments: [...seen.instruments.values()].map(({ instrument }) => instrument),
    holdings: commands.flatMap(({ command: { accountId, heldSymbols = [] } }) =>
      heldSymbols.flatMap((symbol) => seen.accounts.get(accountId)?.holdings.get(symbol) ?? []),
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
  for (const each of outcomes.keys()) {
    if (goes(each.command)) continue
    each.begin()
    outcomes.delete(each)
  }
  const acceptedOrders = changes.acceptedOrders.filter(goes)
  return {
    ...{ outcomes, acceptedOrders },
    // In one order at all servers, so that none of two waits for the other.
    accounts: changes.accounts.filter(goes).toSorted(byId),
    holdings: changes.holdings.filter(goes),
    changes: {
      events: changes.events.filter(goes),
      orders: changes.orders.filter(goes),
    },
    isWritable: acceptedOrders.length > 0 && isAcceptancesOnly(changes),
  }
}

/** What is asked of the database: to write the accounts that still have the version seen. */
function askFor(
  { accounts, holdings, acceptedOrders: orders, isWritable }: Decided,
  seen: Seen,
  mayForce: boolean,
): Asked<AcceptedAccount> | null {
  if (!isWritable) return null
  return acceptIfCurrent({
    ...{ orders, holdings, mayForce },
    accounts: accounts.map((account) => ({
      account,
      version: seen.accounts.get(account.accountId)?.version ?? '',
    })),
    // Of these orders alone: a refused order's instrument decides nothing that is written.
    instruments: [...new Set(orders.map(({ symbol }) => symbol))].map((symbol) => ({
      symbol,
      version: seen.instruments.get(symbol)?.version ?? '',
    })),
  })
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
    orders: changes.orders.filter(isWritten),
  }
}
