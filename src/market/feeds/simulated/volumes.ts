/**
 * Volume by minute. It depends on the variance of the market and of the instrument, never on the
 * price's direction. Trades have one lot and are spread evenly over the minute; a thin name has
 * minutes without trades.
 */
import type { OpenSession } from '../../../core/session'
import { nth } from '../nth'
import type { SessionSpan } from '../trading-day'
import type { Halt } from './halts'
import { SESSION_SHAPE } from './session-shape'
import { type Stream, uniform } from './stream'

export interface Volumes {
  /** Shares since the session opened, at each minute's start and at the end, without auctions. */
  readonly shares: Float64Array
  readonly lot: number
  readonly openAuction: number
  readonly closeAuction: number
  /** The draws of the trades' times within a minute. */
  readonly draws: Stream
}

const SECONDS = 60

export interface SessionVolume {
  /** The session's shares. */
  readonly total: number
  readonly lot: number
  /** Each minute's relative activity. */
  readonly busy: Float64Array
  /** The shares of a halt trade in the first minute after it. */
  readonly halts: readonly Halt[]
}

export function volumesOf(
  { session, minutes }: SessionSpan,
  { total, lot, busy, halts }: SessionVolume,
  draws: Stream,
): Volumes {
  const { volumeAt } = SESSION_SHAPE[session]
  const { openAuction, closeAuction, lots } = totalsOf(session, total, lot)
  const shares = new Float64Array(minutes + 1)
  let weights = 0
  for (let minute = 0; minute < minutes; minute++) {
    weights += volumeAt((minute + 0.5) / minutes) * nth(busy, minute)
    shares[minute + 1] = weights
  }
  for (let minute = 1; minute < minutes; minute++) {
    // A session opens with a trade.
    shares[minute] = lot * (1 + Math.floor((nth(shares, minute) / weights) * (lots - 1)))
  }
  for (const { from, to } of halts) {
    shares.fill(from === 0 ? lot : nth(shares, from), from + 1, to + 1)
  }
  shares[minutes] = lot * lots
  return { shares, lot, openAuction, closeAuction, draws }
}

/** A session's auction shares, and the number of lots between the auctions. */
function totalsOf(session: OpenSession, total: number, lot: number) {
  const { auctions } = SESSION_SHAPE[session]
  const shares = (part: number): number => (part > 0 ? Math.max(1, Math.round(total * part)) : 0)
  const openAuction = shares(auctions.open)
  const closeAuction = shares(auctions.close)
  const rest = Math.max(0, total - openAuction - closeAuction)
  return { openAuction, closeAuction, lots: 1 + Math.floor(rest / lot) }
}

/** A whole session's shares, auctions included. */
export function totalShares(session: OpenSession, total: number, lot: number): number {
  const { openAuction, closeAuction, lots } = totalsOf(session, total, lot)
  return openAuction + closeAuction + lot * lots
}

const minuteShares = ({ shares }: Volumes, minute: number): number =>
  nth(shares, minute + 1) - nth(shares, minute)

const tradeCount = (volumes: Volumes, minute: number): number =>
  Math.min(minuteShares(volumes, minute) / volumes.lot, SECONDS)

/** Each trade's position within its part of the minute; a session opens with a trade. */
const lateness = ({ draws }: Volumes, minute: number): number =>
  minute === 0 ? 0 : uniform(draws, minute)

/** Trades up to the end of a second (0 … 59) of a minute. */
function tradesBy(volumes: Volumes, minute: number, second: number): number {
  const trades = tradeCount(volumes, minute)
  const passed = ((second + 1) * trades) / SECONDS
  return Math.min(trades, Math.max(0, Math.ceil(passed - lateness(volumes, minute))))
}

/** Shares since the session opened, without the closing auction. */
export function sharesBy(volumes: Volumes, minute: number, second: number): number {
  const trades = tradeCount(volumes, minute)
  const inMinute = minuteShares(volumes, minute)
  const part =
    trades === 0 ? 0 : Math.floor((inMinute * tradesBy(volumes, minute, second)) / trades)
  return volumes.openAuction + nth(volumes.shares, minute) + part
}

/** The last trade's second since the session opened, up to a second of a minute. */
export function lastTradeBy(volumes: Volumes, minute: number, second: number): number {
  const count = tradesBy(volumes, minute, second)
  if (count > 0) return minute * SECONDS + secondOf(volumes, minute, count, second)
  let before = minute - 1
  while (before > 0 && minuteShares(volumes, before) === 0) before--
  const last = tradesBy(volumes, before, SECONDS - 1)
  return before * SECONDS + secondOf(volumes, before, last, SECONDS - 1)
}

/** The second of a minute's n-th trade, at most `by`. */
function secondOf(volumes: Volumes, minute: number, count: number, by: number): number {
  let second = by
  while (second > 0 && tradesBy(volumes, minute, second - 1) >= count) second--
  return second
}
