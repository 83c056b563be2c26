/** What a test may force on orders, once more: fills and ends that no tick explains. */
import {
  cut,
  type Fraction,
  isMore,
  isSame,
  isWhole,
  over,
  parse,
  plus,
  smallest,
  ZERO,
} from './fraction'
import { sessionAt } from './hours'
import {
  type Account,
  change,
  fill,
  free,
  must,
  type Order,
  remaining,
  type Status,
} from './ledger'
import { isReached } from './matching'
import { decimalOf, type Market, shownBy } from './prices'

export type Result = 'fill' | 'reject' | 'hold' | 'lose-cancel' | 'expire' | 'cancel'

/** An outcome that was asked for; null: of all. */
export interface Outcome {
  readonly clientId: string
  readonly accountId: string | null
  readonly symbol: string | null
  readonly side: string | null
  readonly result: Result
  readonly price: string | null
  readonly parts: readonly string[] | null
}

/** What a test has in mind for an order; it stands until it has come about, or is given up. */
export interface ForcedRow {
  readonly orderId: string
  readonly stands: boolean
}

interface Event {
  readonly seq: number
  readonly status: Status
  readonly price: string | null
  readonly quantity: string | null
  readonly profile: string | null
  readonly atMs: number
}

/** An instant at which an order may have been filled, and what may have been shown then. */
export interface Moment {
  readonly atMs: number
  readonly markets: readonly Market[]
}

export interface Asked {
  readonly outcomes: readonly Outcome[]
  readonly clientId: string
  /** The instant of the event, and the ticks before it that may have come late. */
  moments(): readonly Moment[]
}

/** Moves the ledger by an event that a test may have forced; undefined: it has not. */
export function asForced(
  account: Account,
  order: Order,
  event: Event,
  asked: Asked,
): (() => void) | undefined {
  const fitting = asked.outcomes.filter(
    ({ clientId, accountId, symbol, side }) =>
      clientId === asked.clientId &&
      (accountId ?? account.accountId) === account.accountId &&
      (symbol ?? order.terms.symbol) === order.terms.symbol &&
      (side ?? order.terms.side) === order.terms.side,
  )
  if (event.price === null) return asEnd(account, order, event, fitting, asked)
  if (event.profile !== 'forced@1') {
    const isOwn = event.profile === account.profile
    must(isOwn, 'fill-profile', () => `${order.orderId} was filled under ${event.profile}`)
    return undefined
  }
  const price = parse(event.price)
  const quantity = parse(event.quantity ?? '0')
  const what = (): string =>
    `event ${event.seq} of ${account.accountId}: ${event.quantity} at ${event.price} of ` +
    `${JSON.stringify(order.terms)} were forced`
  must(isReached(order, price), 'forced-limit', what)
  const moments = asked.moments().filter(({ atMs }) => sessionAt(atMs) !== 'CLOSED')
  must(moments.length > 0, 'forced-closed', what)
  const isFok = order.terms.timeInForce === 'FOK'
  must(!isFok || isSame(quantity, remaining(order)), 'forced-part', what)
  const isAsked = fitting.some(
    (outcome) =>
      (outcome.result === 'fill' || outcome.result === 'lose-cancel') &&
      moments.flatMap((each) => pricesOf(outcome, order, each)).some((one) => isSame(one, price)) &&
      !isMore(quantity, mostOf(outcome, order)),
  )
  must(isAsked, 'forced-unasked', what)
  return () => {
    fill(account, order, price, quantity, event.atMs)
    order.forcedAtMs = event.atMs
    must(!isMore(ZERO, free(account)), 'forced-unpaid', what)
  }
}

/** What it may be filled at then: the price asked for, or else what was shown, or its limit. */
function pricesOf(
  { price }: Outcome,
  order: Order,
  { atMs, markets }: Moment,
): readonly Fraction[] {
  if (price !== null) return [parse(price)]
  return markets.map((market) => {
    const { bid, ask } = shownBy(market, order.terms.symbol, atMs)
    const shown = parse(decimalOf(order.terms.side === 'BUY' ? ask : bid))
    return isReached(order, shown) ? shown : (order.limit ?? shown)
  })
}

const mostOf = ({ parts }: Outcome, order: Order): Fraction =>
  parts === null
    ? remaining(order)
    : smallest(
        remaining(order),
        parts.map(parse).reduce((a, b) => (isMore(a, b) ? a : b), ZERO),
      )

const ENDS: Partial<Readonly<Record<Status, readonly Result[]>>> = {
  REJECTED: ['reject', 'fill'],
  EXPIRED: ['expire'],
  CANCELED: ['cancel'],
}

function asEnd(
  account: Account,
  order: Order,
  { status, atMs }: Event,
  fitting: readonly Outcome[],
  asked: Asked,
): (() => void) | undefined {
  const isEnd = status === 'REJECTED' || status === 'EXPIRED' || status === 'CANCELED'
  if (!isEnd) return undefined
  const isAfterFill = order.forcedAtMs === atMs && status !== 'EXPIRED'
  // Other legs of the same commit may come after the order of a leg.
  const isNewest = order.seq === account.seq || order.parent !== null
  const isAccepted = isNewest && order.requestedAtMs === atMs
  const isAsked = fitting.some(({ result }) => ENDS[status]?.includes(result))
  const isUnpaid = (): boolean =>
    status === 'CANCELED' &&
    order.forcedAtMs !== null &&
    fitting.some(
      (outcome) => outcome.result === 'fill' && buysNothing(account, order, outcome, asked),
    )
  if (!isAfterFill && !(isAccepted && isAsked) && !isUnpaid()) return undefined
  return () => change(account, order, status, atMs)
}

/** Its next part costs more than there is to pay for a share of it, as the market's may. */
function buysNothing(account: Account, order: Order, outcome: Outcome, asked: Asked): boolean {
  if (order.terms.side === 'SELL' || order.limit !== null) return false
  const funds = plus(order.held, free(account))
  const places = isWhole(remaining(order)) ? 0 : 6
  const prices = asked.moments().flatMap((moment) => pricesOf(outcome, order, moment))
  return prices.some((price) => isSame(cut(over(funds, price), places), ZERO))
}
