/**
 * The rows that a batch of commands is decided on, in memory. Each command sees the changes of the
 * commands before it, and each changed row is written once, with all the others.
 */
import {
  type Account,
  type Applied,
  applyTransition,
  type Holding,
  isSameHolding,
  noHolding,
} from '../core/account/account'
import { type AdjustmentKind, type AdjustmentLine, adjustmentLines } from '../core/account/capital'
import { assert } from '../core/assert'
import { type AppliedLeg, applyLegTransition } from '../core/conditional/apply'
import {
  type AccountEvent,
  isLegOpen,
  LEG_NAMES,
  type Leg,
  type LegEvent,
  type LegName,
  type LegTransition,
  legIdOf,
} from '../core/conditional/leg'
import type { TradedInstrument } from '../core/instrument'
import type { LiquidityUse, UseOf } from '../core/order/liquidity'
import {
  isOpen,
  type Order,
  type OrderEvent,
  type OrderTransition,
  type ShownOrder,
} from '../core/order/order'
import type { BidAsk } from '../core/quote'
import type { Instant } from '../core/time'
import type { LockChange } from '../ledger/accounts'
import type { ChangedOrder } from '../ledger/events/log'
import type { ForcedRows } from './forcing'
import { followChild } from './legs'

/** The id of an account's own row among its rows. */
const ITSELF = ''

/** A row as it was stored, or null if it is new, and as the commands leave it. */
interface Entry<Row> {
  readonly before: Row | null
  after: Row
  isWritten: boolean
}

/** Most accounts have one row in a batch: a map for it would cost more than it saves. */
interface OfAccount<Row> {
  readonly firstId: string
  readonly first: Entry<Row>
  others: Map<string, Entry<Row>> | null
}

/**
 * Rows by account and id: the loaded rows, and the rows that the commands have added or changed.
 * Two maps, because one key made of both ids would be built and hashed for each of an order's dozen
 * look-ups.
 */
function rowTable<Row extends { readonly accountId: string }>(
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
  function rowsOf(accountId: string): readonly Row[] {
    const rows = accounts.get(accountId)
    if (rows === undefined) return []
    return rows.others === null
      ? [rows.first.after]
      : [rows.first, ...rows.others.values()].map(after)
  }

  return {
    get: (accountId: string, id: string): Row | undefined =>
      found(accounts.get(accountId), id)?.after,
    /** Returns the row as it was stored; null if it is new or does not exist. */
    storedOf: (accountId: string, id: string): Row | null =>
      found(accounts.get(accountId), id)?.before ?? null,
    rowsOf,
    rows: (): Row[] => [...accounts.keys()].flatMap(rowsOf),
    isWritten: (accountId: string, id: string): boolean =>
      found(accounts.get(accountId), id)?.isWritten === true,
    /** Shows the row to later commands without writing it. */
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

type RowTable<Row extends { readonly accountId: string }> = ReturnType<typeof rowTable<Row>>

/** Rows as they were read, or as this process last wrote them. */
export interface LoadedRows {
  readonly accounts: readonly Account[]
  /** True if the operator has halted all placing. */
  readonly halted: boolean
  /** Includes an empty holding for each symbol that the account is known not to hold. */
  readonly holdings: readonly Holding[]
  readonly instruments: readonly TradedInstrument[]
  readonly orders: readonly Order[]
  readonly liquidityUses: readonly LiquidityUse[]
  /** Includes all legs of each group. */
  readonly legs: readonly Leg[]
  /** The legs of client order ids that the commands ask for, as they were accepted. */
  readonly accepted: readonly Leg[]
  /** Null if no test decides orders. */
  readonly forced: ForcedRows | null
}

/** What the decisions relied on apart from the accounts; it must still hold at the write. */
export interface Consulted {
  /** The instruments by symbol; null if there is no such instrument. */
  readonly instruments: ReadonlyMap<string, TradedInstrument | null>
  /** Null if no decision checked whether placing is halted. */
  readonly halted: boolean | null
}

type OrderKey = Pick<Order, 'accountId' | 'orderId' | 'symbol'>

export type RowChanges = ReturnType<Rows['changes']>

export class Rows {
  readonly #loaded: LoadedRows
  readonly #accounts: RowTable<Account>
  readonly #instruments: Map<string, TradedInstrument>
  readonly #holdings: RowTable<Holding>
  readonly #orders: RowTable<Order>
  readonly #uses: RowTable<LiquidityUse>
  #byClientId: Pick<RowTable<Order>, 'get' | 'keep'> | null = null
  readonly #locks = new Map<string, LockChange>()
  readonly #legs: RowTable<Leg>
  /** Events of all kinds, in the order of each account's numbers. */
  readonly #events: AccountEvent[] = []
  readonly #orderEvents: OrderEvent[] = []
  readonly #legEvents: LegEvent[] = []
  readonly #consulted = new Map<string, TradedInstrument | null>()
  #isHaltConsulted = false
  readonly #adjustments: AdjustmentLine[] = []
  readonly #newChildren: Order[] = []
  readonly forced: ForcedRows | null
  /** All loaded orders of the account, as the commands have left them. */
  readonly ordersOf: (accountId: string) => readonly Order[]
  readonly liquidityUsesOf: (accountId: string) => readonly LiquidityUse[]
  readonly legsOf: (accountId: string) => readonly Leg[]
  /** True if the commands have changed the account, or anything that belongs to it. */
  readonly isChanged: (accountId: string) => boolean

  constructor(loaded: LoadedRows) {
    this.#loaded = loaded
    this.#accounts = rowTable(loaded.accounts, () => ITSELF)
    this.#instruments = new Map(loaded.instruments.map((each) => [each.symbol, each]))
    this.#holdings = rowTable(loaded.holdings, ({ symbol }) => symbol)
    this.#orders = rowTable(loaded.orders, ({ orderId }) => orderId)
    this.#uses = rowTable(loaded.liquidityUses, useIdOf)
    this.#legs = rowTable(loaded.legs, legIdOf)
    this.forced = loaded.forced
    this.ordersOf = this.#orders.rowsOf
    this.liquidityUsesOf = this.#uses.rowsOf
    this.legsOf = this.#legs.rowsOf
    this.isChanged = (accountId) => this.#accounts.isWritten(accountId, ITSELF)
  }

  /** True if the operator has halted all placing. */
  get halted(): boolean {
    this.#isHaltConsulted = true
    return this.#loaded.halted
  }

  account(accountId: string): Account | undefined {
    return this.#accounts.get(accountId, ITSELF)
  }

  /** Returns the number of the account's last event before this batch. */
  seqBefore(accountId: string): number {
    return this.#accounts.storedOf(accountId, ITSELF)?.seq ?? 0
  }

  instrument(symbol: string): TradedInstrument | undefined {
    const found = this.#instruments.get(symbol)
    this.#consulted.set(symbol, found ?? null)
    return found
  }

  /** Returns an empty holding if the account has none. */
  holding(accountId: string, symbol: string): Holding {
    return this.#holdings.get(accountId, symbol) ?? noHolding(accountId, symbol)
  }

  order(accountId: string, orderId: string): Order | undefined {
    return this.#orders.get(accountId, orderId)
  }

  orderByClientId(accountId: string, clientOrderId: string): Order | undefined {
    const found = this.#ordersByClientId().get(accountId, clientOrderId)
    return found && this.#orders.get(accountId, found.orderId)
  }

  leg(accountId: string, id: Pick<Leg, 'groupId' | 'leg'>): Leg | undefined {
    return this.#legs.get(accountId, legIdOf(id))
  }

  /** Returns the legs of the group in the order of LEG_NAMES; empty if there is no such group. */
  group(accountId: string, groupId: string): readonly Leg[] {
    return this.legsOf(accountId)
      .filter((leg) => leg.groupId === groupId)
      .toSorted(byName)
  }

  /**
   * Returns the legs that have not ended: the groups in the order of their arrival, which their ids
   * have too, and the legs of each in the order of LEG_NAMES.
   */
  openLegs(accountId: string): readonly Leg[] {
    return this.legsOf(accountId)
      .filter(({ status }) => isLegOpen(status))
      .toSorted((one, other) => {
        if (one.groupId === other.groupId) return byName(one, other)
        return one.groupId < other.groupId ? -1 : 1
      })
  }

  /** Returns the legs that were placed with this client order id. */
  groupByClientId(accountId: string, clientOrderId: string): readonly Leg[] {
    return this.legsOf(accountId).filter((leg) => leg.clientOrderId === clientOrderId)
  }

  /** Returns these legs as they were accepted, with the terms that were sent. */
  acceptedByClientId(accountId: string, clientOrderId: string): readonly Leg[] {
    const first = new Map<LegName, Leg>()
    for (const leg of [...this.#loaded.accepted, ...this.#legEvents.map((event) => event.leg)]) {
      const isOf = leg.accountId === accountId && leg.clientOrderId === clientOrderId
      if (isOf && !first.has(leg.leg)) first.set(leg.leg, leg)
    }
    return [...first.values()]
  }

  /** Returns the open orders in the order of their arrival; complete only after `wholeAccount`. */
  openOrders(accountId: string): readonly Order[] {
    return this.#orders
      .rowsOf(accountId)
      .filter(({ status }) => isOpen(status))
      .toSorted((one, other) => one.seq - other.seq)
  }

  /** Returns the holdings by symbol; complete only after `wholeAccount`. */
  holdings(accountId: string): readonly Holding[] {
    return this.#holdings
      .rowsOf(accountId)
      .toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1))
  }

  /** Returns the account's use of the instrument's liquidity. */
  liquidityUse(accountId: string, symbol: string): UseOf {
    return (side, source) => this.#uses.get(accountId, useIdOf({ symbol, side, source }))
  }

  setLiquidityUse(use: LiquidityUse): void {
    this.#uses.set(use)
    this.#touch(use.accountId)
  }

  /** Changes an order's queue position, which makes no event. */
  setOrder(order: Order): void {
    this.#orders.set(order)
    this.#touch(order.accountId)
  }

  /**
   * Changes an account's cash and its holdings without an order, and records that as adjustments.
   */
  adjust(kind: AdjustmentKind, after: Account, changed: readonly Holding[], at: Instant): void {
    const before = this.account(after.accountId)
    assert(before !== undefined, `${after.accountId} exists`)
    const held = changed.map((holding) => ({
      before: this.holding(holding.accountId, holding.symbol),
      after: holding,
    }))
    const lines = adjustmentLines(kind, { before, after, holdings: held }, at)
    this.#adjustments.push(...lines)
    // No later event has an earlier time: the books are in the order of their times.
    this.#accounts.set({ ...after, lastEventAt: lines[0].at })
    for (const holding of changed) this.#setHolding(holding)
  }

  /** Locks the account for placing, or unlocks it if `since` is null. */
  lock(account: Account, since: Instant | null): void {
    const { accountId } = account
    this.#accounts.set({ ...account, locked: since !== null })
    this.#locks.set(accountId, { accountId, since })
  }

  /**
   * Applies a transition to the order as the batch has it now: it can fill and end at one tick. The
   * transition may make a leg place an order. `quote` then sets that order's place in its queue
   * [profile.strict-queue].
   */
  apply(found: OrderKey, transition: OrderTransition, marketAt: Instant, quote?: BidAsk): Order {
    const account = this.account(found.accountId)
    const order = this.order(found.accountId, found.orderId)
    assert(account !== undefined && order !== undefined, `${found.orderId} and its account exist`)
    const holding = this.holding(found.accountId, found.symbol)
    const applied = applyTransition({ account, holding, order }, transition, marketAt)
    this.record(applied)
    followChild(this, applied.order, transition, quote)
    return applied.order
  }

  /** Applies a transition to the leg as the batch has it now. */
  applyLeg(leg: Leg, transition: LegTransition, marketAt: Instant): Leg {
    const account = this.account(leg.accountId)
    assert(account !== undefined, `the account ${leg.accountId} of a leg exists`)
    const holding = this.holding(leg.accountId, leg.symbol)
    const applied = applyLegTransition({ account, holding }, leg, transition, marketAt)
    this.recordLeg(applied)
    return applied.leg
  }

  /** Changes a leg's mark, which makes no event. */
  setLeg(leg: Leg): void {
    this.#legs.set(leg)
    this.#touch(leg.accountId)
  }

  recordLeg({ account, holding, leg, event }: AppliedLeg): void {
    this.#accounts.set(account)
    this.#setIfChanged(holding)
    this.#legs.set(leg)
    this.#events.push(event)
    this.#legEvents.push(event)
  }

  /** Records an order that a leg has placed. */
  recordChild(child: Applied): void {
    this.record(child)
    this.#newChildren.push(child.order)
  }

  /** Takes the next order that a leg has placed; undefined if none is left. */
  nextChild(): Order | undefined {
    return this.#newChildren.shift()
  }

  record({ account, holding, order, event }: Applied): void {
    this.#accounts.set(account)
    this.#setIfChanged(holding)
    this.#orders.set(order)
    this.#byClientId?.keep(order)
    this.#events.push(event)
    this.#orderEvents.push(event)
  }

  consulted(): Consulted {
    return {
      instruments: this.#consulted,
      halted: this.#isHaltConsulted ? this.#loaded.halted : null,
    }
  }

  changes() {
    for (const { accountId } of this.#loaded.forced?.changedPlans() ?? []) this.#touch(accountId)
    // The counts of an outcome are written with its order's account, even if the order stays the
    // same.
    const hits = this.#loaded.forced?.changedOutcomes() ?? []
    if (hits.length > 0) for (const { accountId } of this.#loaded.accounts) this.#touch(accountId)
    return {
      accounts: this.#accounts.written(),
      holdings: this.#holdings.written(),
      ...orderRows(this.#orders, this.#orderEvents),
      legs: this.#legs.written(),
      legEvents: this.#legEvents,
      firstConditionals: this.#firstConditionals(),
      orders: this.#orders.written(),
      events: this.#events,
      adjustments: this.#adjustments,
      locks: [...this.#locks.values()],
      liquidityUses: this.#uses.written(),
      forced: this.#loaded.forced,
    }
  }

  /** The accounts that have placed their first conditional order. */
  #firstConditionals(): readonly string[] {
    if (this.#legEvents.length === 0) return []
    return this.#accounts.written().flatMap(({ accountId, hasConditionalOrders }) => {
      const before = this.#accounts.storedOf(accountId, ITSELF)
      return hasConditionalOrders && before?.hasConditionalOrders !== true ? [accountId] : []
    })
  }

  /** Built lazily: tick commands never look up a client order id. */
  #ordersByClientId() {
    this.#byClientId ??= rowTable(this.#orders.rows(), ({ clientOrderId }) => clientOrderId)
    return this.#byClientId
  }

  /** A BUY that only rests changes no holding, and an unchanged holding is not written. */
  #setIfChanged(holding: Holding): void {
    const before = this.holding(holding.accountId, holding.symbol)
    if (!isSameHolding(holding, before)) this.#setHolding(holding)
  }

  #setHolding(holding: Holding): void {
    const { accountId, symbol } = holding
    // An unread holding would overwrite the stored one and lose the account's shares.
    assert(
      this.#holdings.get(accountId, symbol) !== undefined,
      `the holding of ${symbol} was loaded`,
    )
    this.#holdings.set(holding)
  }

  /** Marks the account's row as changed too: each change to an account changes its version. */
  #touch(accountId: string): void {
    const account = this.account(accountId)
    assert(account !== undefined, `the account ${accountId} exists`)
    this.#accounts.set(account)
  }
}

export const openRows = (loaded: LoadedRows): Rows => new Rows(loaded)

/**
 * Pairs each order with its last event, since the event adds few columns to the order's own. A new
 * order is paired with the event of its acceptance, if it has no later event. Other orders, and
 * other events with their fills, are written separately.
 */
function orderRows(
  orders: { readonly added: () => readonly Order[]; readonly changed: () => readonly Order[] },
  events: readonly OrderEvent[],
) {
  const lastEvents = new Map<ShownOrder, OrderEvent>()
  for (const event of events) lastEvents.set(event.order, event)
  const written = new Set<OrderEvent>()
  const acceptedOrders: Order[] = []
  const newOrders: Order[] = []
  for (const order of orders.added()) {
    const event = lastEvents.get(order)
    if (event?.seq === order.seq && isPlain(order)) {
      acceptedOrders.push(order)
      written.add(event)
    } else newOrders.push(order)
  }
  const changedOrders: ChangedOrder[] = []
  const replacedOrders: ChangedOrder[] = []
  const movedOrders: Order[] = []
  for (const order of orders.changed()) {
    const event = lastEvents.get(order)
    if (event === undefined) movedOrders.push(order)
    else {
      const changed = order.replacedBy === null ? changedOrders : replacedOrders
      changed.push({ order, event })
      written.add(event)
    }
  }
  const otherEvents = events.filter((event) => !written.has(event))
  return { acceptedOrders, newOrders, changedOrders, replacedOrders, movedOrders, otherEvents }
}

/** A plain order omits the columns that few orders use. */
const isPlain = ({ replaces, sizing }: Order): boolean => replaces === null && sizing === null

const byName = (one: Leg, other: Leg): number =>
  LEG_NAMES.indexOf(one.leg) - LEG_NAMES.indexOf(other.leg)

const useIdOf = (use: Pick<LiquidityUse, 'symbol' | 'side' | 'source'>): string =>
  `${use.symbol} ${use.side} ${use.source}`
