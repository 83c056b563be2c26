/** The texts that the server sends. */
import type { OrderEvent } from '../../../core/order/event'
import { toKst } from '../../../core/time'
import { encodeFill, encodeOrder } from '../../wire/order-record'
import { refusalBody } from '../../wire/refusal'
import type { Outgoing } from './messages'
import type { SentMessage } from './schema'

/** `baseUrl` is where the client reaches the server. */
export const encodeMessage = (message: Outgoing, baseUrl: string): string =>
  JSON.stringify(sentMessage(message, baseUrl))

const eventTexts = new WeakMap<OrderEvent, string>()

/** Made once, however many subscribers the account has. */
export function encodeEvent(event: OrderEvent): string {
  const made = eventTexts.get(event)
  if (made !== undefined) return made
  const text = JSON.stringify(orderMessage(event))
  eventTexts.set(event, text)
  return text
}

function sentMessage(message: Outgoing, baseUrl: string): SentMessage {
  return message.type === 'error'
    ? { type: 'error', error: refusalBody(message.refusal, { baseUrl }) }
    : message
}

const orderMessage = ({ accountId, seq, order, fill }: OrderEvent): SentMessage => ({
  type: 'order',
  seq,
  accountId,
  event: order.status,
  order: encodeOrder(order),
  ...(fill !== null && { fill: encodeFill(fill) }),
  occurredAt: toKst(order.updatedAt),
})
