/** Accepts each item of a source, or rejects it with a reason [live.implausible]. Pure. */
import { FEED_FAR_PART_MAX, FEED_FUTURE_MS_MAX, FEED_LATE_TRADE_MS_MAX } from '../../../core/limits'
import { type Price, scaled } from '../../../core/money'
import { SECOND_MS } from '../../../core/time'
import type { SourceBar, SourceBatch, SourceQuote, SourceTrade } from './batch'

/** Why an item is rejected. */
const REJECTION_REASONS = [
  /** The bid is above the ask. */
  'crossed',
  /** Its time is ahead of the server's clock. */
  'from-the-future',
  /** An accepted item of the symbol is newer. */
  'older',
  /** It equals the last item, time included. */
  'repeated',
  /** Its price is more than a fifth from the last item's, which is at most a second away. */
  'too-far',
  /** The high or the low of a bar does not enclose its open and its close. */
  'contradictory',
  /** A trade of a closed minute, or a bar of a minute that is not over. */
  'wrong-minute',
  /** An official price from before its auction. */
  'no-auction',
  /** The server does not list the instrument, or does not quote the pair. */
  'unknown',
] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

export const isAhead = (atMs: number, nowMs: number): boolean => atMs > nowMs + FEED_FUTURE_MS_MAX

/** Null if the quote is accepted; `last` is the symbol's last accepted quote. */
export function quoteFault(
  quote: SourceQuote,
  last: SourceQuote | undefined,
  nowMs: number,
): RejectionReason | null {
  if (quote.bidPrice.gt(quote.askPrice)) return 'crossed'
  if (isAhead(quote.atMs, nowMs)) return 'from-the-future'
  if (last === undefined) return null
  if (quote.atMs < last.atMs) return 'older'
  if (quote.atMs === last.atMs && isSame(quote, last)) return 'repeated'
  const isSoon = quote.atMs - last.atMs <= SECOND_MS
  const isFar = areFar(quote.bidPrice, last.bidPrice) || areFar(quote.askPrice, last.askPrice)
  return isSoon && isFar ? 'too-far' : null
}

/** Null if the trade is accepted. It may be older than the last: vendors send some trades late. */
export function tradeFault(
  trade: SourceTrade,
  last: SourceTrade | undefined,
  nowMs: number,
): RejectionReason | null {
  if (isAhead(trade.atMs, nowMs)) return 'from-the-future'
  if (nowMs - trade.atMs > FEED_LATE_TRADE_MS_MAX) return 'wrong-minute'
  if (last === undefined || Math.abs(trade.atMs - last.atMs) > SECOND_MS) return null
  return areFar(trade.price, last.price) ? 'too-far' : null
}

/** Null if the bar is possible: the database stores no other, and fails on a batch with one. */
export const barFault = ({ open, high, low, close }: SourceBar): RejectionReason | null => {
  const encloses = [open, close].every((price) => low.lte(price) && price.lte(high))
  return encloses ? null : 'contradictory'
}

const isSame = (one: SourceQuote, other: SourceQuote): boolean =>
  one.bidPrice.eq(other.bidPrice) &&
  one.askPrice.eq(other.askPrice) &&
  one.bidSize.eq(other.bidSize) &&
  one.askSize.eq(other.askSize)

const areFar = (price: Price, last: Price): boolean =>
  price.minus(last).abs().gt(scaled(last, FEED_FAR_PART_MAX))

/** How many items were accepted, and why others were rejected. */
export interface GuardTally {
  readonly accepted: number
  readonly rejected: Readonly<Partial<Record<RejectionReason, number>>>
}

/** A rejected item, by its place in the batch. */
export interface Rejection {
  readonly kind: keyof SourceBatch
  readonly index: number
  readonly reason: RejectionReason
}

/** The result of one batch. */
export interface BatchTally extends GuardTally {
  readonly rejections: readonly Rejection[]
}

export interface OpenTally {
  /** Counts an item; null if it was accepted. */
  note(reason: RejectionReason | null): void
  read(): GuardTally
}

export function openTally(): OpenTally {
  const rejected: Partial<Record<RejectionReason, number>> = {}
  let accepted = 0
  return {
    note(reason) {
      if (reason === null) accepted++
      else rejected[reason] = (rejected[reason] ?? 0) + 1
    },
    read: () => ({ accepted, rejected: { ...rejected } }),
  }
}
