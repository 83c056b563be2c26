/**
 * The order ticket: its fields, the server's estimate, and the placing of its order. Each intention
 * has one clientOrderId, so that neither a second click nor a lost response places it twice.
 */
import { computed, effect, signal } from '@preact/signals'
import { answered, type Client, RefusalError } from '../../../sdk'
import { account, holdings } from '../../data/account'
import { accountId, client } from '../../data/client'
import { orderOf } from '../../data/orders'
import { chosenSymbol } from '../../data/symbol'
import { type Decimal, unitsFor } from '../../ui/decimal'

type Orders = Client['api']['v1']['orders']
type OrderBody = Parameters<Orders['post']>[0]
export type PreviewAnswer = NonNullable<Awaited<ReturnType<Orders['preview']['post']>>['data']>

export interface TicketFields {
  readonly side: 'BUY' | 'SELL'
  readonly orderType: 'MARKET' | 'LIMIT'
  readonly quantity: string
  readonly limitPrice: string
  readonly timeInForce: 'DAY' | 'IOC' | 'FOK' | 'OPG' | 'CLS'
}

export const VALIDITIES = ['DAY', 'IOC', 'FOK', 'OPG', 'CLS'] as const

export const form = signal<TicketFields>({
  side: 'BUY',
  orderType: 'MARKET',
  quantity: '',
  limitPrice: '',
  timeInForce: 'DAY',
})

export type Placing =
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
let intention: { readonly clientOrderId: string; readonly key: string } | null = null

/** If a response is lost, the order is found once the stream sends it. */
export const placing = computed<Placing>(() => {
  const { value: now } = attempt
  if (now.state !== 'unknown' || intention === null) return now
  const { clientOrderId } = intention
  return orderOf(clientOrderId) === undefined
    ? now
    : { state: 'placed', clientOrderId, waits: null }
})

/** Changes the form, which is another intention then. */
export function change(changes: Partial<TicketFields>): void {
  form.value = { ...form.peek(), ...changes }
  if (attempt.peek().state === 'sending') return
  intention = null
  attempt.value = { state: 'idle' }
}

let symbolBefore = chosenSymbol.peek()
// An order of another instrument is another intention as well.
effect(() => {
  if (chosenSymbol.value !== symbolBefore) change({})
  symbolBefore = chosenSymbol.value
})

/** Removes separators: `1,000` is a thousand. The server checks the rest. */
const decimalOf = (text: string): string => text.replace(/[,\s]/g, '')

export function bodyOf(symbol: string, filled: TicketFields, clientOrderId: string): OrderBody {
  const { side, orderType, quantity, limitPrice, timeInForce } = filled
  return {
    symbol,
    side,
    orderType,
    quantity: decimalOf(quantity),
    ...(orderType === 'LIMIT' && limitPrice !== '' && { limitPrice: decimalOf(limitPrice) }),
    timeInForce,
    clientOrderId,
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
  const key = JSON.stringify([accountId.peek(), symbol, filled])
  if (intention?.key !== key) intention = { clientOrderId: newClientOrderId(), key }
  const { clientOrderId } = intention
  attempt.value = { state: 'sending' }
  try {
    const body = bodyOf(symbol, filled, clientOrderId)
    const patience = AbortSignal.timeout(ANSWER_MS_MAX)
    const { waitsFor, waitsUntil } = await answered(
      from.api.v1.orders.post(body, { fetch: { signal: patience } }),
    )
    const isWaiting = waitsFor !== undefined && waitsUntil !== undefined
    const waits = isWaiting ? { for: waitsFor, until: waitsUntil } : null
    form.value = { ...form.peek(), quantity: '' }
    attempt.value = { state: 'placed', clientOrderId, waits }
  } catch (error) {
    const isAnswer = error instanceof RefusalError && Number(error.status) < SERVER_ERROR
    attempt.value = isAnswer ? { state: 'refused', error } : { state: 'unknown', error }
  }
}

/** The server's estimate of the order in the form. */
export const preview = (from: Client, symbol: string, filled: TicketFields) =>
  answered(from.api.v1.orders.preview.post(bodyOf(symbol, filled, 'preview')))

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

/** Without `randomUUID`, which browsers offer only over https. */
export function newClientOrderId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
