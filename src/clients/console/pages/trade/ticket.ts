/**
 * The order ticket: its focus, its fields, the server's estimate, and the placing of its order.
 * Each intention has one clientOrderId, so that neither a second click nor a lost response places
 * it twice.
 */
import { computed, effect, signal } from '@preact/signals'
import { answered, type Client, RefusalError } from '../../../sdk'
import { account, holdings } from '../../data/account'
import { type Intention, intentionOf } from '../../data/intention'
import {
  type ConditionalBody,
  conditionalOrderOf,
  conditionalOrders,
  orderOf,
  placeConditional,
  previewConditional,
} from '../../data/orders'
import { accountId, client } from '../../data/session'
import { chosenSymbol } from '../../data/symbol'
import { focusTarget } from '../../shell/shortcuts'
import { type Decimal, typedDecimal, unitsFor } from '../../ui/decimal'
import {
  type ConditionalTimeInForce,
  exitsOf,
  hasExits,
  NO_EXITS,
  stopFields,
  type TypedExits,
  type TypedStop,
} from './exits/legs'

type Orders = Client['api']['v1']['orders']
type OrderBody = Parameters<Orders['post']>[0]
type PreviewAnswer = NonNullable<Awaited<ReturnType<Orders['preview']['post']>>['data']>

/** The server's estimate; of an order that waits for a price only what it costs and holds. */
export type Estimated = Pick<
  PreviewAnswer,
  'estimatedPrice' | 'orderAmount' | 'holdAmount' | 'valid' | 'rejectReason'
> &
  Partial<PreviewAnswer>

/** The last three wait for a price: they are conditional orders. */
export const ORDER_TYPES = ['MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT', 'TRAILING_STOP'] as const

export interface TicketFields {
  readonly side: 'BUY' | 'SELL'
  readonly orderType: (typeof ORDER_TYPES)[number]
  readonly quantity: string
  readonly limitPrice: string
  readonly stopPrice: string
  /** The distance of a trailing stop. */
  readonly trail: TypedStop
  readonly timeInForce: 'DAY' | 'IOC' | 'FOK' | 'OPG' | 'CLS'
  readonly conditionalTimeInForce: ConditionalTimeInForce
  /** What sells the shares that a BUY has bought. */
  readonly exits: TypedExits
}

export const VALIDITIES = ['DAY', 'IOC', 'FOK', 'OPG', 'CLS'] as const

export const form = signal<TicketFields>({
  side: 'BUY',
  orderType: 'MARKET',
  quantity: '',
  limitPrice: '',
  stopPrice: '',
  trail: { stopBy: 'AMOUNT', stop: '' },
  timeInForce: 'DAY',
  conditionalTimeInForce: 'DAY',
  exits: NO_EXITS,
})

type Placing =
  | { readonly state: 'idle' }
  | { readonly state: 'sending' }
  | { readonly state: 'refused'; readonly error: RefusalError }
  /** No response: the order may have been placed. */
  | { readonly state: 'unknown'; readonly error: unknown }
  | { readonly state: 'placed'; readonly clientOrderId: string; readonly waits: Wait | null }

export interface Wait {
  readonly for: string
  readonly until: string
}

const attempt = signal<Placing>({ state: 'idle' })
/** The order that is being placed, or was placed last. */
let intention: Intention | null = null

/** If a response is lost, the order is found once the stream sends it, or a list has it. */
export const placing = computed<Placing>(() => {
  const { value: now } = attempt
  if (now.state !== 'unknown' || intention === null) return now
  const { clientOrderId } = intention
  const isPlaced =
    orderOf(clientOrderId) !== undefined || conditionalOrderOf(clientOrderId) !== undefined
  return isPlaced ? { state: 'placed', clientOrderId, waits: null } : now
})

/** Changes the form, which is another intention then. */
export function change(changes: Partial<TicketFields>): void {
  form.value = { ...form.peek(), ...changes }
  if (attempt.peek().state === 'sending') return
  intention = null
  attempt.value = { state: 'idle' }
}

let symbolBefore = chosenSymbol.peek()
// An order of another instrument is another intention as well, with other prices.
effect(() => {
  if (chosenSymbol.value !== symbolBefore) change({ exits: NO_EXITS })
  symbolBefore = chosenSymbol.value
})

/** The order of the form, which is MARKET or LIMIT. */
function bodyOf(
  symbol: string,
  { side, orderType, quantity, limitPrice, timeInForce }: TicketFields,
  clientOrderId: string,
): OrderBody {
  const isLimit = orderType === 'LIMIT'
  return {
    symbol,
    side,
    orderType: isLimit ? 'LIMIT' : 'MARKET',
    quantity: typedDecimal(quantity),
    ...(isLimit && limitPrice !== '' && { limitPrice: typedDecimal(limitPrice) }),
    timeInForce,
    clientOrderId,
  }
}

/** The type waits for a price before it places anything. */
export const isStopType = ({ orderType }: TicketFields): boolean =>
  orderType !== 'MARKET' && orderType !== 'LIMIT'

/** A BUY whose shares are to be sold again by exits. */
const isEntry = ({ side, exits }: TicketFields): boolean => side === 'BUY' && hasExits(exits)

/** The order is sent as a conditional order. */
export const isConditional = (filled: TicketFields): boolean =>
  isStopType(filled) || isEntry(filled)

/** The conditional order of the form; null if it is an ordinary order. */
function conditionalBodyOf(
  symbol: string,
  filled: TicketFields,
  clientOrderId: string,
): ConditionalBody | null {
  const { side, orderType, quantity, conditionalTimeInForce: timeInForce } = filled
  const shared = { symbol, quantity: typedDecimal(quantity), timeInForce, clientOrderId }
  if (isEntry(filled)) {
    return { ...shared, side: 'BUY', ...exitsOf(filled.exits), entry: pricesOf(filled) }
  }
  if (orderType === 'MARKET' || orderType === 'LIMIT') return null
  return { ...shared, side, type: orderType, ...pricesOf(filled) }
}

/**
 * The prices of the form's type. One that is empty is sent all the same: the server refuses it,
 * and would take an entry without prices for a MARKET order.
 */
function pricesOf({ orderType, limitPrice, stopPrice, trail }: TicketFields) {
  switch (orderType) {
    case 'MARKET':
      return {}
    case 'LIMIT':
      return { limitPrice: typedDecimal(limitPrice) }
    case 'STOP':
      return { stopPrice: typedDecimal(stopPrice) }
    case 'STOP_LIMIT':
      return { stopPrice: typedDecimal(stopPrice), limitPrice: typedDecimal(limitPrice) }
    case 'TRAILING_STOP':
      return stopFields(trail)
  }
}

const ANSWER_MS_MAX = 15_000
const SERVER_ERROR = 500

/** Places the order of the form, once for each intention. */
export async function place(): Promise<void> {
  const from = client.peek()
  const symbol = chosenSymbol.peek()
  const filled = form.peek()
  const { state } = placing.peek()
  // A second click: the order is on its way, or was placed.
  if (from === null || state === 'sending' || state === 'placed') return
  intention = intentionOf(intention, [accountId.peek(), symbol, filled])
  const { clientOrderId } = intention
  attempt.value = { state: 'sending' }
  try {
    const waits = await send(from, symbol, filled, clientOrderId)
    form.value = { ...form.peek(), quantity: '', exits: NO_EXITS }
    attempt.value = { state: 'placed', clientOrderId, waits }
  } catch (error) {
    const isAnswer = error instanceof RefusalError && Number(error.status) < SERVER_ERROR
    attempt.value = isAnswer ? { state: 'refused', error } : { state: 'unknown', error }
  }
}

/** Returns what the order waits for, if it waits for a session. Throws the refusal. */
async function send(
  from: Client,
  symbol: string,
  filled: TicketFields,
  clientOrderId: string,
): Promise<Wait | null> {
  const patience = AbortSignal.timeout(ANSWER_MS_MAX)
  const conditional = conditionalBodyOf(symbol, filled, clientOrderId)
  if (conditional !== null) {
    await placeConditional(from, conditional, patience)
    conditionalOrders.reload()
    return null
  }
  const { waitsFor, waitsUntil } = await answered(
    from.api.v1.orders.post(bodyOf(symbol, filled, clientOrderId), { fetch: { signal: patience } }),
  )
  const isWaiting = waitsFor !== undefined && waitsUntil !== undefined
  return isWaiting ? { for: waitsFor, until: waitsUntil } : null
}

/** The server's estimate of the order in the form. */
export function preview(from: Client, symbol: string, filled: TicketFields): Promise<Estimated> {
  const stop = isStopType(filled) ? conditionalBodyOf(symbol, filled, 'preview') : null
  return stop === null
    ? answered(from.api.v1.orders.preview.post(bodyOf(symbol, filled, 'preview')))
    : previewConditional(from, stop)
}

/** Whether the form has a quantity, and each price of its type. */
export function isComplete(filled: TicketFields): boolean {
  const prices = Object.values(pricesOf(filled))
  return [filled.quantity, ...prices].every((typed) => typed !== '')
}

export const previewRequests = signal(0)

/** Reads the estimate now, even of an incomplete form: the server says what is missing. */
export function previewNow(): void {
  previewRequests.value++
}

/** Percentages that the ticket offers as a quantity. */
export const PORTIONS = [25, 50, 100] as const

/** Shares of the symbol that no open order holds; null until the holdings are read. */
export function sellableOf(symbol: string): Decimal | null {
  const { value: shown } = holdings.shown
  if (shown.state !== 'ready') return null
  return shown.value.holdings.find((each) => each.symbol === symbol)?.sellableQuantity ?? 0
}

/**
 * Sets the quantity to a percentage of the sellable shares, or to the whole shares that a
 * percentage of the buying power can hold. Throws the refusal of the preview that prices one share.
 */
export async function fillQuantity(from: Client, symbol: string, percent: number): Promise<void> {
  const filled = form.peek()
  if (filled.side === 'SELL') {
    const sellable = sellableOf(symbol) ?? 0
    const isAll = percent === 100
    change({ quantity: isAll ? String(sellable) : unitsFor(sellable, percent, 1) })
    return
  }
  const { value: worth } = account.shown
  const { holdAmount } = await preview(from, symbol, { ...filled, quantity: '1' })
  if (worth.state !== 'ready' || holdAmount === 0 || form.peek() !== filled) return
  change({ quantity: unitsFor(worth.value.buyingPower, percent, holdAmount) })
}

export const quantityField = focusTarget()

/** Counts the calls of focusTicket, since on a phone the ticket opens first. */
export const ticketRequests = signal(0)

export function focusTicket(): void {
  ticketRequests.value++
  quantityField.focus()
}
