/** Prices of trades: the auctions' prints, and the last trade up to a second. */
import { nth } from '../nth'
import type { Pips } from '../pips'
import { QUARTER, SECONDS } from './bridge'
import {
  endsOf,
  fillQuarter,
  levelAt,
  pipsAt,
  type SessionPath,
  spreadIn,
  touchOf,
} from './session-path'
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

/** The efficient price; computes a quarter of a minute if the minute is not cached. */
function efficientPips(path: SessionPath, minute: number, second: number): number {
  if (path.memory.minute === minute) return pipsAt(path, minute, second)
  const quarter = Math.floor(second / QUARTER)
  fillQuarter(path, minute, quarter, endsOf(path.log, minute), values, 0)
  return pipsOf(nth(values, second - quarter * QUARTER))
}

const values = new Float64Array(QUARTER)

/** The price of a trade: the bid or the ask, more often the nearer one. */
function tradeAt(path: SessionPath, second: number): Pips {
  const { session } = path.span
  // REGULAR opens, and AFTER begins, with the print of an auction.
  if (second === 0 && (session === 'REGULAR' || session === 'AFTER')) return openingPrice(path)
  const minute = Math.floor(second / SECONDS)
  const pips = efficientPips(path, minute, second - minute * SECONDS)
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
