/**
 * Texts of ASCII as bytes in a buffer that has room for them; each function answers where the next
 * one goes. A loop takes less than a call into the runtime for the few characters of each.
 */

const QUOTE = 0x22
const BACKSLASH = 0x5c

export function asciiInto(into: Uint8Array, at: number, text: string): number {
  const { length } = text
  for (let index = 0; index < length; index++) into[at + index] = text.charCodeAt(index)
  return at + length
}

/** As JSON, of printable characters: it takes at most `jsonBytesMax`. */
export function jsonInto(into: Uint8Array, at: number, text: string): number {
  into[at] = QUOTE
  const next = escapedInto(into, at + 1, text)
  into[next] = QUOTE
  return next + 1
}

/** What stands between the quotation marks in that JSON. */
export function escapedInto(into: Uint8Array, at: number, text: string): number {
  const { length } = text
  let next = at
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index)
    if (code === QUOTE || code === BACKSLASH) into[next++] = BACKSLASH
    into[next++] = code
  }
  return next
}

export const jsonBytesMax = (text: string): number => 2 * text.length + 2
