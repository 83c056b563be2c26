/**
 * The rows that a batch of commands is decided on, in memory: each command sees what those before
 * it have left, and each changed row is written once, with all the others.
 */
import {
  type Account,
  type Applied,
  applyTransition,
  type Holding,
  noHolding,
} from '../core/account/account'
import {
  type AdjustmentKind,
  type AdjustmentLine,
  adjustmentLines,
} from '../core/account/adjustment'
import { assert } from '../core/assert'
import type { TradedInstrument } from '../core/instrument'
import type { OrderEvent, ShownOrder } from '../core/order/event'
import type { LiquidityUse, UseOf } from '../core/order/liquidity'
import { isOpen, type Order, type OrderTransition } from '../core/order/order'
import type { Instant } from '../core/time'
import type { ChangedOrder } from '../events/log'
import type { LockChange } from '../store/tables/accounts'
import type { ForcedRows } from './forced-rows'

/** The id of an account's own row among its rows. */
export const ITSELF = ''

/** A row as it was stored, null where it is new, and as the commands leave it. */
interface Entry<Row> {
  readonly before: Row | null
  after: Row
  isWritten: boolean
}

/** Most accounts have one row in a batch: a map for it would cost more than all that it is for. */
interface OfAccount<Row> {
  readonly firstId: string
  readonly first: Entry<Row>
  others: Map<string, Entry<Row>> | null
}

/**
 * Rows by their account and their id: those that were loaded, and those that the commands have
 * added or changed. In two steps, since a text made of both would be made, and hashed, for each of
 * the dozen looks that an order takes.
 */
export function rowTable<Row extends { readonly accountId: string }>(
  loaded: readonly Row[],
  idOf: (row: Row) => string,
) {
  const accounts = new Map<string, OfAccount<Row>>()
  const written: Entry<Row>[] = []

  const found = (rows: OfAccount<Row> | undefined, id: string): Entry<Row> | undefined =>
    rows?.firstId === id ? rows.first : rows?.others?.get(id)

  function entryOf(row: Row, isStored: boolean): Entry<Row> {
    const rows = accounts.get(row.accountId)
    const id = idOf(row)
    const known = found(rows, id)
    if (known !== undefined) return known
    const entry = { before: isStored ? row : null, after: row, isWritten: false }
    if (rows === undefined) accounts.set(row.accountId, { firstId: id, first: entry, others: null })
    else {
      rows.others ??= new Map()
      rows.others.set(id, entry)
    }
    return entry
  }
  for (const row of loaded) entryOf(row, true)

  const after = ({ after }: Entry<Row>): Row => after
  function rowsOf(accountId: string): Row[] {
    const rows = accounts.get(accountId)
    if (rows === undefined) return []
    return rows.others === null
      ? [rows.first.after]
      : [rows.first, ...rows.others.values()].map(after)
  }

  return {
    get: (accountId: string, id: string): Row | undefined =>
      found(accounts.get(accountId), id)?.after,
    /** As it was stored; null if it is new or not there. */
    storedOf: (accountId: string, id: string): Row | null =>
      found(accounts.get(accountId), id)?.before ?? null,
    rowsOf,
    rows: (): Row[] => [...accounts.keys()].flatMap(rowsOf),
    /** Later commands see the row; it is not written. */
    keep(row: Row): void {
      entryOf(row, false).after = row
    },
    set(row: Row): void {
      const entry = entryOf(row, false)
      entry.after = row
      if (!entry.isWritten) written.push(entry)
      entry.isWritten = true
    },
    written: (): Row[] => written.map(after),
    added: (): Row[] => written.filter(({ before }) => before === null).map(after),
    changed: (): Row[] => written.filter(({ before }) => before !== null).map(after),
  }
}

/** As they were read, or as this process last wrote them. */
export interface LoadedRows {
  readonly accounts: readonly Account[]
  /** All placing is halted by the operator. */
  readonly halted: boolean
  /** An empty one of each that the account is known not to have. */
  readonly holdings: readonly Holding[]
  readonly instruments: readonly TradedInstrument[]
  readonly orders: readonly Order[]
  readonly liquidityUses: readonly LiquidityUse[]
  /** Null: no test decides orders. */
  readonly forced: ForcedRows | null
}

/** What the decisions have gone by beside the accounts, and must still be so at the write. */
export interface Consulted {
  /** Null: there is no such instrument. */
  readonly instruments: ReadonlyMap<string, TradedInstrument | null>
  /** Null: no decision asked whether placing is halted. */
  readonly halted: boolean | null
}

type OrderKey = Pick<Order, 'accountId' | 'orderId' | 'symbol'>

export type Rows = ReturnType<typeof openRows>
export type RowChanges = ReturnType<Rows['changes']>

export function openRows(loaded: LoadedRows) {
  const accounts = rowTable(loaded.accounts, () => ITSELF)
  const instruments = new Map(loaded.instruments.map((each) => [each.symbol, each]))
  const holdings = rowTable(loaded.holdings, ({ symbol }) => symbol)
  const orders = rowTable(loaded.orders, ({ orderId }) => orderId)
  const uses = rowTable(loaded.liquidityUses, useIdOf)
  let byClientId: Pick<typeof orders, 'get' | 'keep'> | null = null
  const locks = new Map<string, LockChange>()
  const events: OrderEvent[] = []
  const consulted = new Map<string, TradedInstrument | null>()
  let isHaltConsulted = false
  const adjustments: AdjustmentLine[] = []

  /** Ticks never ask. */
  function ordersByClientId() {
    byClientId ??= rowTable(orders.rows(), ({ clientOrderId }) => clientOrderId)
    return byClientId
  }

  function setHolding(holding: Holding): void {
    const { accountId, symbol } = holding
    // Written over the stored one unseen, it would take the account's shares away.
    assert(holdings.get(accountId, symbol) !== undefined, `the holding of ${symbol} was loaded`)
    holdings.set(holding)
  }

  /** Whatever changes of an account, its row is written too, for its version. */
  function touch(accountId: string): void {
    const account = rows.account(accountId)
    assert(account !== undefined, `the account ${accountId} exists`)
    accounts.set(account)
  }

  const rows = {
    /** The operator has halted all placing. */
    get halted(): boolean {
      isHaltConsulted = true
      return loaded.halted
    },
    forced: loaded.forced,
    account: (accountId: string) => accounts.get(accountId, ITSELF),
    /** The account's last event before this batch. */
    seqBefore: (accountId: string): number => accounts.storedOf(accountId, ITSELF)?.seq ?? 0,
    instrument(symbol: string): TradedInstrument | undefined {
      const found = instruments.get(symbol)
      consulted.set(symbol, found ?? null)
      return found
    },
    /** An empty one where the account has none. */
    holding: (accountId: string, symbol: string): Holding =>
      holdings.get(accountId, symbol) ?? noHolding(accountId, symbol),
    order: (accountId: string, orderId: string) => orders.get(accountId, orderId),
    orderByClientId(accountId: string, clientOrderId: string): Order | undefined {
      const found = ordersByClientId().get(accountId, clientOrderId)
      return found && orders.get(accountId, found.orderId)
    },
    /** In the order of their arrival; all of them after `wholeAccount`. */
    openOrders: (accountId: string): readonly Order[] =>
      orders
        .rowsOf(accountId)
        .filter(({ status }) => isOpen(status))
        .toSorted((one, other) => one.seq - other.seq),
    /** By symbol, after `wholeAccount`. */
    holdings: (accountId: string): readonly Holding[] =>
      holdings.rowsOf(accountId).toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1)),
    /** The account's use of the instrument's liquidity. */
    liquidityUse:
      (accountId: string, symbol: string): UseOf =>
      (side, source) =>
        uses.get(accountId, useIdOf({ symbol, side, source })),
    setLiquidityUse(use: LiquidityUse): void {
      uses.set(use)
      touch(use.accountId)
    },
    /** Changes an order without an event: its place in a queue. */
    setOrder(order: Order): void {
      orders.set(order)
      touch(order.accountId)
    },
    /** All that are known, as the commands have left them. */
    ordersOf: orders.rowsOf,
    liquidityUsesOf: uses.rowsOf,
    /** Changes an account's cash and its holdings without an order, and keeps that in its books. */
    adjust(kind: AdjustmentKind, after: Account, changed: readonly Holding[], at: Instant): void {
      const before = rows.account(after.accountId)
      assert(before !== undefined, `${after.accountId} exists`)
      const held = changed.map((holding) => ({
        before: rows.holding(holding.accountId, holding.symbol),
        after: holding,
      }))
      const lines = adjustmentLines(kind, { before, after, holdings: held }, at)
      adjustments.push(...lines)
      // Later events are not earlier: the books are in the order of their times.
      accounts.set({ ...after, lastEventAt: lines[0].at })
      for (const holding of changed) setHolding(holding)
    },
    /** Locks the account for placing, or unlocks it where `since` is null. */
    lock(account: Account, since: Instant | null): void {
      const { accountId } = account
      accounts.set({ ...account, locked: since !== null })
      locks.set(accountId, { accountId, since })
    },
    /**
     * Applies a transition to the order as the batch has it now: it can fill and end at one tick.
     */
    apply(found: OrderKey, transition: OrderTransition, marketAt: Instant): Order {
      const account = rows.account(found.accountId)
      const order = rows.order(found.accountId, found.orderId)
      assert(account !== undefined && order !== undefined, `${found.orderId} and its account exist`)
      const holding = rows.holding(found.accountId, found.symbol)
      const applied = applyTransition({ account, holding, order }, transition, marketAt)
      rows.record(applied)
      return applied.order
    },
    record({ account, holding, order, event }: Applied): void {
      accounts.set(account)
      // A BUY that only rests changes no holding: an unchanged one is not written.
      if (!isSame(holding, rows.holding(holding.accountId, holding.symbol))) setHolding(holding)
      orders.set(order)
      byClientId?.keep(order)
      events.push(event)
    },
    consulted: (): Consulted => ({
      instruments: consulted,
      halted: isHaltConsulted ? loaded.halted : null,
    }),
    changes() {
      for (const { accountId } of loaded.forced?.changedPlans() ?? []) touch(accountId)
      // What an outcome counts is written with its order's account, also if the order stays.
      const hits = loaded.forced?.changedOutcomes() ?? []
      if (hits.length > 0) for (const { accountId } of loaded.accounts) touch(accountId)
      return {
        accounts: accounts.written(),
        holdings: holdings.written(),
        ...orderRows(orders, events),
        orders: orders.written(),
        events,
        adjustments,
        locks: [...locks.values()],
        liquidityUses: uses.written(),
        forced: loaded.forced,
      }
    },
  }
  return rows
}

/**
 * An order is written with its last event, which says little that the order does not: a new one
 * with the event of its acceptance, where nothing has happened to it since. The other orders, and
 * the other events with their fills, are written by themselves.
 */
function orderRows(
  orders: { readonly added: () => readonly Order[]; readonly changed: () => readonly Order[] },
  events: readonly OrderEvent[],
) {
  const lastEvents = new Map<ShownOrder, OrderEvent>(events.map((event) => [event.order, event]))
  const written = new Set<OrderEvent>()
  const acceptedOrders: Order[] = []
  const newOrders: Order[] = []
  for (const order of orders.added()) {
    const event = lastEvents.get(order)
    if (event?.seq === order.seq) {
      acceptedOrders.push(order)
      written.add(event)
    } else newOrders.push(order)
  }
  const changedOrders: ChangedOrder[] = []
  const movedOrders: Order[] = []
  for (const order of orders.changed()) {
    const event = lastEvents.get(order)
    if (event === undefined) movedOrders.push(order)
    else {
      changedOrders.push({ order, event })
      written.add(event)
    }
  }
  const otherEvents = events.filter((event) => !written.has(event))
  return { acceptedOrders, newOrders, changedOrders, movedOrders, otherEvents }
}

/** Neither ids nor symbols have a space in them. */
export const keyOf = (accountId: string, id: string): string => `${accountId} ${id}`
const useIdOf = (use: Pick<LiquidityUse, 'symbol' | 'side' | 'source'>): string =>
  `${use.symbol} ${use.side} ${use.source}`

const isSame = (one: Holding, other: Holding): boolean =>
  one.quantity.eq(other.quantity) &&
  one.heldQuantity.eq(other.heldQuantity) &&
  one.purchaseAmount.eq(other.purchaseAmount)
