/** What the service has to say, as the texts that go over the wire. */
import type { OrderEvent } from '../../../../core/order/event'
import { toKst } from '../../../../core/time'
import { fillView, recordView } from '../../../wire/order-record'
import { refusalBody } from '../../../wire/refuse'
import type { Said } from '../messages'
import type { SentMessage } from '../schema'

/** `baseUrl` is where the client reaches the server. */
export const encodeMessage = (said: Said, baseUrl: string): string =>
  JSON.stringify(sentMessage(said, baseUrl))

const changeTexts = new WeakMap<OrderEvent, string>()

/** Made once, however many subscribers the account has. */
export function changeText(change: OrderEvent): string {
  const made = changeTexts.get(change)
  if (made !== undefined) return made
  const text = JSON.stringify(orderMessage(change))
  changeTexts.set(change, text)
  return text
}

function sentMessage(said: Said, baseUrl: string): SentMessage {
  switch (said.type) {
    case 'ready':
    case 'heartbeat':
    case 'subscribed':
    case 'unsubscribed':
      return said
    case 'error':
      return { type: 'error', error: refusalBody(said.refusal, { baseUrl }) }
  }
}

const orderMessage = ({ accountId, seq, order, fill }: OrderEvent): SentMessage => ({
  type: 'order',
  seq,
  accountId,
  event: order.status,
  order: recordView(order),
  ...(fill !== null && { fill: fillView(fill) }),
  occurredAt: toKst(order.updatedAt),
})
