/** The form that amends an order or a leg; a line that is dragged on the chart opens it too. */
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { answered, type Client } from '../../../../sdk'
import { account, holdings } from '../../../data/account'
import { useIntention } from '../../../data/intention'
import {
  amendConditional,
  conditionalOrders,
  legOfOrder,
  type ShownOrder,
} from '../../../data/orders'
import { accountId, client } from '../../../data/session'
import { nameOfLeg } from '../../../parts/leg'
import { partsText } from '../../../parts/text'
import { Button } from '../../../ui/button'
import { FormDialog, useCall } from '../../../ui/dialog'
import { TextField } from '../../../ui/form-field'
import { exitsText, tradeText } from '../text'
import {
  type Amendable,
  canAmendLeg,
  changesOf,
  legAmendment,
  lineTermOf,
  paramsOf,
  TERMS,
  type Term,
  type TypedTerms,
  termsOf,
} from './legs'
import { faultAtAny, trailHintOf } from './protect'

interface Opened {
  readonly target: Amendable
  readonly typed: TypedTerms
}

const opened = signal<Opened | null>(null)

/** Opens the form, with another price of its line if there is one. */
export function openAmendment(target: Amendable, price?: string): void {
  const moved = price === undefined ? {} : { [lineTermOf(target)]: price }
  opened.value = { target, typed: { ...termsOf(target), ...moved } }
}

/** An order that a conditional order has placed is amended as its leg. */
const canAmend = (target: Amendable): boolean =>
  'order' in target ? canAmendOrder(target.order) : canAmendLeg(target.leg)

const canAmendOrder = ({ orderId, status }: ShownOrder): boolean =>
  status !== 'PENDING_CANCEL' && legOfOrder(orderId) === undefined

/** The button of a row. */
export function AmendButton({ target }: { readonly target: Amendable }) {
  const say = exitsText()
  if (!canAmend(target)) return null
  return (
    <Button
      kind="quiet"
      aria-label={say.amendNamed(nameOf(target))}
      onClick={() => openAmendment(target)}
    >
      {say.amend}
    </Button>
  )
}

function nameOf(target: Amendable): string {
  if ('leg' in target) return `${nameOfLeg(target.group, target.leg)} ${target.group.symbol}`
  const { side, quantity, symbol } = target.order
  return `${partsText()[side]} ${quantity} ${symbol}`
}

/** The dialog, while something is amended. */
export function Amendment() {
  const { value: now } = opened
  if (now === null) return null
  const { target } = now
  const key = 'order' in target ? target.order.orderId : target.leg.leg
  return <AmendDialog key={key} {...now} onClose={() => (opened.value = null)} />
}

interface AmendDialogProps extends Opened {
  readonly onClose: () => void
}

function AmendDialog({ target, typed: first, onClose }: AmendDialogProps) {
  const say = exitsText()
  const [typed, setTyped] = useState(first)
  const call = useCall()
  const idOf = useIntention()
  const changes = changesOf(termsOf(target), typed)
  const terms = TERMS.filter((term) => first[term] !== undefined)
  const main = terms.find((term) => term !== 'quantity') ?? terms[0]
  const submit = () => {
    const from = client.peek()
    if (from === null) return
    const id = 'order' in target ? target.order.orderId : target.group.conditionalOrderId
    const clientOrderId = idOf([accountId.peek(), id, changes])
    call.run(() => amend(from, target, changes, clientOrderId), onClose)
  }
  return (
    <FormDialog
      title={say.amendNamed(nameOf(target))}
      action={say.amend}
      call={call}
      shownAt={terms.flatMap(paramsOf)}
      disabled={Object.keys(changes).length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      {'order' in target && <p class="muted">{say.amendHelp}</p>}
      {terms.map((term) => (
        <TermField
          key={term}
          term={term}
          target={target}
          value={typed[term] ?? ''}
          fault={faultAtAny(paramsOf(term), call.fault)}
          first={term === main}
          onInput={(text) => setTyped({ ...typed, [term]: text })}
        />
      ))}
    </FormDialog>
  )
}

interface TermFieldProps {
  readonly term: Term
  readonly target: Amendable
  readonly value: string
  readonly fault: unknown
  /** It takes the focus: the price, if there is one. */
  readonly first: boolean
  readonly onInput: (text: string) => void
}

function TermField({ term, target, value, fault, first, onInput }: TermFieldProps) {
  const say = exitsText()
  const trade = tradeText()
  const { side } = 'order' in target ? target.order : target.leg
  const texts: Readonly<Record<Term, readonly [label: string, hint: string]>> = {
    quantity: [trade.quantity, 'order' in target ? say.quantityHint : say.wholeHint],
    stopPrice: [trade.stop, trade.perShare],
    limitPrice: [trade.limit, trade.perShare],
    trailAmount: [trade.trail, trailHintOf('AMOUNT', side)],
    trailPercent: [trade.trail, trailHintOf('PERCENT', side)],
  }
  const [label, hint] = texts[term]
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode="decimal"
      value={value}
      onInput={onInput}
      autofocus={first}
      fault={fault}
      invalidText={term === 'quantity' ? trade.invalidQuantity : trade.invalidPrice}
    />
  )
}

/** Throws the refusal. */
async function amend(
  from: Client,
  target: Amendable,
  changes: TypedTerms,
  clientOrderId: string,
): Promise<void> {
  if ('order' in target) {
    const { orderId } = target.order
    const { quantity, limitPrice } = changes
    const replacement = {
      ...(quantity !== undefined && { quantity }),
      ...(limitPrice !== undefined && { limitPrice }),
      clientOrderId,
    }
    await answered(from.api.paper.orders({ orderId }).replacement.post(replacement))
  } else {
    const { group, leg } = target
    await amendConditional(from, group.conditionalOrderId, legAmendment(leg, changes))
    conditionalOrders.reload()
  }
  account.reload()
  holdings.reload()
}
