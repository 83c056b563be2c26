/** Numbers that look random but depend only on a text, such as a seed with an order's id. */
import type { Big } from 'big.js'
import { decimalOf } from './decimal'

/** A number from 0 up to 1, by FNV-1a and the finishing steps of MurmurHash3. */
export const drawn = (text: string): number => bitsOf(text) / 2 ** 32

/** The same number as an exact decimal of 6 places. */
export const drawnDecimal = (text: string): Big => decimalOf(Math.floor(drawn(text) * 1e6), 6)

function bitsOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
