/**
 * What clients ask beside the contract, in the ledger's own words: an order in the place of
 * another, the close of a holding, an order for an amount. Each is one commit: its events follow
 * each other.
 */
import { admit, applied, asksAt, eventAt, rowOf, termsAmong } from './admit'
import { cut, isSame, largest, minus, over, parse, text, times } from './fraction'
import {
  type Account,
  change,
  holdingOf,
  isOpen,
  must,
  type Order,
  openOrders,
  type Terms,
} from './ledger'
import type { AccountRows, OrderRow, Step } from './step'

/** Null: as it was. */
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
  const order = account.orders.get(event.orderId)
  const { replacedBy } = rowOf(rows, event.orderId)
  if (order === undefined || replacedBy === null || event.status !== 'CANCELED') return undefined
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

/** Nobody sees the account between these events. */
function end(account: Account, rows: AccountRows, at: number, order: Order): void {
  const event = eventAt(rows, at)
  applied(account, event, () => {
    change(account, order, 'CANCELED', event.atMs)
    order.changedSeq = event.seq
  })
  account.moments.pop()
}

const LEAST = parse('0.000001')

function asClosed(account: Account, rows: AccountRows, at: number, step: Step): number | undefined {
  const first = rowOf(rows, eventAt(rows, at).orderId)
  const isSale = (row: OrderRow): boolean =>
    row.sizing?.startsWith('CLOSE ') === true && !account.orders.has(row.orderId)
  if (!isSale(first) && !isEndedByClose(account, rows, at)) return undefined
  let sold = at
  while (sold < rows.events.length && isEndedByClose(account, rows, sold)) sold++
  const sale = rows.events[sold]
  const { symbol } = first
  const what = (): string => `the close of ${symbol} of ${account.accountId} at ${sale?.seq}`
  must(sale !== undefined && isSale(rowOf(rows, sale.orderId)), 'closed-unsold', what)
  if (sale === undefined) return undefined
  const ended = rows.events.slice(at, sold).map(({ orderId }) => orderId)
  const holding = openOrders(account).filter(
    ({ terms }) => terms.symbol === symbol && terms.side === 'SELL',
  )
  const isAll =
    ended.length === holding.length && holding.every(({ orderId }) => ended.includes(orderId))
  must(isAll, 'closed-kept', what)
  for (let index = at; index < sold; index++) {
    const order = account.orders.get(eventAt(rows, index).orderId)
    if (order !== undefined) end(account, rows, index, order)
  }
  const row = rowOf(rows, sale.orderId)
  const { quantity } = holdingOf(account, symbol)
  const asked = step.entries
    .closes(account.accountId, row.clientOrderId)
    .map(({ clientOrderId, symbol, percent }): Terms => {
      const part = cut(times(quantity, over(parse(percent), parse('100'))), 6)
      return {
        ...MARKET_DAY,
        clientOrderId,
        symbol,
        side: 'SELL',
        quantity: text(largest(part, LEAST)),
      }
    })
  admit(account, sale, row, termsAmong(asked, row), step)
  return sold - at + 1
}

const MARKET_DAY = { orderType: 'MARKET', timeInForce: 'DAY', limitPrice: null } as const

function isEndedByClose(account: Account, rows: AccountRows, at: number): boolean {
  const { orderId, status, price } = eventAt(rows, at)
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
