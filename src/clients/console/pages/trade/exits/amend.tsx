/** The form that amends an order; a line that is dragged on the chart opens it too. */
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { answered, type Client } from '../../../../sdk'
import { account, holdings } from '../../../data/account'
import { accountId, client } from '../../../data/client'
import { legOfOrder } from '../../../data/conditional-orders'
import { useIntention } from '../../../data/intention'
import type { ShownOrder } from '../../../data/orders'
import { partsText } from '../../../parts/text'
import { Button } from '../../../ui/button'
import { typedDecimal } from '../../../ui/decimal'
import { FormDialog, useCall } from '../../../ui/form-dialog'
import { faultAt, TextField } from '../../../ui/form-field'
import { tradeText } from '../text'
import { exitsText } from './text'

interface Amended {
  readonly order: ShownOrder
  /** The price to begin with. */
  readonly limitPrice: string
}

const amended = signal<Amended | null>(null)

/** An order that a conditional order has placed is not amended by itself. */
export const canAmend = ({ orderId, status }: ShownOrder): boolean =>
  status !== 'PENDING_CANCEL' && legOfOrder(orderId) === undefined

/** Opens the form, with another limit price if there is one. */
export function openAmendment(
  order: ShownOrder,
  limitPrice = String(order.limitPrice ?? ''),
): void {
  amended.value = { order, limitPrice }
}

/** The button of an order's row. */
export function AmendButton({ order }: { readonly order: ShownOrder }) {
  const say = exitsText()
  if (!canAmend(order)) return null
  return (
    <Button
      kind="quiet"
      aria-label={say.amendNamed(nameOf(order))}
      onClick={() => openAmendment(order)}
    >
      {say.amend}
    </Button>
  )
}

const nameOf = ({ side, quantity, symbol }: ShownOrder): string =>
  `${partsText()[side]} ${quantity} ${symbol}`

/** The dialog, while an order is amended. */
export function Amendment() {
  const { value: now } = amended
  if (now === null) return null
  return <AmendDialog key={now.order.orderId} {...now} onClose={() => (amended.value = null)} />
}

function AmendDialog({ order, limitPrice, onClose }: Amended & { readonly onClose: () => void }) {
  const say = exitsText()
  const trade = tradeText()
  const [typed, setTyped] = useState({ quantity: String(order.quantity), limitPrice })
  const call = useCall()
  const idOf = useIntention()
  const isLimit = order.limitPrice !== undefined
  const changes = {
    ...(typedDecimal(typed.quantity) !== String(order.quantity) && {
      quantity: typedDecimal(typed.quantity),
    }),
    ...(isLimit &&
      typedDecimal(typed.limitPrice) !== String(order.limitPrice) && {
        limitPrice: typedDecimal(typed.limitPrice),
      }),
  }
  const submit = () => {
    const from = client.peek()
    if (from === null) return
    const clientOrderId = idOf([accountId.peek(), order.orderId, changes])
    call.run(() => amend(from, order.orderId, { ...changes, clientOrderId }), onClose)
  }
  return (
    <FormDialog
      title={say.amendNamed(nameOf(order))}
      action={say.amend}
      call={call}
      shownAt={['quantity', 'limitPrice']}
      disabled={Object.keys(changes).length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <p class="muted">{say.amendHelp}</p>
      <TextField
        label={trade.quantity}
        inputMode="decimal"
        value={typed.quantity}
        onInput={(quantity) => setTyped({ ...typed, quantity })}
        hint={say.quantityHint}
        autofocus={!isLimit}
        fault={faultAt('quantity', call.fault)}
        invalidText={trade.invalidQuantity}
      />
      {isLimit && (
        <TextField
          label={trade.limit}
          inputMode="decimal"
          value={typed.limitPrice}
          onInput={(price) => setTyped({ ...typed, limitPrice: price })}
          hint={trade.perShare}
          autofocus
          fault={faultAt('limitPrice', call.fault)}
          invalidText={trade.invalidPrice}
        />
      )}
    </FormDialog>
  )
}

type Replacement = Parameters<
  ReturnType<Client['api']['paper']['orders']>['replacement']['post']
>[0]

/** Throws the refusal. */
async function amend(from: Client, orderId: string, replacement: Replacement): Promise<void> {
  await answered(from.api.paper.orders({ orderId }).replacement.post(replacement))
  account.reload()
  holdings.reload()
}
