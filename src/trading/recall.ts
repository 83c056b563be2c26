/**
 * Loads what a batch of commands needs: from the cache, and the rest by plain reads, without locks,
 * in one round trip. An account is read before the rows that belong to it. If a row is newer than
 * its account, the account's version is no longer current, and no decision on both is written.
 */
import { type Account, type Holding, noHolding } from '../core/account/account'
import { parentOf } from '../core/conditional/child'
import { isLegOpen, type Leg } from '../core/conditional/leg'
import type { TradedInstrument } from '../core/instrument'
import type { LiquidityUse } from '../core/order/liquidity'
import { isOpen, type Order } from '../core/order/order'
import { accountsOf } from '../ledger/accounts'
import {
  acceptedLegsOf,
  legsByClientOrderIds,
  legsOfGroups,
  openLegsOf,
} from '../ledger/conditional-orders'
import { holdingsOf, holdingsOfAccounts, liquidityUsesOf } from '../ledger/holdings'
import { instrumentsOf } from '../ledger/instruments'
import { isHalted } from '../ledger/market-state'
import { type OrderKey, openOrdersOf, ordersByClientOrderIds, ordersByIds } from '../ledger/orders'
import { lruCache } from '../lib/lru-cache'
import type { Database } from '../postgres/database'
import type { StatementRunner } from '../postgres/statement'
import type { Version } from '../postgres/version-id'
import type { Command } from './command'
import { type ForcedRows, type Forcing, loadForced } from './forcing'
import { type Consulted, openRows, type Rows } from './rows'

export interface Recalled {
  readonly rows: Rows
  /** The version of each account of the commands; null if the account does not exist. */
  readonly seen: ReadonlyMap<string, Version | null>
  /**
   * True if the command's account comes from the cache: the statement then checks that its ids are
   * new.
   */
  readonly assumesNew: (command: Command<unknown>) => boolean
}

interface RecallDeps {
  readonly database: Pick<Database, 'read'>
  readonly cache: AccountCache
  /** Null or omitted if no test decides orders. */
  readonly forcing?: Pick<Forcing, 'mayForce' | 'outcomes'> | null | undefined
}

/** Distinct ids by account. */
type Keys = Map<string, Set<string>>

function add(keys: Keys, accountId: string, id: string): void {
  const ids = keys.get(accountId)
  if (ids === undefined) keys.set(accountId, new Set([id]))
  else ids.add(id)
}

const listed = <Key>(keys: Keys, key: (accountId: string, id: string) => Key): Key[] =>
  [...keys].flatMap(([accountId, ids]) => [...ids].map((id) => key(accountId, id)))

interface Needed {
  readonly accounts: Set<string>
  readonly instruments: Set<string>
  readonly holdings: Keys
  readonly orders: Keys
  readonly clientOrders: Keys
  readonly uses: Keys
  readonly whole: Set<string>
}

interface Found {
  readonly accounts: Account[]
  readonly instruments: TradedInstrument[]
  readonly holdings: Holding[]
  readonly orders: Order[]
  readonly liquidityUses: LiquidityUse[]
  readonly legs: Leg[]
  readonly accepted: Leg[]
}

export async function recall(
  commands: readonly Command<unknown>[],
  { database, cache, forcing }: RecallDeps,
): Promise<Recalled> {
  const mayForce = forcing?.mayForce === true
  const seen = new Map<string, Version | null>()
  const needed: Needed = {
    accounts: new Set(),
    instruments: new Set(),
    whole: new Set(),
    holdings: new Map(),
    orders: new Map(),
    clientOrders: new Map(),
    uses: new Map(),
  }
  const found: Found = {
    accounts: [],
    instruments: [],
    holdings: [],
    orders: [],
    liquidityUses: [],
    legs: [],
    accepted: [],
  }
  for (const command of commands) lookUp(command, cache, mayForce, { needed, found, seen })
  const isRead = mayForce || cache.halted === null || isAnyNeeded(needed)
  // A leg may place an order, which an outcome may decide [outcome.leg].
  const mayHaveLegs = ({ accountId }: Command<unknown>): boolean =>
    cache.account(accountId)?.account.hasConditionalOrders !== false
  const meetsOutcomes = commands.some((each) => each.meetsOutcomes || mayHaveLegs(each))
  const forced = isRead
    ? await database.read((runner) => {
        const forcedOf = forcing?.mayForce
          ? () => loadForced(runner, forcing, [...idsOf(commands)], meetsOutcomes)
          : null
        return read(runner, cache, { needed, found, seen }, forcedOf)
      })
    : null
  await recallGroups(commands, { database, cache }, found)
  return {
    rows: openRows({ ...found, forced, halted: cache.halted ?? false }),
    seen,
    assumesNew: ({ accountId }) => !needed.accounts.has(accountId),
  }
}

const idsOf = (commands: readonly Command<unknown>[]): Set<string> =>
  new Set(commands.map(({ accountId }) => accountId))

const isAnyNeeded = (needed: Needed): boolean => Object.values(needed).some(({ size }) => size > 0)

interface Looked {
  readonly needed: Needed
  readonly found: Found
  readonly seen: Map<string, Version | null>
}

/** Takes what the command needs from the cache, and notes what is missing. */
function lookUp(
  command: Command<unknown>,
  cache: AccountCache,
  mayForce: boolean,
  { needed, found, seen }: Looked,
): void {
  const { accountId, symbols = [], heldSymbols = [] } = command
  const cached = cache.account(accountId)
  if (cached === undefined) needed.accounts.add(accountId)
  else if (!seen.has(accountId)) {
    seen.set(accountId, cached.version)
    found.accounts.push(cached.account)
  }
  for (const symbol of symbols) {
    const instrument = cache.instrument(symbol)
    if (instrument === undefined) needed.instruments.add(symbol)
    else found.instruments.push(instrument)
  }
  // A BUY that only rests needs no holding, but a BUY that a test fills does.
  const held = mayForce && command.meetsOutcomes ? [...heldSymbols, ...symbols] : heldSymbols
  for (const symbol of held) {
    const holding = cached?.holdings.get(symbol)
    if (holding === undefined) add(needed.holdings, accountId, symbol)
    else found.holdings.push(holding)
  }
  for (const orderId of command.orderIds ?? []) {
    const order = cache.order(accountId, orderId)
    if (order === undefined) add(needed.orders, accountId, orderId)
    else found.orders.push(order)
  }
  // If the account is read, its orders with these ids are read too. Otherwise the statement checks
  // that the ids are new.
  if (cached === undefined) {
    for (const id of command.clientOrderIds ?? []) add(needed.clientOrders, accountId, id)
  }
  if (command.takesLiquidity) {
    for (const symbol of heldSymbols) {
      const uses = cached?.uses.get(symbol)
      if (uses === undefined) add(needed.uses, accountId, symbol)
      else found.liquidityUses.push(...uses)
    }
  }
  if (command.wholeAccount) needed.whole.add(accountId)
}

/** Reads the accounts first, then all that belongs to them. */
async function read(
  runner: StatementRunner,
  cache: AccountCache,
  { needed, found, seen }: Looked,
  forcedOf: (() => Promise<ForcedRows>) | null,
): Promise<ForcedRows | null> {
  const holdingKeys = listed(needed.holdings, (accountId, symbol) => ({ accountId, symbol }))
  const [accounts, halted, instruments, holdings, ofWhole, byId, byClientId, open, uses, forced] =
    await Promise.all([
      some([...needed.accounts], (ids) => accountsOf(runner, ids)),
      needed.accounts.size === 0 && cache.halted === null ? isHalted(runner) : null,
      some([...needed.instruments], (symbols) => instrumentsOf(runner, symbols)),
      some(holdingKeys, (keys) => holdingsOf(runner, keys)),
      some([...needed.whole], (ids) => holdingsOfAccounts(runner, ids)),
      some(
        listed(needed.orders, (accountId, orderId) => ({ accountId, orderId })),
        (keys) => ordersByIds(runner, keys),
      ),
      some(
        listed(needed.clientOrders, (accountId, clientOrderId) => ({ accountId, clientOrderId })),
        (keys) => ordersByClientOrderIds(runner, keys),
      ),
      some([...needed.whole], (ids) => openOrdersOf(runner, ids)),
      some(
        listed(needed.uses, (accountId, symbol) => ({ accountId, symbol })),
        (keys) => liquidityUsesOf(runner, keys),
      ),
      forcedOf?.() ?? null,
    ])
  for (const accountId of needed.accounts) seen.set(accountId, null)
  for (const { account, version } of accounts) {
    seen.set(account.accountId, version)
    found.accounts.push(account)
  }
  cache.halted = accounts[0]?.halted ?? halted ?? cache.halted
  for (const instrument of instruments) cache.keepInstrument(instrument)
  found.instruments.push(...instruments)
  found.holdings.push(...holdings, ...ofWhole)
  // The open orders of whole accounts may be filled, so their holdings are needed too. If a key has
  // several rows, the first one counts.
  const mayLack = [...holdingKeys, ...open]
  found.holdings.push(...mayLack.map(({ accountId, symbol }) => noHolding(accountId, symbol)))
  found.orders.push(...byId, ...byClientId, ...open)
  found.liquidityUses.push(...uses)
  return forced
}

/**
 * Reads the conditional orders of the commands, for accounts that have had one. Comes after the
 * account's other reads, since an order names the leg that has placed it.
 */
async function recallGroups(
  commands: readonly Command<unknown>[],
  { database, cache }: RecallDeps,
  found: Found,
): Promise<void> {
  const having = new Set<string>()
  for (const one of found.accounts) if (one.hasConditionalOrders) having.add(one.accountId)
  if (having.size === 0) return
  const groups: Keys = new Map()
  const clientOrders: Keys = new Map()
  const whole = new Set<string>()
  const take = (accountId: string, groupId: string): void => {
    const known = cache.account(accountId)?.groups.get(groupId)
    if (known === undefined) add(groups, accountId, groupId)
    else found.legs.push(...known)
  }
  for (const { accountId, groupIds, clientOrderIds, wholeAccount } of commands) {
    if (!having.has(accountId)) continue
    for (const groupId of groupIds ?? []) take(accountId, groupId)
    for (const id of clientOrderIds ?? []) add(clientOrders, accountId, id)
    if (wholeAccount) whole.add(accountId)
  }
  for (const order of found.orders) {
    const parent = parentOf(order)
    if (parent !== null) take(order.accountId, parent.groupId)
  }
  const isAnyAsked = groups.size + clientOrders.size + whole.size > 0
  if (!isAnyAsked) return recallChildren({ database, cache }, found)
  const [byGroup, byClientId, open] = await database.read((runner) =>
    Promise.all([
      some(
        listed(groups, (accountId, groupId) => ({ accountId, groupId })),
        (keys) => legsOfGroups(runner, keys),
      ),
      some(
        listed(clientOrders, (accountId, clientOrderId) => ({ accountId, clientOrderId })),
        (keys) => legsByClientOrderIds(runner, keys),
      ),
      some([...whole], (ids) => openLegsOf(runner, ids)),
    ]),
  )
  found.legs.push(...byGroup, ...byClientId, ...open)
  if (byClientId.length > 0) {
    found.accepted.push(...(await database.read((runner) => acceptedLegsOf(runner, byClientId))))
  }
  await recallChildren({ database, cache }, found)
}

/** Reads the orders that these legs have at work, which end with them. */
async function recallChildren({ database, cache }: RecallDeps, found: Found): Promise<void> {
  const known = new Set(found.orders.map(({ orderId }) => orderId))
  const wanted: OrderKey[] = []
  for (const { accountId, orderId, status } of found.legs) {
    if (orderId === null || status !== 'TRIGGERED' || known.has(orderId)) continue
    const cached = cache.order(accountId, orderId)
    if (cached === undefined) wanted.push({ accountId, orderId })
    else found.orders.push(cached)
  }
  if (wanted.length === 0) return
  found.orders.push(...(await database.read((runner) => ordersByIds(runner, wanted))))
}

/** Skips the statement if there are no keys. */
const some = <Key, Row>(
  keys: readonly Key[],
  read: (keys: readonly Key[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> | readonly Row[] => (keys.length > 0 ? read(keys) : [])

// Caches accounts, with some of their rows, and instruments, as this process last saw them current.
// A decision on them is written, or answered, only if they are still current (commit-statement.ts).
// So a cached row may be out of date, and does no harm.

/** An account has half a kilobyte, and each of its rows as much: the cache needs 200 MB at most. */
const ACCOUNTS_MAX = 10_000
const ROWS_MAX = 16
/**
 * The most orders of all accounts together. Under load each is replaced within a second, so most
 * die young. If each account cached its own, they would grow old first, and the collector would
 * need an eighth of an order's processor time for them.
 */
const ORDERS_MAX = 1_000
const INSTRUMENTS_MAX = 5_000

/** An account and its rows. Every row belongs to the account in this version. */
interface CachedAccount {
  readonly account: Account
  readonly version: Version
  /** Holdings by symbol; an empty holding if the account is known to have none. */
  readonly holdings: ReadonlyMap<string, Holding>
  /** All liquidity uses of the account, by symbol. */
  readonly uses: ReadonlyMap<string, readonly LiquidityUse[]>
  /** All legs of each group that has an open leg, by group id. */
  readonly groups: ReadonlyMap<string, readonly Leg[]>
}

/** Rows of an account after a batch. */
interface BatchRows {
  readonly holdings: readonly Holding[]
  readonly orders: readonly Order[]
  readonly uses: ReadonlyMap<string, readonly LiquidityUse[]>
  readonly legs: readonly Leg[]
}

export type AccountCache = ReturnType<typeof openAccountCache>

interface Entry {
  account: Account
  version: Version
  readonly holdings: Map<string, Holding>
  readonly uses: Map<string, readonly LiquidityUse[]>
  readonly groups: Map<string, readonly Leg[]>
}

/** An open order, and the entry to whose account and version it belongs. */
interface CachedOrder {
  readonly entry: Entry
  readonly order: Order
}

const NOT_KNOWN: boolean | null = null

export function openAccountCache() {
  const accounts = lruCache<Entry>(ACCOUNTS_MAX)
  const orders = lruCache<CachedOrder>(ORDERS_MAX)
  const instruments = lruCache<TradedInstrument>(INSTRUMENTS_MAX)
  const cache = {
    /** Whether placing is halted for all; null if not known. */
    halted: NOT_KNOWN,
    account: (accountId: string): CachedAccount | undefined => accounts.get(accountId),
    /** Returns an open order in the account's cached version. */
    order(accountId: string, orderId: string): Order | undefined {
      const found = orders.get(orderId)
      return found !== undefined && found.entry === accounts.get(accountId)
        ? found.order
        : undefined
    },
    instrument: instruments.get,
    /**
     * Caches the account in its version `after`, with these rows of that version. Rows that are
     * cached in the version `before` stay, since they have not changed. Rows of any other version
     * are dropped.
     */
    keep(account: Account, before: Version, after: Version, rows: BatchRows): void {
      const known = accounts.get(account.accountId)
      const entry = known?.version === before ? known : empty(account, after)
      entry.account = account
      entry.version = after
      for (const holding of rows.holdings) put(entry.holdings, holding.symbol, holding)
      for (const order of rows.orders) {
        if (isOpen(order.status)) orders.set(order.orderId, { entry, order })
        else orders.delete(order.orderId)
      }
      for (const [symbol, ofSymbol] of rows.uses) put(entry.uses, symbol, ofSymbol)
      if (rows.legs.length > 0) keepGroups(entry.groups, rows.legs)
      if (entry !== known) accounts.set(account.accountId, entry)
    },
    keepInstrument: (instrument: TradedInstrument) =>
      instruments.set(instrument.symbol, instrument),
    forget: accounts.delete,
    forgetInstrument: instruments.delete,
    clear(): void {
      accounts.clear()
      orders.clear()
      instruments.clear()
      cache.halted = null
    },
  }
  return cache
}

const empty = (account: Account, version: Version): Entry => ({
  account,
  version,
  holdings: new Map(),
  uses: new Map(),
  groups: new Map(),
})

/** A command has all legs of a group, or none of them. */
function keepGroups(groups: Entry['groups'], legs: readonly Leg[]): void {
  for (const [groupId, group] of Map.groupBy(legs, (leg) => leg.groupId)) {
    if (group.some(({ status }) => isLegOpen(status))) put(groups, groupId, group)
    else groups.delete(groupId)
  }
}

/** Drops the row that was put first if there is no room. */
function put<Row>(rows: Map<string, Row>, key: string, row: Row): void {
  rows.set(key, row)
  if (rows.size <= ROWS_MAX) return
  for (const first of rows.keys()) {
    rows.delete(first)
    return
  }
}

/** Decisions of commands, and the versions of the accounts that they were made on. */
export interface Decided {
  readonly commands: readonly Command<unknown>[]
  readonly rows: Rows
  /** The version of each account; null if the account does not exist. */
  readonly seen: ReadonlyMap<string, Version | null>
  readonly consulted: Consulted
  /** The version that the written accounts get. */
  readonly version: Version
}

/** Caches the accounts that were current, as the commands have left them, and drops the others. */
export function keepCurrent(
  cache: AccountCache,
  { commands, rows, seen, consulted, version }: Decided,
  current: ReadonlySet<string>,
): void {
  const uses = knownUses(rows, commands)
  for (const [accountId, before] of seen) {
    const account = rows.account(accountId)
    if (!current.has(accountId) || account === undefined || before === null) {
      cache.forget(accountId)
      continue
    }
    cache.keep(account, before, rows.isChanged(accountId) ? version : before, {
      holdings: rows.holdings(accountId),
      orders: rows.ordersOf(accountId),
      uses: uses.get(accountId) ?? NO_USES,
      legs: rows.legsOf(accountId),
    })
  }
  if (current.size > 0) return
  // An instrument or the halt may have changed, rather than an account.
  for (const symbol of consulted.instruments.keys()) cache.forgetInstrument(symbol)
  cache.halted = null
}

type UsesBySymbol = Map<string, readonly LiquidityUse[]>
const NO_USES: UsesBySymbol = new Map()

/** Returns liquidity uses by account and symbol, as the commands have left them. */
function knownUses(
  rows: Rows,
  commands: readonly Command<unknown>[],
): ReadonlyMap<string, UsesBySymbol> {
  const known = new Map<string, UsesBySymbol>()
  for (const { accountId, heldSymbols = [], takesLiquidity } of commands) {
    if (takesLiquidity === undefined) continue
    const ofAccount: UsesBySymbol = known.get(accountId) ?? new Map()
    known.set(accountId, ofAccount)
    const uses = rows.liquidityUsesOf(accountId)
    for (const symbol of heldSymbols) {
      ofAccount.set(
        symbol,
        uses.filter((use) => use.symbol === symbol),
      )
    }
  }
  return known
}
