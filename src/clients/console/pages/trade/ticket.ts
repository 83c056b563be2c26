/**
 * The order ticket: its fields, the server's estimate, and the placing of its order. Each intention
 * has one clientOrderId, so that neither a second click nor a lost response places it twice.
 */
import { computed, effect, signal } from '@preact/signals'
import { answered, type Client, RefusalError } from '../../../sdk'
import { accountId, client } from '../../data/client'
import { orderOf } from '../../data/orders'
import { chosenSymbol } from '../../data/symbol'

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

/** Without `randomUUID`, which browsers offer only over https. */
export function newClientOrderId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
