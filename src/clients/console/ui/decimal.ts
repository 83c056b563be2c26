/**
 * Decimals of the wire as people read them, formatted digit by digit and so never rounded, and
 * exact arithmetic for the few amounts that the page computes.
 */
import Big from 'big.js'

/** A decimal of the wire: a JSON number, or a decimal text. */
export type Decimal = number | string

const PARTS = /^(-?)(\d+)(?:\.(\d+))?$/
/** U+2212, as wide as a plus. */
const MINUS = '−'

/** The digits of a number without an exponent, which JavaScript writes from 1e21 and below 1e-6. */
function digitsOf(value: Decimal): string {
  const text = String(value)
  const [, sign = '', whole = '', part = '', power = ''] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (power === '') return text
  const shift = Number(power)
  const digits = whole + part
  const point = whole.length + shift
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return sign + digits.padEnd(point, '0')
}

export interface DecimalStyle {
  /** Pads with zeros to this many places; further digits stay. */
  readonly places?: number
  /** Shows a plus as well. */
  readonly signed?: boolean
}

/** `-1234.5` is `−1,234.50` with two places. A text that is not a decimal stays as it is. */
export function shownDecimal(
  value: Decimal,
  { places = 0, signed = false }: DecimalStyle = {},
): string {
  const [whole, sign = '', integer = '', fraction = ''] = PARTS.exec(digitsOf(value)) ?? []
  if (whole === undefined) return String(value)
  const shown = fraction.padEnd(places, '0')
  const digits = integer.replace(/\B(?=(?:\d{3})+$)/g, ',') + (shown === '' ? '' : `.${shown}`)
  const zero = !/[1-9]/.test(digits)
  if (sign === '-' && !zero) return MINUS + digits
  return signed && !zero ? `+${digits}` : digits
}

export type Direction = 'up' | 'down' | 'level'

export function directionOf(value: Decimal): Direction {
  const text = digitsOf(value)
  if (!/[1-9]/.test(text)) return 'level'
  return text.startsWith('-') ? 'down' : 'up'
}

/** A typed decimal without separators: `1,000` is a thousand. The server checks the rest. */
export const typedDecimal = (text: string): string => text.replace(/[,\s]/g, '')

/** `one` minus `other`. */
export const less = (one: Decimal, other: Decimal): string => new Big(one).minus(other).toFixed()

/** How far apart two amounts are, without a sign. */
export const apart = (one: Decimal, other: Decimal): string =>
  new Big(one).minus(other).abs().toFixed()

/** Rounded to the cent towards zero, so that it never shows more than there is. */
export const cents = (value: Decimal): string => new Big(value).round(2, Big.roundDown).toFixed(2)

/** Rounded up to the cent, so that it never shows less than a hold takes. */
export const centsUp = (value: Decimal): string => new Big(value).round(2, Big.roundUp).toFixed(2)

/** `change` in percent of `of`, to two places, half-even; null if `of` is zero. */
export function percentOf(change: Decimal, of: Decimal): string | null {
  const base = new Big(of)
  if (base.eq(0)) return null
  return new Big(change).times(100).div(base).round(2, Big.roundHalfEven).toFixed(2)
}

/** Whole units that `percent` of `amount` pays at `price` each, rounded down. */
export const unitsFor = (amount: Decimal, percent: number, price: Decimal): string =>
  new Big(amount).times(percent).div(100).div(price).round(0, Big.roundDown).toFixed()
