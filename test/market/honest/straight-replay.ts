/** A replay with a leak: straight lines from the open by two corners to the close. */

import type { NewBar } from '../../../src/ledger/bars'
import { uniform } from '../../../src/market/feeds/simulated/stream'
import { streamOf } from '../../support/stream'
import { type Columns, emptyColumns } from './columns'

/** The extreme that comes first. */
export type CornerOrder = 'low first if it closes up' | 'by a coin'

const HALF_A_CENT = 0.005

export function straightColumns(
  bars: readonly NewBar[],
  order: CornerOrder,
  looksInABar = 60,
): Columns {
  const columns = emptyColumns(bars.length * looksInABar)
  const coins = streamOf(1, 'corners')
  for (const [which, { numbers }] of bars.entries()) {
    const [start, ...pips] = numbers
    const [open, high, low, close] = [pips[0] / 1e4, pips[1] / 1e4, pips[2] / 1e4, pips[3] / 1e4]
    const lowFirst = order === 'by a coin' ? uniform(coins, start) < 0.5 : close >= open
    const corners = [open, ...(lowFirst ? [low, high] : [high, low]), close]
    for (let look = 0; look < looksInABar; look++) {
      const part = Math.min((look / (looksInABar - 1)) * 3, 2.999_999)
      const [from = 0, to = 0] = corners.slice(Math.floor(part))
      const price = from + (to - from) * (part - Math.floor(part))
      const at = which * looksInABar + look
      columns.last[at] = price
      columns.bid[at] = price - HALF_A_CENT
      columns.ask[at] = price + HALF_A_CENT
      columns.volume[at] = at
    }
  }
  return columns
}
