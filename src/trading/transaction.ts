/** One batch: lock, load, decide, write, as one transaction in a fixed number of statements. */
import type { Posted } from '../core/order/post'
import type { Instant } from '../core/time'
import { insertEvents } from '../events/append'
import type { Database } from '../store/database'
import type { StatementRunner, Write } from '../store/pg/statement'
import { changeLocks, lockAccounts, updateAccounts } from '../store/tables/accounts'
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
import { type Changes, type Loaded, openBatch } from './batch'
import type { Command } from './command'

/** A command whose caller may give up waiting for it. */
export interface Deciding {
  readonly command: Command<unknown>
  /** An attempt begins: whatever was decided before has not been committed. */
  begin(): void
  /** False: it must not be decided any more. After a true its COMMIT may be on its way. */
  mayDecide(): boolean
}

export interface CarriedOut {
  /** One for each command, in their order; undefined for one that was not decided. */
  readonly outcomes: readonly unknown[]
  /** Other sessions held them, so their commands were not decided. */
  readonly heldAccountIds: ReadonlySet<string>
  readonly posted: readonly Posted[]
}

export const carryOut = (
  database: Database,
  commands: readonly Deciding[],
  now: () => Instant,
): Promise<CarriedOut> =>
  database.transaction(async (transaction) => {
    for (const each of commands) each.begin()
    const loaded = await load(
      transaction,
      commands.map(({ command }) => command),
    )
    const heldAccountIds = new Set(loaded.heldAccountIds)
    const batch = openBatch(loaded)
    // After the locks are held: an order is never earlier than those that were accepted before it.
    // A fill has its tick's time, so on the system clock it may follow an event some ms later.
    const at = now()
    const decided = commands.filter(
      (each) => !heldAccountIds.has(each.command.accountId) && each.mayDecide(),
    )
    const outcomes = new Map(decided.map((each) => [each, each.command.decide(batch, at)]))
    const changes = batch.changes()
    // The fence last, so that a process that is stopped in the middle does not keep the lease from
    // others.
    transaction.lastly([...writesOf(changes), ...fencesOf(decided)])
    const { posted } = changes
    return { outcomes: commands.map((each) => outcomes.get(each)), heldAccountIds, posted }
  })

/** Of two terms where the lease was lost and taken again while the first command waited. */
const fencesOf = (decided: readonly Deciding[]): ReadonlySet<Write> =>
  new Set(decided.flatMap(({ command }) => command.fence ?? []))

/** The statements are sent one after the other without waiting, the lock first. */
async function load(
  runner: StatementRunner,
  commands: readonly Command<unknown>[],
): Promise<Loaded & { readonly heldAccountIds: readonly string[] }> {
  const keys = keysOf(commands)
  const whole = keys.wholeAccounts
  const [
    { locked, heldAccountIds },
    holdings,
    instruments,
    orders,
    priorOrders,
    allHoldings,
    openOrders,
    liquidityUses,
  ] = await Promise.all([
    lockAccounts(runner, keys.accountIds),
    keys.holdings.length > 0 ? holdingsOf(runner, keys.holdings) : [],
    keys.symbols.length > 0 ? instrumentsOf(runner, keys.symbols) : [],
    keys.orders.length > 0 ? ordersByIds(runner, keys.orders) : [],
    keys.clientOrders.length > 0 ? ordersByClientOrderIds(runner, keys.clientOrders) : [],
    whole.length > 0 ? holdingsOfAccounts(runner, whole) : [],
    whole.length > 0 ? openOrdersOf(runner, whole) : [],
    keys.liquidity.length > 0 ? liquidityUsesOf(runner, keys.liquidity) : [],
  ])
  return {
    accounts: locked,
    heldAccountIds,
    holdings: [...holdings, ...allHoldings],
    instruments,
    orders: [...orders, ...priorOrders, ...openOrders],
    liquidityUses,
  }
}

function keysOf(commands: readonly Command<unknown>[]) {
  return {
    accountIds: [...new Set(commands.map(({ accountId }) => accountId))],
    wholeAccounts: [
      ...new Set(commands.flatMap((command) => (command.wholeAccount ? command.accountId : []))),
    ],
    symbols: [...new Set(commands.flatMap(({ symbols }) => symbols))],
    holdings: pairs(commands, 'symbols', (accountId, symbol) => ({ accountId, symbol })),
    liquidity: pairs(
      commands.filter(({ takesLiquidity }) => takesLiquidity),
      'symbols',
      (accountId, symbol) => ({ accountId, symbol }),
    ),
    orders: pairs(commands, 'orderIds', (accountId, orderId) => ({ accountId, orderId })),
    clientOrders: pairs(commands, 'clientOrderIds', (accountId, clientOrderId) => ({
      accountId,
      clientOrderId,
    })),
  }
}

/** Each pair of account and id once, however many commands name it. */
function pairs<Key>(
  commands: readonly Command<unknown>[],
  field: 'symbols' | 'orderIds' | 'clientOrderIds',
  keyOf: (accountId: string, id: string) => Key,
): Key[] {
  const keys = new Map<string, Key>()
  for (const command of commands) {
    for (const id of command[field]) {
      keys.set(`${command.accountId} ${id}`, keyOf(command.accountId, id))
    }
  }
  return [...keys.values()]
}

/** Orders before what refers to them. All are encoded before the first is sent. */
const writesOf = (changes: Changes): readonly Write[] => [
  ...updateAccounts(changes.accounts),
  ...changeLocks(changes.locks),
  ...saveHoldings(changes.holdings),
  ...insertOrders(changes.newOrders),
  ...updateOrders(changes.changedOrders),
  ...insertFills(changes.posted),
  ...insertEvents(changes.posted),
  ...saveLiquidityUses(changes.liquidityUses),
]
