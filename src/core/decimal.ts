/**
 * Decimals of big.js, on which the money in ./money.ts is built. They are strict, so that no
 * JavaScript number slips in [service.exact]. The operations that an order uses most are made
 * cheap: reading, comparing, adding, subtracting, writing. Multiplication and division are big.js's
 * own. These two refuse a decimal that big.js's plain constructor has made.
 */
import createBig, { type Big, type BigSource, type Comparison, type RoundingMode } from 'big.js'
import { assert } from './assert'

const Plain = createBig()

/** The number of decimal digits that a double always keeps. */
export const DIGITS_EXACT = 15

/**
 * Compares as big.js does, without its copies of `right` and its digits. `eq`, `lt`, `lte`, `gt`
 * and `gte` call it too. A fill compares two dozen times.
 */
function cmp(this: Big, right: BigSource): Comparison {
  if (this === right) return 0
  if (typeof right !== 'object') return Plain.prototype.cmp.call(this, right)
  const { s: sign, e: exponent, c: digits } = this
  const { s: otherSign, e: otherExponent, c: otherDigits } = right
  if (digits[0] === 0 || otherDigits[0] === 0) {
    if (digits[0] !== 0) return signed(sign)
    return otherDigits[0] === 0 ? 0 : signed(-otherSign)
  }
  if (sign !== otherSign) return signed(sign)
  if (exponent !== otherExponent) return signed(exponent > otherExponent ? sign : -sign)
  for (let place = 0; ; place++) {
    const digit = digits[place]
    const other = otherDigits[place]
    if (digit === other) {
      if (digit === undefined) return 0
      continue
    }
    return signed((digit ?? -1) > (other ?? -1) ? sign : -sign)
  }
}

const signed = (sign: number): Comparison => (sign < 0 ? -1 : 1)

/** Writes what big.js writes. If the digits make an exact double, it takes a third of the time. */
function toFixed(this: Big, places?: number, rounding?: RoundingMode): string {
  const { s: sign, e: exponent, c: digits } = this
  if (places !== undefined || digits.length > DIGITS_EXACT) {
    return Plain.prototype.toFixed.call(this, places, rounding)
  }
  let units = 0
  for (const digit of digits) units = units * 10 + digit
  const text = String(units)
  const whole = exponent + 1
  const plain =
    whole <= 0
      ? `0.${'0'.repeat(-whole)}${text}`
      : whole < text.length
        ? `${text.slice(0, whole)}.${text.slice(whole)}`
        : text + '0'.repeat(whole - text.length)
  return sign < 0 && units !== 0 ? `-${plain}` : plain
}

/** Adds without big.js's copies, and without its shift that aligns the last digits. */
function plus(this: Big, right: BigSource): Big {
  if (typeof right !== 'object') return Plain.prototype.plus.call(this, right)
  return sum(this, right, right.s)
}

function minus(this: Big, right: BigSource): Big {
  if (typeof right !== 'object') return Plain.prototype.minus.call(this, right)
  return sum(this, right, -right.s)
}

/** The sum of both, with `rightSign` in place of the sign of the right one. */
function sum(left: Big, right: Big, rightSign: number): Big {
  if (right.c[0] === 0) return left
  if (left.s === rightSign) return madeOf(left, left.s, sumOfDigits(left, right, 1))
  return isCloserToZero(left, right)
    ? madeOf(left, rightSign, sumOfDigits(right, left, -1))
    : madeOf(left, left.s, sumOfDigits(left, right, -1))
}

function isCloserToZero(one: Big, other: Big): boolean {
  if (one.c[0] === 0) return true
  if (one.e !== other.e) return one.e < other.e
  for (let place = 0; ; place++) {
    const digit = one.c[place] ?? -1
    const otherDigit = other.c[place] ?? -1
    if (digit !== otherDigit) return digit < otherDigit
    if (digit < 0) return false
  }
}

/** Digits of a decimal, the last one first. `lowest` is the power of ten of the last one. */
interface Digits {
  readonly lowest: number
  readonly upwards: number[]
}

/**
 * Adds or subtracts digit by digit. For a difference the left one must be at least as far from
 * zero.
 */
function sumOfDigits(left: Big, right: Big, direction: 1 | -1): Digits {
  const { c: leftDigits, e: leftTop } = left
  const { c: rightDigits, e: rightTop } = right
  const lowest = Math.min(leftTop - leftDigits.length, rightTop - rightDigits.length) + 1
  const highest = Math.max(leftTop, rightTop)
  const upwards: number[] = []
  let carry = 0
  for (let power = lowest; power <= highest; power++) {
    const leftAt = leftTop - power
    const rightAt = rightTop - power
    const digit = leftAt >= 0 && leftAt < leftDigits.length ? (leftDigits[leftAt] ?? 0) : 0
    const other = rightAt >= 0 && rightAt < rightDigits.length ? (rightDigits[rightAt] ?? 0) : 0
    const total = digit + direction * (other + carry)
    carry = total < 0 || total > 9 ? 1 : 0
    upwards.push(total - 10 * direction * carry)
  }
  if (carry > 0) upwards.push(carry)
  return { lowest, upwards }
}

/**
 * Builds a decimal of the digits, without outer zeros. It divides with the precision and rounding
 * of `like`.
 */
function madeOf(like: Big, sign: number, { lowest, upwards }: Digits): Big {
  while (upwards.at(-1) === 0) upwards.pop()
  const made = new Decimal(ZERO)
  made.constructor = like.constructor
  if (upwards.length === 0) return made
  let zeros = 0
  while (upwards[zeros] === 0) zeros++
  made.s = sign
  made.e = lowest + upwards.length - 1
  made.c = (zeros === 0 ? upwards : upwards.slice(zeros)).reverse()
  return made
}

const prototype: Big = Object.assign(Object.create(Plain.prototype), { cmp, plus, minus, toFixed })

function strict(): typeof Plain {
  const made = createBig()
  made.strict = true
  return Object.assign(made, { prototype })
}

export const Decimal = strict()

/** A constructor for each precision and rounding: big.js keeps both on the constructor. */
export function dividing(places: number, rounding: number): typeof Decimal {
  const configured = strict()
  configured.DP = places
  configured.RM = rounding
  return configured
}

/**
 * Builds the decimal that big.js builds: digits without outer zeros, and the power of the first
 * one.
 */
export function decimalOf(units: number, places: number): Big {
  assert(Number.isSafeInteger(units) && units >= 0, 'units are whole and exact')
  const decimal = new Decimal(ZERO)
  if (units === 0) return decimal
  const digits: number[] = []
  let exponent = -places - 1
  for (let rest = units; rest > 0; exponent++) {
    const tens = Math.floor(rest / 10)
    const digit = rest - tens * 10
    if (digit > 0 || digits.length > 0) digits.push(digit)
    rest = tens
  }
  decimal.c = digits.reverse()
  decimal.e = exponent
  return decimal
}

const ZERO = new Decimal('0')

const [MINUS, POINT, DIGIT_0, DIGIT_9] = [45, 46, 48, 57]

/**
 * Reads what big.js reads, in a third of the time. big.js runs regular expressions over each text,
 * and a page of orders has five hundred texts. All but plain decimals still go to big.js, which
 * refuses a text that is no number.
 */
export function decimalOfText(text: string): Big {
  const isNegative = text.charCodeAt(0) === MINUS
  const start = isNegative ? 1 : 0
  const digits: number[] = []
  let point = -1
  let first = -1
  let length = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === POINT && point < 0 && at > start) point = at
    else if (code < DIGIT_0 || code > DIGIT_9) return new Decimal(text)
    else if (code !== DIGIT_0 || first >= 0) {
      if (first < 0) first = at
      digits.push(code - DIGIT_0)
      if (code !== DIGIT_0) length = digits.length
    }
  }
  const isZero = first < 0
  if (text === '' || point === text.length - 1 || (isZero && isNegative)) return new Decimal(text)
  const decimal = new Decimal(ZERO)
  if (isZero) return decimal
  digits.length = length
  const whole = point < 0 ? text.length : point
  decimal.s = isNegative ? -1 : 1
  decimal.c = digits
  decimal.e = first < whole ? whole - first - 1 : whole - first
  return decimal
}
