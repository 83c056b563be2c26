/** Tables of orders and fills; the row of an order opens its timeline. */
import './parts.css'
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { answered, type Client } from '../../sdk'
import { isOpenOrder, type ShownFill, type ShownOrder, useExplanation } from '../data/orders'
import { client } from '../data/session'
import { Moment, shownZoneName } from '../shell/zone'
import { Button, CopyRow } from '../ui/button'
import { shownDecimal } from '../ui/decimal'
import { Count, Money } from '../ui/number'
import { RefusalNote } from '../ui/states'
import { type Column, Table } from '../ui/table'
import { shortly } from './rules'
import { partsText } from './text'

interface OrderTableProps {
  readonly caption: string
  readonly orders: readonly ShownOrder[]
  /** Shows times with their day. */
  readonly dated?: boolean
  /** Shows why each order waits. */
  readonly explained?: boolean
  /** Drawn before the button that cancels an open order. */
  readonly action?: (order: ShownOrder) => ComponentChildren
  /** Called when a row is pressed, which also opens it. */
  readonly onChoose?: (order: ShownOrder) => void
}

export function OrderTable(props: OrderTableProps) {
  const { caption, orders, onChoose } = props
  const [opened, setOpened] = useState<string | null>(null)
  const choose = (order: ShownOrder): void => {
    setOpened(opened === order.orderId ? null : order.orderId)
    onChoose?.(order)
  }
  return (
    <Table
      caption={caption}
      columns={columnsOf(props)}
      rows={orders}
      keyOf={({ orderId }) => orderId}
      isChosen={({ orderId }) => orderId === opened}
      onChoose={choose}
      detail={(order): ComponentChildren =>
        order.orderId === opened ? <OrderTimeline order={order} /> : null
      }
    />
  )
}

function columnsOf({
  dated = false,
  explained = false,
  action,
}: OrderTableProps): readonly Column<ShownOrder>[] {
  const say = partsText()
  return [
    { key: 'symbol', label: say.symbol, cell: ({ symbol }) => <b>{symbol}</b> },
    timeColumn(dated, ({ requestedAt }) => requestedAt),
    { key: 'side', label: say.side, cell: (order) => <SideCell side={order.side} /> },
    {
      key: 'type',
      label: say.type,
      cell: ({ orderType, timeInForce }) => (
        <span class="order-type">{`${say[orderType]} ${timeInForce}`}</span>
      ),
    },
    {
      key: 'quantity',
      label: say.quantity,
      numeric: true,
      cell: ({ quantity }) => <Count value={quantity} />,
    },
    {
      key: 'filled',
      label: say.filled,
      numeric: true,
      cell: ({ filledQuantity }) => <Count value={filledQuantity} live />,
    },
    {
      key: 'limit',
      label: say.limit,
      numeric: true,
      cell: ({ limitPrice }) => <Money value={limitPrice} />,
    },
    {
      key: 'average',
      label: say.average,
      numeric: true,
      cell: ({ avgFillPrice }) => <Money value={avgFillPrice} />,
    },
    { key: 'status', label: say.status, cell: (order) => <StatusCell order={order} /> },
    ...(explained
      ? [
          {
            key: 'why',
            label: say.why,
            wide: true,
            cell: (order: ShownOrder) => <Why order={order} />,
          },
        ]
      : []),
    {
      key: 'cancel',
      label: '',
      wide: true,
      cell: (order) =>
        isOpenOrder(order) && (
          <span class="row-actions">
            {action?.(order)}
            <CancelOrder order={order} />
          </span>
        ),
    },
  ]
}

/** The column of a time, with its date if `dated`. */
const timeColumn = <Row,>(dated: boolean, atOf: (row: Row) => string): Column<Row> => ({
  key: 'time',
  label: partsText().time(shownZoneName.value),
  wide: dated,
  cell: (row) => <Moment at={atOf(row)} dated={dated} />,
})

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
      {reason === undefined && isOfGroup(order) && order.status === 'CANCELED' && (
        <>
          {' · '}
          <Why order={order} />
        </>
      )}
    </span>
  )
}

/**
 * A conditional order has placed it, and may have ended it too. No client can send an id with a
 * space.
 */
const isOfGroup = ({ clientOrderId }: ShownOrder): boolean => clientOrderId.includes(' ')

/** Why an order has not filled yet, or how it ended, in a few words. */
export function Why({ order }: { readonly order: ShownOrder }) {
  const latest = useExplanation(order, 1)?.latest
  if (latest === undefined || latest === null) return <span class="none">–</span>
  return <span title={latest.text}>{shortly(latest)}</span>
}

interface Attempt {
  readonly busy: boolean
  readonly error: unknown
}

/** The attempts to cancel, by the id of the order or conditional order. */
const attempts = signal<ReadonlyMap<string, Attempt>>(new Map())

const note = (id: string, attempt: Attempt): void => {
  attempts.value = new Map([...attempts.peek(), [id, attempt]])
}

type Send = (from: Client) => Promise<unknown>

async function cancel(id: string, send: Send): Promise<void> {
  const from = client.peek()
  if (from === null) return
  note(id, { busy: true, error: null })
  try {
    await send(from)
    note(id, { busy: false, error: null })
  } catch (error) {
    note(id, { busy: false, error })
  }
}

interface CancelCellProps {
  readonly id: string
  /** Names the order, read aloud: `Buy 10 AAPL`. */
  readonly what: string
  /** A cancel is under way on the server. */
  readonly pending?: boolean
  readonly send: Send
}

/** A button that cancels, and the refusal of its last attempt. */
export function CancelCell({ id, what, pending = false, send }: CancelCellProps) {
  const say = partsText()
  const attempt = attempts.value.get(id)
  return (
    <>
      {!pending && (
        <Button
          kind="quiet"
          busy={attempt?.busy ?? false}
          aria-label={say.cancelNamed(what)}
          onClick={() => void cancel(id, send)}
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

function CancelOrder({ order }: { readonly order: ShownOrder }) {
  const { orderId, quantity, side, status, symbol } = order
  return (
    <CancelCell
      id={orderId}
      what={`${partsText()[side]} ${quantity} ${symbol}`}
      pending={status === 'PENDING_CANCEL'}
      send={(from) => answered(from.api.v1.orders({ orderId }).delete())}
    />
  )
}

interface FillTableProps {
  readonly caption: string
  readonly fills: readonly ShownFill[]
  readonly dated?: boolean
  readonly onChoose?: (fill: ShownFill) => void
}

export const FillTable = ({ caption, fills, dated = false, onChoose }: FillTableProps) => (
  <Table
    caption={caption}
    columns={fillColumnsOf(dated)}
    rows={fills}
    keyOf={({ fillId }) => fillId}
    {...(onChoose !== undefined && { onChoose })}
  />
)

function fillColumnsOf(dated: boolean): readonly Column<ShownFill>[] {
  const say = partsText()
  return [
    { key: 'symbol', label: say.symbol, cell: ({ symbol }) => <b>{symbol}</b> },
    timeColumn(dated, ({ filledAt }) => filledAt),
    { key: 'side', label: say.side, cell: ({ side }) => <SideCell side={side} /> },
    {
      key: 'quantity',
      label: say.quantity,
      numeric: true,
      cell: ({ quantity }) => <Count value={quantity} />,
    },
    { key: 'price', label: say.price, numeric: true, cell: ({ price }) => <Money value={price} /> },
    {
      key: 'amount',
      label: say.amount,
      numeric: true,
      cell: ({ amount }) => <Money value={amount} />,
    },
  ]
}

const FILLS_SHOWN_MAX = 50

const readFills = async (from: Client, orderId: string) =>
  (await answered(from.api.v1.orders.fills.get({ query: { orderId, limit: FILLS_SHOWN_MAX } })))
    .fills

/** An order from its acceptance to its end, step by step, with its fills. */
function OrderTimeline({ order }: { readonly order: ShownOrder }) {
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
        <CopyRow label={say.orderId} text={order.orderId} />
        <CopyRow label={say.clientOrderId} text={order.clientOrderId} />
      </dl>
    </section>
  )
}

const STEPS_SHOWN_MAX = 100

/** The server's explanation in its own sentences. */
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

/** The fills, newest first; read again when more of the order is filled. */
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
