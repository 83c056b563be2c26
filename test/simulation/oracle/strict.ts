/** The profile `strict`, once more: how late an order arrives, and what is before it. */
import {
  cut,
  type Fraction,
  fraction,
  isMore,
  isSame,
  isWhole,
  largest,
  minus,
  parse,
  text,
  times,
  ZERO,
} from './fraction'
import { sessionAt } from './hours'
import type { Account, Order } from './ledger'
import {
  decimalOf,
  type Market,
  nearestBy,
  printedAt,
  shownAt,
  shownBy,
  tradedUpTo,
} from './prices'

export const isStrict = ({ profile }: Account): boolean => profile === 'strict@2'

/** Log-uniform from 50 to 400 ms after the acceptance, drawn from the seed and the order's id. */
export const arrivesAtMs = ({ orderId, requestedAtMs }: Order, seed: number): number =>
  requestedAtMs + Math.round(50 * 8 ** drawnShare(`${Math.abs(seed)} ${orderId}`))

/** Likewise after its request. */
export const cancelArrivesAtMs = (
  { cancelRequestedAtMs, orderId }: Order,
  seed: number,
): number | null =>
  cancelRequestedAtMs &&
  cancelRequestedAtMs + Math.round(50 * 8 ** drawnShare(`${Math.abs(seed)} ${orderId} cancel`))

/** From 0 to 1. */
export function drawnShare(text: string): number {
  let drawn = 2_166_136_261
  for (const letter of text) drawn = Math.imul(drawn ^ letter.charCodeAt(0), 16_777_619)
  drawn = Math.imul(drawn ^ (drawn >>> 16), 2_246_822_507)
  drawn = Math.imul(drawn ^ (drawn >>> 13), 3_266_489_909)
  return ((drawn ^ (drawn >>> 16)) >>> 0) / 2 ** 32
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

export interface Minute {
  readonly low: number
  readonly high: number
  readonly volume: number
}

const minutes = new Map<string, Minute>()

/** From the lowest bid or print to the highest ask or print of its seconds, up to one of them. */
export function minuteAt(seed: number, symbol: string, startMs: number, untilMs: number): Minute {
  const lastMs = Math.min(startMs + MINUTE_MS - SECOND_MS, untilMs)
  const key = `${seed} ${symbol} ${startMs} ${Math.floor(lastMs / SECOND_MS)}`
  const known = minutes.get(key)
  if (known !== undefined) return known
  let [low, high] = [Number.POSITIVE_INFINITY, 0]
  for (let atMs = startMs; atMs <= lastMs; atMs += SECOND_MS) {
    const { bid, ask } = shownAt(seed, symbol, atMs)
    const printed = printedAt(seed, symbol, atMs) ?? { bid, ask, lowest: bid, highest: ask }
    low = Math.min(low, bid, printed.bid, printed.lowest)
    high = Math.max(high, ask, printed.ask, printed.highest)
  }
  const volume = tradedUpTo(seed, symbol, lastMs) - tradedUpTo(seed, symbol, startMs - SECOND_MS)
  if (minutes.size > 5_000) minutes.clear()
  const made = { low, high, volume }
  minutes.set(key, made)
  return made
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

/** Cancels halve the queue once in so long since the acceptance: each 4 to 30 seconds. */
const halvingMs = ({ orderId }: Order, seed: number): number =>
  Math.round(4_000 * 7.5 ** drawnShare(`${Math.abs(seed)} ${orderId} queue`))

/** A limit as the market counts prices: limits have no more than 4 places. */
function limitPips(limit: Fraction): number {
  const pips = times(limit, fraction(10_000n))
  if (!isWhole(pips)) throw new Error(`${text(limit)} is no price`)
  return Number(pips.top)
}

/**
 * The queue after the ticks up to one of them, as long as it can be and as short. A tick moves it
 * if it was played: `isSure` says which were.
 */
export function queueAt(
  order: Order,
  market: Market,
  tickMs: number,
  isSure: (tickMs: number) => boolean,
): { readonly most: Fraction; readonly least: Fraction } {
  let { quantity: most } = order.queue
  let least = most
  let [mostMovedMs, leastMovedMs] = [order.queue.movedAtMs, order.queue.movedAtMs]
  if (isSame(most, ZERO) || order.limit === null) return { most, least }
  const { symbol, side } = order.terms
  const limit = limitPips(order.limit)
  const arrivesMs = arrivesAtMs(order, market.seed)
  const halvedEveryMs = halvingMs(order, market.seed)
  const halvingsBy = (ms: number): number => Math.floor((ms - order.requestedAtMs) / halvedEveryMs)
  const from = Math.floor(order.queue.movedAtMs / SECOND_MS) * SECOND_MS + SECOND_MS
  for (let atMs = from; atMs <= tickMs && isMore(most, ZERO); atMs += SECOND_MS) {
    if (arrivesMs >= atMs || sessionAt(atMs) === 'CLOSED') continue
    const nearest = nearestBy(market, symbol, side, atMs)
    const beyond = side === 'BUY' ? limit - nearest : nearest - limit
    if (beyond < 0) continue
    const shown = shownBy(market, symbol, atMs)
    const traded = parse(
      String(
        tradedUpTo(market.seed, symbol, atMs) - tradedUpTo(market.seed, symbol, atMs - SECOND_MS),
      ),
    )
    const after = (queue: Fraction, sinceMs: number): Fraction => {
      const halvings = halvingsBy(atMs) - halvingsBy(sinceMs)
      const kept = cut(times(queue, fraction(1n, 2n ** BigInt(halvings))), 0)
      return beyond > 0 ? ZERO : largest(minus(kept, traded), ZERO)
    }
    least = after(least, leastMovedMs)
    leastMovedMs = atMs
    const size = side === 'BUY' ? shown.askSize : shown.bidSize
    if (!(size > 0 && market.mayTrade(symbol) && isSure(atMs))) continue
    most = after(most, mostMovedMs)
    mostMovedMs = atMs
  }
  return { most, least }
}
