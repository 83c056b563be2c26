/**
 * What clients ask beside the contract, in the ledger's own words: an order in the place of
 * another, the close of a holding, an order for an amount. Each is one commit: its events follow
 * each other.
 */
import { admit, applied, asksAt, eventAt, rowOf, termsAmong } from './admit'
import { cut, isMore, isSame, largest, minus, over, parse, text, times, ZERO } from './fraction'
import { legOf, owedBy, settle } from './group-events'
import { openLegs } from './groups'
import {
  type Account,
  change,
  holdingOf,
  isOpen,
  must,
  type Order,
  openOrders,
  type Terms,
  Violation,
} from './ledger'
import { owedByEnd } from './owed'
import type { AccountRows, OrderRow, Step } from './step'

/** Null for terms that stay. */
export interface Amendment {
  readonly clientOrderId: string
  readonly orderId: string
  readonly quantity: string | null
  readonly limitPrice: string | null
  readonly timeInForce: string | null
}

export interface Close {
  readonly clientOrderId: string
  readonly symbol: string
  readonly percent: string
}

export interface CloseAll {
  readonly clientOrderId: string
  readonly percent: string
}

export interface AmountOrder {
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly usd: string
}

/** All that were not refused. */
export interface AskedEntries {
  amendments(accountId: string, clientOrderId: string): readonly Amendment[]
  closes(accountId: string, clientOrderId: string): readonly Close[]
  closeAlls(accountId: string, clientOrderId: string): readonly CloseAll[]
  amounts(accountId: string, clientOrderId: string): readonly AmountOrder[]
}

/** The number of events that are one of these, from this one on; undefined: none is. */
export const asEntry = (
  account: Account,
  rows: AccountRows,
  at: number,
  step: Step,
): number | undefined =>
  asAmended(account, rows, at, step) ??
  asClosed(account, rows, at, step) ??
  asAmount(account, rows, at, step)

/** What an amendment makes of the order as it is: what is filled already counts. */
const replacing = (order: Order, amendment: Amendment): Terms => ({
  ...order.terms,
  clientOrderId: amendment.clientOrderId,
  quantity: text(minus(parse(amendment.quantity ?? order.terms.quantity), order.filled)),
  limitPrice: amendment.limitPrice ?? order.terms.limitPrice,
  timeInForce: amendment.timeInForce ?? order.terms.timeInForce,
})

function asAmended(
  account: Account,
  rows: AccountRows,
  at: number,
  step: Step,
): number | undefined {
  const event = eventAt(rows, at)
  if (event.leg !== null) return undefined
  const order = account.orders.get(event.orderId)
  const { replacedBy } = rowOf(rows, event.orderId)
  if (order === undefined || replacedBy === null || event.status !== 'CANCELED') return undefined
  if (order.parent !== null) return undefined
  const what = (): string => `${order.orderId} (${order.status}), replaced by ${replacedBy}`
  const isAmendable = order.status === 'SUBMITTED' || order.status === 'PARTIALLY_FILLED'
  must(isAmendable && event.price === null, 'amended-late', what)
  const next = rows.events[at + 1]
  const isNext = next?.orderId === replacedBy && next.atMs === event.atMs
  must(isNext, 'amended-alone', what)
  const row = rowOf(rows, replacedBy)
  must(row.replaces === order.orderId, 'amended-other', what)
  const asked = step.entries
    .amendments(account.accountId, row.clientOrderId)
    .filter(({ orderId }) => orderId === order.orderId)
  const terms = termsAmong(
    asked.map((amendment) => replacing(order, amendment)),
    row,
  )
  end(account, rows, at, order)
  admit(account, eventAt(rows, at + 1), row, terms, step)
  return 2
}

function end(account: Account, rows: AccountRows, at: number, order: Order): void {
  const event = eventAt(rows, at)
  applied(account, event, () => {
    change(account, order, 'CANCELED', event.atMs)
    order.changedSeq = event.seq
  })
}

const LEAST = parse('0.000001')

/** One holding is closed. A close of all closes each of them, in the same commit. */
function asClosed(account: Account, rows: AccountRows, at: number, step: Step): number | undefined {
  if (!isOfClose(account, rows, at)) return undefined
  const { sale, count } = closeOne(account, rows, at, step)
  if (isOfAll(sale)) checkAllClosed(account, rows, at + count - 1, sale, step)
  return count
}

const isOfAll = ({ sizing }: OrderRow): boolean => sizing?.startsWith('CLOSE_ALL ') === true

/** The id of the request: the first sale has it, each other one with its symbol behind. */
const requestIdOf = ({ clientOrderId, symbol }: OrderRow): string =>
  clientOrderId.endsWith(`.${symbol}`) ? clientOrderId.slice(0, -symbol.length - 1) : clientOrderId

function checkAllClosed(
  account: Account,
  rows: AccountRows,
  at: number,
  sale: OrderRow,
  step: Step,
): void {
  const { atMs } = eventAt(rows, at)
  const id = requestIdOf(sale)
  if (id !== sale.clientOrderId) {
    const isWithFirst = account.byClientOrderId.get(id)?.requestedAtMs === atMs
    must(isWithFirst, 'closed-apart', () => `${sale.clientOrderId} of ${account.accountId}`)
    return
  }
  const others = rows.events
    .slice(at)
    .filter(({ leg, status }) => leg === null && status === 'SUBMITTED')
    .map((event) => rowOf(rows, event.orderId))
    .filter((row) => isOfAll(row) && requestIdOf(row) === id)
  const closed = new Set([sale, ...others].map(({ symbol }) => symbol))
  for (const [symbol, { quantity }] of account.holdings) {
    const isKept = isMore(quantity, ZERO) && !closed.has(symbol)
    // It may have been refused, and stays with its orders.
    must(
      !isKept || step.tradable(symbol).includes(false),
      'close-all-kept',
      () => `${id} leaves ${symbol} of ${account.accountId}`,
    )
  }
}

/** What held the shares ends, and they are sold. */
function closeOne(
  account: Account,
  rows: AccountRows,
  at: number,
  step: Step,
): { readonly sale: OrderRow; readonly count: number } {
  let cursor = at
  while (isEndedByClose(account, rows, cursor)) {
    const event = eventAt(rows, cursor)
    const leg = event.leg === null ? undefined : legOf(account, event.leg)
    const order = account.orders.get(event.orderId)
    if (leg !== undefined) {
      account.lastAtMs = event.atMs
      const owed = { leg, to: 'CANCELED', reason: 'holding-closed' } as const
      const all = [owed, ...owedByEnd(account, leg, 'CANCELED')]
      cursor += settle(account, rows, cursor, all, step)
    } else if (order !== undefined) {
      const owed = owedBy(account, rows, order, event)
      end(account, rows, cursor, order)
      cursor++
      cursor += settle(account, rows, cursor, owed, step)
    }
  }
  const event = rows.events[cursor]
  const what = (): string => `a close of ${account.accountId} at ${event?.seq}`
  if (event === undefined || !isSale(account, rows, cursor)) {
    throw new Violation('closed-unsold', what())
  }
  const sale = rowOf(rows, event.orderId)
  const { symbol } = sale
  const isSell = (ofSymbol: string, side: string): boolean => ofSymbol === symbol && side === 'SELL'
  const isKept =
    openOrders(account).some(({ terms }) => isSell(terms.symbol, terms.side)) ||
    openLegs(account).some(
      ({ group, side, status }) => status !== 'PENDING' && isSell(group.terms.symbol, side),
    )
  must(!isKept, 'closed-kept', what)
  const { quantity } = holdingOf(account, symbol)
  const sold = (clientOrderId: string, percent: string): Terms => {
    const part = cut(times(quantity, over(parse(percent), parse('100'))), 6)
    const shares = text(largest(part, LEAST))
    return { ...MARKET_DAY, clientOrderId, symbol, side: 'SELL', quantity: shares }
  }
  const { entries } = step
  const asked = isOfAll(sale)
    ? entries
        .closeAlls(account.accountId, requestIdOf(sale))
        .map(({ percent }) => sold(sale.clientOrderId, percent))
    : entries
        .closes(account.accountId, sale.clientOrderId)
        .filter((each) => each.symbol === symbol)
        .map(({ clientOrderId, percent }) => sold(clientOrderId, percent))
  admit(account, event, sale, termsAmong(asked, sale), step)
  return { sale, count: cursor - at + 1 }
}

const MARKET_DAY = { orderType: 'MARKET', timeInForce: 'DAY', limitPrice: null } as const

function isSale(account: Account, rows: AccountRows, at: number): boolean {
  const { leg, orderId } = eventAt(rows, at)
  if (leg !== null || account.orders.has(orderId)) return false
  return /^CLOSE(?:_ALL)? /.test(rowOf(rows, orderId).sizing ?? '')
}

/** It ends what a close ends, or sells. */
function isOfClose(account: Account, rows: AccountRows, at: number): boolean {
  let cursor = at
  // The ends that follow belong to it too.
  while (cursor < rows.events.length && isEndOfClose(account, rows, cursor)) cursor++
  return cursor > at || (cursor < rows.events.length && isSale(account, rows, cursor))
}

const isEndOfClose = (account: Account, rows: AccountRows, at: number): boolean =>
  isEndedByClose(account, rows, at) ||
  ['other-exit-ended', 'exit-ended'].includes(eventAt(rows, at).leg?.reason ?? '') ||
  isEndOfEntry(account, rows, at)

function isEndOfEntry(account: Account, rows: AccountRows, at: number): boolean {
  const { leg, orderId, status } = eventAt(rows, at)
  const isNext = rows.events[at - 1]?.leg?.reason === 'exit-ended'
  return isNext && leg === null && status === 'CANCELED' && account.orders.has(orderId)
}

function isEndedByClose(account: Account, rows: AccountRows, at: number): boolean {
  const event = rows.events[at]
  if (event === undefined) return false
  const { leg, orderId, status, price } = event
  if (leg !== null) return leg.status === 'CANCELED' && leg.reason === 'holding-closed'
  const order = account.orders.get(orderId)
  return (
    order !== undefined &&
    isOpen(order.status) &&
    status === 'CANCELED' &&
    price === null &&
    rowOf(rows, orderId).cancelReason === 'holding-closed'
  )
}

function asAmount(account: Account, rows: AccountRows, at: number, step: Step): number | undefined {
  const event = eventAt(rows, at)
  if (event.leg !== null) return undefined
  const row = rowOf(rows, event.orderId)
  if (account.orders.has(row.orderId) || !row.sizing?.startsWith('AMOUNT ')) return undefined
  const asks = asksAt(step, row.symbol, event.atMs)
  const asked = step.entries
    .amounts(account.accountId, row.clientOrderId)
    .flatMap(({ clientOrderId, symbol, side, usd }) =>
      asks.map((ask): Terms => {
        const quantity = text(cut(over(parse(usd), parse(ask)), 6))
        return { ...MARKET_DAY, clientOrderId, symbol, side, quantity }
      }),
    )
  const terms = termsAmong(asked, row)
  // The hold of a BUY is of the same ask as its quantity.
  admit(account, event, row, terms, step)
  const bought = account.orders.get(row.orderId)
  must(
    bought !== undefined && isSame(bought.quantity, parse(row.quantity)),
    'amount-quantity',
    () => `${row.orderId} has ${row.quantity}`,
  )
  return 1
}
