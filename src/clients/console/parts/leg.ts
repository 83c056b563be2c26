/** Conditional orders and their legs: their names, and the prices that they wait for. */
import type { ConditionalOrder, Leg } from '../data/orders'
import { shownDecimal } from '../ui/decimal'
import { legText, partsText } from './text'

const FINAL: readonly Leg['status'][] = ['FILLED', 'CANCELED', 'EXPIRED', 'REJECTED']

export const isOpenLeg = ({ status }: Leg): boolean => !FINAL.includes(status)

/** The leg waits for the price to reach its stop, or has waited for it in vain. */
export const isStop = ({ stopPrice, status }: Leg): boolean =>
  stopPrice !== undefined && status !== 'TRIGGERED'

/** The price that triggers the leg, or the limit of its order; undefined for a MARKET order. */
export const levelOf = (leg: Leg): number | undefined =>
  isStop(leg) ? leg.stopPrice : leg.limitPrice

/** A code in words. A code of a newer server is shown as it is. */
export function inWords(code: string): string {
  const texts: Readonly<Record<string, unknown>> = { ...legText(), ...partsText() }
  const text = texts[code]
  return typeof text === 'string' ? text : code
}

/** `OCO 10 AAPL` */
export const nameOfGroup = ({ legs, symbol, type }: ConditionalOrder): string =>
  `${inWords(type)} ${shownDecimal(legs[0]?.quantity ?? 0)} ${symbol}`

/** `Stop loss · OCO`, or `Trailing stop · trails by 2.5 %`. */
export function nameOfLeg(group: ConditionalOrder, leg: Leg): string {
  const say = legText()
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
