/**
 * The rows of one batch in memory: each command sees what those before it have left, and every
 * change is written together at the end.
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
import type { OrderEvent } from '../core/order/event'
import type { LiquidityUse, UseOf } from '../core/order/liquidity'
import { isOpen, type Order, type OrderTransition } from '../core/order/order'
import type { Instant } from '../core/time'
import type { LockChange, LockedAccount } from '../store/tables/accounts'
import type { ForcedRows } from './forced-rows'

/** The rows as they were once the batch's accounts were locked. */
export interface LoadedRows {
  readonly accounts: readonly LockedAccount[]
  readonly holdings: readonly Holding[]
  /** False: nothing is known of the account's holding, since no command has asked for it. */
  readonly knowsHolding: (accountId: string, symbol: string) => boolean
  readonly instruments: readonly TradedInstrument[]
  readonly orders: readonly Order[]
  readonly liquidityUses: readonly LiquidityUse[]
  /** Null where no test decides orders. */
  readonly forced: ForcedRows | null
}

/** An order before a batch, null where it is new, and after it. */
export interface OrderChange {
  readonly before: Order | null
  readonly after: Order
}

type OrderKey = Pick<Order, 'accountId' | 'orderId' | 'symbol'>

export type Batch = ReturnType<typeof openBatch>
export type BatchChanges = ReturnType<Batch['changes']>

/** The batch's rows as its commands leave them. */
export function openBatch(loaded: LoadedRows) {
  const accounts = table(
    loaded.accounts.map(({ account }) => account),
    ({ accountId }) => accountId,
  )
  const instruments = new Map(loaded.instruments.map((each) => [each.symbol, each]))
  const holdings = table(loaded.holdings, (each) => keyOf(each.accountId, each.symbol))
  const orders = table(loaded.orders, ({ accountId, orderId }) => keyOf(accountId, orderId))
  const byClientId = (order: Order): string => keyOf(order.accountId, order.clientOrderId)
  const ordersByClientId = new Map(loaded.orders.map((order) => [byClientId(order), order.orderId]))
  const uses = table(loaded.liquidityUses, keyOfUse)
  const locks = new Map<string, LockChange>()
  const events: OrderEvent[] = []
  const adjustments: AdjustmentLine[] = []

  function setHolding(holding: Holding): void {
    const { accountId, symbol } = holding
    // Written over the stored one unseen, it would take the account's shares away.
    assert(loaded.knowsHolding(accountId, symbol), `the holding of ${symbol} was loaded`)
    holdings.set(holding)
  }

  const batch = {
    /** The operator has halted all placing. */
    halted: loaded.accounts.some(({ halted }) => halted),
    forced: loaded.forced,
    account: (accountId: string) => accounts.get(accountId),
    instrument: (symbol: string) => instruments.get(symbol),
    /** An empty one where the account has none. */
    holding: (accountId: string, symbol: string): Holding =>
      holdings.get(keyOf(accountId, symbol)) ?? noHolding(accountId, symbol),
    order: (accountId: string, orderId: string) => orders.get(keyOf(accountId, orderId)),
    orderByClientId(accountId: string, clientOrderId: string): Order | undefined {
      const orderId = ordersByClientId.get(keyOf(accountId, clientOrderId))
      return orderId === undefined ? undefined : orders.get(keyOf(accountId, orderId))
    },
    /** In the order of their arrival; all of them after `wholeAccount`. */
    openOrders: (accountId: string): readonly Order[] =>
      orders
        .rows()
        .filter((order) => order.accountId === accountId && isOpen(order.status))
        .toSorted((one, other) => one.seq - other.seq),
    /** By symbol, after `wholeAccount`. */
    holdings: (accountId: string): readonly Holding[] =>
      holdings
        .rows()
        .filter((holding) => holding.accountId === accountId)
        .toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1)),
    /** The account's use of the instrument's liquidity. */
    liquidityUse:
      (accountId: string, symbol: string): UseOf =>
      (side, source) =>
        uses.get(keyOfUse({ accountId, symbol, side, source })),
    setLiquidityUse: uses.set,
    /** Changes an order without an event: its place in a queue. */
    setOrder: orders.set,
    /** Changes an account's cash and its holdings without an order, and keeps that in its books. */
    adjust(kind: AdjustmentKind, after: Account, changed: readonly Holding[], at: Instant): void {
      const before = batch.account(after.accountId)
      assert(before !== undefined, `${after.accountId} exists`)
      const held = changed.map((holding) => ({
        before: batch.holding(holding.accountId, holding.symbol),
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
      accounts.keep({ ...account, locked: since !== null })
      locks.set(accountId, { accountId, since })
    },
    /**
     * Applies a transition to the order as the batch has it now: it can fill and end at one tick.
     */
    apply(found: OrderKey, transition: OrderTransition, marketAt: Instant): Order {
      const account = batch.account(found.accountId)
      const order = batch.order(found.accountId, found.orderId)
      assert(account !== undefined && order !== undefined, `${found.orderId} and its account exist`)
      const holding = batch.holding(found.accountId, found.symbol)
      const applied = applyTransition({ account, holding, order }, transition, marketAt)
      batch.record(applied)
      return applied.order
    },
    record({ account, holding, order, event }: Applied): void {
      accounts.set(account)
      // A BUY that only rests changes no holding: an unchanged one is not written.
      if (!isSame(holding, batch.holding(holding.accountId, holding.symbol))) setHolding(holding)
      orders.set(order)
      ordersByClientId.set(byClientId(order), order.orderId)
      events.push(event)
    },
    changes: () => ({
      accounts: accounts.written(),
      holdings: holdings.written(),
      ...newRows(orders.added(), events),
      changedOrders: orders.changed(),
      orders: orders.changes(),
      events,
      adjustments,
      fills: events.filter(({ fill }) => fill !== null),
      locks: [...locks.values()],
      liquidityUses: uses.written(),
      forced: loaded.forced,
    }),
  }
  return batch
}

/**
 * New orders that have only been accepted are written with their event, which says nothing that the
 * order does not; the other new orders and events are written by themselves.
 */
function newRows(added: readonly Order[], events: readonly OrderEvent[]) {
  const byOrder = new Map(events.map((event) => [event.order, event]))
  const isOnlyAccepted = (order: Order): boolean => byOrder.get(order)?.seq === order.seq
  const acceptedOrders = added.filter(isOnlyAccepted)
  const acceptances = new Set(acceptedOrders.map((order) => byOrder.get(order)))
  return {
    acceptedOrders,
    newOrders: added.filter((order) => !isOnlyAccepted(order)),
    laterEvents: events.filter((event) => !acceptances.has(event)),
  }
}

/** Neither ids nor symbols have a space in them. */
export const keyOf = (...parts: readonly string[]): string => parts.join(' ')
const keyOfUse = (use: Pick<LiquidityUse, 'accountId' | 'symbol' | 'side' | 'source'>): string =>
  keyOf(use.accountId, use.symbol, use.side, use.source)

/** Rows by key: those that were loaded, and those that the commands have added or changed. */
function table<Row>(loaded: readonly Row[], keyOfRow: (row: Row) => string) {
  const rows = new Map(loaded.map((row) => [keyOfRow(row), row]))
  const stored = new Map(rows)
  const set = new Set<string>()
  const those = (wanted: (key: string) => boolean): Row[] =>
    [...set].flatMap((key) => (wanted(key) ? (rows.get(key) ?? []) : []))
  return {
    get: (key: string): Row | undefined => rows.get(key),
    rows: (): readonly Row[] => [...rows.values()],
    /** Later commands see the row; it is not written. */
    keep(row: Row): void {
      rows.set(keyOfRow(row), row)
    },
    set(row: Row): void {
      rows.set(keyOfRow(row), row)
      set.add(keyOfRow(row))
    },
    written: (): Row[] => those(() => true),
    added: (): Row[] => those((key) => !stored.has(key)),
    changed: (): Row[] => those((key) => stored.has(key)),
    changes: () =>
      [...set].flatMap((key) => {
        const after = rows.get(key)
        return after === undefined ? [] : { before: stored.get(key) ?? null, after }
      }),
  }
}

const isSame = (one: Holding, other: Holding): boolean =>
  one.quantity.eq(other.quantity) &&
  one.heldQuantity.eq(other.heldQuantity) &&
  one.purchaseAmount.eq(other.purchaseAmount)
