/** What JSON.parse does not tell about a text, found in one pass. It does not check validity. */
export interface Outline {
  /** Colons outside strings: one for each member written, repeated keys included. */
  readonly colons: number
  readonly depthMax: number
  /** A number that a double might not hold exactly: long, or with an exponent. */
  readonly hasLongNumber: boolean
}

/** Every decimal of up to 15 digits survives the way through a double. */
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

export function outline(text: string): Outline {
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
