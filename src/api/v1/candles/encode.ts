/** Encodes a page of candles. */
import { wireNumber } from '../../../core/money'
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

// By name: an object that is spread into another one costs as much as all of its numbers.
const encodeCandle = ({ startsAt, open, high, low, close, volume, session }: Candle) => ({
  time: toKst(startsAt),
  open: wireNumber(open),
  high: wireNumber(high),
  low: wireNumber(low),
  close: wireNumber(close),
  volume: wireNumber(volume),
  session,
})

const encodeJoined = ({ startsAt, open, high, low, close, volume, session, sessions }: Candle) => ({
  time: toKst(startsAt),
  open: wireNumber(open),
  high: wireNumber(high),
  low: wireNumber(low),
  close: wireNumber(close),
  volume: wireNumber(volume),
  session,
  sessions: [...sessions],
})
