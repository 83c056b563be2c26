/** Conditional orders and their legs by name. */
import type { ConditionalOrder, Leg } from '../../../data/conditional-orders'
import { partsText } from '../../../parts/text'
import { shownDecimal } from '../../../ui/decimal'
import { exitsText } from './text'

/** A code in words. A code of a newer server is shown as it is. */
export function inWords(code: string): string {
  const texts: Readonly<Record<string, unknown>> = { ...exitsText(), ...partsText() }
  const text = texts[code]
  return typeof text === 'string' ? text : code
}

/** `OCO 10 AAPL` */
export const nameOfGroup = ({ legs, symbol, type }: ConditionalOrder): string =>
  `${inWords(type)} ${shownDecimal(legs[0]?.quantity ?? 0)} ${symbol}`

/** `Stop loss · OCO`, or `Trailing stop · trails by 2.5 %`. */
export function nameOfLeg(group: ConditionalOrder, leg: Leg): string {
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
