/** The estimate of the order in the ticket, part by part, as the server gives it. */
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { account } from '../../data/account'
import { client } from '../../data/client'
import { after } from '../../data/time'
import { shownDecimal } from '../../ui/decimal'
import { Count, Money } from '../../ui/number'
import { cents, less } from '../../ui/sum'
import { tradeText } from './text'
import { form, type PreviewAnswer, preview } from './ticket'

export interface ShownEstimate {
  readonly parts: PreviewAnswer | null
  /** Why there is none; not for a form that has no quantity yet. */
  readonly fault: unknown
}

const TYPING_MS = 250
/** The market moves on. */
const EVERY_MS = 3_000
const asked = signal(0)

/** Also for a form that is not complete, to be told what is missing. */
export function previewNow(): void {
  asked.value++
}

/** Follows the form, and the market. */
export function useEstimate(symbol: string): ShownEstimate {
  const [shown, setShown] = useState<ShownEstimate>({ parts: null, fault: null })
  const filled = form.value
  const from = client.value
  const times = asked.value
  useEffect(() => {
    const isComplete =
      filled.quantity !== '' && (filled.orderType === 'MARKET' || filled.limitPrice !== '')
    const isAsked = times > answeredTimes
    answeredTimes = times
    if (from === null || !(isComplete || isAsked)) return setShown({ parts: null, fault: null })
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
    let cancel = after(isAsked ? 0 : TYPING_MS, () => void read())
    return () => {
      over = true
      cancel()
    }
  }, [filled, from, symbol, times])
  return shown
}

/** A press of Preview counts once, and not again when the form changes. */
let answeredTimes = 0

export function Estimate({ shown: { parts } }: { readonly shown: ShownEstimate }) {
  const say = tradeText()
  const { value: worth } = account.shown
  const buyingPower = worth.state === 'ready' ? worth.value.buyingPower : null
  const left =
    parts !== null && buyingPower !== null && form.value.side === 'BUY'
      ? cents(less(buyingPower, parts.holdAmount))
      : null
  const { expectedFillPrice: fillPrice, expectedFillQuantity: fillQuantity } = parts ?? {}
  const fills =
    fillPrice === null || fillPrice === undefined || fillQuantity === undefined
      ? say.nothing
      : say.nextTickFills(shownDecimal(fillQuantity), shownDecimal(fillPrice, { places: 2 }))
  return (
    <dl class="estimate" aria-label={say.estimate}>
      <dt>{say.unitPrice}</dt>
      <dd>
        <Money value={parts?.estimatedPrice} />
      </dd>
      <dt>{say.amount}</dt>
      <dd>
        <Money value={parts?.orderAmount} />
      </dd>
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
      <dt>{say.held}</dt>
      <dd>
        <Money value={parts && form.value.side === 'BUY' ? parts.holdAmount : null} />
      </dd>
      <dt>{say.leaves}</dt>
      <dd>
        <Money value={left} />
      </dd>
      <dt>{say.nextTick}</dt>
      <dd>{parts === null ? <span class="none">–</span> : fills}</dd>
      <dt>{say.available}</dt>
      <dd>
        <Count value={parts?.availableSize} />
      </dd>
      <dt>{say.fills}</dt>
      <dd>{parts?.fillProfile ?? <span class="none">–</span>}</dd>
      {parts !== null && !parts.valid && parts.rejectReason !== null && (
        <dd class="refused-now">
          {say.refusedNow}{' '}
          <a href={`/errors/${parts.rejectReason}`} target="_blank" rel="noreferrer">
            {parts.rejectReason}
          </a>
        </dd>
      )}
    </dl>
  )
}
