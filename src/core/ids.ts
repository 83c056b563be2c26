/**
 * Ids of orders and fills: made from what they name, so that the same market run gives the same
 * ids.
 *
 * `ord_` + 10 characters of the market time in ms + 7 of the account's event number + 8 of the
 * account. They sort by time, and within an account exactly in the order in which things happened
 * (D2).
 */
import type { Instant } from './time'

/** Crockford's base 32: its order is ASCII's. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function base32(value: number, length: number): string {
  let text = ''
  let rest = value
  for (let place = 0; place < length; place++) {
    text = ALPHABET.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

const timePart = (epochMs: number): string => base32(epochMs, 10)

const eventId = (accountId: string, at: Instant, seq: number): string =>
  timePart(at.epochMilliseconds) + base32(seq, 7) + accountId.slice(-8)

export const orderIdOf = (accountId: string, at: Instant, seq: number): string =>
  `ord_${eventId(accountId, at, seq)}`

export const fillIdOf = (accountId: string, at: Instant, seq: number): string =>
  `fil_${eventId(accountId, at, seq)}`

/** Events happen at whole milliseconds from 1970 on; an instant that is asked for need not. */
function firstEventId(at: Instant): string {
  const wholeMs = at.round({ smallestUnit: 'millisecond', roundingMode: 'ceil' })
  return timePart(Math.max(0, wholeMs.epochMilliseconds))
}

/** Not above the id of any order at the instant or after it, above that of every one before it. */
export const firstOrderIdAt = (at: Instant): string => `ord_${firstEventId(at)}`

/** The same of fills. */
export const firstFillIdAt = (at: Instant): string => `fil_${firstEventId(at)}`
