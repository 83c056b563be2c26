/** Encodes a page of candles. */
import { wireNumber } from '../../../core/money'
import type { OpenSession } from '../../../core/session'
import { toKst } from '../../../core/time'
import type { Candle, CandlePage, Interval } from './service'

/** Candles that join sessions [candle.session]; shorter ones lie within one. */
const JOINING: readonly Interval[] = ['1d', '1w', '1mo']

export const encodeCandles = ({ symbol, interval, rows, nextCursor }: CandlePage) => ({
  symbol,
  interval,
  candles: rows.map(JOINING.includes(interval) ? encodeJoined : encodeCandle),
  ...(nextCursor !== null && { nextCursor }),
})

const encodeCandle = ({ startsAt, open, high, low, close, volume, session }: Candle) => ({
  time: toKst(startsAt),
  open: wireNumber(open),
  high: wireNumber(high),
  low: wireNumber(low),
  close: wireNumber(close),
  volume: wireNumber(volume),
  session,
})

type JoinedCandle = ReturnType<typeof encodeCandle> & { sessions?: OpenSession[] }

// Added to what is made: a spread into another object costs as much as all of the numbers.
function encodeJoined(candle: Candle): JoinedCandle {
  const encoded: JoinedCandle = encodeCandle(candle)
  encoded.sessions = [...candle.sessions]
  return encoded
}
