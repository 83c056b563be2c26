/** Checks the answers to clients: each beside the ledger after its step. */
import {
  compare,
  type Fraction,
  isSame,
  minus,
  over,
  parse,
  rounded,
  text,
  times,
} from './fraction'
import { clockOf, sessionAt } from './hours'
import {
  type Account,
  free,
  holdingOf,
  holdPriceOf,
  must,
  type Order,
  remaining,
  type Terms,
} from './ledger'
import { decimalOf, type Market, shownBy } from './prices'

/** What was answered to a request that came through. */
export interface Answered {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly replayed: boolean
}

/** What may have been so while the request was on its way. */
export interface Moments {
  readonly fromMs: number
  readonly toMs: number
  /** Faults struck, or may still have their effects. */
  readonly isTroubled: boolean
  tradable(symbol: string): readonly boolean[]
  locked(accountId: string): readonly boolean[]
  readonly halted: readonly boolean[]
  /** The markets that a server may have shown at the instant. */
  markets(atMs: number): readonly Market[]
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

export const codeOf = ({ body }: Answered): string => String(body.code ?? '')
const dataOf = ({ body }: Answered, name: string): string => String(field(body.data, name))

/** Nothing was done, and nothing will be. */
export const isRefusal = (answer: Answered): boolean =>
  answer.status >= 400 &&
  (answer.status < 500 || ['server-busy', 'storage-full'].includes(codeOf(answer)))

export function failed(answer: Answered, moments: Moments, what: string): boolean {
  if (answer.status < 500) return false
  must(
    moments.isTroubled,
    'failed',
    () => `${what}: ${JSON.stringify(answer.body)}, without a fault`,
  )
  return true
}

/** One of each second in between: a market's own clock may pass a whole session. */
const instantsOf = ({ fromMs, toMs }: Moments): readonly number[] =>
  Array.from({ length: Math.ceil((toMs - fromMs) / 1_000) + 1 }, (_, second) =>
    Math.min(fromMs + second * 1_000, toMs),
  )

export const someAsk = (moments: Moments, symbol: string): readonly string[] =>
  instantsOf(moments).flatMap((atMs) =>
    moments.markets(atMs).map((market) => decimalOf(shownBy(market, symbol, atMs).ask)),
  )

export function checkPlaced(
  account: Account,
  terms: Terms,
  answer: Answered,
  moments: Moments,
): void {
  const what = `placing ${terms.clientOrderId}`
  const order = account.byClientOrderId.get(terms.clientOrderId)
  if (answer.status === 200) {
    must(order !== undefined, 'acknowledged-gone', () => `${what}: acknowledged, and not there`)
    if (order === undefined) return
    const { orderId, status, requestedAt } = answer.body
    must(orderId === order.orderId, 'acknowledged-other', () => `${what}: ${String(orderId)}`)
    const isThis = isSame(parse(terms.quantity), order.quantity)
    must(isThis, 'replayed-other', () => `${what}: ${terms.quantity} is not its quantity`)
    const known: readonly unknown[] = order.history
    must(known.includes(status), 'answer-status', () => `${what}: ${String(status)}`)
    must(isTime(requestedAt, order.requestedAtMs), 'answer-time', () => `${what}: ${requestedAt}`)
    return
  }
  if (failed(answer, moments, what)) return
  checkRefused(account, terms, answer, moments)
}

/** Also the reason of a preview. */
export function checkRefused(
  account: Account,
  terms: Terms,
  answer: Answered,
  moments: Moments,
  code = codeOf(answer),
): void {
  must(
    isRight(account, terms, code, moments),
    'refusal',
    () =>
      `placing ${JSON.stringify(terms)} of ${account.accountId}: ${answer.status} ${code}, ` +
      JSON.stringify(answer.body),
  )
}

function isRight(account: Account, terms: Terms, code: string, moments: Moments): boolean {
  switch (code) {
    case 'insufficient-buying-power': {
      const quantity = parse(terms.quantity)
      const needs = someAsk(moments, terms.symbol).map((ask) => holdPriceOf(terms, ask))
      return (
        terms.side === 'BUY' &&
        account.moments.some((moment) =>
          needs.some((price) => price && compare(times(price, quantity), moment.free) > 0),
        )
      )
    }
    case 'insufficient-holdings':
      return (
        terms.side === 'SELL' &&
        account.moments.some(({ sellable }) => {
          const may = sellable.get(terms.symbol)
          return may === undefined || compare(parse(terms.quantity), may) > 0
        })
      )
    case 'idempotency-key-conflict': {
      const order = account.byClientOrderId.get(terms.clientOrderId)
      return order !== undefined && !isSame(parse(terms.quantity), order.quantity)
    }
    default:
      return isHindered(account.accountId, terms, code, moments)
  }
}

/** The market, or the operator, kept an order from being accepted at some time. */
export function isHindered(
  accountId: string,
  { symbol, timeInForce }: Pick<Terms, 'symbol' | 'timeInForce'>,
  code: string,
  moments: Moments,
): boolean {
  switch (code) {
    case 'instrument-suspended':
      return moments.tradable(symbol).includes(false)
    case 'account-locked':
      return moments.locked(accountId).includes(true)
    case 'trading-halted':
      return moments.halted.includes(true)
    case 'order-hours-closed':
      return (
        ['IOC', 'FOK'].includes(timeInForce) &&
        instantsOf(moments).some((atMs) => sessionAt(atMs) === 'CLOSED')
      )
    default:
      return false
  }
}

export function checkAvailable(account: Account, answer: Answered): void {
  if (codeOf(answer) !== 'insufficient-buying-power') return
  const available = parse(dataOf(answer, 'available'))
  const isSo = account.moments.some((moment) => isSame(moment.free, available))
  must(isSo, 'available', () => `${account.accountId} never had ${text(available)} to spend`)
}

export const FINAL: Readonly<Record<string, string>> = {
  'already-filled': 'FILLED',
  'already-canceled': 'CANCELED',
  'already-expired': 'EXPIRED',
  'already-rejected': 'REJECTED',
}

/** `order` is undefined if it is not the account's. */
export function checkCanceled(
  order: Order | undefined,
  orderId: string,
  answer: Answered,
  moments: Moments,
): void {
  const what = `canceling ${orderId}`
  if (failed(answer, moments, what)) return
  if (order === undefined) {
    must(codeOf(answer) === 'order-not-found', 'foreign-order', () => `${what}: ${answer.status}`)
    return
  }
  const history: readonly unknown[] = order.history
  if (answer.status === 200) {
    const { status } = answer.body
    const isOne = status === 'PENDING_CANCEL' || status === 'CANCELED'
    must(isOne && history.includes(status), 'answer-status', () => `${what}: ${String(status)}`)
    return
  }
  const final = FINAL[codeOf(answer)]
  must(final === order.status, 'refusal', () => `${what}, ${order.status}: ${codeOf(answer)}`)
}

const isTime = (shown: unknown, atMs: number): boolean =>
  // Korea is nine hours ahead: the same minutes, seconds and milliseconds.
  typeof shown === 'string' && shown.slice(14, 23) === clockOf(atMs).slice(7)

const isNumber = (shown: unknown, value: Fraction): boolean => isSame(parse(plain(shown)), value)

/** A JSON number as a plain decimal. */
function plain(shown: unknown): string {
  if (typeof shown !== 'number') return String(shown)
  const written = String(shown)
  return written.includes('e') ? shown.toFixed(12).replace(/\.?0+$/, '') : written
}

/** Nothing of the account has changed while the answer was on its way. */
export const isAtRest = ({ moments }: Account): boolean => moments.length === 1

/** Read at one moment of the step. */
export function checkAccount(account: Account, answer: Answered): void {
  const { cashAmount, buyingPower } = answer.body
  const isSo = account.moments.some(
    (moment) => isNumber(cashAmount, moment.cash) && isNumber(buyingPower, moment.free),
  )
  must(
    isSo,
    'account-view',
    () =>
      `${account.accountId} shows ${JSON.stringify(answer.body)}, and has ${text(account.cash)}`,
  )
}

export function checkHoldings(account: Account, answer: Answered): void {
  const shown = Array.isArray(answer.body.holdings) ? answer.body.holdings : []
  const held = [...account.holdings].filter(([, { quantity }]) => quantity.top !== 0n)
  must(shown.length === held.length, 'holdings-view', () => JSON.stringify(shown))
  for (const each of shown) {
    const symbol = String(field(each, 'symbol'))
    const { quantity, held: of } = holdingOf(account, symbol)
    const isSo =
      isNumber(field(each, 'quantity'), quantity) &&
      isNumber(field(each, 'sellableQuantity'), minus(quantity, of))
    must(isSo, 'holdings-view', () => `${account.accountId}: ${JSON.stringify(each)}`)
  }
}

/** An order as a client reads it; `exactly`: nothing was under way. */
export function checkOrder(order: Order, shown: unknown, exactly: boolean): void {
  const status = field(shown, 'status')
  const history: readonly unknown[] = order.history
  const what = (): string => `${order.orderId} (${order.status}) shows ${JSON.stringify(shown)}`
  must(history.includes(status), 'order-view', what)
  if (!exactly) return
  const average = field(shown, 'avgFillPrice')
  const isFilled = order.filled.top !== 0n
  const isSo =
    status === order.status &&
    isNumber(field(shown, 'filledQuantity'), order.filled) &&
    isNumber(field(shown, 'remainingQuantity'), remaining(order)) &&
    isFilled === (average !== undefined) &&
    (!isFilled || isNumber(average, rounded(over(order.paid, order.filled), 6)))
  must(isSo, 'order-view', what)
}

/**
 * Checks a list that was paged through: newest first, no row twice, and no row missing that was
 * there when it began. `there`: ids from the oldest up.
 */
export function checkWalk(ids: readonly string[], there: readonly string[], what: string): void {
  must(new Set(ids).size === ids.length, 'page-twice', () => `${what} repeats a row`)
  const isOrdered = ids.every((id, at) => at === 0 || id < (ids[at - 1] ?? ''))
  must(isOrdered, 'page-order', () => `${what} is out of order`)
  const shown = new Set(ids)
  const missing = there.filter((id) => !shown.has(id))
  must(missing.length === 0, 'page-skips', () => `${what} leaves out ${missing.join(', ')}`)
}

/** The reason of a preview at rest; null if the order is possible. */
export function expectedReason(account: Account, terms: Terms, moments: Moments): string | null {
  const [locked] = moments.locked(account.accountId)
  if (locked) return 'account-locked'
  if (moments.halted[0]) return 'trading-halted'
  if (!moments.tradable(terms.symbol)[0]) return 'instrument-suspended'
  const isNow = ['IOC', 'FOK'].includes(terms.timeInForce)
  if (isNow && sessionAt(moments.toMs) === 'CLOSED') return 'order-hours-closed'
  const quantity = parse(terms.quantity)
  const [market] = moments.markets(moments.toMs)
  const ask = market && decimalOf(shownBy(market, terms.symbol, moments.toMs).ask)
  const price = holdPriceOf(terms, ask ?? '')
  if (price !== null) {
    return compare(times(price, quantity), free(account)) > 0 ? 'insufficient-buying-power' : null
  }
  const { quantity: has, held } = holdingOf(account, terms.symbol)
  return compare(quantity, minus(has, held)) > 0 ? 'insufficient-holdings' : null
}
