/**
 * The profile `strict`, once more: how late an order arrives, what an account may take of what was
 * traded, the queue before a resting order, and the price beyond the size shown.
 */
import {
  cut,
  type Fraction,
  isMore,
  isSame,
  largest,
  minus,
  over,
  parse,
  plus,
  raised,
  root,
  rounded,
  smallest,
  times,
  ZERO,
} from './fraction'
import { sessionAt } from './hours'
import type { Account, Order } from './ledger'
import { decimalOf, type Market, shownAt, shownBy, tradedUpTo } from './prices'

export const isStrict = ({ profile }: Account): boolean => profile === 'strict@1'

/** Log-uniform from 50 to 400 ms after the acceptance, drawn from the seed and the order's id. */
export function arrivesAtMs({ orderId, requestedAtMs }: Order, seed: number): number {
  let drawn = 2_166_136_261
  for (const letter of `${Math.abs(seed)} ${orderId}`) {
    drawn = Math.imul(drawn ^ letter.charCodeAt(0), 16_777_619)
  }
  drawn = Math.imul(drawn ^ (drawn >>> 16), 2_246_822_507)
  drawn = Math.imul(drawn ^ (drawn >>> 13), 3_266_489_909)
  const share = ((drawn ^ (drawn >>> 16)) >>> 0) / 2 ** 32
  return requestedAtMs + Math.round(50 * 8 ** share)
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** Of the present minute and the five before it, as far as they are in the session. */
export interface Lately {
  readonly volume: Fraction
  readonly low: Fraction
  readonly high: Fraction
  readonly minuteLow: Fraction
  readonly minuteHigh: Fraction
}

export function latelyAt({ seed }: Market, symbol: string, atMs: number): Lately {
  const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
  const session = sessionAt(atMs)
  const minutes = [5, 4, 3, 2, 1, 0]
    .map((back) => minuteMs - back * MINUTE_MS)
    .filter((startMs) => sessionAt(startMs) === session)
    .map((startMs) => minuteAt(seed, symbol, startMs, atMs))
  const present = minutes.at(-1)
  if (present === undefined) throw new Error('the present minute is in its session')
  const usd = (pips: number): Fraction => parse(decimalOf(pips))
  return {
    volume: parse(String(minutes.reduce((sum, { volume }) => sum + volume, 0))),
    low: usd(Math.min(...minutes.map(({ low }) => low))),
    high: usd(Math.max(...minutes.map(({ high }) => high))),
    minuteLow: usd(present.low),
    minuteHigh: usd(present.high),
  }
}

export interface Minute {
  readonly low: number
  readonly high: number
  readonly volume: number
}

const minutes = new Map<string, Minute>()

/** From the lowest bid to the highest ask of its seconds, up to one of them. */
export function minuteAt(seed: number, symbol: string, startMs: number, untilMs: number): Minute {
  const lastMs = Math.min(startMs + MINUTE_MS - SECOND_MS, untilMs)
  const key = `${seed} ${symbol} ${startMs} ${Math.floor(lastMs / SECOND_MS)}`
  const known = minutes.get(key)
  if (known !== undefined) return known
  let [low, high] = [Number.POSITIVE_INFINITY, 0]
  for (let atMs = startMs; atMs <= lastMs; atMs += SECOND_MS) {
    const { bid, ask } = shownAt(seed, symbol, atMs)
    low = Math.min(low, bid)
    high = Math.max(high, ask)
  }
  const volume = tradedUpTo(seed, symbol, lastMs) - tradedUpTo(seed, symbol, startMs - SECOND_MS)
  if (minutes.size > 5_000) minutes.clear()
  const made = { low, high, volume }
  minutes.set(key, made)
  return made
}

/** What the account took is counted anew every five minutes. */
export const countedSinceMs = (atMs: number): number =>
  Math.floor(atMs / (5 * MINUTE_MS)) * 5 * MINUTE_MS

const TENTH = parse('0.1')
const ONE = parse('1')

/** A tenth of what was traded, at least a share, less what was taken. */
export const allowedOf = ({ volume }: Lately, taken: Fraction): Fraction =>
  largest(minus(largest(cut(times(volume, TENTH), 0), ONE), taken), ZERO)

/** Parkinson: a range is so many standard deviations. */
const RANGE = parse('1.665')
const PLACES = 10

/** Of a MARKET order for more than is left of the size shown: at one price for all of it. */
export function offeredBeyond(
  side: string,
  price: Fraction,
  wanted: Fraction,
  left: Fraction,
  { allowed, shown, lately }: { allowed: Fraction; shown: Fraction; lately: Lately },
): { readonly price: Fraction; readonly quantity: Fraction } {
  const taken = minus(shown, left)
  const may = largest(minus(allowed, taken), ZERO)
  const rest = largest(left, ZERO)
  const total = smallest(wanted, may)
  const atShown = { price, quantity: smallest(smallest(wanted, rest), may) }
  if (!isMore(shown, ZERO) || !isMore(total, rest)) return atShown
  const edge = side === 'BUY' ? lately.minuteHigh : lately.minuteLow
  const room = side === 'BUY' ? minus(edge, price) : minus(price, edge)
  const range = minus(lately.high, lately.low)
  if (!isMore(room, ZERO) || !isMore(range, ZERO)) return atShown
  const sigmas = rounded(over(times(room, RANGE), range), PLACES)
  const most = cut(times(times(sigmas, sigmas), lately.volume), 0)
  const quantity = smallest(total, most)
  if (!isMore(quantity, rest)) return atShown
  const moved = times(
    root(rounded(over(quantity, lately.volume), PLACES), PLACES),
    rounded(over(range, RANGE), PLACES),
  )
  const places = isMore(ONE, price) ? 4 : 2
  if (side === 'BUY') return { price: smallest(raised(plus(price, moved), places), edge), quantity }
  return { price: largest(cut(minus(price, moved), places), edge), quantity }
}

/** The shares before an order that comes to rest: the size shown on its own side. */
export function queueOf(order: Order, seed: number): Fraction {
  const { symbol, side, timeInForce } = order.terms
  if (order.limit === null || timeInForce !== 'DAY') return ZERO
  const shown = shownAt(seed, symbol, order.requestedAtMs)
  const usd = (pips: number): Fraction => parse(decimalOf(pips))
  const isInside =
    side === 'BUY' ? isMore(order.limit, usd(shown.bid)) : isMore(usd(shown.ask), order.limit)
  return isInside ? ZERO : parse(String(side === 'BUY' ? shown.bidSize : shown.askSize))
}

/**
 * The queue after the ticks up to one of them, as long as it can be and as short. A tick moves it
 * where it was played: `isSure` says which were.
 */
export function queueAt(
  order: Order,
  market: Market,
  tickMs: number,
  isSure: (tickMs: number) => boolean,
): { readonly most: Fraction; readonly least: Fraction } {
  let { quantity: most } = order.queue
  let least = most
  if (isSame(most, ZERO) || order.limit === null) return { most, least }
  const { symbol, side } = order.terms
  const arrivesMs = arrivesAtMs(order, market.seed)
  const from = Math.floor(order.queue.movedAtMs / SECOND_MS) * SECOND_MS + SECOND_MS
  for (let atMs = from; atMs <= tickMs && isMore(most, ZERO); atMs += SECOND_MS) {
    if (arrivesMs >= atMs || sessionAt(atMs) === 'CLOSED') continue
    const shown = shownBy(market, symbol, atMs)
    const other = parse(decimalOf(side === 'BUY' ? shown.ask : shown.bid))
    const beyond = side === 'BUY' ? minus(order.limit, other) : minus(other, order.limit)
    if (isMore(ZERO, beyond)) continue
    const traded = parse(
      String(
        tradedUpTo(market.seed, symbol, atMs) - tradedUpTo(market.seed, symbol, atMs - SECOND_MS),
      ),
    )
    const after = (queue: Fraction): Fraction =>
      isMore(beyond, ZERO) ? ZERO : largest(minus(queue, traded), ZERO)
    least = after(least)
    const size = side === 'BUY' ? shown.askSize : shown.bidSize
    if (size > 0 && market.mayTrade(symbol) && isSure(atMs)) most = after(most)
  }
  return { most, least }
}
