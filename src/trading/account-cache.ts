/**
 * Caches accounts, with some of their rows, and instruments, as this process last saw them current.
 * A decision on them is written, or answered, only if they are still current (commit-statement.ts).
 * So a cached row may be out of date, and does no harm.
 */

import type { Account, Holding } from '../core/account/account'
import { isLegOpen, type Leg } from '../core/conditional/leg'
import type { TradedInstrument } from '../core/instrument'
import type { LiquidityUse } from '../core/order/liquidity'
import { isOpen, type Order } from '../core/order/order'
import { lruCache } from '../lib/lru-cache'
import type { Version } from '../postgres/version-id'
import type { Command } from './command'
import type { Consulted, RowChanges, Rows } from './rows'

/** An account has half a kilobyte, and each of its rows as much: the cache needs 200 MB at most. */
const ACCOUNTS_MAX = 10_000
const ROWS_MAX = 16
const INSTRUMENTS_MAX = 5_000

/** An account and its rows. Every row belongs to the account in this version. */
export interface CachedAccount {
  readonly account: Account
  readonly version: Version
  /** Holdings by symbol; an empty holding if the account is known to have none. */
  readonly holdings: ReadonlyMap<string, Holding>
  /** Open orders by order id. */
  readonly orders: ReadonlyMap<string, Order>
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
  readonly orders: Map<string, Order>
  readonly uses: Map<string, readonly LiquidityUse[]>
  readonly groups: Map<string, readonly Leg[]>
}

const NOT_KNOWN: boolean | null = null

export function openAccountCache() {
  const accounts = lruCache<Entry>(ACCOUNTS_MAX)
  const instruments = lruCache<TradedInstrument>(INSTRUMENTS_MAX)
  const cache = {
    /** Whether placing is halted for all; null if not known. */
    halted: NOT_KNOWN,
    account: (accountId: string): CachedAccount | undefined => accounts.get(accountId),
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
        if (isOpen(order.status)) put(entry.orders, order.orderId, order)
        else entry.orders.delete(order.orderId)
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
  orders: new Map(),
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
  readonly changes: RowChanges
  readonly consulted: Consulted
  /** The version that the written accounts get. */
  readonly version: Version
}

/** Caches the accounts that were current, as the commands have left them, and drops the others. */
export function keepCurrent(
  cache: AccountCache,
  { commands, rows, seen, changes, consulted, version }: Decided,
  current: ReadonlySet<string>,
): void {
  const written = new Set(changes.accounts.map(({ accountId }) => accountId))
  const uses = knownUses(rows, commands)
  for (const [accountId, before] of seen) {
    const account = rows.account(accountId)
    if (!current.has(accountId) || account === undefined || before === null) {
      cache.forget(accountId)
      continue
    }
    cache.keep(account, before, written.has(accountId) ? version : before, {
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
