/**
 * Strict JSON: a value is read exactly as it was written [request.places]. JSON.parse alone would
 * round a price of twenty digits, turn 1e400 into Infinity, and silently take the last of two equal
 * keys. Each of these could place another order than the client meant.
 */

import { amount } from '../core/money'
import { type Refused, refused, refusedParam } from '../core/refusals'

type JsonRefusal = Refused<'malformed-body' | 'invalid-parameter'>

/** Far more than any body of this API needs, and far less than the parser's stack allows. */
const DEPTH_MAX = 32

const malformed = (reason: string): JsonRefusal => refused('malformed-body', { reason })

/** Never throws. */
export function parseJson(text: string): { readonly value: unknown } | JsonRefusal {
  const facts = scan(text)
  if (facts.depthMax > DEPTH_MAX) return malformed(`it is nested deeper than ${DEPTH_MAX} levels`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return malformed(text.trim() === '' ? 'it is empty' : 'it is not valid JSON')
  }
  if (facts.colons !== countMembers(value)) return malformed('it has the same field twice')
  return (facts.hasLongNumber ? inexactNumber(text) : undefined) ?? { value }
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value)
  let count = Array.isArray(value) ? 0 : members.length
  for (const member of members) {
    if (typeof member === 'object' && member !== null) count += countMembers(member)
  }
  return count
}

interface Literal {
  readonly holder: unknown
  readonly key: string
  readonly source: string
}

/** Refuses the first number whose double does not print back as the written decimal. */
function inexactNumber(text: string): JsonRefusal | undefined {
  let inexact: Literal | undefined
  function visit(this: unknown, key: string, value: unknown, context?: { source?: string }) {
    const source = context?.source ?? ''
    if (typeof value === 'number' && !isExact(value, source)) {
      inexact ??= { holder: this, key, source }
    }
    return value
  }
  const root: unknown = JSON.parse(text, visit)
  return inexact && refuseNumber(root, inexact)
}

function isExact(value: number, source: string): boolean {
  if (String(value) === source) return true
  return Number.isFinite(value) && amount(source).eq(amount(String(value)))
}

function refuseNumber(root: unknown, { holder, key, source }: Literal): JsonRefusal {
  const path = pathTo(root, holder)
  const shown = source.length > 40 ? `${source.slice(0, 40)}…` : source
  return refusedParam('invalid-parameter', path === undefined ? 'body' : [...path, key].join('.'), {
    reason:
      `the number ${shown} has ${digitsIn(source)} digits, more than JSON readers keep ` +
      '(about 15)',
  })
}

/** The digits of its mantissa. */
const digitsIn = (source: string): number => (source.split(/e/i)[0] ?? '').replace(/\D/g, '').length

function pathTo(from: unknown, holder: unknown): readonly string[] | undefined {
  if (from === holder) return []
  if (typeof from !== 'object' || from === null) return undefined
  for (const [key, value] of Object.entries(from)) {
    const rest = pathTo(value, holder)
    if (rest !== undefined) return [key, ...rest]
  }
  return undefined
}

/** Facts that JSON.parse does not return, found in one pass that does not validate. */
interface Scan {
  /** Colons outside strings: one for each member written, repeated keys included. */
  readonly colons: number
  readonly depthMax: number
  /** Whether a number may not fit a double exactly: it is long, or has an exponent. */
  readonly hasLongNumber: boolean
}

/** A double holds every decimal of up to 15 digits. */
const DIGITS_SAFE = 15
const QUOTE = 34
const PLUS = 43
const MINUS = 45
const POINT = 46
const ZERO = 48
const NINE = 57
const COLON = 58
const OPENING_BRACKET = 91
const BACKSLASH = 92
const CLOSING_BRACKET = 93
const OPENING_BRACE = 123
const CLOSING_BRACE = 125

function scan(text: string): Scan {
  let colons = 0
  let depth = 0
  let depthMax = 0
  let hasLongNumber = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = closingQuote(text, at)
    else if (code === COLON) colons++
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      depth++
      if (depth > depthMax) depthMax = depth
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth--
    else if ((code >= ZERO && code <= NINE) || code === MINUS) {
      const end = endOfNumber(text, at)
      if (end - at > DIGITS_SAFE || isExponent(text.charCodeAt(end))) hasLongNumber = true
      at = end - 1
    }
  }
  return { colons, depthMax, hasLongNumber }
}

function closingQuote(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}

function endOfNumber(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const goesOn =
      (code >= ZERO && code <= NINE) || code === POINT || code === PLUS || code === MINUS
    if (!goesOn) return at
  }
  return text.length
}

const isExponent = (code: number): boolean => code === 101 || code === 69 // e, E
