/** The conditional orders in progress, leg by leg, with their distance from the market. */
import { useRef } from 'preact/hooks'
import {
  type ConditionalOrder,
  cancelConditional,
  conditionalOrders,
  type Leg,
} from '../../../data/conditional-orders'
import { usePolled } from '../../../data/polled'
import { useQuote } from '../../../data/quotes'
import { chooseSymbol } from '../../../data/symbol'
import { CancelCell, SideCell } from '../../../parts/order-table'
import { partsText } from '../../../parts/text'
import { shownDecimal } from '../../../ui/decimal'
import { Count, Money } from '../../../ui/number'
import { Failed } from '../../../ui/states'
import { type Column, Table } from '../../../ui/table'
import { useSteadyRows } from '../steady-rows'
import { AmendButton } from './amend'
import { inWords, nameOfGroup, nameOfLeg } from './leg-name'
import { distanceOf, levelOf } from './legs'
import { exitsText } from './text'
import './exits.css'

interface Row {
  readonly group: ConditionalOrder
  readonly leg: Leg
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
        keyOf={({ group, leg }) => `${group.conditionalOrderId} ${leg.leg}`}
        onChoose={({ group }) => chooseSymbol(group.symbol)}
      />
    </section>
  )
}

const rowsOf = (group: ConditionalOrder | undefined, ended: boolean): readonly Row[] =>
  group === undefined ? [] : group.legs.map((leg) => ({ group, leg, ended }))

function columns(): readonly Column<Row>[] {
  const say = exitsText()
  const parts = partsText()
  const numeric = true
  return [
    { key: 'symbol', label: parts.symbol, cell: ({ group }) => <b>{group.symbol}</b> },
    { key: 'leg', label: say.leg, wide: true, cell: ({ group, leg }) => nameOfLeg(group, leg) },
    { key: 'side', label: parts.side, cell: ({ leg }) => <SideCell side={leg.side} /> },
    {
      key: 'quantity',
      label: parts.quantity,
      numeric,
      cell: ({ leg }) => <Count value={leg.quantity} />,
    },
    {
      key: 'filled',
      label: parts.filled,
      numeric,
      cell: ({ leg }) => <Count value={leg.filledQuantity} live />,
    },
    {
      key: 'trigger',
      label: parts.price,
      numeric,
      cell: ({ leg }) => <Money value={levelOf(leg)} live />,
    },
    { key: 'away', label: say.away, numeric, cell: (row) => <Away {...row} /> },
    { key: 'valid', label: say.untilWhen, cell: ({ group }) => group.timeInForce },
    { key: 'status', label: parts.status, wide: true, cell: (row) => <LegStatus {...row} /> },
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

/** The states of the legs: `Entry: Working · Stop loss: Waits for the entry`. */
export function GroupStatus({ group: { legs } }: { readonly group: ConditionalOrder }) {
  const [first] = legs
  if (first !== undefined && legs.length === 1) return <LegStatus leg={first} />
  return (
    <>
      {legs.map((leg, index) => (
        <span key={leg.leg}>
          {index > 0 && ' · '}
          {inWords(leg.leg)}: <LegStatus leg={leg} />
        </span>
      ))}
    </>
  )
}

interface LegStatusProps {
  readonly leg: Leg
  readonly ended?: boolean
}

function LegStatus({ leg, ended = false }: LegStatusProps) {
  const say = exitsText()
  const parts = partsText()
  const { status, triggerPrice } = leg
  if (ended) return <span class="status">{say.ENDED}</span>
  const texts: Readonly<Record<string, string>> = {
    PENDING: say.PENDING,
    ARMED: say.ARMED,
    TRIGGERED:
      triggerPrice === undefined
        ? say.WORKING
        : say.triggeredAt(shownDecimal(triggerPrice, { places: 2 })),
    FILLED: parts.FILLED,
    CANCELED: parts.CANCELED,
    EXPIRED: parts.EXPIRED,
    REJECTED: parts.REJECTED,
  }
  return <span class={`status ${status.toLowerCase()}`}>{texts[status] ?? status}</span>
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
