/** What happened to an order: each step with its time, and why it waits. */
import { useEffect, useState } from 'preact/hooks'
import { answered, type Client } from '../../sdk'
import { client } from '../data/client'
import { useExplanation } from '../data/explanation'
import type { ShownFill, ShownOrder } from '../data/orders'
import { Copy } from '../ui/copy'
import { shownDecimal } from '../ui/decimal'
import { Moment } from '../ui/moment'
import { StatusCell } from './order-cells'
import { partsText } from './text'
import { shortly } from './why'
import './order-life.css'

const FILLS_SHOWN_MAX = 50

const readFills = async (from: Client, orderId: string) =>
  (await answered(from.api.v1.orders.fills.get({ query: { orderId, limit: FILLS_SHOWN_MAX } })))
    .fills

export function OrderLife({ order }: { readonly order: ShownOrder }) {
  const say = partsText()
  const fills = useFillsOf(order)
  const { requestedAt, cancelRequestedAt, updatedAt } = order
  return (
    <section class="order-life" aria-label={say.life}>
      <ol>
        <li>
          <Moment at={requestedAt} dated /> {say.accepted}
        </li>
        {[...fills].reverse().map((fill) => (
          <li key={fill.fillId}>
            <Moment at={fill.filledAt} dated />{' '}
            {say.fillOf(shownDecimal(fill.quantity), shownDecimal(fill.price, { places: 2 }))}{' '}
            <span class="muted">{say.byProfile(fill.fillProfile)}</span>
          </li>
        ))}
        {cancelRequestedAt !== undefined && (
          <li>
            <Moment at={cancelRequestedAt} dated /> {say.cancelRequested}
          </li>
        )}
        {updatedAt !== requestedAt && (
          <li>
            <Moment at={updatedAt} dated /> <StatusCell order={order} />
          </li>
        )}
      </ol>
      <Explanation order={order} />
      <dl class="ids">
        <dt>{say.orderId}</dt>
        <dd>
          <code>{order.orderId}</code> <Copy text={order.orderId} what={say.orderId} />
        </dd>
        <dt>{say.clientOrderId}</dt>
        <dd>
          <code>{order.clientOrderId}</code>
        </dd>
      </dl>
    </section>
  )
}

const STEPS_SHOWN_MAX = 100

/** Step by step, in the server's own sentences. */
function Explanation({ order }: { readonly order: ShownOrder }) {
  const say = partsText()
  const found = useExplanation(order, STEPS_SHOWN_MAX)
  if (found === null || found.steps.length === 0) return null
  return (
    <>
      <h3>{say.explanation}</h3>
      <ol class="steps">
        {found.steps.map((step) => (
          <li key={`${step.from} ${step.rule}`}>
            <Moment at={step.from} dated /> <b>{shortly(step)}</b>{' '}
            <span class="muted" lang="en">
              {step.text}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Newest first; read again when more of the order is filled. */
function useFillsOf({ orderId, filledQuantity }: ShownOrder): readonly ShownFill[] {
  const [fills, setFills] = useState<readonly ShownFill[]>([])
  const from = client.value
  useEffect(() => {
    if (from === null || filledQuantity === 0) return
    let over = false
    readFills(from, orderId).then(
      (found) => over || setFills(found),
      () => {},
    )
    return () => {
      over = true
    }
  }, [from, orderId, filledQuantity])
  return fills
}
