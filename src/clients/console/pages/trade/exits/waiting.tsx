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
      label: say.trigger,
      numeric,
      cell: ({ leg }) => <Money value={levelOf(leg)} live />,
    },
    { key: 'away', label: say.away, numeric, cell: (row) => <Away {...row} /> },
    { key: 'valid', label: say.untilWhen, cell: ({ group }) => group.timeInForce },
    { key: 'status', label: parts.status, cell: (row) => <LegStatus {...row} /> },
    { key: 'cancel', label: '', wide: true, cell: (row) => <CancelGroup {...row} /> },
  ]
}

/** A code in words. A code of a newer server is shown as it is. */
function inWords(code: string): string {
  const texts: Readonly<Record<string, unknown>> = { ...exitsText(), ...partsText() }
  const text = texts[code]
  return typeof text === 'string' ? text : code
}

/** `OCO 10 AAPL` */
export const nameOfGroup = ({ legs, symbol, type }: ConditionalOrder): string =>
  `${inWords(type)} ${shownDecimal(legs[0]?.quantity ?? 0)} ${symbol}`

/** `Stop loss · OCO`, or `Trailing stop · trails by 2.5 %`. */
function nameOfLeg(group: ConditionalOrder, leg: Leg): string {
  const say = exitsText()
  const { trailAmount, trailPercent } = leg
  const trail =
    trailAmount !== undefined
      ? say.trailOf(`${shownDecimal(trailAmount, { places: 2 })} USD`)
      : trailPercent !== undefined
        ? say.trailOf(`${shownDecimal(trailPercent)} %`)
        : null
  const isAlone = leg.leg === 'SINGLE'
  const name = isAlone ? inWords(leg.type) : say.ofType(inWords(leg.leg), inWords(group.type))
  return trail === null ? name : `${name} · ${trail}`
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

/** The states of the legs, one after the other: `Entry: Working · Stop loss: After the entry`. */
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

/** Stands at the first leg, since the legs end together. */
function CancelGroup({ group, leg, ended }: Row) {
  if (ended || leg !== group.legs[0]) return null
  const { conditionalOrderId } = group
  return (
    <CancelCell
      id={conditionalOrderId}
      what={nameOfGroup(group)}
      send={async (from) => {
        await cancelConditional(from, conditionalOrderId)
        conditionalOrders.reload()
      }}
    />
  )
}
