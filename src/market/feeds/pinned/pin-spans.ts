/**
 * Pins on the time line, in epoch milliseconds: `fromMs` inclusive, `untilMs` exclusive.
 *
 * A pin that was set or released when the tick of its instant was over stands there from just after
 * it, or until then: within that millisecond both have been shown, what orders were matched against
 * at the tick and what stands since [candle.pin-tick].
 */

import type { Price } from '../../../core/money'
import type { PinnedQuote } from '../../../core/quote'
import { midOnTick } from '../../../core/tick-size'
import { type Instant, isBefore } from '../../../core/time'

export interface TimeSpan {
  readonly fromMs: number
  readonly untilMs: number
}

const pinnedMs = ({ pinnedAt }: PinnedQuote): number => pinnedAt.epochMilliseconds
const releasedMs = ({ releasedAt }: PinnedQuote): number =>
  releasedAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY

/** The end of the millisecond that the instant is in, or its start if it is just that. */
const endMs = ({ epochMilliseconds, epochNanoseconds }: Instant): number =>
  BigInt(epochMilliseconds) * 1_000_000n === epochNanoseconds
    ? epochMilliseconds
    : epochMilliseconds + 1

/** Until when it was shown: in the millisecond of its release too, if it was when the tick came. */
const shownUntilMs = ({ releasedAt }: PinnedQuote): number =>
  releasedAt === null ? Number.POSITIVE_INFINITY : endMs(releasedAt)

/** What the instrument trades at while the quote stands. */
export const pinnedPrice = ({ bidPrice, askPrice }: PinnedQuote): Price =>
  midOnTick(bidPrice, askPrice)

/** The quote that stands at the instant. The newest is asked for most. */
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

/** A part of a stretch under one pin, or between two. */
export interface PinnedSpan extends TimeSpan {
  readonly pin: PinnedQuote | null
}

/**
 * The stretch cut at every pin's beginning and end, in order and without a hole. Two pieces meet in
 * a millisecond in which both were shown.
 */
export function pinnedSpansOf(
  pins: readonly PinnedQuote[],
  stretch: TimeSpan,
): readonly PinnedSpan[] {
  const pieces: PinnedSpan[] = []
  let reachedMs = stretch.fromMs
  let freeSince: Instant | null = null
  const free = (untilMs: number): void => {
    if (reachedMs < untilMs) pieces.push({ fromMs: reachedMs, untilMs, pin: null })
  }
  for (const pin of overlapping(pins, stretch)) {
    const fromMs = Math.max(pinnedMs(pin), stretch.fromMs)
    const untilMs = Math.min(shownUntilMs(pin), stretch.untilMs)
    // One pin right after another leaves nothing free between them.
    if (freeSince === null || isBefore(freeSince, pin.pinnedAt)) free(endMs(pin.pinnedAt))
    pieces.push({ fromMs, untilMs, pin })
    reachedMs = Math.min(releasedMs(pin), stretch.untilMs)
    freeSince = pin.releasedAt
  }
  free(stretch.untilMs)
  return pieces
}
