/**
 * One batch of commands as one transaction, in a fixed number of statements: lock the accounts and
 * load, decide each command on what those before it have left, write everything together.
 */
import type { OrderEvent } from '../core/order/event'
import type { Order } from '../core/order/order'
import type { Instant } from '../core/time'
import { insertAcceptedOrders, insertEvents, updateChangedOrders } from '../events/log'
import type { Database, Fence, Lane } from '../store/database'
import type { StatementRunner, Write } from '../store/pg/statement'
import { changeLocks, lockAccounts, updateAccounts } from '../store/tables/accounts'
import { insertAdjustments } from '../store/tables/adjustments'
import { insertFills } from '../store/tables/fills'
import { holdingsOf, holdingsOfAccounts, saveHoldings } from '../store/tables/holdings'
import { instrumentsOf } from '../store/tables/instruments'
import { liquidityUsesOf, saveLiquidityUses } from '../store/tables/liquidity-uses'
import {
  insertOrders,
  openOrdersOf,
  ordersByClientOrderIds,
  ordersByIds,
  updateOrders,
} from '../store/tables/orders'
import {
  type Batch,
  type BatchChanges,
  keyOf,
  openBatch,
  type ReadRows,
  readRows,
} from './batch-rows'
import { type Forcing, loadForced } from './forced-rows'

/** A change to one account: the rows that it needs, and its decision once they are loaded. */
export interface Command<Outcome> {
  readonly accountId: string
  /** Loads these instruments. */
  readonly symbols?: readonly string[]
  /** Loads the account's holdings of these symbols. */
  readonly heldSymbols?: readonly string[]
  readonly orderIds?: readonly string[]
  readonly clientOrderIds?: readonly string[]
  /** Loads the account's liquidity uses of `heldSymbols`. */
  readonly takesLiquidity?: true
  /** A test may have decided what becomes of it [outcome.force]. */
  readonly meetsOutcomes?: true
  /** Loads every open order and every holding of the account. */
  readonly wholeAccount?: true
  /**
   * Only the market's own commands have one: the desk takes them however many clients' commands
   * wait, and they change nothing once another process moves the market.
   */
  readonly fence?: Fence
  /**
   * Decides with the core on the batch's rows, and records the events. A refusal is an outcome
   * without an event; an exception is our bug and undoes the command.
   */
  decide(batch: Batch, now: Instant): Outcome
}

/** A command whose caller may give up waiting for it. */
export interface Deciding {
  readonly command: Command<unknown>
  /** An attempt begins: any decision before it was not committed. */
  begin(): void
  /** False: it must not be decided any more. After a true its COMMIT may be on its way. */
  mayDecide(): boolean
}

/** What a batch has changed. */
export interface Committed {
  /** Each account's in the order of their numbers, without a gap. */
  readonly events: readonly OrderEvent[]
  /** The orders that it has added or changed, as it has left them. */
  readonly orders: readonly Order[]
}

export interface BatchResult extends Committed {
  /** One for each command, in their order; undefined for one that was not decided. */
  readonly outcomes: readonly unknown[]
  /** Other sessions held these accounts, so their commands were not decided. */
  readonly busyAccountIds: ReadonlySet<string>
  readonly read: ReadRows
}

/** What the desk needs of a database. */
export type DeskDatabase = Pick<Database, 'transaction' | 'atOnce' | 'connectionsLost'>

export interface BatchDeps {
  readonly database: Pick<Database, 'transaction'>
  readonly now: () => Instant
  /** Null or left out: no test decides orders. */
  readonly forcing?: Forcing | null | undefined
  readonly lane: Lane
}

export const runBatch = (
  { database, now, forcing, lane }: BatchDeps,
  commands: readonly Deciding[],
): Promise<BatchResult> =>
  database.transaction(async (transaction) => {
    for (const each of commands) each.begin()
    const loaded = await load(
      transaction,
      commands.map(({ command }) => command),
      forcing?.mayForce === true,
    )
    const busyAccountIds = new Set(loaded.busyAccountIds)
    const batch = openBatch(loaded)
    // Read once the locks are held, so that no order is earlier than one accepted before it.
    const at = now()
    const decided = commands.filter(
      (each) => !busyAccountIds.has(each.command.accountId) && each.mayDecide(),
    )
    const outcomes = new Map(decided.map((each) => [each, each.command.decide(batch, at)]))
    const changes = batch.changes()
    // The fences last, so that a process that is stopped midway keeps the lease from nobody. There
    // are two where the lease was lost and acquired again while the first command waited.
    const fences = new Set(decided.flatMap(({ command }) => command.fence ?? []))
    // With the COMMIT behind them: nothing is answered before it [durability.answered].
    transaction.lastly([...writesOf(changes), ...fences])
    const { events, orders } = changes
    return {
      outcomes: commands.map((each) => outcomes.get(each)),
      ...{ busyAccountIds, events, orders, read: readRows(loaded, batch) },
    }
  }, lane)

/** The statements are sent one after the other without waiting, the lock first. */
async function load(
  runner: StatementRunner,
  commands: readonly Command<unknown>[],
  mayForce: boolean,
) {
  const accountIds = unique(commands, ({ accountId }) => [accountId])
  const whole = unique(commands, ({ accountId, wholeAccount }) => (wholeAccount ? [accountId] : []))
  const bySymbol = (wanted: readonly Command<unknown>[]) =>
    pairs(wanted, 'heldSymbols', (accountId, symbol) => ({ accountId, symbol }))
  const held = bySymbol(mayForce ? commands.map(withHolding) : commands)
  const heldKeys = new Set(held.map(({ accountId, symbol }) => keyOf(accountId, symbol)))
  const wholeIds = new Set(whole)
  const meetsOutcomes = commands.some((each) => each.meetsOutcomes)
  const [accounts, holdings, instruments, orders, prior, ofWhole, open, liquidityUses, forced] =
    await Promise.all([
      lockAccounts(runner, accountIds),
      some(runner, held, holdingsOf),
      some(
        runner,
        unique(commands, ({ symbols = [] }) => symbols),
        instrumentsOf,
      ),
      some(
        runner,
        pairs(commands, 'orderIds', (accountId, orderId) => ({ accountId, orderId })),
        ordersByIds,
      ),
      some(
        runner,
        pairs(commands, 'clientOrderIds', (accountId, clientOrderId) => ({
          accountId,
          clientOrderId,
        })),
        ordersByClientOrderIds,
      ),
      some(runner, whole, holdingsOfAccounts),
      some(runner, whole, openOrdersOf),
      some(runner, bySymbol(commands.filter((each) => each.takesLiquidity)), liquidityUsesOf),
      mayForce ? loadForced(runner, accountIds, meetsOutcomes) : null,
    ])
  return {
    accounts: accounts.locked,
    busyAccountIds: accounts.busyAccountIds,
    holdings: [...holdings, ...ofWhole],
    knowsHolding: (accountId: string, symbol: string) =>
      wholeIds.has(accountId) || heldKeys.has(keyOf(accountId, symbol)),
    instruments,
    orders: [...orders, ...prior, ...open],
    liquidityUses,
    forced,
  }
}

/** A BUY that only rests needs no holding; one that a test fills does. */
const withHolding = (command: Command<unknown>): Command<unknown> =>
  command.meetsOutcomes && command.symbols !== undefined
    ? { ...command, heldSymbols: command.symbols }
    : command

/** No statement for no keys. */
const some = <Key, Row>(
  runner: StatementRunner,
  keys: readonly Key[],
  read: (runner: StatementRunner, keys: readonly Key[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> | readonly Row[] => (keys.length > 0 ? read(runner, keys) : [])

const unique = (
  commands: readonly Command<unknown>[],
  idsOf: (command: Command<unknown>) => readonly string[],
): string[] => [...new Set(commands.flatMap(idsOf))]

/** Each pair of account and id once, however many commands name it. */
function pairs<Key>(
  commands: readonly Command<unknown>[],
  field: 'heldSymbols' | 'orderIds' | 'clientOrderIds',
  pair: (accountId: string, id: string) => Key,
): Key[] {
  const keys: Key[] = []
  const seen = new Map<string, Set<string>>()
  for (const { accountId, [field]: ids = [] } of commands) {
    if (ids.length === 0) continue
    const known = seen.get(accountId) ?? new Set()
    seen.set(accountId, known)
    for (const id of ids) {
      if (!known.has(id)) keys.push(pair(accountId, id))
      known.add(id)
    }
  }
  return keys
}

/** All are encoded before the first is sent. */
const writesOf = (changes: BatchChanges): readonly Write[] => [
  ...written(changes.accounts, updateAccounts),
  ...written(changes.locks, changeLocks),
  ...written(changes.holdings, saveHoldings),
  ...written(changes.acceptedOrders, insertAcceptedOrders),
  ...written(changes.newOrders, insertOrders),
  ...written(changes.changedOrders, updateChangedOrders),
  ...written(changes.movedOrders, updateOrders),
  ...written(changes.otherEvents, insertFills),
  ...written(changes.otherEvents, insertEvents),
  ...written(changes.adjustments, insertAdjustments),
  ...written(changes.liquidityUses, saveLiquidityUses),
  ...(changes.forced?.writes() ?? []),
]

/** No statement for no rows. */
const written = <Row>(
  rows: readonly Row[],
  write: (rows: readonly Row[]) => readonly Write[],
): readonly Write[] => (rows.length > 0 ? write(rows) : [])
