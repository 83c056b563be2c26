/**
 * Candles under pins [sandbox.candles]. Each spans the quotes that were shown, from the lowest bid
 * to the highest ask, so intervals agree with each other, with quotes and with fills
 * [candle.fills-inside]. A candle without a pin is the base feed's.
 *
 * A replayed session has minutes without a bar. In these the market still trades at a pin, and the
 * pin makes the candle [sandbox.candles]. Daily and longer candles are joined from shorter ones.
 */
import { assert } from '../../../core/assert'
import { larger, NO_QUANTITY, type Price, smaller } from '../../../core/money'
import type { BestPrices, PinnedQuote, Prints } from '../../../core/quote'
import type { OpenSession } from '../../../core/session'
import {
  atMs,
  type Instant,
  MINUTE_MS,
  NEW_YORK,
  SECOND_MS,
  type Temporal,
} from '../../../core/time'
import { sessionAt } from '../../calendar'
import { DAY_OPENS } from '../../calendar/day'
import type { Candle, CandleRange, Feed, Interval } from '../../feed'
import { type CandleMinutes, candleMinutesIn, INTERVAL_LENGTHS, startsMs } from '../periods'
import { epochDayOf, type TradingDay } from '../trading-day'
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
    // A second that a pin ends in has no prints, also if the candle begins with its end.
    const [first] = overlapping(pins, { ...span, fromMs: span.fromMs - SECOND_MS })
    if (first === undefined) return candle
    if (covers(first, span)) return { ...candle, ...shapeUnder(first) }
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

const shapeUnder = (pin: PinnedQuote): Shape => shapeOf(pinnedPrice(pin), pin)

/** The shape of a minute that is pinned in part: the pins' prices, and the base's between them. */
function minuteOf(
  base: Feed,
  pins: readonly PinnedQuote[],
  symbol: string,
  candle: Candle,
  span: TimeSpan,
): Shape {
  const parts = pinnedSpansOf(pins, span)
  const before = { fromMs: span.fromMs - SECOND_MS, untilMs: span.fromMs }
  const isPinnedBefore = overlapping(pins, before).length > 0
  const shapes = parts.flatMap((piece) =>
    piece.pin === null
      ? shapesOfBase(base, symbol, candle, piece, isPinnedBefore)
      : [shapeUnder(piece.pin)],
  )
  // A minute may close with an auction's print, which no second shows.
  const printed = parts.at(-1)?.pin === null ? [flat(candle.close)] : []
  return joined([...shapes, ...printed])
}

const flat = (price: Price): Shape => ({ open: price, high: price, low: price, close: price })

function shapesOfBase(
  base: Feed,
  symbol: string,
  candle: Candle,
  piece: TimeSpan,
  isPinnedBefore: boolean,
): readonly Shape[] {
  const { startsAt, session } = candle
  if (!isPinnedBefore && piece.fromMs === startsAt.epochMilliseconds) {
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
    const at = atMs(ms)
    const quote = base.quote(symbol, at)
    if (quote === undefined) return []
    const shape = shapeOf(quote.price, quote)
    const prints = ms - SECOND_MS < piece.fromMs ? undefined : base.prints?.(symbol, at)
    return [prints === undefined ? shape : printed(shape, prints)]
  })
}

const printed = (shape: Shape, { highest, lowest }: Prints): Shape => ({
  ...shape,
  high: larger(shape.high, highest),
  low: smaller(shape.low, lowest),
})

/** The start of the span and each whole second in it: the instants at which a feed changes. */
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

/** The shorter candles that a candle is joined from; null for the shortest. */
const PARTS: Readonly<Record<Interval, Interval | null>> = {
  '1m': null,
  '3m': '1m',
  '5m': '1m',
  '15m': '1m',
  '30m': '1m',
  '1h': '1m',
  '1d': '1h',
  '1w': '1d',
  '1mo': '1d',
}

/** A trading date begins with DAY, on the evening before [session.day]. */
const EVENING_BEFORE = { days: 1 } as const

/**
 * The instant between a candle's last possible trade and the next candle's first. The requested
 * sessions of daily and longer candles may end earlier.
 */
function candleEnd(interval: Interval, startsAt: Instant): Instant {
  const scale = INTERVAL_LENGTHS[interval]
  const { closesAt, tradingDate } = sessionAt(startsAt)
  if ('minutes' in scale) {
    const endMs = startsAt.epochMilliseconds + scale.minutes * MINUTE_MS
    return atMs(Math.min(endMs, closesAt?.epochMilliseconds ?? endMs))
  }
  return nextPeriod(scale.unit, tradingDate)
    .subtract(EVENING_BEFORE)
    .toZonedDateTime({ timeZone: NEW_YORK, plainTime: DAY_OPENS })
    .toInstant()
}

function nextPeriod(unit: 'day' | 'week' | 'month', date: Temporal.PlainDate): Temporal.PlainDate {
  switch (unit) {
    case 'day':
      return date.add({ days: 1 })
    case 'week':
      return date.add({ days: 8 - date.dayOfWeek })
    case 'month':
      return date.with({ day: 1 }).add({ months: 1 })
  }
}

/** Adds candles of pins between the traded candles; at most `limit` in all. */
function withGapsFilled(
  traded: readonly Candle[],
  base: Feed,
  pins: readonly PinnedQuote[],
  symbol: string,
  interval: Interval,
  range: CandleRange,
): readonly Candle[] {
  if (!('minutes' in INTERVAL_LENGTHS[interval])) return traded
  const known = new Set(traded.map(({ startsAt }) => startsAt.epochMilliseconds))
  const filled: Candle[] = []
  for (const minutes of pinnedCandleMinutes(base, pins, symbol, interval, range)) {
    if (filled.length === range.limit) break
    if (known.has(startsMs(minutes))) continue
    const candle = candleOf(minutes, pins, range)
    if (candle !== undefined) filled.push(candle)
  }
  if (filled.length === 0) return traded
  const all = [...traded, ...filled].toSorted(
    (one, other) => one.startsAt.epochMilliseconds - other.startsAt.epochMilliseconds,
  )
  return range.keep === 'newest' ? all.slice(-range.limit) : all.slice(0, range.limit)
}

/** The minutes that start in the range, on dates with a pin, from the end that `keep` names. */
function* pinnedCandleMinutes(
  base: Feed,
  pins: readonly PinnedQuote[],
  symbol: string,
  interval: Interval,
  range: CandleRange,
): Generator<CandleMinutes> {
  const fromMs = range.from.epochMilliseconds
  const untilMs = Math.min(range.to.epochMilliseconds, range.now.epochMilliseconds + 1)
  const newest = range.keep === 'newest'
  const wanted = (session: OpenSession, { date, sessions }: TradingDay): boolean =>
    range.sessions.includes(session) &&
    base.calendar.day(date).status !== 'CLOSED' &&
    base.trades(symbol, atMs(sessions[0]?.opensMs ?? 0))
  const epochDays = daysOf(pins, { fromMs, untilMs })
  for (const epochDay of newest ? epochDays.toReversed() : epochDays) {
    const candles = candleMinutesIn(interval, { from: epochDay, to: epochDay + 1 }, wanted)
    for (const minutes of newest ? candles.toReversed() : candles) {
      if (fromMs <= startsMs(minutes) && startsMs(minutes) < untilMs) yield minutes
    }
  }
}

/** Ascending and distinct. */
function daysOf(pins: readonly PinnedQuote[], within: TimeSpan): readonly number[] {
  const days = new Set<number>()
  for (const { pinnedAt, releasedAt } of overlapping(pins, within)) {
    const fromMs = Math.max(pinnedAt.epochMilliseconds, within.fromMs)
    const untilMs = Math.min(releasedAt?.epochMilliseconds ?? within.untilMs, within.untilMs)
    const last = tradingDayAt(untilMs - 1)
    for (let day = tradingDayAt(fromMs); day <= last; day++) days.add(day)
  }
  return [...days].sort((one, other) => one - other)
}

const tradingDayAt = (ms: number): number => epochDayOf(sessionAt(atMs(ms)).tradingDate)

function candleOf(
  minutes: CandleMinutes,
  pins: readonly PinnedQuote[],
  { now }: CandleRange,
): Candle | undefined {
  const [{ span, from, to }] = minutes
  const fromMs = span.opensMs + from * MINUTE_MS
  const untilMs = Math.min(span.opensMs + to * MINUTE_MS, now.epochMilliseconds + 1)
  const shown = overlapping(pins, { fromMs, untilMs })
  const prices = shown.map(pinnedPrice)
  const [open] = prices
  const close = prices.at(-1)
  if (open === undefined || close === undefined) return undefined
  return {
    startsAt: atMs(fromMs),
    session: span.session,
    sessions: [span.session],
    open,
    high: shown.map(({ askPrice }) => askPrice).reduce(larger),
    low: shown.map(({ bidPrice }) => bidPrice).reduce(smaller),
    close,
    volume: NO_QUANTITY,
  }
}
