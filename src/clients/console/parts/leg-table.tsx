/** The columns of a table of legs, and their states. */
import type { ConditionalOrder, Leg } from '../data/orders'
import { shownDecimal } from '../ui/decimal'
import { Count, Money } from '../ui/number'
import type { Column } from '../ui/table'
import { inWords, isOpenLeg, levelOf, nameOfLeg } from './leg'
import { SideCell } from './order-table'
import { ruleText } from './rules'
import { legText, partsText } from './text'

export interface LegRow {
  readonly group: ConditionalOrder
  readonly leg: Leg
}

export const keyOfLeg = ({ group, leg }: LegRow): string => `${group.conditionalOrderId} ${leg.leg}`

/** The columns by their names, for a table to choose from. */
export function legColumns() {
  const say = legText()
  const parts = partsText()
  return {
    symbol: { key: 'symbol', label: parts.symbol, cell: ({ group }) => <b>{group.symbol}</b> },
    leg: {
      key: 'leg',
      label: say.leg,
      wide: true,
      cell: ({ group, leg }) => nameOfLeg(group, leg),
    },
    side: { key: 'side', label: parts.side, cell: ({ leg }) => <SideCell side={leg.side} /> },
    quantity: {
      key: 'quantity',
      label: parts.quantity,
      numeric: true,
      cell: ({ leg }) => <Count value={leg.quantity} />,
    },
    filled: {
      key: 'filled',
      label: parts.filled,
      numeric: true,
      cell: ({ leg }) => <Count value={leg.filledQuantity} live />,
    },
    price: {
      key: 'trigger',
      label: parts.price,
      numeric: true,
      cell: ({ leg }) => <Money value={levelOf(leg)} live />,
    },
    valid: { key: 'valid', label: say.untilWhen, cell: ({ group }) => group.timeInForce },
    status: {
      key: 'status',
      label: parts.status,
      wide: true,
      cell: ({ leg }) => <LegStatus leg={leg} />,
    },
  } as const satisfies Readonly<Record<string, Column<LegRow>>>
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

export function LegStatus({ leg }: { readonly leg: Leg }) {
  const say = legText()
  const parts = partsText()
  const { status, triggerPrice } = leg
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
  return (
    <>
      <span class={`status ${status.toLowerCase()}`}>{texts[status] ?? status}</span>
      {!isOpenLeg(leg) && <Reason leg={leg} />}
    </>
  )
}

/** Why the leg ended: in words, or as the code of a refusal, which has a page. */
function Reason({ leg: { reason } }: { readonly leg: Leg }) {
  if (reason === undefined) return null
  const texts: Readonly<Record<string, string>> = ruleText()
  const text = texts[reason]
  return (
    <>
      {' · '}
      {text ?? (
        <a href={`/errors/${reason}`} target="_blank" rel="noreferrer">
          {reason}
        </a>
      )}
    </>
  )
}
