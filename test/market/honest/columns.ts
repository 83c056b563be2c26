/** What a feed shows of an instrument, second by second, in columns: bots read it many times. */
import { atMs } from '../../../src/core/time'
import { wireNumber } from '../../../src/core/units'
import type { Feed } from '../../../src/market/feed'

export interface Columns {
  readonly length: number
  readonly bid: Float64Array
  readonly ask: Float64Array
  readonly bidSize: Float64Array
  readonly askSize: Float64Array
  readonly last: Float64Array
  /** Shares of the trading date so far. */
  readonly volume: Float64Array
}

export function emptyColumns(length: number): Columns {
  const column = () => new Float64Array(length)
  return {
    length,
    ...{ bid: column(), ask: column(), bidSize: column(), askSize: column() },
    ...{ last: column(), volume: column() },
  }
}

/** Every `step` seconds from an instant on. */
export function columnsOf(
  feed: Feed,
  symbol: string,
  fromMs: number,
  length: number,
  step = 1,
): Columns {
  const columns = emptyColumns(length)
  for (let index = 0; index < length; index++) {
    const quote = feed.quote(symbol, atMs(fromMs + index * step * 1_000))
    if (quote === undefined) throw new Error(`no quote of ${symbol}`)
    columns.bid[index] = wireNumber(quote.bidPrice)
    columns.ask[index] = wireNumber(quote.askPrice)
    columns.bidSize[index] = wireNumber(quote.bidSize)
    columns.askSize[index] = wireNumber(quote.askSize)
    columns.last[index] = wireNumber(quote.price)
    columns.volume[index] = wireNumber(quote.volume)
  }
  return columns
}
