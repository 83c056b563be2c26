/** Fills in a table. */
import type { ShownFill } from '../data/orders'
import { shownZoneName } from '../shell/zone'
import { Moment } from '../ui/moment'
import { Count, Money } from '../ui/number'
import { type Column, Table } from '../ui/table'
import { SideCell } from './order-cells'
import { partsText } from './text'

interface FillTableProps {
  readonly caption: string
  readonly fills: readonly ShownFill[]
  readonly dated?: boolean
  readonly onChoose?: (fill: ShownFill) => void
}

export const FillTable = ({ caption, fills, dated = false, onChoose }: FillTableProps) => (
  <Table
    caption={caption}
    columns={columnsOf(dated)}
    rows={fills}
    keyOf={({ fillId }) => fillId}
    {...(onChoose !== undefined && { onChoose })}
  />
)

function columnsOf(dated: boolean): readonly Column<ShownFill>[] {
  const say = partsText()
  return [
    { key: 'symbol', label: say.symbol, cell: ({ symbol }) => <b>{symbol}</b> },
    {
      key: 'time',
      label: say.time(shownZoneName.value),
      cell: (fill) => <Moment at={fill.filledAt} dated={dated} />,
    },
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
