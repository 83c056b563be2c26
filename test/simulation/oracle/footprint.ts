/**
 * The profiles `standard` and `strict`, once more: the shares that an account took and that are not
 * back yet, how many more it gets, and how far those move its price.
 */
import {
  cut,
  type Fraction,
  fraction,
  isMore,
  isSame,
  largest,
  minus,
  over,
  parse,
  plus,
  root,
  rounded,
  smallest,
  times,
  ZERO,
} from './fraction'
import { sessionAt } from './hours'
import type { Account } from './ledger'
import { decimalOf, type Market, type Pin, printedBy, shownAt, shownBy } from './prices'
import { drawnShare, isStrict, type Minute, minuteAt } from './strict'

const MINUTE_MS = 60_000
const STEP_MS = 30_000

/** The instant from which a footprint counts that is left at another. */
export const stepMs = (atMs: number): number => Math.floor(atMs / STEP_MS) * STEP_MS

const sharesOf = (count: number): Fraction => fraction(BigInt(count))
const usd = (pips: number): Fraction => parse(decimalOf(pips))

/** The shares and the range of the session's whole minutes of the last five, or of its first. */
function latelyAt(market: Market, symbol: string, atMs: number) {
  const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
  const session = sessionAt(atMs)
  const before = [5, 4, 3, 2, 1]
    .map((back) => minuteMs - back * MINUTE_MS)
    .filter((startMs) => sessionAt(startMs) === session)
  const minutes = (before.length > 0 ? before : [minuteMs]).map((startMs) =>
    minuteUnder({ ...market, pins: market.pinsOfMinutes ?? market.pins }, symbol, startMs, atMs),
  )
  const low = Math.min(...minutes.map((minute) => minute.low))
  const high = Math.max(...minutes.map((minute) => minute.high))
  const volume = sharesOf(minutes.reduce((sum, minute) => sum + minute.volume, 0))
  return { volume, range: minus(usd(high), usd(low)) }
}

/**
 * With the pins that stand in it, and the seconds between them. The millisecond in which a pin is
 * set or released shows both: what stood before, at its tick, and what stands after it.
 */
function minuteUnder(market: Market, symbol: string, startMs: number, atMs: number): Minute {
  const base = minuteAt(market.seed, symbol, startMs, atMs)
  const untilMs = Math.min(startMs + MINUTE_MS, atMs + 1)
  const near = market.pins
    .filter((pin) => pin.symbol === symbol && pin.fromUs < (pin.untilUs ?? LATER))
    .filter(({ fromUs }) => Math.floor(fromUs / 1_000) < untilMs)
  const stands =
    (sinceMs: number) =>
    ({ untilUs }: Pin): boolean =>
      Math.ceil((untilUs ?? LATER) / 1_000) > sinceMs
  // A pin takes the prints of the second that it ends in, which may end as the minute begins.
  if (!near.some(stands(startMs - 1_000))) return base
  const pins = near.filter(stands(startMs))
  const isFree = (ms: number): boolean =>
    !pins.some(
      ({ fromUs, untilUs }) =>
        Math.ceil(fromUs / 1_000) <= ms && ms < Math.floor((untilUs ?? LATER) / 1_000),
    )
  const seconds = Array.from({ length: 60 }, (_, second) => startMs + second * 1_000)
  const releases = pins
    .filter(({ untilUs }) => !pins.some(({ fromUs }) => fromUs === untilUs))
    .map(({ untilUs }) => Math.floor((untilUs ?? LATER) / 1_000))
    .filter((ms) => startMs <= ms)
  const shown = [
    ...pins,
    ...[...seconds.filter(isFree), ...releases]
      .filter((ms) => ms < untilMs)
      .flatMap((ms) => {
        const printed = printedBy(market, symbol, ms)
        const shown = shownAt(market.seed, symbol, ms)
        if (printed === undefined) return [shown]
        return [shown, printed, { bid: printed.lowest, ask: printed.highest }]
      }),
  ]
  return {
    low: Math.min(...shown.map(({ bid }) => bid)),
    high: Math.max(...shown.map(({ ask }) => ask)),
    volume: base.volume,
  }
}

const LATER = Number.POSITIVE_INFINITY

/** What is left at an instant of the shares that were taken by an earlier one. */
export function footprintLeft(
  used: { readonly asOfMs: number; readonly quantity: Fraction } | undefined,
  market: Market,
  symbol: string,
  atMs: number,
): Fraction {
  if (used === undefined) return ZERO
  const ageMs = stepMs(atMs) - used.asOfMs
  if (ageMs <= 0 || isSame(used.quantity, ZERO)) return used.quantity
  if (ageMs >= 60 * MINUTE_MS) return ZERO
  let left = used.quantity
  let rest = ageMs
  for (; rest >= 3 * MINUTE_MS; rest -= 3 * MINUTE_MS) left = times(left, fraction(1n, 2n))
  left = times(left, fraction(BigInt(6 * MINUTE_MS - rest), BigInt(6 * MINUTE_MS)))
  const { volume } = latelyAt(market, symbol, atMs)
  const back = times(volume, fraction(BigInt(ageMs), BigInt(100 * 5 * MINUTE_MS)))
  return largest(minus(rounded(left, 6), rounded(back, 6)), ZERO)
}

export interface Asked {
  readonly side: string
  readonly limit: Fraction | null
  /** The price that it begins with. */
  readonly price: Fraction
  readonly wanted: Fraction
  /** What the account had taken before, at this tick too. */
  readonly taken: Fraction
}

/** What an order gets whose limit the price reaches. */
export function offered(
  account: Account,
  market: Market,
  symbol: string,
  atMs: number,
  asked: Asked,
) {
  const { side, limit, price, wanted, taken } = asked
  const shown = shownBy(market, symbol, atMs)
  const size = sharesOf(side === 'BUY' ? shown.askSize : shown.bidSize)
  const lately = latelyAt(market, symbol, atMs)
  const half = times(minus(usd(shown.ask), usd(shown.bid)), fraction(1n, 2n))
  const range = largest(minus(lately.range, half), half)
  const weight = sharesOf(isStrict(account) ? 2 : 1)
  const nothing = { price, quantity: ZERO }
  if (isSame(size, ZERO)) return nothing

  const byVolume = cut(times(lately.volume, parse('0.2')), 0)
  const atPrice = largest(size, weight)
  // σ·1.05·√(x ÷ V): the law for the last of x shares.
  const law = (place: 'times' | 'over', value: Fraction): Fraction =>
    place === 'times'
      ? rounded(over(times(range, parse('1.05')), parse('1.665')), PLACES)
      : rounded(over(times(value, parse('1.665')), times(range, parse('1.05'))), PLACES)
  const room = limit === null ? null : side === 'BUY' ? minus(limit, price) : minus(price, limit)
  let most = largest(atPrice, byVolume)
  if (room !== null && !isMore(room, ZERO)) most = atPrice
  else if (room !== null) {
    const sigmas = law('over', room)
    const reach = cut(times(times(sigmas, sigmas), lately.volume), 6)
    most = largest(atPrice, smallest(byVolume, reach))
  }

  const from = times(taken, weight)
  const wish = plus(from, times(wanted, weight))
  const end = smallest(wish, most)
  if (!isMore(end, from)) return nothing
  const quantity = isMore(wish, end) ? cut(over(minus(end, from), weight), 0) : wanted
  const free = times(size, fraction(1n, 2n))
  if (!isMore(quantity, ZERO) || !isMore(end, free)) return { price, quantity }
  if (isSame(lately.volume, ZERO)) return { price, quantity }
  const fifth = times(lately.volume, parse('0.2'))
  const sumTo = (shares: Fraction): Fraction => {
    const lawful = smallest(shares, fifth)
    const last = root(rounded(over(lawful, lately.volume), PLACES), PLACES)
    const counted = plus(times(lawful, sharesOf(2)), times(minus(shares, lawful), sharesOf(3)))
    return times(last, counted)
  }
  const sum = minus(sumTo(end), sumTo(from))
  const mean = rounded(
    over(times(sum, law('times', ZERO)), times(minus(end, from), sharesOf(3))),
    PLACES,
  )
  const places = isMore(sharesOf(1), price) ? 4 : 2
  const drawn = Math.floor(drawnShare(`${Math.abs(market.seed)} ${symbol} ${side} ${atMs}`) * 1e6)
  const moved = cut(plus(mean, fraction(BigInt(drawn), 10n ** BigInt(6 + places))), places)
  const at = side === 'BUY' ? plus(price, moved) : minus(price, moved)
  if (limit === null) return { price: at, quantity }
  return { price: side === 'BUY' ? smallest(at, limit) : largest(at, limit), quantity }
}

const PLACES = 10
