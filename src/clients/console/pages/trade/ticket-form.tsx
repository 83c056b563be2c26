/** The ticket's form: side, type, quantity, limit, validity, and what comes of it. */
import { useEffect } from 'preact/hooks'
import { msOf } from '../../data/time'
import { partsText } from '../../parts/text'
import { useFocusTarget } from '../../shell/focus'
import { Button, Choice } from '../../ui/button'
import { faultAt, faultElsewhere, SelectField, TextField } from '../../ui/form-field'
import { RefusalNote } from '../../ui/refusal-note'
import { clockTime, dayOf, NEW_YORK_ZONE } from '../../ui/when'
import { Estimate, previewNow, useEstimate } from './estimate'
import { tradeText } from './text'
import { change, form, place, placing, VALIDITIES } from './ticket'
import { quantityField } from './ticket-focus'
import './ticket-form.css'

const FIELDS = ['quantity', 'limitPrice', 'timeInForce']

export function TicketForm({ symbol }: { readonly symbol: string }) {
  const say = tradeText()
  const quantity = useFocusTarget(quantityField)
  const filled = form.value
  const { value: now } = placing
  const estimate = useEstimate(symbol)
  const fault = now.state === 'refused' ? now.error : estimate.fault

  // A refused field is where one goes on.
  useEffect(() => {
    if (faultAt('quantity', fault) !== undefined && now.state === 'refused') {
      quantity.current?.focus()
    }
  }, [fault, now.state])

  const submit = (event: Event): void => {
    event.preventDefault()
    void place()
  }
  return (
    <form class="ticket" onSubmit={submit} noValidate>
      <SideAndType />
      <div class="fields">
        <TextField
          label={say.quantity}
          inputMode="decimal"
          inputRef={quantity}
          value={filled.quantity}
          onInput={(text) => change({ quantity: text })}
          fault={faultAt('quantity', fault)}
        />
        {filled.orderType === 'LIMIT' && (
          <TextField
            label={say.limit}
            hint={say.perShare}
            inputMode="decimal"
            value={filled.limitPrice}
            onInput={(text) => change({ limitPrice: text })}
            fault={faultAt('limitPrice', fault)}
          />
        )}
        <SelectField
          label={say.valid}
          value={filled.timeInForce}
          options={VALIDITIES.map((each) => [each, say[each]])}
          onChange={(timeInForce) => change({ timeInForce })}
          fault={faultAt('timeInForce', fault)}
        />
      </div>
      <Estimate shown={estimate} />
      <div class="row actions">
        <Button onClick={previewNow}>{say.preview}</Button>
        <Button
          kind={filled.side === 'BUY' ? 'buy' : 'sell'}
          type="submit"
          busy={now.state === 'sending'}
        >
          {now.state === 'unknown'
            ? say.placeAgain
            : filled.side === 'BUY'
              ? say.placeBuy(symbol)
              : say.placeSell(symbol)}
        </Button>
      </div>
      <Outcome fault={faultElsewhere(FIELDS, fault)} />
    </form>
  )
}

function SideAndType() {
  const say = tradeText()
  const parts = partsText()
  const { side, orderType } = form.value
  return (
    <div class="row">
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
        options={[
          ['MARKET', parts.MARKET],
          ['LIMIT', parts.LIMIT],
        ]}
        onChange={(orderType) => change({ orderType })}
      />
    </div>
  )
}

function Outcome({ fault }: { readonly fault: unknown }) {
  const say = tradeText()
  const { value: now } = placing
  return (
    <div class="outcome">
      <div role="status">
        {now.state === 'sending' && say.sending}
        {now.state === 'placed' && (
          <span class="placed">
            ✓{' '}
            {now.waits === null
              ? say.placed
              : say.placedWaits(now.waits.for, timeOf(now.waits.until))}
          </span>
        )}
      </div>
      {now.state === 'unknown' && (
        <div role="alert">
          <p>{say.unknown}</p>
          <RefusalNote error={now.error} />
        </div>
      )}
      {fault !== undefined && fault !== null && <RefusalNote error={fault} />}
    </div>
  )
}

const timeOf = (instant: string): string => {
  const ms = msOf(instant)
  return `${dayOf(ms, NEW_YORK_ZONE)} ${clockTime(ms, NEW_YORK_ZONE)}`
}
