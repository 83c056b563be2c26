/** The fields of the ticket: side, type, quantity, prices, and how long the order is valid. */
import { useEffect, useRef } from 'preact/hooks'
import { client } from '../../data/session'
import { partsText } from '../../parts/text'
import { useFocusTarget } from '../../shell/shortcuts'
import { Button, Choice } from '../../ui/button'
import { shownDecimal } from '../../ui/decimal'
import { faultAt, SelectField, TextField } from '../../ui/form-field'
import { hasExits, stopParams, TIMES_IN_FORCE, type TypedExits } from './exits/legs'
import { faultAtAny, StopField } from './exits/protect'
import { exitsText, tradeText } from './text'
import {
  change,
  fillQuantity,
  form,
  isConditional,
  ORDER_TYPES,
  PORTIONS,
  placing,
  previewNow,
  quantityField,
  sellableOf,
  type TicketFields,
  VALIDITIES,
} from './ticket'

/** The server's names of the fields. The fields of an entry have `entry` before them. */
const TRAIL = stopParams('', 'entry.')
const STOP_LOSS = stopParams('stopLoss.')
const PROFIT = 'takeProfit.limitPrice'

/** The params whose faults are shown at fields of the form, as it is filled. */
export const shownParams = ({ side, orderType }: TicketFields): readonly string[] => [
  'quantity',
  'timeInForce',
  ...(orderType === 'LIMIT' || orderType === 'STOP_LIMIT'
    ? ['limitPrice', 'entry.limitPrice']
    : []),
  ...(orderType === 'MARKET' || orderType === 'LIMIT' ? [] : TRAIL),
  ...(side === 'BUY' ? [PROFIT, ...STOP_LOSS] : []),
]

interface TicketFieldsetProps {
  readonly symbol: string
  /** Why the server refuses the form, shown at the field that it is about. */
  readonly fault: unknown
}

export function TicketFieldset({ symbol, fault }: TicketFieldsetProps) {
  const say = tradeText()
  const quantity = useFocusTarget(quantityField)
  const filled = form.value
  const { state } = placing.value
  const sellable = filled.side === 'SELL' ? sellableOf(symbol) : null

  // A user corrects the refused quantity next.
  useEffect(() => {
    if (faultAt('quantity', fault) !== undefined && state === 'refused') quantity.current?.focus()
  }, [fault, state])

  return (
    <div class="fields">
      <TextField
        label={say.quantity}
        inputMode="decimal"
        inputRef={quantity}
        value={filled.quantity}
        onInput={(text) => change({ quantity: text })}
        hint={sellable === null ? undefined : say.sellable(shownDecimal(sellable))}
        fault={faultAt('quantity', fault)}
        invalidText={say.invalidQuantity}
      />
      <PriceFields fault={fault} />
      <Portions symbol={symbol} />
      {filled.side === 'BUY' && <ExitFields fault={fault} />}
      <ValidityField fault={fault} />
    </div>
  )
}

/** The prices that the type of the order has. */
function PriceFields({ fault }: { readonly fault: unknown }) {
  const say = tradeText()
  const { side, orderType, stopPrice, limitPrice, trail } = form.value
  const isStop = orderType === 'STOP' || orderType === 'STOP_LIMIT'
  const isLimit = orderType === 'LIMIT' || orderType === 'STOP_LIMIT'
  return (
    <>
      {isStop && (
        <TextField
          label={say.stop}
          hint={say.perShare}
          inputMode="decimal"
          value={stopPrice}
          onInput={(text) => change({ stopPrice: text })}
          fault={faultAtAny(['stopPrice', 'entry.stopPrice'], fault)}
          invalidText={say.invalidPrice}
        />
      )}
      {isLimit && (
        <TextField
          label={say.limit}
          hint={say.perShare}
          inputMode="decimal"
          value={limitPrice}
          onInput={(text) => change({ limitPrice: text })}
          fault={faultAtAny(['limitPrice', 'entry.limitPrice'], fault)}
          invalidText={say.invalidPrice}
        />
      )}
      {orderType === 'TRAILING_STOP' && (
        <StopField
          label={say.trail}
          side={side}
          typed={trail}
          kinds={['AMOUNT', 'PERCENT']}
          name="trail-by"
          fault={fault}
          params={TRAIL}
          onChange={(changes) => change({ trail: { ...trail, ...changes } })}
        />
      )}
    </>
  )
}

/** The exits of a BUY, folded until they are wanted. */
function ExitFields({ fault }: { readonly fault: unknown }) {
  const say = exitsText()
  const { exits } = form.value
  const details = useRef<HTMLDetailsElement>(null)
  const isRefused = faultAtAny([PROFIT, ...STOP_LOSS], fault) !== undefined
  useEffect(() => {
    if (isRefused && details.current !== null) details.current.open = true
  }, [isRefused])
  const changeExits = (changes: Partial<TypedExits>): void =>
    change({ exits: { ...form.peek().exits, ...changes } })
  return (
    <details class="ticket-exits" ref={details}>
      <summary>{hasExits(exits) ? say.withExits : say.exits}</summary>
      <TextField
        label={say.takeProfit}
        inputMode="decimal"
        value={exits.takeProfit}
        onInput={(takeProfit) => changeExits({ takeProfit })}
        hint={say.optional}
        fault={faultAt(PROFIT, fault)}
        invalidText={tradeText().invalidPrice}
      />
      <StopField
        typed={exits}
        name="exit-by"
        fault={fault}
        params={STOP_LOSS}
        onChange={changeExits}
      />
    </details>
  )
}

/** How long the order is valid. */
function ValidityField({ fault }: { readonly fault: unknown }) {
  const say = tradeText()
  const exits = exitsText()
  const filled = form.value
  if (isConditional(filled)) {
    return (
      <SelectField
        label={say.valid}
        value={filled.conditionalTimeInForce}
        options={TIMES_IN_FORCE.map((each) => [each, exits[each]])}
        onChange={(conditionalTimeInForce) => change({ conditionalTimeInForce })}
        fault={faultAt('timeInForce', fault)}
      />
    )
  }
  return (
    <SelectField
      label={say.valid}
      value={filled.timeInForce}
      options={VALIDITIES.map((each) => [each, say[each]])}
      onChange={(timeInForce) => change({ timeInForce })}
      fault={faultAt('timeInForce', fault)}
    />
  )
}

/** Buttons that fill in a part of what the account can buy or sell. */
function Portions({ symbol }: { readonly symbol: string }) {
  const say = tradeText()
  const fill = (percent: number): void => {
    const from = client.peek()
    if (from !== null) fillQuantity(from, symbol, percent).catch(previewNow)
  }
  return (
    <fieldset class="portions">
      <legend class="unseen">{say.portions}</legend>
      {PORTIONS.map((percent) => (
        <Button key={percent} onClick={() => fill(percent)}>
          {percent === 100 ? say.max : `${percent} %`}
        </Button>
      ))}
    </fieldset>
  )
}

export function SideAndType() {
  const say = tradeText()
  const parts = partsText()
  const { side, orderType } = form.value
  return (
    <div class="side-and-type">
      <Choice
        label={say.side}
        name="side"
        value={side}
        options={[
          ['BUY', parts.BUY],
          ['SELL', parts.SELL],
        ]}
        onChange={(side) => change({ side })}
      />
      <Choice
        label={say.type}
        name="orderType"
        value={orderType}
        options={ORDER_TYPES.map((each) => [
          each,
          each === 'TRAILING_STOP' ? say.trailing : parts[each],
        ])}
        onChange={(orderType) => change({ orderType })}
      />
    </div>
  )
}
