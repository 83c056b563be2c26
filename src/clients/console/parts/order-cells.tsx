/** Parts of an order's row that several tables have. */
import { signal } from '@preact/signals'
import { answered } from '../../sdk'
import { client } from '../data/client'
import type { ShownOrder } from '../data/orders'
import { Button } from '../ui/button'
import { RefusalNote } from '../ui/refusal-note'
import { partsText } from './text'
import './order-cells.css'

export const SideCell = ({ side }: Pick<ShownOrder, 'side'>) => (
  <span class={`side ${side.toLowerCase()}`}>{partsText()[side]}</span>
)

export function StatusCell({ order }: { readonly order: ShownOrder }) {
  const say = partsText()
  const reason = order.rejectReason ?? order.cancelReason
  return (
    <span class={`status ${order.status.toLowerCase()}`}>
      {say[order.status]}
      {reason !== undefined && (
        <>
          {' '}
          <a href={`/errors/${reason}`} target="_blank" rel="noreferrer">
            {reason}
          </a>
        </>
      )}
    </span>
  )
}

interface Attempt {
  readonly busy: boolean
  readonly error: unknown
}

/** The cancellations that were asked for, by order. */
const attempts = signal<ReadonlyMap<string, Attempt>>(new Map())

const noted = (orderId: string, attempt: Attempt): void => {
  attempts.value = new Map([...attempts.peek(), [orderId, attempt]])
}

async function cancel({ orderId }: ShownOrder): Promise<void> {
  const from = client.peek()
  if (from === null) return
  noted(orderId, { busy: true, error: null })
  try {
    await answered(from.api.v1.orders({ orderId }).delete())
    noted(orderId, { busy: false, error: null })
  } catch (error) {
    noted(orderId, { busy: false, error })
  }
}

/** Asking twice does no harm: the order is canceled once. */
export function CancelCell({ order }: { readonly order: ShownOrder }) {
  const say = partsText()
  const attempt = attempts.value.get(order.orderId)
  const asked = order.status === 'PENDING_CANCEL'
  return (
    <>
      {!asked && (
        <Button
          kind="quiet"
          busy={attempt?.busy ?? false}
          aria-label={say.cancelNamed(`${say[order.side]} ${order.quantity} ${order.symbol}`)}
          onClick={() => void cancel(order)}
        >
          {say.cancelOrder}
        </Button>
      )}
      {attempt?.error !== undefined && attempt.error !== null && (
        <RefusalNote error={attempt.error} />
      )}
    </>
  )
}
