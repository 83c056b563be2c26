/** Exact numbers as fractions of whole ones: the ledger's own, apart from those under test. */

export interface Fraction {
  readonly top: bigint
  /** Above 0. */
  readonly bottom: bigint
}

export const fraction = (top: bigint, bottom = 1n): Fraction => {
  if (bottom === 1n) return { top, bottom }
  const divisor = gcd(top < 0n ? -top : top, bottom)
  return divisor === 1n ? { top, bottom } : { top: top / divisor, bottom: bottom / divisor }
}

function gcd(left: bigint, right: bigint): bigint {
  let [a, b] = [left, right]
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? 1n : a
}

export const ZERO: Fraction = { top: 0n, bottom: 1n }

/** A plain decimal: `-12.50`. */
export function parse(text: string): Fraction {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (found === null) throw new Error(`${text} is no decimal`)
  const [, sign = '', whole = '', places = ''] = found
  const top = BigInt(whole + places)
  return fraction(sign === '-' ? -top : top, 10n ** BigInt(places.length))
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.bottom === b.bottom
    ? fraction(a.top + b.top, a.bottom)
    : fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { ...b, top: -b.top })
export const times = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.top * b.top, a.bottom * b.bottom)
export function over(a: Fraction, b: Fraction): Fraction {
  const top = a.top * b.bottom
  const bottom = a.bottom * b.top
  return bottom < 0n ? fraction(-top, -bottom) : fraction(top, bottom)
}

/** Negative, 0 or positive. */
export function compare(a: Fraction, b: Fraction): number {
  const [left, right] =
    a.bottom === b.bottom ? [a.top, b.top] : [a.top * b.bottom, b.top * a.bottom]
  return left === right ? 0 : left < right ? -1 : 1
}
export const isSame = (a: Fraction, b: Fraction): boolean => compare(a, b) === 0
export const isMore = (a: Fraction, b: Fraction): boolean => compare(a, b) > 0
export const smallest = (a: Fraction, b: Fraction): Fraction => (isMore(a, b) ? b : a)
export const largest = (a: Fraction, b: Fraction): Fraction => (isMore(a, b) ? a : b)
export const isWhole = ({ bottom }: Fraction): boolean => bottom === 1n

/** Down to so many decimal places; for what is not negative. */
export function cut(value: Fraction, places: number): Fraction {
  const scale = 10n ** BigInt(places)
  return fraction((value.top * scale) / value.bottom, scale)
}

/** Half-even to so many decimal places; for what is not negative. */
export function rounded(value: Fraction, places: number): Fraction {
  const scale = 10n ** BigInt(places)
  const scaled = value.top * scale
  const down = scaled / value.bottom
  const twice = 2n * (scaled % value.bottom)
  const isUp = twice > value.bottom || (twice === value.bottom && down % 2n === 1n)
  return fraction(isUp ? down + 1n : down, scale)
}

/** The square root, rounded to so many decimal places. */
export function root(value: Fraction, places: number): Fraction {
  const scale = 10n ** BigInt(places)
  const squared = (value.top * scale * scale) / value.bottom
  const down = wholeRoot(squared)
  const half = fraction((2n * down + 1n) * (2n * down + 1n), 4n * scale * scale)
  return fraction(isMore(value, half) ? down + 1n : down, scale)
}

function wholeRoot(square: bigint): bigint {
  if (square < 2n) return square
  let guess = 1n << BigInt(Math.ceil(square.toString(2).length / 2))
  for (;;) {
    const next = (guess + square / guess) / 2n
    if (next >= guess) return guess
    guess = next
  }
}

/** For a message; a value that is no decimal is shown as a fraction. */
export function text(value: Fraction): string {
  for (let places = 0; places <= 24; places++) {
    const scaled = value.top * 10n ** BigInt(places)
    if (scaled % value.bottom !== 0n) continue
    const digits = String(scaled / value.bottom)
    if (places === 0) return digits
    const sign = digits.startsWith('-') ? '-' : ''
    const padded = digits.slice(sign.length).padStart(places + 1, '0')
    return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`
  }
  return `${value.top}/${value.bottom}`
}
