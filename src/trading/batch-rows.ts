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
import type { OrderEvent, ShownOrder } from '../core/order/event'
import type { LiquidityUse, UseOf } from '../core/order/liquidity'
import { isOpen, type Order, type OrderTransition } from '../core/order/order'
import type { Instant } from '../core/time'
import type { ChangedOrder } from '../events/log'
import type { LockChange, LockedAccount } from '../store/tables/accounts'
import type { ReadInstrument } from '../store/tables/instruments'
import { batchTable, ITSELF } from './batch-table'
import type { ForcedRows } from './forced-rows'

/** The rows as they were once the batch's accounts were locked. */
export interface LoadedRows {
  readonly accounts: readonly Pick<LockedAccount, 'account' | 'halted'>[]
  readonly holdings: readonly Holding[]
  /** False: nothing is known of the account's holding, since no command has asked for it. */
  readonly knowsHolding: (accountId: string, symbol: string) => boolean
  readonly instruments: readonly TradedInstrument[]
  readonly orders: readonly Order[]
  readonly liquidityUses: readonly LiquidityUse[]
  /** Null where no test decides orders. */
  readonly forced: ForcedRows | null
}

/** What a batch has read under the locks of its accounts, and what it has left. */
export interface ReadRows {
  readonly accounts: readonly LockedAccount[]
  readonly instruments: readonly ReadInstrument[]
  /** The account after the batch, null where its row was not written. */
  readonly changed: (accountId: string) => Account | null
  /** Those of the account's holdings that are known, as the batch has left them. */
  readonly holdings: (accountId: string) => readonly Holding[]
}

export const readRows = (
  { accounts, instruments }: Pick<ReadRows, 'accounts' | 'instruments'>,
  { changed, holdings }: Batch,
): ReadRows => ({ accounts, instruments, changed, holdings })

type OrderKey = Pick<Order, 'accountId' | 'orderId' | 'symbol'>

export type Batch = ReturnType<typeof openBatch>
export type BatchChanges = ReturnType<Batch['changes']>

/** The batch's rows as its commands leave them. */
export function openBatch(loaded: LoadedRows) {
  const accounts = batchTable(
    loaded.accounts.map(({ account }) => account),
    () => ITSELF,
  )
  const instruments = new Map(loaded.instruments.map((each) => [each.symbol, each]))
  const holdings = batchTable(loaded.holdings, ({ symbol }) => symbol)
  const orders = batchTable(loaded.orders, ({ orderId }) => orderId)
  const uses = batchTable(loaded.liquidityUses, useIdOf)
  let byClientId: Pick<typeof orders, 'get' | 'keep'> | null = null
  const locks = new Map<string, LockChange>()
  const events: OrderEvent[] = []
  const adjustments: AdjustmentLine[] = []

  /** Ticks never ask. */
  function ordersByClientId() {
    byClientId ??= batchTable(orders.rows(), ({ clientOrderId }) => clientOrderId)
    return byClientId
  }

  function setHolding(holding: Holding): void {
    const { accountId, symbol } = holding
    // Written over the stored one unseen, it would take the account's shares away.
    const isKnown =
      holdings.get(accountId, symbol) !== undefined || loaded.knowsHolding(accountId, symbol)
    assert(isKnown, `the holding of ${symbol} was loaded`)
    holdings.set(holding)
  }

  const batch = {
    /** The operator has halted all placing. */
    halted: loaded.accounts.some(({ halted }) => halted),
    forced: loaded.forced,
    account: (accountId: string) => accounts.get(accountId, ITSELF),
    /** The account's last event before this batch. */
    seqBefore: (accountId: string): number => accounts.storedOf(accountId, ITSELF)?.seq ?? 0,
    /** The account where its row is written, null where it is not. */
    changed: (accountId: string): Account | null =>
      locks.has(accountId)
        ? (batch.account(accountId) ?? null)
        : accounts.writtenOf(accountId, ITSELF),
    instrument: (symbol: string) => instruments.get(symbol),
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
      byClientId?.keep(order)
      events.push(event)
    },
    changes: () => ({
      accounts: accounts.written(),
      holdings: holdings.written(),
      ...orderRows(orders, events),
      orders: orders.written(),
      events,
      adjustments,
      locks: [...locks.values()],
      liquidityUses: uses.written(),
      forced: loaded.forced,
    }),
  }
  return batch
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
