/** The field of a stop loss: a price, or a trail in USD or percent. */
import type { Leg } from '../../../data/conditional-orders'
import { Choice } from '../../../ui/button'
import { faultAt, TextField } from '../../../ui/form-field'
import { STOP_KINDS, type StopBy, type TypedStop } from './legs'
import { exitsText } from './text'
import './exits.css'

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
