/** Candles for the chart: the newest ones, older ones as one looks back, and how they grow. */
import { answered, type Client } from '../../../sdk'
import { readAt } from '../../data/read'

export const CHART_INTERVALS = ['1m', '5m', '15m', '1h', '1d', '1w'] as const
export type ChartInterval = (typeof CHART_INTERVALS)[number]

export const CHART_SESSIONS = ['REGULAR', 'PRE', 'AFTER', 'DAY'] as const
export type ChartSession = (typeof CHART_SESSIONS)[number]

export interface ChartQuery {
  readonly symbol: string
  readonly interval: ChartInterval
  readonly sessions: readonly ChartSession[]
}

const AT_ONCE = 300
/** Those that may have changed since the last reading. */
const NEWEST = 3

const read = async (from: Client, query: ChartQuery, limit: number) =>
  (await answered(from.api.v1.market.candles.get({ query: { ...query, limit } }))).candles

export type ShownCandle = Awaited<ReturnType<typeof read>>[number]

export const readCandles = (from: Client, query: ChartQuery) => read(from, query, AT_ONCE)
export const readNewest = (from: Client, query: ChartQuery) => read(from, query, NEWEST)

/** Those before a time. */
export async function readOlder(
  from: Client,
  { symbol, interval, sessions }: ChartQuery,
  before: string,
): Promise<readonly ShownCandle[]> {
  const query = new URLSearchParams({
    symbol,
    interval,
    sessions: sessions.join(','),
    to: before,
    limit: String(AT_ONCE),
  })
  type Answer = { readonly candles: readonly ShownCandle[] }
  return (await readAt<Answer>(from, '/v1/market/candles', query)).candles
}
