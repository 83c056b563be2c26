/**
 * The accounts as their events say they must be, in fractions, apart from the code under test.
 *
 * It reads the rows of the database after each step, and explains each new event: an acceptance by
 * what a client has sent, a fill by what the market showed at a tick, an end by the rules. What it
 * cannot explain is a finding; so is a row that is not what the events make of it.
 */
import {
  compare,
  type Fraction,
  isMore,
  isSame,
  largest,
  minus,
  over,
  parse,
  plus,
  smallest,
  text,
  times,
  ZERO,
} from './fraction'
import type { Group, Leg } from './groups'
import { sessionAt, validUntilMs } from './hours'

export type Status = keyof typeof MAY_FOLLOW

/** The states as a table. */
const MAY_FOLLOW = {
  SUBMITTED: ['PARTIALLY_FILLED', 'FILLED', 'PENDING_CANCEL', 'CANCELED', 'EXPIRED', 'REJECTED'],
  PARTIALLY_FILLED: ['PARTIALLY_FILLED', 'FILLED', 'PENDING_CANCEL', 'CANCELED', 'EXPIRED'],
  PENDING_CANCEL: ['PENDING_CANCEL', 'FILLED', 'CANCELED'],
  FILLED: [],
  CANCELED: [],
  EXPIRED: [],
  REJECTED: [],
} as const satisfies Record<string, readonly string[]>

export const isOpen = (status: Status): boolean => MAY_FOLLOW[status].length > 0

/** What a client has asked for; decimals as it sent them. */
export interface Terms {
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly orderType: 'MARKET' | 'LIMIT'
  readonly timeInForce: string
  readonly quantity: string
  readonly limitPrice: string | null
}

export interface Order {
  readonly orderId: string
  /** The leg of a conditional order that has placed it; null: a client has. */
  readonly parent: Leg | null
  readonly seq: number
  readonly terms: Terms
  readonly quantity: Fraction
  readonly limit: Fraction | null
  readonly holdPrice: Fraction | null
  readonly requestedAtMs: number
  readonly validUntilMs: number
  held: Fraction
  status: Status
  filled: Fraction
  paid: Fraction
  updatedAtMs: number
  /** When its cancel was requested; null: it was not. */
  cancelRequestedAtMs: number | null
  /** A test has filled it last at this instant. */
  forcedAtMs: number | null
  /** Under `strict`: the shares before it, when they last changed. */
  queue: { readonly quantity: Fraction; readonly movedAtMs: number }
  /** The event of its last change. */
  changedSeq: number
  /** Every status that it has had, in their order. */
  readonly history: Status[]
}

interface Holding {
  quantity: Fraction
  held: Fraction
  purchase: Fraction
}

export interface Account {
  readonly accountId: string
  readonly profile: string
  cash: Fraction
  held: Fraction
  seq: number
  lastAtMs: number
  adjustments: number
  readonly holdings: Map<string, Holding>
  readonly orders: Map<string, Order>
  readonly byClientOrderId: Map<string, Order>
  /** Conditional orders, by their ids. */
  readonly groups: Map<string, Group>
  /** Orders that a test has, or had, in hand. */
  inHand: ReadonlyMap<string, boolean>
  /** The shares used of a size shown or an auction's volume, by `AAA BUY SHOWN`. */
  readonly used: Map<string, { readonly asOfMs: number; readonly quantity: Fraction }>
  /** Each event as it left its order, by its number. */
  readonly log: Logged[]
  /** What was free, and could be sold, at each moment of the present step. */
  moments: Moment[]
}

export interface Logged {
  /** The id of the order; for a leg, the id of its conditional order. */
  readonly orderId: string
  readonly status: string
  readonly filled: Fraction
  readonly atMs: number
}

interface Moment {
  readonly cash: Fraction
  readonly free: Fraction
  readonly sellable: ReadonlyMap<string, Fraction>
  /** What each open order holds and has filled, by its id. */
  readonly open: ReadonlyMap<string, { readonly held: Fraction; readonly filled: Fraction }>
}

export function noteMoment(account: Account): void {
  const symbols = [...account.holdings.keys()]
  account.moments.push({
    cash: account.cash,
    free: free(account),
    sellable: new Map(symbols.map((symbol) => [symbol, sellable(account, symbol)])),
    open: new Map(
      openOrders(account).map(({ orderId, held, filled }) => [orderId, { held, filled }]),
    ),
  })
}

export class Violation extends Error {
  override readonly name = 'Violation'
  /** What kind of promise is broken; a shrunk run must break the same. */
  readonly kind: string
  constructor(kind: string, message: string) {
    super(message)
    this.kind = kind
  }
}

export function must(fits: boolean, kind: string, message: () => string): void {
  if (!fits) throw new Violation(kind, message())
}

export const newAccount = (accountId: string, profile: string, cash: string): Account => ({
  accountId,
  profile,
  cash: parse(cash),
  held: ZERO,
  seq: 0,
  lastAtMs: 0,
  adjustments: 0,
  holdings: new Map(),
  orders: new Map(),
  byClientOrderId: new Map(),
  groups: new Map(),
  used: new Map(),
  log: [],
  moments: [],
  inHand: new Map(),
})

export const free = ({ cash, held }: Account): Fraction => minus(cash, held)
export const remaining = ({ quantity, filled }: Order): Fraction => minus(quantity, filled)

export function holdingOf(account: Account, symbol: string): Holding {
  const found = account.holdings.get(symbol)
  if (found !== undefined) return found
  const made = { quantity: ZERO, held: ZERO, purchase: ZERO }
  account.holdings.set(symbol, made)
  return made
}

export const sellable = (account: Account, symbol: string): Fraction => {
  const { quantity, held } = holdingOf(account, symbol)
  return minus(quantity, held)
}

const FACTOR = parse('1.03')

/** USD a share that a BUY holds. */
export const holdPriceOf = (terms: Terms, ask: string): Fraction | null =>
  terms.side === 'SELL'
    ? null
    : terms.limitPrice === null
      ? times(parse(ask), FACTOR)
      : parse(terms.limitPrice)

/** What a leg gives to the order that it places. */
export interface Given {
  readonly parent: Leg
  readonly holdPrice: Fraction | null
  readonly validUntilMs: number
}

/** Accepts an order; throws if it must not be accepted. `ask` is the ask at a client's order. */
export function accept(
  account: Account,
  found: { readonly orderId: string; readonly seq: number; readonly atMs: number },
  terms: Terms,
  from: { readonly ask: string } | Given,
): Order {
  const { orderId, seq, atMs } = found
  const quantity = parse(terms.quantity)
  const holdPrice = 'ask' in from ? holdPriceOf(terms, from.ask) : from.holdPrice
  const wanted = holdPrice === null ? ZERO : times(holdPrice, quantity)
  // A part may have cost more than it held, and the leg goes on with what is left.
  const mayBeLess = 'parent' in from && terms.limitPrice === null
  const held = mayBeLess ? smallest(wanted, free(account)) : wanted
  must(
    !isMore(held, free(account)),
    'accepted-unpaid',
    () => `${orderId} holds ${text(held)}, and ${account.accountId} had ${text(free(account))}`,
  )
  if (terms.side === 'SELL') {
    const may = sellable(account, terms.symbol)
    must(
      !isMore(quantity, may),
      'accepted-uncovered',
      () => `${orderId} sells ${terms.quantity}, and ${account.accountId} had ${text(may)}`,
    )
    const holding = holdingOf(account, terms.symbol)
    holding.held = plus(holding.held, quantity)
  }
  const isNow = ['IOC', 'FOK'].includes(terms.timeInForce)
  must(!isNow || sessionAt(atMs) !== 'CLOSED', 'accepted-closed', () => `${orderId} while CLOSED`)
  const order: Order = {
    orderId,
    parent: 'ask' in from ? null : from.parent,
    seq,
    terms,
    quantity,
    holdPrice,
    held,
    status: 'SUBMITTED',
    limit: terms.limitPrice === null ? null : parse(terms.limitPrice),
    filled: ZERO,
    paid: ZERO,
    requestedAtMs: atMs,
    updatedAtMs: atMs,
    cancelRequestedAtMs: null,
    changedSeq: seq,
    forcedAtMs: null,
    queue: { quantity: ZERO, movedAtMs: atMs },
    history: ['SUBMITTED'],
    validUntilMs: 'ask' in from ? validUntilMs(terms.timeInForce, atMs) : from.validUntilMs,
  }
  account.held = plus(account.held, held)
  account.orders.set(orderId, order)
  account.byClientOrderId.set(terms.clientOrderId, order)
  return order
}

function move(order: Order, status: Status): void {
  const next: readonly string[] = MAY_FOLLOW[order.status]
  must(next.includes(status), 'state', () => `${order.orderId}: ${status} after ${order.status}`)
  order.status = status
  order.history.push(status)
}

function holdCash(account: Account, order: Order, held: Fraction): void {
  account.held = plus(minus(account.held, order.held), held)
  order.held = held
}

/** A fill moves the cash, the shares and the holds. */
export function fill(
  account: Account,
  order: Order,
  price: Fraction,
  quantity: Fraction,
  atMs: number,
): void {
  const { symbol, side } = order.terms
  const cost = times(price, quantity)
  const holding = holdingOf(account, symbol)
  if (side === 'BUY') {
    account.cash = minus(account.cash, cost)
    holding.quantity = plus(holding.quantity, quantity)
    holding.purchase = plus(holding.purchase, cost)
  } else {
    account.cash = plus(account.cash, cost)
    const kept = over(minus(holding.quantity, quantity), holding.quantity)
    holding.purchase = times(holding.purchase, kept)
    holding.quantity = minus(holding.quantity, quantity)
    holding.held = minus(holding.held, quantity)
  }
  order.filled = plus(order.filled, quantity)
  order.paid = plus(order.paid, cost)
  order.updatedAtMs = atMs
  const left = remaining(order)
  must(!isMore(ZERO, left), 'overfilled', () => `${order.orderId} by ${text(left)}`)
  const isDone = isSame(left, ZERO)
  move(
    order,
    isDone ? 'FILLED' : order.status === 'PENDING_CANCEL' ? order.status : 'PARTIALLY_FILLED',
  )
  if (order.holdPrice !== null) {
    const unspent = largest(minus(order.held, cost), ZERO)
    holdCash(account, order, smallest(unspent, times(order.holdPrice, left)))
  }
}

/** An order ends with what is not filled, or waits for its cancel. */
export function change(account: Account, order: Order, status: Status, atMs: number): void {
  move(order, status)
  order.updatedAtMs = atMs
  if (status === 'PENDING_CANCEL') order.cancelRequestedAtMs ??= atMs
  if (isOpen(status)) return
  holdCash(account, order, ZERO)
  if (order.terms.side === 'SELL') {
    const holding = holdingOf(account, order.terms.symbol)
    holding.held = minus(holding.held, remaining(order))
  }
}

export const openOrders = (account: Account): readonly Order[] =>
  [...account.orders.values()].filter(({ status }) => isOpen(status))

/** An account's row is what its events make of it. */
export function compareAccount(
  account: Account,
  row: { readonly cash: string; readonly held: string; readonly seq: number },
): void {
  const { accountId } = account
  const same = (kind: string, expected: Fraction, found: string) =>
    must(
      compare(expected, parse(found)) === 0,
      kind,
      () => `${accountId} has ${found}, and its events make ${text(expected)}`,
    )
  must(
    account.seq === row.seq,
    'seq',
    () => `${accountId} is at ${row.seq}, and its last event is ${account.seq}`,
  )
  same('cash', account.cash, row.cash)
  same('held-cash', account.held, row.held)
}
