/** A recording of live prices, played as a market. */
import { describe, expect, test } from 'bun:test'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atMs } from '../../src/core/time'
import type { Feed } from '../../src/market/feed'
import { openRecordingFile, readLine, writeLine } from '../../src/market/feeds/live/record'
import { recordedFeed } from '../../src/market/feeds/recorded'
import { openRecording } from '../../src/server/compose/market-feed'
import { aFolder } from '../support/folders'
import { liveMarket, newYorkMs, quoteOf, STALE_MS, tradeOf, utc } from '../support/live'

const T = newYorkMs('10:00:00')
const path = join(await aFolder(), 'day.jsonl')

/** A second of quotes and trades, some of which are wrong, and a halt. */
const LINES = Array.from({ length: 400 }, (_, index) => {
  const ms = T + index * 37
  const cents = 18_998 + ((index * 7) % 23)
  const price = (part: number) => `${Math.floor(part / 100)}.${String(part % 100).padStart(2, '0')}`
  return {
    at: utc(ms),
    quotes: [
      quoteOf(price(cents), price(cents + 4), ms - (index % 5) * 20),
      ...(index % 50 === 0 ? [quoteOf('2', '1', ms)] : []),
    ],
    ...(index % 3 === 0 && { trades: [tradeOf(price(cents + 1), '10', ms)] }),
    ...(index === 200 && { states: [{ symbol: 'BUSY', state: 'HALTED', time: utc(ms) }] }),
    ...(index === 240 && { states: [{ symbol: 'BUSY', state: 'RESUMED', time: utc(ms) }] }),
  }
})

function recorded(): Feed {
  const file = openRecordingFile(path)
  const first = file.next()
  if (first === null) throw new Error('it has lines')
  return recordedFeed({ first, next: file.next, staleMs: STALE_MS, tickMs: 1_000 })
}

/** Everything that is shown at each tick. */
const tape = (feed: Feed) =>
  Array.from({ length: 20 }, (_, second) => {
    const at = atMs(T + second * 1_000)
    return JSON.stringify([feed.quote('BUSY', at), feed.trades('BUSY', at)])
  })

describe('[live.record] a recording', () => {
  writeFileSync(path, LINES.map((line) => `${JSON.stringify(line)}\n`).join(''))

  test('shows at each tick what the live market showed', () => {
    const live = liveMarket()
    const shown: string[] = []
    let next = 0
    for (let second = 0; second < 20; second++) {
      const until = T + second * 1_000
      for (; next < LINES.length; next++) {
        const { at: _, ...wire } = LINES[next] ?? { at: '' }
        if (T + next * 37 > until) break
        live.take(wire, T + next * 37)
      }
      const at = atMs(until)
      shown.push(JSON.stringify([live.feed.quote('BUSY', at), live.feed.trades('BUSY', at)]))
    }
    expect(tape(recorded())).toEqual(shown)
    expect(shown.some((one) => one.startsWith('[null,false'))).toBe(true)
    expect(live.book.totals.rejected).toMatchObject({ crossed: 8 })
  })

  test('is the same each time, and skips a truncated line', () => {
    const before = tape(recorded())
    appendFileSync(path, '{"at":"2026-03-02T15:00:14.000Z","quo')
    expect(tape(recorded())).toEqual(before)
    const file = openRecordingFile(path)
    while (file.next() !== null);
    expect(file.unread).toBe(1)

    const said: string[] = []
    const market = openRecording({ feedFile: path, feedStaleMs: STALE_MS, tickMs: 1_000 }, (text) =>
      said.push(text),
    )
    expect(said).toEqual([])
    tape(market)
    expect(said).toEqual([`FEED_FILE: ${path} has ended, and 1 line of it could not be read`])
  })

  test('is written byte for byte as it is read', () => {
    for (const line of LINES) {
      const read = readLine(JSON.stringify(line))
      if (typeof read === 'string') throw new Error(read)
      const written = writeLine(read)
      expect(writeLine(Object(readLine(written)))).toBe(written)
    }
  })

  test('a line that is invalid is reported', () => {
    expect(readLine('{')).toBe('it is not valid JSON')
    expect(readLine('{"quotes":[]}')).toBe('it has no `at`')
    expect(readLine('{"at":"yesterday"}')).toBe('`at` is not an ISO 8601 time')
    expect(readLine('{"at":"2026-03-02T15:00:00Z","quotes":[{}]}')).toContain('quotes.0.symbol')
  })
})
