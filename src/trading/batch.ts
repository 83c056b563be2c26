/**
 * The accounts of one batch while its commands are decided: each command sees what those before it
 * have left, and everything that was booked is written together.
 */
import { type Account, type Holding, noHolding } from '../core/account/account'
import type { Instrument } from '../core/instrument'
import type { LiquidityUse, UseOf } from '../core/order/liquidity'
import { isOpen, type Order } from '../core/order/order'
import type { Posted } from '../core/order/post'
import type { Instant } from '../core/time'
import type { LockChange, LockedAccount } from '../store/tables/accounts'

/** What the store had when the batch's accounts were locked. */
export interface Loaded {
  readonly accounts: readonly LockedAccount[]
  readonly holdings: readonly Holding[]
  readonly instruments: readonly Instrument[]
  readonly orders: readonly Order[]
  readonly liquidityUses: readonly LiquidityUse[]
}

/** What is to be written: each row once, as it is in the end; the events in their order. */
export interface Changes {
  readonly accounts: readonly Account[]
  readonly holdings: readonly Holding[]
  readonly newOrders: readonly Order[]
  readonly changedOrders: readonly Order[]
  readonly posted: readonly Posted[]
  readonly locks: readonly LockChange[]
  readonly liquidityUses: readonly LiquidityUse[]
}

export interface Batch {
  /** All placing is halted by the operator. */
  readonly halted: boolean
  account(accountId: string): Account | undefined
  instrument(symbol: string): Instrument | undefined
  /** The holding, an empty one where there is none. */
  holding(accountId: string, symbol: string): Holding
  order(accountId: string, orderId: string): Order | undefined
  orderByClientId(accountId: string, clientOrderId: string): Order | undefined
  /** All of them, in the order of their arrival, where the command asked for the whole account. */
  openOrders(accountId: string): readonly Order[]
  /** Likewise, by symbol. */
  holdings(accountId: string): readonly Holding[]
  book(posted: Posted): void
  /** Changes what of an order is no event: where it queues. */
  setOrder(order: Order): void
  /** What the account has taken of the instrument's liquidity (D13). */
  liquidityUse(accountId: string, symbol: string): UseOf
  setLiquidityUse(use: LiquidityUse): void
  /** Changes an account and its holdings without an order. */
  set(account: Account, holdings: readonly Holding[]): void
  /** Locks the account for placing (D4), or unlocks it where `since` is null. */
  lock(account: Account, since: Instant | null): void
  changes(): Changes
}

/** Neither ids nor symbols have a space in them. */
const keyOf = (accountId: string, id: string): string => `${accountId} ${id}`
const keyOfUse = ({
  accountId,
  symbol,
  side,
  source,
}: Omit<LiquidityUse, 'asOf' | 'quantity'>): string => `${accountId} ${symbol} ${side} ${source}`

export function openBatch(loaded: Loaded): Batch {
  const accounts = new Map(loaded.accounts.map(({ account }) => [account.accountId, account]))
  const instruments = new Map(loaded.instruments.map((each) => [each.symbol, each]))
  const holdings = new Map(
    loaded.holdings.map((each) => [keyOf(each.accountId, each.symbol), each]),
  )
  const orders = new Map<string, Order>()
  const byClientId = new Map<string, string>()
  const stored = new Set<string>()
  const posted: Posted[] = []
  const locks = new Map<string, LockChange>()
  const uses = new Map(loaded.liquidityUses.map((each) => [keyOfUse(each), each]))
  const changedUses = new Set<string>()
  const requeued = new Set<string>()
  const touched = { accounts: new Set<string>(), holdings: new Set<string>() }

  const keep = (order: Order): string => {
    const key = keyOf(order.accountId, order.orderId)
    orders.set(key, order)
    byClientId.set(keyOf(order.accountId, order.clientOrderId), key)
    return key
  }
  for (const order of loaded.orders) stored.add(keep(order))

  const present = <T>(keys: Iterable<string>, rows: ReadonlyMap<string, T>): T[] =>
    [...keys].flatMap((key) => rows.get(key) ?? [])

  return {
    halted: loaded.accounts.some(({ halted }) => halted),
    account: (accountId) => accounts.get(accountId),
    instrument: (symbol) => instruments.get(symbol),
    holding: (accountId, symbol) =>
      holdings.get(keyOf(accountId, symbol)) ?? noHolding(accountId, symbol),
    order: (accountId, orderId) => orders.get(keyOf(accountId, orderId)),
    orderByClientId(accountId, clientOrderId) {
      const key = byClientId.get(keyOf(accountId, clientOrderId))
      return key === undefined ? undefined : orders.get(key)
    },
    openOrders: (accountId) =>
      [...orders.values()]
        .filter((order) => order.accountId === accountId && isOpen(order.status))
        .toSorted((one, other) => one.seq - other.seq),
    holdings: (accountId) =>
      [...holdings.values()]
        .filter((holding) => holding.accountId === accountId)
        .toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1)),
    setOrder(order) {
      requeued.add(keep(order))
    },
    liquidityUse: (accountId, symbol) => (side, source) =>
      uses.get(keyOfUse({ accountId, symbol, side, source })),
    setLiquidityUse(use) {
      const key = keyOfUse(use)
      uses.set(key, use)
      changedUses.add(key)
    },
    set(account, changed) {
      accounts.set(account.accountId, account)
      touched.accounts.add(account.accountId)
      for (const holding of changed) {
        const key = keyOf(holding.accountId, holding.symbol)
        holdings.set(key, holding)
        touched.holdings.add(key)
      }
    },
    lock(account, since) {
      const { accountId } = account
      accounts.set(accountId, { ...account, locked: since !== null })
      locks.set(accountId, { accountId, since })
    },
    book(entry) {
      const { account, holding, order } = entry.standing
      const holdingKey = keyOf(holding.accountId, holding.symbol)
      const before = holdings.get(holdingKey)
      accounts.set(account.accountId, account)
      touched.accounts.add(account.accountId)
      // A BUY that only rests changes no holding: an untouched one is not written.
      if (holding !== before && !isUnchanged(holding, before)) {
        holdings.set(holdingKey, holding)
        touched.holdings.add(holdingKey)
      }
      keep(order)
      posted.push(entry)
    },
    changes() {
      const acted = new Set(
        posted.map(({ standing: { order } }) => keyOf(order.accountId, order.orderId)),
      )
      return {
        accounts: present(touched.accounts, accounts),
        holdings: present(touched.holdings, holdings),
        newOrders: present(
          [...acted].filter((key) => !stored.has(key)),
          orders,
        ),
        changedOrders: present(
          [...new Set([...acted, ...requeued])].filter((key) => stored.has(key)),
          orders,
        ),
        posted,
        locks: [...locks.values()],
        liquidityUses: present(changedUses, uses),
      }
    },
  }
}

function isUnchanged(holding: Holding, before: Holding | undefined): boolean {
  const known = before ?? noHolding(holding.accountId, holding.symbol)
  return (
    holding.quantity.eq(known.quantity) &&
    holding.heldQuantity.eq(known.heldQuantity) &&
    holding.purchaseAmount.eq(known.purchaseAmount)
  )
}
