/**
 * Explains the events of conditional orders: what clients have placed and canceled, what the market
 * has triggered at a tick, and what must follow in the same commit.
 */
import { applied, eventAt, rowOf } from './admit'
import { isSame, minus, parse, plus, text, times, ZERO } from './fraction'
import { amendedBy } from './group-amendments'
import {
  areCrossed,
  checkExits,
  compareLeg,
  type Group,
  type GroupTerms,
  groupUntilMs,
  holdFor,
  holdNow,
  isLegOpen,
  isWaiting,
  type Leg,
  type LegTerms,
  limitAt,
  moveLeg,
  newGroup,
  pipsOf,
  sideOf,
} from './groups'
import { clockOf, validUntilMs } from './hours'
import { type Account, accept, change, must, type Order, Violation } from './ledger'
import { type Owed, owedAfter, owedByEnd, owedByTrigger } from './owed'
import { decimalOf, shownBy } from './prices'
import type { AccountRows, EventRow, LegRow, Step } from './step'
import { isStrict, queueOf } from './strict'
import { checkWaits, isShownAt, pricesOf, reaches, watchOf } from './triggers'
import { marketsAt } from './worlds'

export const legOf = (account: Account, row: LegRow): Leg | undefined =>
  account.groups.get(row.groupId)?.legs.find(({ name }) => name === row.leg)

/** The next events are exactly these; the number of them. */
export function settle(
  account: Account,
  rows: AccountRows,
  at: number,
  owed: readonly Owed[],
  step: Step,
): number {
  for (const [index, each] of owed.entries()) {
    const event = rows.events[at + index]
    if ('leg' in each) settleLeg(account, event, each, step)
    else if ('ends' in each) settleEnd(account, rows, event, each)
    else placeChild(account, rows, at + index, each, step)
  }
  return owed.length
}

function settleLeg(
  account: Account,
  event: EventRow | undefined,
  owed: Extract<Owed, { readonly leg: Leg }>,
  step: Step,
): void {
  const { leg, to, filled, sized, becomes } = owed
  const { groupId } = leg.group
  const row = event?.leg
  const isThis = row?.groupId === groupId && row.leg === leg.name && row.status === to
  must(
    isThis && event?.atMs === account.lastAtMs,
    'not-together',
    () => `${groupId} ${leg.name} should be ${to} next, and ${JSON.stringify(event)} came`,
  )
  if (event === undefined || row == null) return
  if (leg.status === 'ARMED') checkWaits(account, leg, row, step, beforeMs(event.atMs))
  if ('reason' in owed) {
    must(owed.reason === row.reason, 'leg-reason', () => `${groupId}: ${row.reason}`)
  }
  moveLeg(leg, to)
  if (filled !== undefined) leg.filled = plus(leg.filled, filled)
  if (sized !== undefined) leg.quantity = sized
  const { heldShares = leg.heldShares, ...changed } = becomes ?? {}
  Object.assign(leg, changed)
  if (to === 'TRIGGERED' && filled === undefined) {
    leg.orderId = row.orderId
    leg.children++
  } else if (!isLegOpen(to)) {
    holdNow(account, leg, ZERO, ZERO)
    leg.reason = row.reason
  } else if (to === 'ARMED') {
    const cash = leg.heldPrice === null ? ZERO : times(leg.heldPrice, leg.quantity)
    holdNow(account, leg, cash, isSame(heldShares, ZERO) ? ZERO : leg.quantity)
  }
  applied(account, event, () => {})
  compareLeg(leg, row)
}

function settleEnd(
  account: Account,
  rows: AccountRows,
  event: EventRow | undefined,
  { ends: orderId, isReplaced = false }: Extract<Owed, { readonly ends: string }>,
): void {
  const order = account.orders.get(orderId)
  const isEnd = event?.orderId === orderId && event.status === 'CANCELED' && event.price === null
  must(isEnd && event?.atMs === account.lastAtMs, 'not-together', () => `${orderId} goes on`)
  if (event === undefined || order === undefined) return
  const { cancelReason, replacedBy } = rowOf(rows, orderId)
  const isSo = isReplaced ? cancelReason === 'amended' && replacedBy !== null : replacedBy === null
  must(isSo, 'child-end', () => `${orderId}: ${cancelReason}, replaced by ${replacedBy}`)
  applied(account, event, () => {
    change(account, order, 'CANCELED', event.atMs)
    order.changedSeq = event.seq
  })
}

/** The order that a leg places: all that is left of it. */
function placeChild(
  account: Account,
  rows: AccountRows,
  at: number,
  { places: leg, shownMs, untilMs, replaces }: Extract<Owed, { readonly places: Leg }>,
  step: Step,
): void {
  const { groupId, terms } = leg.group
  const event = rows.events[at]
  const isThis = event !== undefined && event.leg === null && event.orderId === leg.orderId
  must(isThis, 'child-missing', () => `${groupId} ${leg.name} should place ${leg.orderId} next`)
  if (event === undefined) return
  must(event.status === 'SUBMITTED', 'state', () => `${event.orderId} begins as ${event.status}`)
  const row = rowOf(rows, event.orderId)
  const left = minus(leg.quantity, leg.filled)
  const limitPrice = leg.limit === null ? null : decimalOf(leg.limit)
  const isSo =
    row.clientOrderId === `${groupId} ${leg.name} ${leg.children}` &&
    row.symbol === terms.symbol &&
    row.side === leg.side &&
    row.timeInForce === 'DAY' &&
    row.orderType === (limitPrice === null ? 'MARKET' : 'LIMIT') &&
    (row.limitPrice === null ? null : pipsOf(row.limitPrice)) === leg.limit &&
    isSame(parse(row.quantity), left) &&
    row.replaces === (replaces ?? null) &&
    row.sizing === null
  must(isSo, 'child-terms', () => `${groupId} ${leg.name}: ${JSON.stringify(row)}`)
  const { orderId, seq, atMs } = event
  const { symbol } = terms
  const { side } = leg
  const made = { symbol, side, timeInForce: 'DAY', quantity: text(left), limitPrice }
  const orderType = limitPrice === null ? ('MARKET' as const) : ('LIMIT' as const)
  const limit = leg.limit === null ? null : parse(decimalOf(leg.limit))
  const holdPrice = side === 'SELL' ? null : (limit ?? leg.holdPrice)
  applied(account, event, () => {
    const { clientOrderId } = row
    const given = { parent: leg, holdPrice, validUntilMs: untilMs }
    const all = { ...made, clientOrderId, orderType }
    const order = accept(account, { orderId, seq, atMs }, all, given)
    if (!isStrict(account) || shownMs === null) return
    const shown = { ...order, requestedAtMs: shownMs }
    order.queue = { quantity: queueOf(shown, step.seed), movedAtMs: atMs }
  })
}

/** What must follow from the event of an order, which is to be applied after this. */
export function owedBy(
  account: Account,
  rows: AccountRows,
  order: Order,
  event: EventRow,
  shownMs = event.atMs,
): readonly Owed[] {
  if (order.parent === null) return []
  const quantity = event.quantity === null ? null : parse(event.quantity)
  const { cancelReason } = rowOf(rows, order.orderId)
  return owedAfter(account, order, { ...event, quantity, shownMs }, cancelReason)
}

/** The order of a leg that a client gives other terms; undefined: it is none. */
export function asReplaced(
  account: Account,
  rows: AccountRows,
  at: number,
  order: Order,
  step: Step,
): number | undefined {
  const { status } = eventAt(rows, at)
  const { replacedBy } = rowOf(rows, order.orderId)
  if (order.parent === null || status !== 'CANCELED' || replacedBy === null) return undefined
  // A later event of the order may be meant.
  const isNow = rows.events[at + 1]?.leg?.orderId === replacedBy
  return isNow ? asAmended(account, rows, at, order.parent.group, step) : undefined
}

function asAmended(
  account: Account,
  rows: AccountRows,
  at: number,
  group: Group,
  step: Step,
): number {
  const { accountId } = account
  const { atMs } = eventAt(rows, at)
  // What a trail holds depends on its mark, which moves without an event.
  for (const { atMs: ofMs, leg: row } of rows.events.slice(at, at + 6)) {
    const leg = row?.groupId === group.groupId ? legOf(account, row) : undefined
    if (row === null || leg?.status !== 'ARMED' || ofMs !== atMs) continue
    checkWaits(account, leg, row, step, beforeMs(atMs))
  }
  const asked = step.groups.amended(accountId, group.groupId)
  const ways = asked.map((amendment) => amendedBy(account, group, amendment, atMs))
  const fits = ways.find((owed) => owed.length > 0 && areNext(rows, at, owed))
  if (fits === undefined) {
    const found = JSON.stringify(rows.events.slice(at, at + 4))
    throw new Violation('amend-unasked', `${group.groupId} of ${accountId}: ${found}`)
  }
  must(step.lockable(accountId).includes(false), 'amended-locked', () => group.groupId)
  account.lastAtMs = atMs
  return settle(account, rows, at, fits, step)
}

const isNumber = (found: string | null, pips: number | null): boolean =>
  (found === null ? null : pipsOf(found)) === pips

/** The next events may be these. */
export const areNext = (rows: AccountRows, at: number, owed: readonly Owed[]): boolean =>
  owed.every((each, index) => {
    const event = rows.events[at + index]
    if ('ends' in each) return event?.orderId === each.ends
    if ('places' in each) return event?.leg === null
    const row = event?.leg
    const { leg, sized, to } = each
    const { limit = leg.limit, stop = leg.stop, terms = leg.terms } = each.becomes ?? {}
    return (
      row?.leg === leg.name &&
      row.status === to &&
      isSame(parse(row.quantity), sized ?? leg.quantity) &&
      isNumber(row.limit, limit) &&
      (leg.mark !== null || isNumber(row.stop, stop)) &&
      isTrailSent(terms, row)
    )
  })

/** An event of a leg that no order's event has brought about; the number that belong together. */
export function asLeg(account: Account, rows: AccountRows, at: number, step: Step): number {
  const event = eventAt(rows, at)
  const row = event.leg
  if (row === null) throw new Error('it is an event of a leg')
  const leg = legOf(account, row)
  if (leg === undefined) return asPlaced(account, rows, at, row, step)
  const what = (): string =>
    `event ${event.seq} of ${account.accountId} at ${clockOf(event.atMs)}: ${JSON.stringify(row)}`
  if (row.reason === 'other-exit-triggered' || row.reason === 'exit-began') {
    return asTriggered(account, rows, at, step)
  }
  if (isWaiting(leg) && row.status === leg.status)
    return asAmended(account, rows, at, leg.group, step)
  switch (leg.status === 'ARMED' || row.status === 'CANCELED' ? row.status : null) {
    case 'TRIGGERED':
      return asTriggered(account, rows, at, step)
    case 'EXPIRED': {
      const isDue = event.atMs === Math.max(account.lastAtMs, leg.group.validUntilMs)
      must(isDue, 'leg-expired', what)
      // As long as its event may be late, the account's clock is its own.
      if (event.atMs > account.lastAtMs) account.lastAtMs = event.atMs
      const owed = [{ leg, to: 'EXPIRED' } as const, ...owedByEnd(account, leg, 'EXPIRED')]
      return settle(account, rows, at, owed, step)
    }
    case 'CANCELED': {
      const isWanted =
        isWaiting(leg) && row.reason === null && step.groups.isCancelWanted(account, leg.group)
      must(isWanted, 'leg-cancel-unasked', what)
      account.lastAtMs = event.atMs
      return settle(account, rows, at, [{ leg, to: 'CANCELED', reason: null }], step)
    }
    default:
      throw new Violation('leg-unexplained', `${what()}, which was ${leg.status}`)
  }
}

/** As a client has sent it, each leg with the order that it places at once. */
function asPlaced(
  account: Account,
  rows: AccountRows,
  at: number,
  row: LegRow,
  step: Step,
): number {
  const { atMs } = eventAt(rows, at)
  const { groupId, clientOrderId } = row
  const { accountId } = account
  const what = (): string => `${groupId} (${clientOrderId}) of ${accountId}`
  const asked = step.groups.placed(accountId, clientOrderId)
  must(asked.length > 0, 'group-unasked', what)
  const isTwice =
    account.byClientOrderId.has(clientOrderId) ||
    [...account.groups.values()].some(({ terms }) => terms.clientOrderId === clientOrderId)
  must(!isTwice, 'group-twice', what)
  const terms = asked.find((each) => isSent(each, row))
  if (terms === undefined) throw new Violation('group-terms', `${what()}: ${JSON.stringify(row)}`)
  must(!areCrossed(terms), 'accepted-crossed', what)
  must(step.tradable(terms.symbol).includes(true), 'accepted-suspended', what)
  must(step.lockable(accountId).includes(false), 'accepted-locked', what)
  const group = begun(account, rows, at, terms, step)
  must(group.validUntilMs === row.validUntilMs, 'leg-validity', what)
  let cursor = at
  for (const leg of group.legs) {
    const event = rows.events[cursor]
    const isThis = event?.leg?.groupId === groupId && event.leg.leg === leg.name
    must(isThis && event.atMs === atMs && event.leg?.status === leg.status, 'group-parts', what)
    if (event?.leg == null) continue
    leg.orderId = event.leg.orderId
    holdFor(account, leg)
    leg.history.push(leg.status)
    applied(account, event, () => {})
    compareLeg(leg, event.leg)
    cursor++
    if (leg.status !== 'TRIGGERED') continue
    const untilMs = validUntilMs('DAY', atMs)
    placeChild(account, rows, cursor, { places: leg, shownMs: atMs, untilMs }, step)
    cursor++
  }
  return cursor - at
}

/** At a price that the market may have shown then, by which no stop was reached. */
function begun(
  account: Account,
  rows: AccountRows,
  at: number,
  terms: GroupTerms,
  step: Step,
): Group {
  const { atMs, leg: row } = eventAt(rows, at)
  const groupId = row?.groupId ?? ''
  const untilMs = groupUntilMs(terms.timeInForce, atMs)
  const found = { groupId, atMs, validUntilMs: untilMs }
  const marks = rows.events
    .slice(at, at + terms.legs.length + 1)
    .flatMap(({ leg, atMs: ofMs }) =>
      leg?.groupId === groupId && ofMs === atMs && leg.mark !== null ? [leg.mark] : [],
    )
  const bought = rows.events[at + 1]
  const heldPrice =
    terms.legs[0]?.type === 'MARKET' && bought?.leg === null
      ? parse(rowOf(rows, bought.orderId).holdPrice ?? '0')
      : null
  const prices =
    heldPrice === null
      ? pricesOf(step, terms, atMs)
      : marketsAt(step, atMs).map((market) => shownBy(market, terms.symbol, atMs).ask)
  const fits = prices.find((price) =>
    newGroup(terms, found, () => price).legs.every(
      (leg) =>
        (leg.status === 'PENDING' ||
          !reaches(leg.side, leg.terms.stop === null ? null : leg.stop, price)) &&
        (heldPrice === null || leg.holdPrice === null || isSame(leg.holdPrice, heldPrice)) &&
        marks.every((mark) => pipsOf(mark) === price),
    ),
  )
  if (fits === undefined) {
    throw new Violation(
      'accepted-reached',
      `${groupId} of ${account.accountId} at ${clockOf(atMs)}, by ${prices.join()}: ` +
        JSON.stringify(terms),
    )
  }
  const group = newGroup(terms, found, () => fits)
  account.groups.set(groupId, group)
  return group
}

const isSent = (terms: GroupTerms, row: LegRow): boolean =>
  terms.symbol === row.symbol &&
  sideOf(terms, row.leg) === row.side &&
  terms.timeInForce === row.timeInForce &&
  terms.triggerBy === row.triggerBy &&
  terms.sessions.toSorted().join() === row.sessions.split(',').toSorted().join() &&
  isSame(parse(terms.quantity), parse(row.quantity)) &&
  terms.legs.some((leg) => isLegSent(leg, row))

const same = (sent: string | null, found: string | null): boolean =>
  sent === null ? found === null : found !== null && Number(sent) === Number(found)

const isLegSent = (terms: LegTerms, row: LegRow): boolean =>
  terms.leg === row.leg &&
  terms.type === row.type &&
  same(terms.limit, row.limit) &&
  (terms.type === 'TRAILING_STOP' || same(terms.stop, row.stop)) &&
  isTrailSent(terms, row)

const isTrailSent = (terms: LegTerms, row: LegRow): boolean =>
  same(terms.trailAmount, row.trailAmount) &&
  same(terms.trailPercent, row.trailPercent) &&
  same(terms.limitOffset, row.limitOffset)

const TICK_MS = 1_000
/** [clock.tick-late] */
const LATE_MS_MAX = 10_000
/** A tick may be under way when the leg changes; the one before it has surely been carried out. */
const beforeMs = (atMs: number) => ({
  sureMs: Math.ceil(atMs / TICK_MS) * TICK_MS - 2 * TICK_MS,
  shownMs: atMs,
})

/** The market triggers a leg: the others end first, then its order is placed. */
function asTriggered(account: Account, rows: AccountRows, at: number, step: Step): number {
  const first = eventAt(rows, at)
  const groupId = first.leg?.groupId ?? ''
  const group = account.groups.get(groupId)
  const leg = group?.legs.find(({ status }) => status === 'ARMED')
  const what = (): string => `${groupId} of ${account.accountId} at ${clockOf(first.atMs)}`
  if (leg === undefined) throw new Violation('triggered-none', what())
  const { lastAtMs } = account
  account.lastAtMs = first.atMs
  const ends = owedByTrigger(account, leg)
  const count = settle(account, rows, at, ends, step)
  const event = rows.events[at + count]
  const row = event?.leg
  const isIt = row?.groupId === groupId && row.leg === leg.name && row.status === 'TRIGGERED'
  must(isIt && event?.atMs === first.atMs, 'triggered-alone', () => `${what()}: ${row?.status}`)
  if (event === undefined || row == null) return count
  const tickMs = row.triggeredAtMs ?? 0
  const price = pipsOf(row.triggerPrice ?? '0')
  const told = (): string => `${what()} by ${price} at ${clockOf(tickMs)}, a stop at ${leg.stop}`
  const isItsTime =
    event.atMs === Math.max(lastAtMs, tickMs) && event.atMs <= tickMs + TICK_MS + LATE_MS_MAX
  must(tickMs % TICK_MS === 0 && isItsTime, 'trigger-time', told)
  checkWaits(account, leg, row, step, { sureMs: tickMs - TICK_MS, shownMs: tickMs })
  must(tickMs > leg.watchedAfterMs && tickMs < leg.group.validUntilMs, 'trigger-early', told)
  must(isShownAt(step, leg, tickMs), 'trigger-session', told)
  must(pricesOf(step, watchOf(leg), tickMs).includes(price), 'trigger-price', told)
  const { side } = leg
  must(reaches(side, leg.stop, price), 'trigger-unreached', told)
  moveLeg(leg, 'TRIGGERED')
  leg.limit = limitAt(side, leg.terms, leg.stop)
  leg.orderId = row.orderId
  leg.children = 1
  holdNow(account, leg, ZERO, ZERO)
  applied(account, event, () => {})
  compareLeg(leg, row)
  const untilMs = validUntilMs('DAY', tickMs)
  placeChild(account, rows, at + count + 1, { places: leg, shownMs: tickMs, untilMs }, step)
  return count + 2
}

/** The rows of the legs are what their events have made of them, and no stop was passed over. */
export function compareLegs(account: Account, rows: AccountRows, step: Step): void {
  const shown = new Set(rows.legs.map(({ groupId, leg }) => `${groupId} ${leg}`))
  for (const row of rows.legs) {
    const leg = legOf(account, row)
    if (leg === undefined) throw new Violation('leg-no-event', `${row.groupId} ${row.leg}`)
    if (leg.status === 'ARMED' && row.status === 'ARMED') {
      const shownMs = Math.max(step.playedMs, step.nowMs)
      checkWaits(account, leg, row, step, { sureMs: step.playedMs, shownMs })
    }
    compareLeg(leg, row)
    must(
      leg.reason === row.reason,
      'leg-reason',
      () => `${row.groupId} ${row.leg}: ${row.reason}, not ${leg.reason}`,
    )
  }
  for (const group of account.groups.values()) {
    const { groupId, legs } = group
    checkExits(group)
    const open = legs.filter(({ status }) => isLegOpen(status))
    for (const { name } of open) {
      must(shown.has(`${groupId} ${name}`), 'leg-gone', () => `${groupId} ${name} has no row`)
    }
    const isExit = ({ name }: Leg): boolean => name !== 'ENTRY'
    const [only, ...more] = open.filter(isExit)
    if (legs.filter(isExit).length === 1 || only === undefined || more.length > 0) continue
    const isAlone =
      only.name === 'STOP_LOSS' ? only.status === 'TRIGGERED' : isEnding(account, only)
    must(isAlone, 'exit-alone', () => `${groupId} ${only.name} of ${account.accountId}`)
  }
}

/** Its order is about to be canceled. */
function isEnding(account: Account, { orderId }: Leg): boolean {
  const status = orderId === null ? undefined : account.orders.get(orderId)?.status
  return status === 'PENDING_CANCEL'
}
