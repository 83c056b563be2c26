/**
 * What must follow from an event of a conditional order, in the same commit: for the leg of an
 * order, for the other legs, and for their orders.
 */
import { type Fraction, isSame, minus, plus, ZERO } from './fraction'
import { type Group, isLegOpen, type Leg, type LegStatus, pipsOf, stopAt } from './groups'
import { nextCloseMs } from './hours'
import type { Account, Order, Status } from './ledger'

/** What must be the next event of the account. */
export type Owed =
  | {
      readonly leg: Leg
      readonly to: LegStatus
      readonly filled?: Fraction
      /** The leg is for so many shares from now on. */
      readonly sized?: Fraction
      /** What an exit begins with, or an amendment changes. */
      readonly becomes?: Partial<Leg>
      /** Undefined for any reason, as of a rejection. */
      readonly reason?: string | null
    }
  /** The order of a leg that has ended, or that another one replaces. */
  | { readonly ends: string; readonly isReplaced?: boolean }
  /** The next order of the leg; `shownMs`: by the quote of that instant, null: by none. */
  | {
      readonly places: Leg
      readonly shownMs: number | null
      readonly untilMs: number
      readonly replaces?: string
    }

export const openLegsOf = ({ legs }: Group): readonly Leg[] =>
  legs.filter(({ status }) => isLegOpen(status))

const othersOf = (leg: Leg): readonly Leg[] =>
  openLegsOf(leg.group).filter((other) => other !== leg)

/** The order of the leg, if it is at work. */
export function openOrderOf(account: Account, { orderId }: Leg): Order | undefined {
  const order = orderId === null ? undefined : account.orders.get(orderId)
  const isAtWork =
    order?.status === 'SUBMITTED' ||
    order?.status === 'PARTIALLY_FILLED' ||
    order?.status === 'PENDING_CANCEL'
  return isAtWork ? order : undefined
}

/** The leg ends, and its order with it if it has one that works. */
function owedEnd(
  account: Account,
  leg: Leg,
  to: 'CANCELED' | 'EXPIRED',
  reason: string | null,
): readonly Owed[] {
  const ended = { leg, to, reason }
  const order = openOrderOf(account, leg)
  return order === undefined ? [ended] : [ended, { ends: order.orderId }]
}

const REASONS = {
  FILLED: 'other-exit-filled',
  CANCELED: 'other-exit-ended',
  REJECTED: 'other-exit-ended',
  EXPIRED: null,
} as const

/** What the end of one leg makes of the others. */
export const owedByEnd = (account: Account, leg: Leg, to: keyof typeof REASONS): readonly Owed[] =>
  othersOf(leg).flatMap((other): readonly Owed[] => {
    if (leg.name === 'ENTRY') {
      const isForNothing = other.status === 'PENDING'
      return isForNothing ? [{ leg: other, to: 'CANCELED', reason: 'entry-ended' }] : []
    }
    if (other.name !== 'ENTRY') {
      return owedEnd(account, other, to === 'EXPIRED' ? 'EXPIRED' : 'CANCELED', REASONS[to])
    }
    if (to === 'FILLED') return owedEnd(account, other, 'CANCELED', 'exit-began')
    if (to !== 'EXPIRED') return owedEnd(account, other, 'CANCELED', 'exit-ended')
    // The order of the day ends by itself.
    return other.group.terms.timeInForce === 'GTC' ? owedEnd(account, other, 'EXPIRED', null) : []
  })

/** What ends before a leg is triggered. */
export const owedByTrigger = (account: Account, leg: Leg): readonly Owed[] =>
  leg.name === 'ENTRY'
    ? []
    : othersOf(leg).flatMap((other) =>
        owedEnd(
          account,
          other,
          'CANCELED',
          other.name === 'ENTRY' ? 'exit-began' : 'other-exit-triggered',
        ),
      )

export interface OrderEvent {
  readonly status: Status
  readonly quantity: Fraction | null
  readonly price: string | null
  readonly atMs: number
  /** The time of the quote that an order placed by it meets. */
  readonly shownMs: number
}

/** What follows from an event of an order; nothing if no conditional order has placed it. */
export function owedAfter(
  account: Account,
  order: Order,
  event: OrderEvent,
  cancelReason: string | null,
): readonly Owed[] {
  const leg = order.parent
  if (leg === null || leg.orderId !== order.orderId || !isLegOpen(leg.status)) return []
  const { status, quantity, atMs } = event
  if (quantity !== null) return owedByFill(account, leg, order, quantity, event)
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

function owedByFill(
  account: Account,
  leg: Leg,
  order: Order,
  quantity: Fraction,
  event: OrderEvent,
): readonly Owed[] {
  const isWhole = isSame(plus(leg.filled, quantity), leg.quantity)
  const own: Owed = { leg, to: isWhole ? 'FILLED' : 'TRIGGERED', filled: quantity }
  if (leg.name === 'ENTRY') return [own, ...owedByEntry(account, leg, order, quantity, event)]
  if (isWhole) return [own, ...owedByEnd(account, leg, 'FILLED')]
  const others = othersOf(leg).flatMap((other) =>
    other.name === 'ENTRY'
      ? owedEnd(account, other, 'CANCELED', 'exit-began')
      : [{ leg: other, to: other.status, sized: minus(other.quantity, quantity) }],
  )
  return [own, ...others]
}

/** The exits have the shares that their entry has filled. */
function owedByEntry(
  account: Account,
  entry: Leg,
  order: Order,
  quantity: Fraction,
  { atMs, price, shownMs }: OrderEvent,
): readonly Owed[] {
  const exits = othersOf(entry)
  const isEnding = exits.some((exit) => openOrderOf(account, exit)?.status === 'PENDING_CANCEL')
  if (isEnding) return []
  const bought = plus(entry.filled, quantity)
  const isShared = entry.group.legs.some(({ name }) => name === 'TAKE_PROFIT')
  return exits.flatMap((exit): readonly Owed[] => {
    if (exit.name === 'TAKE_PROFIT') {
      const grown = { leg: exit, to: 'TRIGGERED', sized: bought } as const
      const placed = { places: exit, shownMs }
      if (exit.status === 'PENDING') return [grown, { ...placed, untilMs: order.validUntilMs }]
      const before = openOrderOf(account, exit)
      if (before === undefined) return []
      const { orderId: replaces, validUntilMs: untilMs } = before
      return [{ ends: replaces, isReplaced: true }, grown, { ...placed, untilMs, replaces }]
    }
    if (exit.status === 'ARMED') {
      return [{ leg: exit, to: 'ARMED', sized: plus(exit.quantity, quantity) }]
    }
    if (exit.status !== 'PENDING') return []
    const mark = exit.terms.type === 'TRAILING_STOP' ? pipsOf(price ?? '0') : null
    const becomes = {
      mark,
      stop: stopAt(exit.side, exit.terms, mark),
      heldShares: isShared ? ZERO : bought,
      armedAtMs: atMs,
      lookedToMs: atMs,
      watchedAfterMs: atMs,
    }
    return [{ leg: exit, to: 'ARMED', sized: bought, becomes }]
  })
}
