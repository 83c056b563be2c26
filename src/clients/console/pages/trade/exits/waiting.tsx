/** The conditional orders in progress, leg by leg, with their distance from the market. */
import { useRef } from 'preact/hooks'
import { useQuote } from '../../../data/market'
import { type ConditionalOrder, cancelConditional, conditionalOrders } from '../../../data/orders'
import { usePolled } from '../../../data/polled'
import { chooseSymbol } from '../../../data/symbol'
import { nameOfGroup } from '../../../parts/leg'
import { keyOfLeg, type LegRow, LegStatus, legColumns } from '../../../parts/leg-table'
import { CancelCell } from '../../../parts/order-table'
import { legText } from '../../../parts/text'
import { shownDecimal } from '../../../ui/decimal'
import { Money } from '../../../ui/number'
import { Failed } from '../../../ui/states'
import { type Column, Table, useSteadyRows } from '../../../ui/table'
import { exitsText } from '../text'
import { AmendButton } from './amend'
import { distanceOf } from './legs'
import '../trade.css'

interface Row extends LegRow {
  /** It has ended below the pointer, and its row goes when the pointer leaves. */
  readonly ended: boolean
}

/** Absent while there are none. */
export function ConditionalOrders() {
  const say = exitsText()
  const shown = usePolled(conditionalOrders)
  const groups = shown.state === 'ready' ? shown.value : []
  const { ids, hold } = useSteadyRows(groups.map((group) => group.conditionalOrderId))
  const open = new Map(groups.map((group) => [group.conditionalOrderId, group]))
  const before = useRef(open)
  const known = new Map([...before.current, ...open])
  before.current = new Map([...known].filter(([id]) => ids.includes(id)))
  const rows = ids.flatMap((id) => rowsOf(known.get(id), !open.has(id)))
  if (shown.state === 'failed') {
    return (
      <section class="panel">
        <h2>{say.waiting(0)}</h2>
        <Failed error={shown.error} onAgain={conditionalOrders.reload} />
      </section>
    )
  }
  if (rows.length === 0) return null
  return (
    <section class="panel" {...hold}>
      <h2>{say.waiting(groups.length)}</h2>
      <Table
        caption={say.waiting(groups.length)}
        columns={columns()}
        rows={rows}
        keyOf={keyOfLeg}
        onChoose={({ group }) => chooseSymbol(group.symbol)}
      />
    </section>
  )
}

const rowsOf = (group: ConditionalOrder | undefined, ended: boolean): readonly Row[] =>
  group === undefined ? [] : group.legs.map((leg) => ({ group, leg, ended }))

function columns(): readonly Column<Row>[] {
  const say = exitsText()
  const of = legColumns()
  return [
    of.symbol,
    of.leg,
    of.side,
    of.quantity,
    of.filled,
    of.price,
    { key: 'away', label: say.away, numeric: true, cell: (row) => <Away {...row} /> },
    of.valid,
    {
      ...of.status,
      cell: ({ ended, leg }) =>
        ended ? <span class="status">{legText().ENDED}</span> : <LegStatus leg={leg} />,
    },
    { key: 'actions', label: '', wide: true, cell: (row) => <Actions {...row} /> },
  ]
}

function Away({ group, leg }: Pick<Row, 'group' | 'leg'>) {
  const quote = useQuote(group.symbol).value
  const distance = distanceOf(leg, group.triggerBy, quote)
  if (distance === null) return <span class="none">–</span>
  const { amount, percent } = distance
  return (
    <>
      <Money value={amount} />
      {percent !== null && <span class="muted"> ({shownDecimal(percent)} %)</span>}
    </>
  )
}

/** The button that cancels stands at the first leg, since the legs end together. */
function Actions({ group, leg, ended }: Row) {
  if (ended) return null
  const { conditionalOrderId } = group
  return (
    <span class="row-actions">
      <AmendButton target={{ group, leg }} />
      {leg === group.legs[0] && (
        <CancelCell
          id={conditionalOrderId}
          what={nameOfGroup(group)}
          send={async (from) => {
            await cancelConditional(from, conditionalOrderId)
            conditionalOrders.reload()
          }}
        />
      )}
    </span>
  )
}
