/** The length of each interval's candles [candles.interval]. */
import type { Interval } from '../feed'

export type IntervalLength =
  | { readonly minutes: number }
  | { readonly unit: 'day' | 'week' | 'month' }

export const INTERVAL_LENGTHS: Readonly<Record<Interval, IntervalLength>> = {
  '1m': { minutes: 1 },
  '3m': { minutes: 3 },
  '5m': { minutes: 5 },
  '15m': { minutes: 15 },
  '30m': { minutes: 30 },
  '1h': { minutes: 60 },
  '1d': { unit: 'day' },
  '1w': { unit: 'week' },
  '1mo': { unit: 'month' },
}
