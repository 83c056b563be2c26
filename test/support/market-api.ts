/** The API over the simulated market of seed 1, signed in. Its clock stands until it is moved. */
import type { Instrument } from '../../src/core/instrument'
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import { FEED, openApi } from './api'
import { instrumentNamed } from './trading-floor'

/** In the directory, and unknown to the feed. */
export const UNPRICED = 'ZZNEW'

export type MarketApi = Awaited<ReturnType<typeof openMarketApi>>

/** It is Monday 2026-03-02, 10:00 in New York; every US instrument is listed, and those added. */
export const openMarketApi = (added: readonly Instrument[] = []) =>
  openApi({ feed: FEED, instruments: [...US_INSTRUMENTS, ...added, instrumentNamed(UNPRICED)] })

/** `/v1/market/quotes?symbols=AAPL` */
export function pathTo(
  path: string,
  query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return `${path}?${search.toString()}`
}
