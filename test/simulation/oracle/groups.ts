/**
 * Conditional orders in the ledger's own words: their legs, what each holds, and what must become
 * of the others when one has changed.
 */
import { type Fraction, isSame, largest, minus, parse, plus, times, ZERO } from './fraction'
import { nextCloseMs, validUntilMs } from './hours'
import { type Account, free, holdingOf, must, type Order, type Status, sellable } from './ledger'
import type { LegRow } from './step'

export type LegName = 'SINGLE' | 'TAKE_PROFIT' | 'STOP_LOSS'
export type LegType = 'STOP' | 'STOP_LIMIT' | 'TRAILING_STOP' | 'LIMIT'
export type LegStatus = keyof typeof LEG_MAY_FOLLOW

/** The states of a leg as a table. */
export const LEG_MAY_FOLLOW = {
  ARMED: ['ARMED', 'TRIGGERED', 'CANCELED', 'EXPIRED'],
  TRIGGERED: ['TRIGGERED', 'FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'],
  FILLED: [],
  CANCELED: [],
  EXPIRED: [],
  REJECTED: [],
} as const satisfies Record<string, readonly string[]>

export const isLegOpen = (status: LegStatus): boolean => LEG_MAY_FOLLOW[status].length > 0

/** What a client has asked for; decimals as it sent them, null: it has none. */
export interface LegTerms {
  readonly leg: LegName
  readonly type: LegType
  readonly stop: string | null
  readonly limit: string | null
  readonly trailAmount: string | null
  readonly trailPercent: string | null
  readonly limitOffset: string | null
}

export interface GroupTerms {
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly quantity: string
  readonly timeInForce: 'DAY' | 'GTC'
  readonly triggerBy: 'LAST' | 'BID_ASK'
  readonly sessions: readonly string[]
  readonly legs: readonly LegTerms[]
}

/** All that were not refused. */
export interface AskedGroups {
  placed(accountId: string, clientOrderId: string): readonly GroupTerms[]
  /** Somebody has asked for the end of what waits of it. */
  isCancelWanted(account: Account, group: Group): boolean
}

/** Prices are in 0.0001 USD. */
export interface Leg {
  readonly group: Group
  readonly name: LegName
  readonly terms: LegTerms
  status: LegStatus
  quantity: Fraction
  filled: Fraction
  /** Null: it has none, as a LIMIT. */
  stop: number | null
  /** The best price since it was armed; null: it is no trail. */
  mark: number | null
  limit: number | null
  /** USD a share: of its order, and of what it holds itself. */
  readonly holdPrice: Fraction | null
  readonly heldPrice: Fraction | null
  heldCash: Fraction
  heldShares: Fraction
  orderId: string | null
  children: number
  /** No tick up to here can trigger it. */
  watchedAfterMs: number
  /** Each tick up to here was looked at. */
  lookedToMs: number
  reason: string | null
  readonly history: LegStatus[]
}

export interface Group {
  readonly groupId: string
  readonly terms: GroupTerms
  readonly requestedAtMs: number
  readonly validUntilMs: number
  readonly legs: Leg[]
}

export const pipsOf = (decimal: string): number => Math.round(Number(decimal) * 10_000)
const pipsOrNone = (decimal: string | null): number | null =>
  decimal === null ? null : pipsOf(decimal)
export const usd = (pips: number): Fraction => parse(decimal(pips))
const decimal = (pips: number): string => (pips / 10_000).toFixed(4)

/** A cent from a dollar on, and a hundredth of it below. */
function onTick(price: number, isUp: boolean): number {
  const tick = price >= 10_000 ? 100 : 1
  const steps = price / tick
  return Math.max(1, (isUp ? Math.ceil(steps - 1e-9) : Math.floor(steps + 1e-9)) * tick)
}

/** A price at a distance behind another, on the tick that is further from the market. */
const behind = (side: string, from: number, distance: number): number =>
  side === 'SELL' ? onTick(from - distance, false) : onTick(from + distance, true)

/** The stop of a trail with this mark, or the leg's own. */
export function stopAt(side: string, terms: LegTerms, mark: number | null): number | null {
  if (terms.stop !== null) return pipsOf(terms.stop)
  if (mark === null) return null
  const { trailAmount, trailPercent } = terms
  const distance = trailAmount !== null ? pipsOf(trailAmount) : (mark * Number(trailPercent)) / 100
  return behind(side, mark, distance)
}

export const limitAt = (side: string, terms: LegTerms, stop: number | null): number | null =>
  terms.limitOffset === null || stop === null
    ? pipsOrNone(terms.limit)
    : behind(side, stop, pipsOf(terms.limitOffset))

const FACTOR = parse('1.03')

/** USD a share that the order of a BUY will hold. */
function holdPriceOf(side: string, terms: LegTerms, mark: number | null): Fraction | null {
  if (side === 'SELL') return null
  const stop = stopAt(side, terms, mark)
  const limit = limitAt(side, terms, stop)
  if (limit !== null) return usd(limit)
  return stop === null ? null : times(usd(stop), FACTOR)
}

/** What each leg would hold by itself, with this price at its acceptance. */
export const needsOf = ({ side, legs }: GroupTerms, price: number): readonly (Fraction | null)[] =>
  legs.map((terms) => holdPriceOf(side, terms, terms.type === 'TRAILING_STOP' ? price : null))

/** Whether the exits have the take profit on the wrong side of their stop. */
export function areCrossed({ side, legs }: GroupTerms): boolean {
  const profit = legs.find(({ leg }) => leg === 'TAKE_PROFIT')?.limit
  const stop = legs.find(({ leg }) => leg === 'STOP_LOSS')?.stop
  if (profit == null || stop == null) return false
  return side === 'SELL' ? pipsOf(stop) >= pipsOf(profit) : pipsOf(stop) <= pipsOf(profit)
}

/** A new conditional order, without what its legs hold: that comes with their events. */
export function newGroup(
  terms: GroupTerms,
  found: { readonly groupId: string; readonly atMs: number; readonly validUntilMs: number },
  priceOf: (terms: LegTerms) => number,
): Group {
  const { groupId, atMs, validUntilMs } = found
  const group: Group = { groupId, terms, requestedAtMs: atMs, validUntilMs, legs: [] }
  const { side } = terms
  const worker = terms.legs.find(({ type }) => type === 'LIMIT')
  const quantity = parse(terms.quantity)
  for (const each of terms.legs) {
    const mark = each.type === 'TRAILING_STOP' ? priceOf(each) : null
    const holdPrice = holdPriceOf(side, each, mark)
    const shared = worker?.limit == null ? ZERO : parse(worker.limit)
    const isWorker = each.type === 'LIMIT'
    const heldPrice =
      isWorker || holdPrice === null ? null : largest(minus(holdPrice, shared), ZERO)
    const stop = stopAt(side, each, mark)
    group.legs.push({
      group,
      name: each.leg,
      terms: each,
      status: isWorker ? 'TRIGGERED' : 'ARMED',
      quantity,
      filled: ZERO,
      stop,
      mark,
      limit: pipsOrNone(each.limit),
      holdPrice,
      heldPrice,
      heldCash: heldPrice === null ? ZERO : times(heldPrice, quantity),
      heldShares: side === 'SELL' && worker === undefined ? quantity : ZERO,
      orderId: null,
      children: isWorker ? 1 : 0,
      watchedAfterMs: atMs,
      lookedToMs: atMs,
      reason: null,
      history: [],
    })
  }
  return group
}

/** Takes what the leg holds into the account's sums; throws where there is less. */
export function holdFor(account: Account, leg: Leg): void {
  const { symbol } = leg.group.terms
  const what = (): string => `${leg.group.groupId} ${leg.name} of ${account.accountId}`
  const enough = minus(free(account), leg.heldCash)
  must(enough.top >= 0n, 'accepted-unpaid', what)
  const covered = minus(sellable(account, symbol), leg.heldShares)
  must(covered.top >= 0n, 'accepted-uncovered', what)
  hold(account, leg, leg.heldCash, leg.heldShares, 1)
}

function hold(account: Account, leg: Leg, cash: Fraction, shares: Fraction, sign: 1 | -1): void {
  const add = sign === 1 ? plus : minus
  account.held = add(account.held, cash)
  const holding = holdingOf(account, leg.group.terms.symbol)
  holding.held = add(holding.held, shares)
}

/** The leg holds so much from now on. */
export function holdNow(account: Account, leg: Leg, cash: Fraction, shares: Fraction): void {
  hold(account, leg, leg.heldCash, leg.heldShares, -1)
  leg.heldCash = cash
  leg.heldShares = shares
  hold(account, leg, cash, shares, 1)
}

export function moveLeg(leg: Leg, status: LegStatus): void {
  const next: readonly string[] = LEG_MAY_FOLLOW[leg.status]
  must(
    next.includes(status),
    'leg-state',
    () => `${leg.group.groupId} ${leg.name}: ${status} after ${leg.status}`,
  )
  leg.status = status
  leg.history.push(status)
}

export const othersOf = (leg: Leg): readonly Leg[] =>
  leg.group.legs.filter((other) => other !== leg && isLegOpen(other.status))

export const openLegs = ({ groups }: Account): readonly Leg[] =>
  [...groups.values()].flatMap(({ legs }) => legs.filter(({ status }) => isLegOpen(status)))

/** What must be the next event of the account, in the same commit. */
export type Owed =
  | {
      readonly leg: Leg
      readonly to: LegStatus
      readonly filled?: Fraction
      readonly taken?: Fraction
      /** Undefined: any, as of a rejection. */
      readonly reason?: string | null
    }
  /** The order of a leg that has ended. */
  | { readonly ends: string }
  /** The next order of the leg; `shownMs`: by the quote of that instant, null: by none. */
  | { readonly places: Leg; readonly shownMs: number | null; readonly untilMs: number }

const REASONS = {
  FILLED: 'other-exit-filled',
  CANCELED: 'other-exit-ended',
  REJECTED: 'other-exit-ended',
  EXPIRED: null,
} as const

const isOrderOpen = (account: Account, orderId: string | null): orderId is string => {
  const status = orderId === null ? undefined : account.orders.get(orderId)?.status
  return status === 'SUBMITTED' || status === 'PARTIALLY_FILLED' || status === 'PENDING_CANCEL'
}

/** The leg ends, and its order with it if it has one that works. */
export function owedEnd(
  account: Account,
  leg: Leg,
  to: 'CANCELED' | 'EXPIRED',
  reason: string | null,
): readonly Owed[] {
  const ended = { leg, to, reason }
  return isOrderOpen(account, leg.orderId) ? [ended, { ends: leg.orderId }] : [ended]
}

/** What the end of one exit makes of the others. */
export const owedByEnd = (account: Account, leg: Leg, to: keyof typeof REASONS): readonly Owed[] =>
  othersOf(leg).flatMap((other) =>
    owedEnd(account, other, to === 'EXPIRED' ? 'EXPIRED' : 'CANCELED', REASONS[to]),
  )

/** What follows from an event of an order; nothing where no conditional order has placed it. */
export function owedAfter(
  account: Account,
  order: Order,
  event: { readonly status: Status; readonly quantity: Fraction | null; readonly atMs: number },
  cancelReason: string | null,
): readonly Owed[] {
  const leg = order.parent
  if (leg === null || leg.orderId !== order.orderId || !isLegOpen(leg.status)) return []
  const { status, quantity, atMs } = event
  if (quantity !== null) {
    const isWhole = isSame(plus(leg.filled, quantity), leg.quantity)
    if (isWhole) {
      return [{ leg, to: 'FILLED', filled: quantity }, ...owedByEnd(account, leg, 'FILLED')]
    }
    const smaller = othersOf(leg).map((other) => ({
      leg: other,
      to: other.status,
      taken: quantity,
    }))
    return [{ leg, to: 'TRIGGERED', filled: quantity }, ...smaller]
  }
  switch (status) {
    case 'CANCELED':
      return [{ leg, to: status, reason: cancelReason }, ...owedByEnd(account, leg, status)]
    case 'REJECTED':
      return [{ leg, to: status }, ...owedByEnd(account, leg, status)]
    case 'EXPIRED': {
      const { terms, validUntilMs } = leg.group
      const outlives = terms.timeInForce === 'GTC' && atMs < validUntilMs
      if (!outlives) return [{ leg, to: status }, ...owedByEnd(account, leg, status)]
      return [
        { leg, to: 'TRIGGERED' },
        { places: leg, shownMs: null, untilMs: nextCloseMs(atMs) },
      ]
    }
    default:
      return []
  }
}

const DAY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000

export const groupUntilMs = (timeInForce: string, atMs: number): number =>
  timeInForce === 'DAY'
    ? validUntilMs('DAY', atMs)
    : Math.floor((atMs + 90 * DAY_MS) / HOUR_MS) * HOUR_MS

/** A row is the leg as its events have left it. */
export function compareLeg(leg: Leg, row: LegRow): void {
  const { groupId } = leg.group
  const same = (what: string, expected: unknown, found: unknown): void =>
    must(
      expected === found,
      `leg-${what}`,
      () => `${groupId} ${leg.name} (${leg.status}): ${what} ${found}, not ${expected}`,
    )
  const even = (what: string, expected: Fraction, found: string): void =>
    must(
      isSame(expected, parse(found)),
      `leg-${what}`,
      () => `${groupId} ${leg.name} (${leg.status}): ${what} ${found}`,
    )
  same('status', leg.status, row.status)
  even('quantity', leg.quantity, row.quantity)
  even('filled', leg.filled, row.filled)
  even('hold', leg.heldCash, row.heldCash)
  even('shares', leg.heldShares, row.heldShares)
  same('order', leg.orderId, row.orderId)
  same('children', leg.children, row.children)
  same('stop', leg.stop, pipsOrNone(row.stop))
  same('mark', leg.mark, pipsOrNone(row.mark))
  same('limit', leg.limit, pipsOrNone(row.limit))
  same('validity', leg.group.validUntilMs, row.validUntilMs)
}
