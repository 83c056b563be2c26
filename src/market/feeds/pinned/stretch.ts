/** Pins on the time line, in epoch milliseconds: `fromMs` inclusive, `untilMs` exclusive. */
import type { PinnedQuote } from '../../../core/quote'
import { midOnTick } from '../../../core/tick-size'
import type { Price } from '../../../core/units'

export interface Stretch {
  readonly fromMs: number
  readonly untilMs: number
}

const pinnedMs = ({ pinnedAt }: PinnedQuote): number => pinnedAt.epochMilliseconds
const releasedMs = ({ releasedAt }: PinnedQuote): number =>
  releasedAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY

/** What the instrument trades at while the quote stands. */
export const pinnedPrice = ({ bidPrice, askPrice }: PinnedQuote): Price =>
  midOnTick(bidPrice, askPrice)

/** The quote that stands at the instant. The newest is asked for most. */
export function pinAt(pins: readonly PinnedQuote[], ms: number): PinnedQuote | undefined {
  const latest = pins.findLast((pin) => pinnedMs(pin) <= ms)
  return latest !== undefined && ms < releasedMs(latest) ? latest : undefined
}

export const covers = (pin: PinnedQuote, { fromMs, untilMs }: Stretch): boolean =>
  pinnedMs(pin) <= fromMs && untilMs <= releasedMs(pin)

export const overlapping = (pins: readonly PinnedQuote[], { fromMs, untilMs }: Stretch) =>
  pins.filter((pin) => Math.max(pinnedMs(pin), fromMs) < Math.min(releasedMs(pin), untilMs))

/** A part of a stretch under one pin, or between two. */
export interface Piece extends Stretch {
  readonly pin: PinnedQuote | null
}

/** The stretch cut at every pin's beginning and end, in order and without a hole. */
export function piecesOf(pins: readonly PinnedQuote[], stretch: Stretch): readonly Piece[] {
  const pieces: Piece[] = []
  let reachedMs = stretch.fromMs
  const free = (untilMs: number): void => {
    if (reachedMs < untilMs) pieces.push({ fromMs: reachedMs, untilMs, pin: null })
  }
  for (const pin of overlapping(pins, stretch)) {
    const fromMs = Math.max(pinnedMs(pin), stretch.fromMs)
    const untilMs = Math.min(releasedMs(pin), stretch.untilMs)
    free(fromMs)
    pieces.push({ fromMs, untilMs, pin })
    reachedMs = untilMs
  }
  free(stretch.untilMs)
  return pieces
}
