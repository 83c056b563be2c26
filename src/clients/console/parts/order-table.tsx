/** Orders in a table; a row opens to what happened to its order. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { isOpenOrder, type ShownOrder } from '../data/orders'
import { shownZoneName } from '../shell/zone'
import { Moment } from '../ui/moment'
import { Count, Money } from '../ui/number'
import { type Column, Table } from '../ui/table'
import { CancelCell, SideCell, StatusCell } from './order-cells'
import { OrderLife } from './order-life'
import { partsText } from './text'
import { Why } from './why'

interface OrderTableProps {
  readonly caption: string
  readonly orders: readonly ShownOrder[]
  /** Times are shown with their day. */
  readonly dated?: boolean
  /** With the reason why each waits. */
  readonly explained?: boolean
  /** Besides opening the row. */
  readonly onChoose?: (order: ShownOrder) => void
}

export function OrderTable(props: OrderTableProps) {
  const { caption, orders, dated = false, explained = false, onChoose } = props
  const [opened, setOpened] = useState<string | null>(null)
  const choose = (order: ShownOrder): void => {
    setOpened(opened === order.orderId ? null : order.orderId)
    onChoose?.(order)
  }
  return (
    <Table
      caption={caption}
      columns={columnsOf(dated, explained)}
      rows={orders}
      keyOf={({ orderId }) => orderId}
      isChosen={({ orderId }) => orderId === opened}
      onChoose={choose}
      detail={(order): ComponentChildren =>
        order.orderId === opened ? <OrderLife order={order} /> : null
      }
    />
  )
}

function columnsOf(dated: boolean, explained: boolean): readonly Column<ShownOrder>[] {
  const say = partsText()
  return [
    { key: 'symbol', label: say.symbol, cell: ({ symbol }) => <b>{symbol}</b> },
    {
      key: 'time',
      label: say.time(shownZoneName.value),
      cell: (order) => <Moment at={order.requestedAt} dated={dated} />,
    },
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
      ? [{ key: 'why', label: say.why, cell: (order: ShownOrder) => <Why order={order} /> }]
      : []),
    {
      key: 'cancel',
      label: '',
      cell: (order) => isOpenOrder(order) && <CancelCell order={order} />,
    },
  ]
}
