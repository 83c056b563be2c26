/**
 * Ids of orders and fills. They are made of the event's own facts, so that the same run of a market
 * gives the same ids [key.prefixes].
 *
 * `ord_` + 10 characters of the market time in ms + 7 of the account's event number + 8 of the
 * account. They sort by time, and within an account in the order of its events [key.sorted].
 *
 * An id names its cell, if it has one [run.cell-ids]. Null is no cell.
 */
import type { Instant } from './time'

/**
 * Returns whether the text has only the characters of an id. Other texts never reach PostgreSQL,
 * which rejects a text with NUL in it.
 */
export const isId = (text: string): boolean => /^\w+$/.test(text)

/** Crockford's base 32, whose order is that of ASCII. */
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

/** Two digits at once, since each order has its own event number and no cache helps. */
const PAIRS: readonly string[] = Array.from({ length: 32 * 32 }, (_, value) => base32(value, 2))
const pair = (value: number): string => PAIRS[value & 1023] ?? ''

/** The event number in 7 digits, which are enough for every account: numbers are below 2^31. */
const seqPart = (seq: number): string =>
  base32(seq >>> 30, 1) + pair(seq >>> 20) + pair(seq >>> 10) + pair(seq)

/** The last time and its text, since all fills of a tick have the same time. */
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

/** The id of a conditional order, from the event of its acceptance [conditional.id]. */
export const groupIdOf = (accountId: string, at: Instant, seq: number): string =>
  `cnd_${eventId(accountId, at, seq)}`

/** The account's event number in the id of an order or a fill. */
export const seqOfId = (id: string): number =>
  [...id.slice(14, 21)].reduce((value, digit) => value * 32 + ALPHABET.indexOf(digit), 0)

/**
 * The lowest id of the first whole millisecond at or after the instant. Events are at whole
 * milliseconds from 1970 on, but a filter's instant may lie between two.
 */
function firstEventId(at: Instant): string {
  const wholeMs = at.round({ smallestUnit: 'millisecond', roundingMode: 'ceil' })
  return timePart(Math.max(0, wholeMs.epochMilliseconds))
}

/**
 * A text that sorts after the id of every order before the instant, and not after the id of any
 * later order.
 */
export const firstOrderIdAt = (at: Instant): string => `ord_${firstEventId(at)}`

/**
 * A text that sorts after the id of every fill before the instant, and not after the id of any
 * later fill.
 */
export const firstFillIdAt = (at: Instant): string => `fil_${firstEventId(at)}`

export const isCellName = (text: string): boolean => /^[a-z0-9]{1,8}$/.test(text)

/** The part of an id that names its cell. */
export const cellPart = (cell: string | null): string => (cell === null ? '' : `${cell}_`)

/** What the client ids of a cell begin with. */
export const clientIdPrefix = (cell: string | null): string => `pk_test_${cellPart(cell)}`

/** Puts a cell before a secret. base64url has no dot, so a proxy can read it. */
export const secretInCell = (secret: string, cell: string | null): string =>
  cell === null ? secret : `${cell}.${secret}`

/** The name of a user without the cell that it was typed with: `anna@a` is anna of the cell a. */
export const nameInCell = (name: string, own: string | null): string =>
  own !== null && name.endsWith(`@${own}`) ? name.slice(0, -own.length - 1) : name
