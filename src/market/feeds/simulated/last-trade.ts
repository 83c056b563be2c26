/** Prices of trades: the auctions' prints, and the last trade up to a second. */
import type { Pips } from '../pips'
import { SECONDS } from './bridge'
import { levelAt, levelIn, priceAt, type SessionPath, spreadIn, touchOf } from './session-path'
import { uniform } from './stream'
import { onTick, pipsOf, touchAt } from './touch'
import { lastTradeBy } from './volumes'

/** The official price of the opening or closing auction. */
export const openingPrice = (path: SessionPath): Pips => onTick(pipsOf(levelAt(path, 0)))
export const closingPrice = (path: SessionPath): Pips =>
  onTick(pipsOf(levelAt(path, path.span.minutes)))

export interface LastTrade {
  readonly price: Pips
  /** Seconds since the session opened. */
  readonly second: number
}

/** The price of a trade: the bid or the ask, more often the nearer one. */
function tradeAt(path: SessionPath, second: number): Pips {
  const { session } = path.span
  // REGULAR opens, and AFTER begins, with the print of an auction.
  if (second === 0 && (session === 'REGULAR' || session === 'AFTER')) return openingPrice(path)
  const minute = Math.floor(second / SECONDS)
  const pips = priceAt(path, levelIn(path, minute, second - minute * SECONDS))
  const { bid, ask } = touchAt(spreadIn(path, minute), pips)
  return uniform(path.sides, second) * (ask - bid) < pips - bid ? ask : bid
}

/** The last trade; its price moves with the bid or ask if they have passed it since. */
export function lastTrade(path: SessionPath, minute: number, second: number): LastTrade {
  const at = minute + second === 0 ? 0 : lastTradeBy(path.volumes(), minute, second)
  const { bid, ask } = touchOf(path, minute, second)
  const price = tradeAt(path, at)
  return { price: Math.min(Math.max(price, bid), ask), second: at }
}
