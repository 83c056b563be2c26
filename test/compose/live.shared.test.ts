/** Several servers with live prices on one database, and one that starts again. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { atMs, Temporal } from '../../src/core/time'
import { listBars } from '../../src/ledger/bars'
import { bringInstruments } from '../../src/ledger/instruments'
import { isBatchFault, readBatch, type WireBatch } from '../../src/market/feeds/live/wire'
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import type { Database } from '../../src/postgres/database'
import { liveMarket } from '../../src/server/compose/market-feed'
import { freshDatabase } from '../support/database'
import { newYorkMs, quoteOf, STALE_MS, tradeOf, utc } from '../support/live'

const T = newYorkMs('10:00:00')
let nowMs = T
let database: Database
beforeAll(async () => {
  database = await freshDatabase()
  const [listed] = US_INSTRUMENTS
  if (listed !== undefined) await bringInstruments(database, [{ ...listed, symbol: 'BUSY' }])
})

async function server(kind: 'server' | 'memory' = 'server') {
  const live = liveMarket({
    database,
    config: {
      feedFile: null,
      feedStaleMs: STALE_MS,
      tickMs: 1_000,
      database: kind === 'server' ? { kind, url: '' } : { kind },
    },
    nowMs: () => nowMs,
    lists: (symbol) => symbol === 'BUSY',
    failed: (error) => {
      throw error
    },
  })
  const running = await live.begin()
  const run = async (name: string) => running.jobs.find((job) => job.name === name)?.run()
  return {
    ...live,
    take(wire: WireBatch) {
      const batch = readBatch(wire)
      if (!isBatchFault(batch)) live.intake.take(batch)
    },
    share: () => run('share-live-prices'),
    keep: () => run('save-live-bars'),
    receive: () => run('read-live-prices'),
    close: running.close,
    bid: () => live.feed.bidAsk('BUSY', atMs(nowMs))?.bidPrice.toFixed(),
  }
}

describe('[live.shared] servers of one database', () => {
  test('show what one of them lets in, from the same instant on', async () => {
    const [one, other] = [await server(), await server()]
    one.take({ quotes: [quoteOf('189.90', '190', T - 50), quoteOf('189.98', '190.02', T)] })
    one.take({ trades: [tradeOf('190', '100', T)] })
    expect([one.bid(), other.bid()]).toEqual(['189.98', undefined])
    await one.share()
    await other.receive()
    expect([one.bid(), other.bid()]).toEqual(['189.98', '189.98'])
    const shown = other.feed.bidAsk('BUSY', atMs(T))
    expect(shown).toEqual(one.feed.bidAsk('BUSY', atMs(T)))
    expect(other.feed.quote('BUSY', atMs(T))?.volume.toFixed()).toBe('100')

    nowMs += 1_000
    other.take({ quotes: [quoteOf('190.10', '190.12', nowMs)] })
    await other.share()
    await one.receive()
    await one.receive()
    expect([one.bid(), other.bid()]).toEqual(['190.1', '190.1'])
    await Promise.all([one.close(), other.close()])
  })

  test('[live.shared] only the server that let trades in keeps their minutes', async () => {
    const [one, other] = [await server(), await server()]
    nowMs = T + 60_000
    one.take({ trades: [tradeOf('191', '10', nowMs)] })
    await one.share()
    await other.receive()
    await other.keep()
    const kept = async () => (await listBars(database)).map(({ count }) => count)
    const before = await kept()
    await one.keep()
    expect([before, await kept()]).toEqual([[1], [2]])
    await Promise.all([one.close(), other.close()])
  })
})

describe('[live.shared] after a restart', () => {
  test('bars, halts, official prices and the rate are there, and no quote until a fresh one', async () => {
    nowMs = newYorkMs('10:05:00')
    const opens = newYorkMs('09:30:00')
    for (const kind of ['server', 'memory'] as const) {
      const before = await server(kind)
      before.take({
        quotes: [quoteOf('189.98', '190.02', nowMs)],
        trades: [tradeOf('190', '40', nowMs)],
        states: [{ symbol: 'BUSY', state: 'HALTED', time: utc(nowMs) }],
        officials: [{ symbol: 'BUSY', auction: 'OPG', price: '188', size: '9', time: utc(opens) }],
        rates: [{ base: 'USD', quote: 'KRW', bidRate: '1449', askRate: '1450', time: utc(nowMs) }],
      })
      await before.close()
      nowMs += 500
      const after = await server(kind)
      const date = Temporal.PlainDate.from('2026-03-02')
      expect(after.feed.auction('BUSY', date)?.open?.toFixed()).toBe('188')
      expect(after.feed.trades('BUSY', atMs(nowMs))).toBe(false)
      expect(after.feed.lastPrice?.('BUSY', atMs(nowMs))?.toFixed()).toBe('190')
      expect(after.book.rate?.askRate.toFixed()).toBe('1450')
      after.take({ states: [{ symbol: 'BUSY', state: 'RESUMED', time: utc(nowMs) }] })
      expect(after.bid()).toBeUndefined()
      after.take({ quotes: [quoteOf('189.50', '190', nowMs)] })
      expect(after.bid()).toBe('189.5')
      await after.close()
      nowMs += 60_000
    }
  })
})
