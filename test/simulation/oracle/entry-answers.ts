/** Checks the answers to a client about its entries. */
import { type Answered, codeOf, FINAL, failed, isHindered, type Moments, someAsk } from './answers'
import type { Amendment } from './entries'
import { compare, minus, parse, plus, times, ZERO } from './fraction'
import { type Group, isLegOpen, isWaiting, type Leg } from './groups'
import { type Account, holdPriceOf, isOpen, must, type Order } from './ledger'

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

/** A record in the answer is of that order, as it was at some time. */
function checkRecord(order: Order | undefined, shown: unknown, what: string): void {
  const history: readonly unknown[] = order?.history ?? []
  const isSo =
    field(shown, 'orderId') === order?.orderId && history.includes(field(shown, 'status'))
  must(isSo, 'entry-record', () => `${what}: ${JSON.stringify(shown)}`)
}

export function checkAmended(
  account: Account,
  amendment: Amendment,
  answer: Answered,
  moments: Moments,
): void {
  const { clientOrderId, orderId } = amendment
  const what = `amending ${orderId} by ${clientOrderId}`
  const order = account.orders.get(orderId)
  if (answer.status === 200) {
    checkRecord(account.byClientOrderId.get(clientOrderId), answer.body.order, what)
    checkRecord(order, answer.body.replaced, what)
    return
  }
  if (failed(answer, moments, what)) return
  const isRight = order !== undefined && isAmendRefusal(account, order, amendment, answer, moments)
  must(isRight, 'refusal', () => `${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
}

function isAmendRefusal(
  account: Account,
  order: Order,
  amendment: Amendment,
  answer: Answered,
  moments: Moments,
): boolean {
  const code = codeOf(answer)
  const { symbol } = order.terms
  const timeInForce = amendment.timeInForce ?? order.terms.timeInForce
  if (isHindered(account.accountId, { symbol, timeInForce }, code, moments)) return true
  if (code in FINAL) return FINAL[code] === order.status
  const whole = parse(amendment.quantity ?? order.terms.quantity)
  switch (code) {
    case 'placed-by-conditional-order':
      return order.parent !== null
    case 'cancel-pending':
      return order.history.includes('PENDING_CANCEL')
    case 'below-filled-quantity':
      return amendment.quantity !== null && compare(whole, order.filled) <= 0
    case 'idempotency-key-conflict':
      return account.byClientOrderId.has(amendment.clientOrderId)
    case 'insufficient-buying-power':
    case 'insufficient-holdings':
      return account.moments.some((moment) => {
        const open = moment.open.get(order.orderId)
        if (open === undefined) return false
        const left = minus(whole, open.filled)
        if (order.terms.side === 'SELL') {
          const may = plus(moment.sellable.get(symbol) ?? ZERO, minus(order.quantity, open.filled))
          return compare(left, may) > 0
        }
        const limitPrice = amendment.limitPrice ?? order.terms.limitPrice
        const terms = { ...order.terms, limitPrice }
        return someAsk(moments, symbol).some((ask) => {
          const price = holdPriceOf(terms, ask)
          return price && compare(times(price, left), plus(moment.free, open.held)) > 0
        })
      })
    default:
      return false
  }
}

interface ToCancel {
  /** The orders that were open when it was sent. */
  readonly open: readonly Order[]
  /** The conditional orders of which a leg waited that matches. */
  readonly waiting: readonly Group[]
  matches(leg: Leg): boolean
}

export function checkCanceledAll(
  account: Account,
  toCancel: ToCancel,
  answer: Answered,
  moments: Moments,
): void {
  const what = `canceling all of ${account.accountId}`
  if (failed(answer, moments, what)) return
  must(answer.status === 200, 'refusal', () => `${what}: ${JSON.stringify(answer.body)}`)
  const shown = Array.isArray(answer.body.orders) ? answer.body.orders : []
  for (const each of shown)
    checkRecord(account.orders.get(String(field(each, 'orderId'))), each, what)
  const listed = new Set(shown.map((each) => field(each, 'orderId')))
  checkGroupsEnded(account, toCancel, answer.body.conditionalOrderIds, what)
  for (const order of toCancel.open) {
    // If it is still open, its cancel was requested, by this command or before.
    const isWanted = !isOpen(order.status) || order.status === 'PENDING_CANCEL'
    must(isWanted, 'cancel-all-kept', () => `${what}: ${order.orderId} is ${order.status}`)
    const isListed = !isOpen(order.status) || listed.has(order.orderId)
    must(isListed, 'cancel-all-unlisted', () => `${what}: ${order.orderId}`)
  }
}

/**
 * Groups that waited have ended, or their legs that match were triggered before the command. The
 * listed ones have ended by a cancel, or they waited until the command found that their time was
 * over.
 */
function checkGroupsEnded(
  account: Account,
  { waiting, matches }: ToCancel,
  shown: unknown,
  what: string,
): void {
  for (const { groupId, legs } of waiting) {
    const isAtWork = legs.some((leg) => matches(leg) && leg.status === 'TRIGGERED')
    const kept = legs.find((leg) => isWaiting(leg) && (matches(leg) || !isAtWork))
    must(kept === undefined, 'cancel-all-kept', () => `${what}: ${groupId} ${kept?.name} waits`)
  }
  for (const groupId of Array.isArray(shown) ? shown : []) {
    const group = account.groups.get(String(groupId))
    const isSo =
      group?.legs.every(({ status }) => !isLegOpen(status)) === true &&
      group.legs.some(
        ({ status, reason }) =>
          (status === 'CANCELED' && reason === null) ||
          (status === 'EXPIRED' && waiting.includes(group)),
      )
    must(isSo, 'cancel-all-groups', () => `${what}: ${String(groupId)} is listed`)
  }
}

/** A close, or an order for an amount. */
export function checkEntered(
  account: Account,
  { clientOrderId, symbol }: { readonly clientOrderId: string; readonly symbol: string },
  answer: Answered,
  moments: Moments,
): void {
  const what = `entering ${clientOrderId}`
  const order = account.byClientOrderId.get(clientOrderId)
  if (answer.status === 200) {
    checkRecord(order, answer.body.order, what)
    const canceled = Array.isArray(answer.body.canceled) ? answer.body.canceled : []
    for (const each of canceled) {
      checkRecord(account.orders.get(String(field(each, 'orderId'))), each, what)
    }
    return
  }
  if (failed(answer, moments, what)) return
  const code = codeOf(answer)
  const terms = { symbol, timeInForce: 'DAY' }
  const isOther = [
    'holding-not-found',
    'insufficient-buying-power',
    'insufficient-holdings',
    'amount-too-small',
  ].includes(code)
  const isRight = isOther || isHindered(account.accountId, terms, code, moments)
  must(isRight, 'refusal', () => `${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
}
