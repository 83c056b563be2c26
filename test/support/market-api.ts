/** The API over the simulated market of seed 1, signed in. Its clock stands until it is moved. */
import type { Instrument } from '../../src/core/instrument'
import { Temporal } from '../../src/core/time'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../../src/market/instruments/us'
import { addInstruments } from '../../src/store/tables/instruments'
import { openApi } from './api'
import { freshDatabase } from './database'
import { instrumentNamed } from './trading-floor'

export const FEED = simulatedFeed({ seed: 1, instruments: US_INSTRUMENTS })

/** In the directory, and unknown to the feed. */
export const UNPRICED = 'ZZNEW'

export type MarketApi = Awaited<ReturnType<typeof openMarketApi>>

/** It is Monday 2026-03-02, 10:00 in New York; every US instrument is listed, and those added. */
export async function openMarketApi(added: readonly Instrument[] = []) {
  const database = await freshDatabase()
  await addInstruments(database.drizzle, [...US_INSTRUMENTS, ...added, instrumentNamed(UNPRICED)])
  const api = await openApi(database, { feed: FEED })
  await api.floor.account('acc_1')
  await api.signIn()
  return {
    ...api,
    /** Forward only. */
    moveTo: (text: string) => api.floor.clock.moveTo(Temporal.Instant.from(text)),
  }
}

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

export { type Row, refusalIn, rowsIn } from './answers'
