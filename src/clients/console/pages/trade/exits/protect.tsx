/**
 * The form that protects a holding by a stop loss, a take profit, or both, and the field of a stop
 * loss [console.exits].
 */
import { useState } from 'preact/hooks'
import { answered, type Client } from '../../../../sdk'
import { account, type Holding, holdings } from '../../../data/account'
import { useIntention } from '../../../data/intention'
import { conditionalOrders, type Leg, placeConditional } from '../../../data/orders'
import { accountId, client } from '../../../data/session'
import { legText } from '../../../parts/text'
import { Choice } from '../../../ui/button'
import { shownDecimal, typedDecimal } from '../../../ui/decimal'
import { FormDialog, useCall } from '../../../ui/dialog'
import { faultAt, SelectField, TextField } from '../../../ui/form-field'
import { exitsText, tradeText } from '../text'
import {
  NO_EXITS,
  type Protection,
  protectionOf,
  STOP_KINDS,
  type StopBy,
  stopParams,
  TIMES_IN_FORCE,
  type TypedStop,
} from './legs'
import '../trade.css'

/** The server's names of the fields: an OCO has both exits, anything else one. */
const STOP = stopParams('', 'stopLoss.')
const PROFIT = ['limitPrice', 'takeProfit.limitPrice']

interface ProtectDialogProps {
  readonly holding: Holding
  readonly onClose: () => void
}

/** Protects the shares that no open order holds, unless another quantity is typed. */
export function ProtectDialog({ holding, onClose }: ProtectDialogProps) {
  const say = exitsText()
  const trade = tradeText()
  const { symbol, sellableQuantity, currentPrice } = holding
  const [typed, setTyped] = useState<Protection>({
    ...NO_EXITS,
    symbol,
    quantity: String(sellableQuantity),
    timeInForce: 'GTC',
  })
  const call = useCall()
  const idOf = useIntention()
  const change = (changes: Partial<Protection>) => setTyped({ ...typed, ...changes })
  const isProfitAlone = typed.stop === '' && typed.takeProfit !== ''
  const submit = () => {
    const from = client.peek()
    if (from === null) return
    const clientOrderId = idOf([accountId.peek(), typed])
    call.run(() => protect(from, typed, clientOrderId), onClose)
  }
  return (
    <FormDialog
      title={say.protectNamed(symbol)}
      action={say.protect}
      call={call}
      shownAt={['quantity', ...STOP, ...PROFIT]}
      disabled={typed.stop === '' && typed.takeProfit === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <p class="muted">{say.protectHelp(shownDecimal(currentPrice, { places: 2 }))}</p>
      <TextField
        label={trade.quantity}
        inputMode="decimal"
        value={typed.quantity}
        onInput={(quantity) => change({ quantity })}
        hint={trade.sellable(shownDecimal(sellableQuantity))}
        fault={faultAt('quantity', call.fault)}
        invalidText={trade.invalidQuantity}
      />
      <StopField
        typed={typed}
        name="protect-by"
        params={STOP}
        autofocus
        fault={call.fault}
        onChange={change}
      />
      <TextField
        label={say.takeProfit}
        inputMode="decimal"
        value={typed.takeProfit}
        onInput={(takeProfit) => change({ takeProfit })}
        hint={say.optional}
        fault={faultAtAny(PROFIT, call.fault)}
        invalidText={trade.invalidPrice}
      />
      <SelectField
        label={legText().untilWhen}
        value={isProfitAlone ? 'DAY' : typed.timeInForce}
        options={TIMES_IN_FORCE.map((each) => [each, say[each]])}
        onChange={(timeInForce) => change({ timeInForce })}
        disabled={isProfitAlone}
        hint={isProfitAlone ? say.aloneForTheDay : undefined}
      />
    </FormDialog>
  )
}

/** Throws the refusal. */
async function protect(from: Client, typed: Protection, clientOrderId: string): Promise<void> {
  const conditional = protectionOf(typed, clientOrderId)
  if (conditional !== null) await placeConditional(from, conditional)
  else await answered(from.api.v1.orders.post(limitOf(typed, clientOrderId)))
  conditionalOrders.reload()
  holdings.reload()
  account.reload()
}

const limitOf = ({ symbol, quantity, takeProfit }: Protection, clientOrderId: string) =>
  ({
    symbol,
    side: 'SELL',
    orderType: 'LIMIT',
    quantity: typedDecimal(quantity),
    limitPrice: typedDecimal(takeProfit),
    timeInForce: 'DAY',
    clientOrderId,
  }) as const

interface StopFieldProps {
  /** Default: Stop loss. */
  readonly label?: string
  /** The side of the stop. Default: SELL. */
  readonly side?: Leg['side']
  readonly typed: TypedStop
  /** The kinds to choose from; all by default. */
  readonly kinds?: readonly StopBy[]
  /** The name of the choice, another one in each form. */
  readonly name: string
  readonly autofocus?: boolean
  readonly fault: unknown
  /** The params by which the server names this field. */
  readonly params: readonly string[]
  readonly onChange: (changes: Partial<TypedStop>) => void
}

export function StopField(props: StopFieldProps) {
  const { side = 'SELL', typed, kinds = STOP_KINDS, name, fault, params, onChange } = props
  const say = exitsText()
  return (
    <div class="stop-field">
      <TextField
        label={props.label ?? say.stopLoss}
        inputMode="decimal"
        value={typed.stop}
        onInput={(stop) => onChange({ stop })}
        hint={typed.stopBy === 'PRICE' ? say.stopHint : trailHintOf(typed.stopBy, side)}
        autofocus={props.autofocus ?? false}
        fault={faultAtAny(params, fault)}
        invalidText={say.invalidStop}
      />
      <Choice
        label={say.stopBy}
        name={name}
        value={typed.stopBy}
        options={kinds.map((kind) => [kind, say[kind]])}
        onChange={(stopBy) => onChange({ stopBy })}
      />
    </div>
  )
}

/** The hint of a trail: a sell trails the highest price, a buy the lowest. */
export function trailHintOf(trailBy: Exclude<StopBy, 'PRICE'>, side: Leg['side']): string {
  const say = exitsText()
  const hints = {
    AMOUNT: { SELL: say.trailSellHint, BUY: say.trailBuyHint },
    PERCENT: { SELL: say.percentSellHint, BUY: say.percentBuyHint },
  }
  return hints[trailBy][side]
}

/** The fault if it is about one of these params. */
export const faultAtAny = (params: readonly string[], fault: unknown): unknown =>
  params.map((param) => faultAt(param, fault)).find((found) => found !== undefined)
