/**
 * Pins as spans of epoch milliseconds: `fromMs` inclusive, `untilMs` exclusive.
 *
 * A pin may be set or released just after its instant's tick. That millisecond then shows two
 * quotes: the quote that the tick matched orders against, and the next [candle.pin-tick].
 */

import { midOnTick } from '../../../core/instrument'
import type { Price } from '../../../core/money'
import type { PinnedQuote } from '../../../core/quote'
import { type Instant, isBefore } from '../../../core/time'

export interface TimeSpan {
  readonly fromMs: number
  readonly untilMs: number
}

const pinnedMs = ({ pinnedAt }: PinnedQuote): number => pinnedAt.epochMilliseconds
const releasedMs = ({ releasedAt }: PinnedQuote): number =>
  releasedAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY

/** The instant's millisecond rounded up. */
const endMs = ({ epochMilliseconds, epochNanoseconds }: Instant): number =>
  BigInt(epochMilliseconds) * 1_000_000n === epochNanoseconds
    ? epochMilliseconds
    : epochMilliseconds + 1

/** Includes the release's millisecond if that millisecond's tick came first. */
const shownUntilMs = ({ releasedAt }: PinnedQuote): number =>
  releasedAt === null ? Number.POSITIVE_INFINITY : endMs(releasedAt)

/** The price that the instrument trades at under the pin. */
export const pinnedPrice = ({ bidPrice, askPrice }: PinnedQuote): Price =>
  midOnTick(bidPrice, askPrice)

/** The pin in force at the instant; searches from the newest. */
export function pinAt(pins: readonly PinnedQuote[], ms: number): PinnedQuote | undefined {
  const latest = pins.findLast((pin) => pinnedMs(pin) <= ms)
  return latest !== undefined && ms < releasedMs(latest) ? latest : undefined
}

export const covers = (pin: PinnedQuote, { fromMs, untilMs }: TimeSpan): boolean =>
  endMs(pin.pinnedAt) <= fromMs && untilMs <= releasedMs(pin)

export const overlapping = (pins: readonly PinnedQuote[], { fromMs, untilMs }: TimeSpan) =>
  pins.filter(
    (pin) =>
      (pin.releasedAt === null || isBefore(pin.pinnedAt, pin.releasedAt)) &&
      Math.max(pinnedMs(pin), fromMs) < Math.min(shownUntilMs(pin), untilMs),
  )

/** A part of a span with one pin in force, or with none. */
export interface PinnedSpan extends TimeSpan {
  readonly pin: PinnedQuote | null
}

/**
 * Cuts the span at the start and end of every pin, in order and without gaps. Two parts overlap in
 * a millisecond that shows both.
 */
export function pinnedSpansOf(pins: readonly PinnedQuote[], span: TimeSpan): readonly PinnedSpan[] {
  const parts: PinnedSpan[] = []
  let reachedMs = span.fromMs
  let freeSince: Instant | null = null
  const free = (untilMs: number): void => {
    if (reachedMs < untilMs) parts.push({ fromMs: reachedMs, untilMs, pin: null })
  }
  for (const pin of overlapping(pins, span)) {
    const fromMs = Math.max(pinnedMs(pin), span.fromMs)
    const untilMs = Math.min(shownUntilMs(pin), span.untilMs)
    // Adjacent pins leave no free time between them.
    if (freeSince === null || isBefore(freeSince, pin.pinnedAt)) free(endMs(pin.pinnedAt))
    parts.push({ fromMs, untilMs, pin })
    reachedMs = Math.min(releasedMs(pin), span.untilMs)
    freeSince = pin.releasedAt
  }
  free(span.untilMs)
  return parts
}
