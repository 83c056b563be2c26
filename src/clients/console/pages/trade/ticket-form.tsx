/** The ticket's form: its fields, the estimate, and what has become of its order. */
import './trade.css'
import { useEffect, useState } from 'preact/hooks'
import { account } from '../../data/account'
import { conditionalOrderOf, isOpenOrder, orderOf } from '../../data/orders'
import { client } from '../../data/session'
import { after, msOf } from '../../data/time'
import { GroupStatus } from '../../parts/leg-table'
import { StatusCell, Why } from '../../parts/order-table'
import { partsText } from '../../parts/text'
import { sessionName } from '../../shell/text'
import { Button } from '../../ui/button'
import { cents, centsUp, less, shownDecimal } from '../../ui/decimal'
import { faultElsewhere } from '../../ui/form-field'
import { Count, Money } from '../../ui/number'
import { RefusalNote } from '../../ui/states'
import { clockTime, dayOf, NEW_YORK_ZONE } from '../../ui/when'
import { tradeText } from './text'
import {
  type Estimated,
  form,
  isComplete,
  isStopType,
  place,
  placing,
  preview,
  previewNow,
  previewRequests,
  type Wait,
} from './ticket'
import { SideAndType, shownParams, TicketFieldset } from './ticket-fields'

export function TicketForm({ symbol }: { readonly symbol: string }) {
  const { value: now } = placing
  const estimate = useEstimate(symbol)
  const fault = now.state === 'refused' ? now.error : estimate.fault
  const submit = (event: Event): void => {
    event.preventDefault()
    void place()
  }
  return (
    <form class="ticket" onSubmit={submit} noValidate>
      <SideAndType />
      <TicketFieldset symbol={symbol} fault={fault} />
      {isStopType(form.value) ? (
        <ConditionalEstimate shown={estimate} />
      ) : (
        <Estimate shown={estimate} />
      )}
      <Actions symbol={symbol} />
      <Outcome fault={faultElsewhere(shownParams(form.value), fault)} />
    </form>
  )
}

/** What the order does at its trigger, and what it holds until then. */
function ConditionalEstimate({ shown: { parts } }: EstimateProps) {
  const say = tradeText()
  const { orderType, side } = form.value
  const notes = {
    MARKET: null,
    LIMIT: null,
    STOP: say.stopNote,
    STOP_LIMIT: say.stopLimitNote,
    TRAILING_STOP: side === 'BUY' ? say.trailBuyNote : say.trailSellNote,
  }
  return (
    <div class="conditional-estimate">
      <p class="conditional-note">
        {notes[orderType]} {side === 'BUY' ? say.holdsCash : say.holdsShares}
      </p>
      <dl class="estimate" aria-label={say.estimate}>
        <Costs parts={parts} />
        <Holds parts={parts} />
        <RefusedNow parts={parts} />
      </dl>
    </div>
  )
}

/** The buttons that preview and place the order. */
function Actions({ symbol }: { readonly symbol: string }) {
  const say = tradeText()
  const { side } = form.value
  const { state } = placing.value
  return (
    <div class="row actions">
      <Button onClick={previewNow}>{say.preview}</Button>
      <Button kind={side === 'BUY' ? 'buy' : 'sell'} type="submit" busy={state === 'sending'}>
        {state === 'unknown'
          ? say.placeAgain
          : side === 'BUY'
            ? say.placeBuy(symbol)
            : say.placeSell(symbol)}
      </Button>
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
        {now.state === 'placed' && <Placed {...now} />}
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

interface PlacedProps {
  readonly clientOrderId: string
  readonly waits: Wait | null
}

/** What has become of the order since it was placed. */
function Placed({ clientOrderId, waits }: PlacedProps) {
  const say = tradeText()
  const parts = partsText()
  const order = orderOf(clientOrderId)
  const conditional = conditionalOrderOf(clientOrderId)
  if (conditional !== undefined) {
    return (
      <span class="placed">
        ✓ {say.placed} <GroupStatus group={conditional} />
      </span>
    )
  }
  if (order !== undefined && order.avgFillPrice !== undefined && order.filledQuantity > 0) {
    const price = shownDecimal(order.avgFillPrice, { places: 2 })
    return (
      <span class="placed">
        ✓ {parts.fillOf(shownDecimal(order.filledQuantity), price)}
        {order.status !== 'FILLED' && ` · ${parts[order.status]}`}
      </span>
    )
  }
  if (order !== undefined && !isOpenOrder(order)) return <StatusCell order={order} />
  return (
    <span class="placed">
      ✓ {waits === null ? say.placed : say.placedWaits(sessionName(waits.for), timeOf(waits.until))}
      {order !== undefined && waits === null && (
        <>
          {' '}
          <Why order={order} />
        </>
      )}
    </span>
  )
}

const timeOf = (instant: string): string => {
  const ms = msOf(instant)
  return `${dayOf(ms, NEW_YORK_ZONE)} ${clockTime(ms, NEW_YORK_ZONE)}`
}

export interface ShownEstimate {
  readonly parts: Estimated | null
  /** Why there is no estimate; null for a form without a quantity. */
  readonly fault: unknown
}

const TYPING_MS = 250
const EVERY_MS = 3_000
/** The estimate of the ticket's order, read again as the form and the market change. */
function useEstimate(symbol: string): ShownEstimate {
  const [shown, setShown] = useState<ShownEstimate>({ parts: null, fault: null })
  const filled = form.value
  const from = client.value
  const times = previewRequests.value
  useEffect(() => {
    const isRequested = times > requestsDone
    requestsDone = times
    if (from === null || !(isComplete(filled) || isRequested)) {
      return setShown({ parts: null, fault: null })
    }
    let over = false
    const read = async (): Promise<void> => {
      const found = await preview(from, symbol, filled).then(
        (parts): ShownEstimate => ({ parts, fault: null }),
        (fault: unknown): ShownEstimate => ({ parts: null, fault }),
      )
      if (over) return
      setShown(found)
      cancel = after(EVERY_MS, () => void read())
    }
    let cancel = after(isRequested ? 0 : TYPING_MS, () => void read())
    return () => {
      over = true
      cancel()
    }
  }, [filled, from, symbol, times])
  return shown
}

/** The presses of Preview that have been handled. */
let requestsDone = 0

interface EstimateProps {
  readonly shown: ShownEstimate
}

interface PartsProps {
  readonly parts: Estimated | null
}

function Costs({ parts }: PartsProps) {
  const say = tradeText()
  return (
    <>
      <dt>{say.unitPrice}</dt>
      <dd>
        <Money value={parts?.estimatedPrice} />
      </dd>
      <dt>{say.amount}</dt>
      <dd>
        <Money value={parts?.orderAmount} />
      </dd>
    </>
  )
}

/** The cash that a BUY holds, and the buying power that it leaves. */
function Holds({ parts }: PartsProps) {
  const say = tradeText()
  const { value: worth } = account.shown
  const buyingPower = worth.state === 'ready' ? worth.value.buyingPower : null
  const held = parts !== null && form.value.side === 'BUY' ? parts.holdAmount : null
  const left = held !== null && buyingPower !== null ? cents(less(buyingPower, held)) : null
  return (
    <>
      <dt>{say.hold}</dt>
      <dd>
        <Money value={held === null ? null : centsUp(held)} />
      </dd>
      <dt>{say.leaves}</dt>
      <dd>
        <Money value={left} />
      </dd>
    </>
  )
}

function RefusedNow({ parts }: PartsProps) {
  if (parts === null || parts.valid || parts.rejectReason === null) return null
  return (
    <dd class="refused-now">
      {tradeText().refusedNow}{' '}
      <a href={`/errors/${parts.rejectReason}`} target="_blank" rel="noreferrer">
        {parts.rejectReason}
      </a>
    </dd>
  )
}

function Estimate({ shown: { parts } }: EstimateProps) {
  const say = tradeText()
  const { expectedFillPrice: fillPrice, expectedFillQuantity: fillQuantity } = parts ?? {}
  const { orderType, timeInForce } = form.value
  const stands = parts?.valid === true && orderType === 'LIMIT' && timeInForce === 'DAY'
  const fills =
    fillPrice === null || fillPrice === undefined || fillQuantity === undefined
      ? stands
        ? say.untilLimit
        : say.nothing
      : say.nextTickFills(shownDecimal(fillQuantity), shownDecimal(fillPrice, { places: 2 }))
  return (
    <dl class="estimate" aria-label={say.estimate}>
      <Costs parts={parts} />
      <dt>{say.fee}</dt>
      <dd>
        <Money value={parts?.estimatedFee} />
      </dd>
      <dt>{say.tax}</dt>
      <dd>
        <Money value={parts?.estimatedTax} />
      </dd>
      <dt class="total">{say.total}</dt>
      <dd class="total">
        <Money value={parts?.estimatedTotal} />
      </dd>
      <Holds parts={parts} />
      <dt>{say.nextTick}</dt>
      <dd>{parts === null ? <span class="none">–</span> : fills}</dd>
      <dt>{say.available}</dt>
      <dd>
        <Count value={parts?.availableSize} />
      </dd>
      <dt>{say.profile}</dt>
      <dd>{parts?.fillProfile ?? <span class="none">–</span>}</dd>
      <RefusedNow parts={parts} />
    </dl>
  )
}
