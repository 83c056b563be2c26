/**
 * Ids of orders and fills: made of the event's own facts, so that the same run of a market gives
 * the same ids [key.prefixes].
 *
 * `ord_` + 10 characters of the market time in ms + 7 of the account's event number + 8 of the
 * account. They sort by time, and within an account in the order of its events [key.sorted].
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

/** Two digits at once: each order has an event number of its own. */
const PAIRS: readonly string[] = Array.from({ length: 32 * 32 }, (_, value) => base32(value, 2))
const pair = (value: number): string => PAIRS[value & 1023] ?? ''

/** Of 7 digits, which hold every event number of an account: they are below 2^31. */
const seqPart = (seq: number): string =>
  base32(seq >>> 30, 1) + pair(seq >>> 20) + pair(seq >>> 10) + pair(seq)

/** All fills of a tick have one time. */
let [lastMs, lastTimePart] = [Number.NaN, '']

function timePart(epochMs: number): string {
  if (epochMs !== lastMs) [lastMs, lastTimePart] = [epochMs, base32(epochMs, 10)]
  return lastTimePart
}

const eventId = (accountId: string, at: Instant, seq: number): string =>
  timePart(at.epochMilliseconds) + seqPart(seq) + accountId.slice(-8)

export const orderIdOf = (accountId: string, at: Instant, seq: number): string =>
  `ord_${eventId(accountId, at, seq)}`

export const fillIdOf = (accountId: string, at: Instant, seq: number): string =>
  `fil_${eventId(accountId, at, seq)}`

/** Of a conditional order, by the event of its acceptance [conditional.id]. */
export const groupIdOf = (accountId: string, at: Instant, seq: number): string =>
  `cnd_${eventId(accountId, at, seq)}`

/** The account's event number in the id of an order or a fill. */
export const seqOfId = (id: string): number =>
  [...id.slice(14, 21)].reduce((value, digit) => value * 32 + ALPHABET.indexOf(digit), 0)

/** Events are at whole milliseconds from 1970 on; a filter's instant need not be. */
function firstEventId(at: Instant): string {
  const wholeMs = at.round({ smallestUnit: 'millisecond', roundingMode: 'ceil' })
  return timePart(Math.max(0, wholeMs.epochMilliseconds))
}

/** At most the id of every order from the instant on, and above the id of every earlier one. */
export const firstOrderIdAt = (at: Instant): string => `ord_${firstEventId(at)}`

/** The same for fills. */
export const firstFillIdAt = (at: Instant): string => `fil_${firstEventId(at)}`
