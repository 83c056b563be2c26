/** Pins in the database, and how each process of it comes to know them. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Instant } from '../../src/core/time'
import { addInstruments } from '../../src/ledger/instruments'
import {
  type PinChanges,
  pinQuote,
  pinsChangedSince,
  releaseQuote,
} from '../../src/ledger/pinned-quotes'
import { openPinnedQuotes } from '../../src/market/pins'
import type { Database } from '../../src/postgres/database'
import { pinnedQuotes } from '../../src/postgres/schema/market'
import type { StatementRunner } from '../../src/postgres/statement'
import { freshDatabase } from '../support/database'
import { aQuote, secondsLater } from '../support/examples'
import { rowsReadBy } from '../support/rows-read'
import { hasPostgres } from '../support/storage'
import { instrumentNamed } from '../support/trading-floor'

let database: Database
beforeEach(async () => {
  database = await freshDatabase()
  await addInstruments(database.drizzle, ['AAPL', 'MSFT'].map(instrumentNamed))
})

const pinAt = (pinnedAt: Instant, symbol = 'AAPL', runner: StatementRunner = database) =>
  pinQuote(runner, { ...aQuote({ symbol }), pinnedAt })

/** A process of the database, whose time the test lets pass. */
async function openProcess() {
  const readings: Promise<PinChanges>[] = []
  let elapsedMs = 0
  const pins = await openPinnedQuotes({
    load: (readTo) => {
      const changes = pinsChangedSince(database, readTo)
      readings.push(changes)
      return changes
    },
    elapsedMs: () => elapsedMs,
    failed: (error) => {
      throw error
    },
  })
  return {
    ...pins,
    /** How many pins each reading has brought. */
    read: async () => (await Promise.all(readings)).map((changes) => changes.pins.length),
    passMs: (ms: number) => {
      elapsedMs += ms
    },
    /** When it was released; null: it stands. */
    releases: (symbol: string) => pins.of(symbol).map(({ releasedAt }) => releasedAt),
  }
}

/** An hour of a bot that pins each second. */
const HOUR = 3_600
const anHourOfPins = sql`insert into ${pinnedQuotes}
  (symbol, pinned_at, released_at, bid_price, bid_size, ask_price, ask_size)
  select 'AAPL', ${secondsLater(0).toString()}::timestamptz + make_interval(secs => s),
    ${secondsLater(1).toString()}::timestamptz + make_interval(secs => s), 10, 1, 11, 1
  from generate_series(0, ${sql.raw(String(HOUR - 1))}) s`

describe('a pinned quote after an hour of others', () => {
  beforeEach(async () => {
    await database.drizzle.execute(anHourOfPins)
  })

  test('is read alone, with the one that it replaces', async () => {
    const { refresh, of, read } = await openProcess()
    await pinAt(secondsLater(HOUR))
    await refresh()
    await pinAt(secondsLater(HOUR + 1))
    await refresh()
    expect(await read()).toEqual([HOUR, 1, 2])
    expect(of('AAPL')).toHaveLength(HOUR + 2)
  })

  test('is set, released and found without reading the others', async () => {
    const { readTo } = await pinsChangedSince(database, null)
    const rows = await database.transaction((transaction) =>
      rowsReadBy(transaction, async () => {
        await pinAt(secondsLater(HOUR), 'AAPL', transaction)
        await pinAt(secondsLater(HOUR + 1), 'AAPL', transaction)
        await releaseQuote(transaction, 'AAPL', secondsLater(HOUR + 2))
        await pinsChangedSince(transaction, readTo)
      }),
    )
    expect(rows).toBeLessThan(20)
  })
})

describe('a process on a shared database', () => {
  test('sees pins and releases of another process after 5 s', async () => {
    const { of, passMs, read, releases } = await openProcess()
    const seenLater = async () => {
      passMs(5_001)
      of('AAPL')
      await read()
      return releases('AAPL')
    }
    await pinAt(secondsLater(1))
    expect(releases('AAPL')).toEqual([])
    expect(await seenLater()).toEqual([null])
    await releaseQuote(database, 'AAPL', secondsLater(2))
    expect(await seenLater()).toEqual([secondsLater(2)])
  })

  test.if(hasPostgres)('sees a pin whose transaction was begun early and ended late', async () => {
    const { refresh, releases } = await openProcess()
    await database.transaction(async (transaction) => {
      await pinAt(secondsLater(1), 'AAPL', transaction)
      await pinAt(secondsLater(2), 'MSFT')
      await refresh()
      expect([releases('AAPL'), releases('MSFT')]).toEqual([[], [null]])
    })
    await refresh()
    expect([releases('AAPL'), releases('MSFT')]).toEqual([[null], [null]])
  })

  test('knows the same pins as one that reads all of them', async () => {
    const someChange = fc.record({
      symbol: fc.constantFrom('AAPL', 'MSFT'),
      change: fc.constantFrom('pin', 'release'),
      // Processes have clocks of their own: one may be behind another's.
      at: fc.integer({ min: 0, max: 5 }).map(secondsLater),
      isRead: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(someChange, { maxLength: 12 }), async (changes) => {
        await database.drizzle.delete(pinnedQuotes)
        const process = await openProcess()
        for (const { symbol, change, at, isRead } of changes) {
          if (change === 'pin') await pinAt(at, symbol)
          else await releaseQuote(database, symbol, at)
          if (isRead) await process.refresh()
        }
        await process.refresh()
        const { of } = await openProcess()
        for (const symbol of ['AAPL', 'MSFT']) expect(process.of(symbol)).toEqual(of(symbol))
      }),
      { numRuns: 40 },
    )
  })
})
