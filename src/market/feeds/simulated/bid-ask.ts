/** The spread around the last trade and the sizes shown on either side of it, second by second. */
import type { OpenSession } from '../../../core/session'
import { type Pips, tickOf, upToTick } from '../pips'
import { SESSION_SHAPE } from './session-shape'
import { type Stream, substream, uniform } from './stream'

export interface Book {
  readonly bid: Pips
  readonly bidSize: number
  readonly ask: Pips
  readonly askSize: number
}

/** How easily an instrument trades. */
export interface Liquidity {
  /** The natural spread as a part of the price. */
  readonly spread: number
  /** Shares shown at the best price in REGULAR, on average. */
  readonly size: number
}

/** A basis point at a billion dollars a day, and inversely as the square root of that. */
export function liquidityOf(referencePrice: number, dailyVolume: number): Liquidity {
  const billions = (referencePrice * dailyVolume) / 1e9
  return {
    spread: Math.min(0.0001 / Math.sqrt(billions), 0.02),
    size: Math.sqrt(dailyVolume) / 4,
  }
}

/** The last price lies within the spread: bid ≤ last ≤ ask, and bid < ask. */
export function bookAt(
  { spread, size }: Liquidity,
  session: OpenSession,
  book: Stream,
  second: number,
  last: Pips,
): Book {
  const shape = SESSION_SHAPE[session]
  const draws = substream(book, second)
  const tick = tickOf(last)
  const usual = Math.max(1, (spread * last) / tick) * shape.spread
  const ticks = Math.max(1, Math.round(usual * (0.6 + 0.8 * uniform(draws, 0))))
  const below = Math.floor(uniform(draws, 1) * (ticks + 1))
  const bid = Math.max(tick, last - below * tick)
  const shown = (draw: number): number =>
    Math.max(1, Math.round(size * shape.size * (0.3 + 1.4 * uniform(draws, draw))))
  return { bid, bidSize: shown(2), ask: upToTick(bid + ticks * tick), askSize: shown(3) }
}
