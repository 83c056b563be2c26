/** Files are imported into the database as a whole, or not at all. */
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { barsOfDatabase } from '../../src/clients/cli/bars/bar-store'
import { importLines, serverLine } from '../../src/clients/cli/bars/command'
import { type ImportSettings, importFile } from '../../src/clients/cli/bars/import-file'
import { listBars } from '../../src/ledger/bars'
import { addInstruments, listInstruments } from '../../src/ledger/instruments'
import { isFault } from '../../src/lib/fault'
import type { Database } from '../../src/postgres/database'
import { plainDate } from '../market/new-york-time'
import { freshDatabase } from '../support/database'
import { at } from '../support/feed'
import { instrumentNamed } from '../support/trading-floor'

const folder = mkdtempSync(join(tmpdir(), 'paper-bars-'))
afterAll(() => rmSync(folder, { recursive: true }))

let database: Database
beforeEach(async () => {
  database = await freshDatabase()
  await addInstruments(database.drizzle, ['AAPL', 'MSFT'].map(instrumentNamed))
})

const HEADER = 'symbol,date,open,high,low,close,volume'
const MONDAY = 'AAPL,2026-03-02,10,11,9,10.5,700'
const TUESDAY = 'AAPL,2026-03-03,10,11,9,10.5,700'
const BROKEN = 'AAPL,2026-03-04,10,9,9,10.5,700'
const UNKNOWN = 'ACME,2026-03-04,10,11,9,10.5,700'

const SETTINGS: ImportSettings = {
  symbol: null,
  interval: null,
  zone: 'America/New_York',
  addInstruments: false,
  skipRefused: false,
}

async function imported(content: string | Uint8Array, settings: Partial<ImportSettings> = {}) {
  const path = join(folder, 'bars.csv')
  writeFileSync(path, content)
  const refused: string[] = []
  const file = await importFile(
    barsOfDatabase(database),
    path,
    { ...SETTINGS, ...settings },
    {
      began: () => {},
      refused: (line, reason) => refused.push(`${line}: ${reason}`),
      progress: () => {},
    },
  )
  return { file, refused }
}

const file = (...rows: readonly string[]) => [HEADER, ...rows, ''].join('\n')
const storedBars = async () =>
  (await listBars(database)).map(({ symbol, count }) => [symbol, count])

describe('an imported file of bars', () => {
  test('is stored, and reported with its figures', async () => {
    const { file: outcome, refused } = await imported(file(MONDAY, TUESDAY, MONDAY))
    if (isFault(outcome)) throw new Error(outcome.fault)
    expect(refused).toEqual([])
    expect(importLines(outcome, 500)).toEqual([
      '  layout    CSV, 1d bars',
      '  prices    as they are in the file',
      '  rows      3, 0 refused',
      '  symbols   AAPL',
      '  range     2026-03-02 … 2026-03-03',
      '  stored    2 new, 0 replaced, 0 already there, 1 repeated in the file',
      '  took      0.5 s',
    ])
    expect(await storedBars()).toEqual([['AAPL', 2]])
  })

  test('replaces the bars that it changes, and no others, when it comes again', async () => {
    await imported(file(MONDAY, TUESDAY))
    const { file: again } = await imported(file(MONDAY, TUESDAY.replace('700', '800')))
    expect(again).toMatchObject({ tally: { added: 0, replaced: 1 } })
    expect(await storedBars()).toEqual([['AAPL', 2]])
  })

  test('may have quoted cells, with separators and line breaks; lines are still counted', async () => {
    const rows = [
      `"note, of",${HEADER}`,
      `"two\nlines",${MONDAY}`,
      `,AAPL,"2026-03-03","10",11,9,10.5,"70\n0"`,
      `"a, b",${BROKEN}`,
    ]
    const { refused } = await imported(rows.join('\n'))
    expect(refused).toEqual(["4: volume '70\n0'", '6: high 9 is below its open, low or close'])
  })

  test('is refused if a quote does not end, before it fills the memory', async () => {
    const { file: outcome } = await imported(file(`"${MONDAY}`, ...Array(12_000).fill(MONDAY)))
    expect(outcome).toEqual({
      fault: 'a row has over 100,000 characters: no CSV, or a quote that does not end',
    })
  })

  test('is refused as a whole for one refused row, and every refused row is reported', async () => {
    const { file: outcome, refused } = await imported(file(MONDAY, BROKEN, UNKNOWN, TUESDAY))
    expect(outcome).toMatchObject({ isStored: false })
    expect(refused).toEqual([
      '3: high 9 is below its open, low or close',
      '4: there is no instrument ACME: add it with --add-instruments, or with ' +
        '`paper instruments import FILE.csv`',
    ])
    expect(await storedBars()).toEqual([])
  })

  test('leaves its good rows with --skip-refused', async () => {
    const { file: outcome } = await imported(file(MONDAY, BROKEN, TUESDAY), { skipRefused: true })
    expect(outcome).toMatchObject({ isStored: true, tally: { refused: 1, added: 2 } })
  })

  test('leaves nothing behind when the last of its batches is broken', async () => {
    const rows = Array.from({ length: 5_500 }, (_, index) => {
      const two = (number: number) => String(number).padStart(2, '0')
      const time = `${two(4 + (Math.floor(index / 60) % 16))}:${two(index % 60)}`
      return `AAPL,2026-03-${two(2 + Math.floor(index / 960))} ${time},10,11,9,10,1`
    }).filter((row) => !/2026-03-0[78]/.test(row))
    const good = await imported(file(...rows))
    expect(good.refused).toEqual([])
    expect(await storedBars()).toEqual([['AAPL', rows.length]])
    await freshDatabase()
    await addInstruments(database.drizzle, [instrumentNamed('AAPL')])
    await imported(file(...rows, 'AAPL,2026-03-16 09:30,10,9,9,10,1'))
    expect(await storedBars()).toEqual([])
  })

  test('adds unknown instruments with --add-instruments', async () => {
    await imported(file(MONDAY, UNKNOWN), { addInstruments: true })
    expect(await storedBars()).toEqual([
      ['AAPL', 1],
      ['ACME', 1],
    ])
    const instruments = await listInstruments(database)
    expect(instruments.find(({ symbol }) => symbol === 'ACME')).toMatchObject({
      name: 'ACME',
      tradable: 'TRADABLE',
    })
  })

  test('may be gzip, with CRLF and a byte order mark', async () => {
    const text = `\uFEFF${file(MONDAY, TUESDAY).replaceAll('\n', '\r\n')}`
    await imported(Bun.gzipSync(new TextEncoder().encode(text)))
    expect(await storedBars()).toEqual([['AAPL', 2]])
  })

  test('is reported with what looks like a split', async () => {
    const { file: outcome } = await imported(file(MONDAY, 'AAPL,2026-03-03,5,5,5,5,1'))
    if (isFault(outcome)) throw new Error(outcome.fault)
    expect(importLines(outcome, 1)[2]).toStartWith(
      '            AAPL opens 2026-03-03 at 0.48 times',
    )
  })
})

describe('a file of bars is refused', () => {
  const five = Array.from({ length: 12 }, (_, index) =>
    MONDAY.replace('2026-03-02', `2026-03-02 10:${String(index * 5).padStart(2, '0')}`),
  )
  const weekly = Array.from({ length: 10 }, (_, week) =>
    MONDAY.replace('2026-03-02', plainDate('2026-01-08').add({ weeks: week }).toString()),
  )
  const twoHourly = Array.from({ length: 12 }, (_, row) => {
    const [date, hour] = row < 6 ? ['2026-03-02', 8 + 2 * row] : ['2026-03-03', 2 * row - 4]
    return MONDAY.replace('2026-03-02', `${date} ${String(hour).padStart(2, '0')}:00`)
  })
  const truncated = Bun.gzipSync(new TextEncoder().encode(file(MONDAY))).slice(0, 40)
  test.each<[string, string | Uint8Array, Partial<ImportSettings>, string]>([
    ['empty', '', {}, 'the file is empty'],
    ['without a symbol', 'date,open,high,low,close,volume\n', {}, '--symbol SYMBOL names'],
    ['with its symbols and --symbol', file(MONDAY), { symbol: 'AAPL' }, 'leave --symbol out'],
    ['with rows 5 minutes apart', file(...five), {}, 'its rows lie 5 minutes apart'],
    ['with a row a week', file(...weekly), {}, 'its rows lie 7 days apart'],
    ['with rows two hours apart', file(...twoHourly), {}, 'its rows lie 120 minutes apart'],
    ['cut off', truncated, {}, 'end of file'],
    ['one endless line', `${HEADER}\n${'x'.repeat(600_000)}`, {}, 'over 100,000 characters'],
  ])('as a whole: %s', async (_, content, settings, reason) => {
    const { file: outcome } = await imported(content, settings)
    expect(outcome).toMatchObject({ fault: expect.stringContaining(reason) })
    expect(await storedBars()).toEqual([])
  })
})

describe('the line on how to replay imported bars', () => {
  const FIRST_MINUTE = at('2026-03-02T14:30:00Z').epochMilliseconds / 60_000

  test('starts the clock at the first of them', () =>
    expect(serverLine(FIRST_MINUTE, null)).toBe(
      'A server replays them with MARKET_FEED=replay MARKET_CLOCK=2026-03-02T09:30-05:00',
    ))
  test('asks for another database if the market of this one is later already', () =>
    expect(serverLine(FIRST_MINUTE, at('2026-11-20T17:00:00Z'))).toStartWith(
      "This database's market is already at 2026-11-20T12:00-05:00, and its time never runs",
    ))
})
