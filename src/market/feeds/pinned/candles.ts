/**
 * Candles under pins [sandbox.candles]. Each spans the quotes that were shown, from the lowest bid
 * to the highest ask, so intervals agree with each other, with quotes and with fills
 * [candle.fills-inside]. A candle without a pin is the base feed's.
 */
import { assert } from '../../../core/assert'
import { larger, type Price, smaller } from '../../../core/money'
import type { BestPrices, PinnedQuote } from '../../../core/quote'
import { atMs, SECOND_MS } from '../../../core/time'
import type { Candle, CandleRange, Feed, Interval } from '../../feed'
import { candleEnd, PARTS } from './candle-span'
import { withGapsFilled } from './fill-gaps'
import { covers, overlapping, pinnedPrice, pinnedSpansOf, type TimeSpan } from './pin-spans'

type Shape = Pick<Candle, 'open' | 'high' | 'low' | 'close'>

export function pinnedCandles(
  base: Feed,
  pins: readonly PinnedQuote[],
  symbol: string,
  interval: Interval,
  range: CandleRange,
): readonly Candle[] {
  const traded = tradedCandles(base, pins, symbol, interval, range)
  return base.sparse ? withGapsFilled(traded, base, pins, symbol, interval, range) : traded
}

const tradedCandles = (
  base: Feed,
  pins: readonly PinnedQuote[],
  symbol: string,
  interval: Interval,
  range: CandleRange,
): readonly Candle[] =>
  base.candles(symbol, interval, range).map((candle) => {
    const { startsAt } = candle
    const end = candleEnd(interval, startsAt)
    const span = {
      fromMs: startsAt.epochMilliseconds,
      untilMs: Math.min(end.epochMilliseconds, range.now.epochMilliseconds + 1),
    }
    const [first] = overlapping(pins, span)
    if (first === undefined) return candle
    if (covers(first, span)) return { ...candle, ...shownUnder(first) }
    const part = PARTS[interval]
    if (part === null) return { ...candle, ...minuteOf(base, pins, symbol, candle, span) }
    const whole = { ...range, from: startsAt, to: end, limit: Number.MAX_SAFE_INTEGER }
    return { ...candle, ...joined(pinnedCandles(base, pins, symbol, part, whole)) }
  })

const shapeOf = (price: Price, { bidPrice, askPrice }: BestPrices): Shape => ({
  open: price,
  high: larger(price, askPrice),
  low: smaller(price, bidPrice),
  close: price,
})

const shownUnder = (pin: PinnedQuote): Shape => shapeOf(pinnedPrice(pin), pin)

/** A minute pinned in part: the pins' prices, and the base's between them. */
function minuteOf(
  base: Feed,
  pins: readonly PinnedQuote[],
  symbol: string,
  candle: Candle,
  span: TimeSpan,
): Shape {
  const parts = pinnedSpansOf(pins, span)
  const shapes = parts.flatMap((piece) =>
    piece.pin === null ? shownBy(base, symbol, candle, piece) : [shownUnder(piece.pin)],
  )
  // A minute may close with an auction's print, which none of its seconds shows.
  const printed = parts.at(-1)?.pin === null ? [flat(candle.close)] : []
  return joined([...shapes, ...printed])
}

const flat = (price: Price): Shape => ({ open: price, high: price, low: price, close: price })

function shownBy(base: Feed, symbol: string, candle: Candle, piece: TimeSpan): readonly Shape[] {
  const { startsAt, session } = candle
  if (piece.fromMs === startsAt.epochMilliseconds) {
    return base.candles(symbol, '1m', {
      from: startsAt,
      to: startsAt.add({ milliseconds: 1 }),
      now: atMs(piece.untilMs - 1),
      sessions: [session],
      limit: 1,
      keep: 'oldest',
    })
  }
  return secondsOf(piece).flatMap((ms) => {
    const quote = base.quote(symbol, atMs(ms))
    return quote === undefined ? [] : [shapeOf(quote.price, quote)]
  })
}

/** The start of the span and each whole second in it: a feed changes only there. */
function secondsOf({ fromMs, untilMs }: TimeSpan): readonly number[] {
  const instants = [fromMs]
  for (let ms = (Math.floor(fromMs / SECOND_MS) + 1) * SECOND_MS; ms < untilMs; ms += SECOND_MS) {
    instants.push(ms)
  }
  return instants
}

function joined(shapes: readonly Shape[]): Shape {
  const [first, ...others] = shapes
  assert(first !== undefined, 'a candle that has started has a part')
  return others.reduce<Shape>(
    ({ open, high, low }, next) => ({
      open,
      high: larger(high, next.high),
      low: smaller(low, next.low),
      close: next.close,
    }),
    { open: first.open, high: first.high, low: first.low, close: first.close },
  )
}
