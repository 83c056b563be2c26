/** Encodes a page of candles. */
import { wireNumber } from '../../../core/money'
import { toKst } from '../../../core/time'
import type { CandlePage, Interval } from './service'

/** Candles that join sessions [candle.session]; shorter ones lie within one. */
const JOINING: readonly Interval[] = ['1d', '1w', '1mo']

export const encodeCandles = ({ symbol, interval, rows, nextCursor }: CandlePage) => ({
  symbol,
  interval,
  candles: rows.map(({ startsAt, open, high, low, close, volume, session, sessions }) => ({
    time: toKst(startsAt),
    open: wireNumber(open),
    high: wireNumber(high),
    low: wireNumber(low),
    close: wireNumber(close),
    volume: wireNumber(volume),
    session,
    ...(JOINING.includes(interval) && { sessions: [...sessions] }),
  })),
  ...(nextCursor !== null && { nextCursor }),
})
