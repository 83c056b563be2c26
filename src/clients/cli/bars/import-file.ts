/**
 * Imports one file in one transaction, all of it or nothing, and counts its rows. It streams the
 * file and writes in batches, so the file may be larger than the memory.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { NewBar, Written } from '../../../ledger/bars'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { errorMessage, plural } from '../../../lib/text'
import { type CsvReader, type CsvRecord, csvReader } from '../../../market/csv'
import type { BarInterval } from '../../../postgres/schema/market'
import type { BarStore, BarWriter } from './bar-store'
import { type Layout, layoutOf, type RowReader, rowReader } from './rows'

export interface ImportSettings {
  readonly symbol: string | null
  readonly interval: BarInterval | null
  readonly zone: string
  readonly addInstruments: boolean
  /** Skips refused rows; otherwise one refused row refuses the whole file. */
  readonly skipRefused: boolean
}

interface ImportListener {
  /** Called again if the transaction is repeated, which reports all rows again. */
  began(): void
  refused(line: number, reason: string): void
  progress(bytesRead: number, rows: number): void
}

export interface ImportedFile {
  readonly layout: Layout
  readonly interval: BarInterval | null
  readonly tally: Tally
  /** False if nothing of the file is in the database. */
  readonly isStored: boolean
}

const BATCH = 5_000
/** Fewer rows do not show their interval. */
const SPACING_ROWS_MIN = 10

/** Rolls the transaction back, and carries the outcome. */
class Rollback extends Error {
  readonly outcome: ImportedFile | CommandFault
  constructor(outcome: ImportedFile | CommandFault) {
    super('rollback')
    this.outcome = outcome
  }
}

export async function importFile(
  store: BarStore,
  path: string,
  settings: ImportSettings,
  listener: ImportListener,
): Promise<ImportedFile | CommandFault> {
  try {
    return await store.transaction((writer) => importRows(writer, path, settings, listener))
  } catch (error) {
    if (error instanceof Rollback) return error.outcome
    if (error instanceof Unreadable) return fault(error.message)
    throw error
  }
}

async function importRows(
  writer: BarWriter,
  path: string,
  settings: ImportSettings,
  listener: ImportListener,
): Promise<ImportedFile> {
  listener.began()
  const tally = newTally()
  const counter = barCounter(tally)
  const sink = await barSink(writer, settings, tally)
  let reader: { readonly layout: Layout; readonly rows: RowReader } | null = null
  let lineNumber = 0
  const refuse = (reason: string): void => {
    tally.refused++
    listener.refused(lineNumber, reason)
  }
  for await (const { records, bytesRead } of recordsOf(path)) {
    for (const { line, cells, fault } of records) {
      lineNumber = line
      if (reader === null) {
        reader = readerOf(cells, settings)
        continue
      }
      tally.rows++
      const row = fault === undefined ? reader.rows.read(cells) : { refused: fault }
      if (row === 'early') tally.early++
      else if ('refused' in row) refuse(row.refused)
      else if (!sink.accepts(row.symbol)) refuse(unknownSymbol(row.symbol))
      else {
        counter.count(row)
        // After a refused row the transaction is rolled back, so it need not write.
        if (tally.refused === 0 || settings.skipRefused) await sink.add(row)
      }
    }
    listener.progress(bytesRead, tally.rows)
  }
  if (reader === null) throw new Rollback(fault('the file is empty'))
  await sink.flush()
  const { layout, rows } = reader
  const other = tally.rows < SPACING_ROWS_MIN ? null : counter.otherInterval(rows.interval)
  if (other !== null) {
    throw new Rollback(fault(`its rows lie ${other} apart; only 1m and 1d bars are taken`))
  }
  const imported = { layout, interval: rows.interval, tally, isStored: true }
  if (tally.refused === 0 || settings.skipRefused) return imported
  throw new Rollback({ ...imported, isStored: false })
}

function readerOf(header: readonly string[], settings: ImportSettings) {
  const layout = layoutOf(header)
  if (isFault(layout)) throw new Rollback(layout)
  if (layout.symbol === null && settings.symbol === null) {
    throw new Rollback(fault('the file has no column of symbols; --symbol SYMBOL names it'))
  }
  if (layout.symbol !== null && settings.symbol !== null) {
    throw new Rollback(fault('the file has a column of symbols; leave --symbol out'))
  }
  return { layout, rows: rowReader({ ...settings, layout }) }
}

const unknownSymbol = (symbol: string): string =>
  `there is no instrument ${symbol}: add it with --add-instruments, or with ` +
  '`paper instruments import FILE.csv`'

async function barSink(writer: BarWriter, settings: ImportSettings, tally: Tally) {
  const known = await writer.symbols()
  const fresh = new Set<string>()
  let batch = new Map<string, NewBar>()

  async function flush(): Promise<void> {
    const [first] = batch.values()
    if (first === undefined) return
    if (fresh.size > 0) await writer.addInstruments([...fresh])
    for (const symbol of fresh) known.add(symbol)
    fresh.clear()
    const bars = [...batch.values()]
    batch = new Map()
    countWritten(tally, await writer.write(first.interval, bars))
  }
  return {
    flush,
    accepts(symbol: string): boolean {
      if (known.has(symbol) || fresh.has(symbol)) return true
      if (settings.addInstruments) fresh.add(symbol)
      return settings.addInstruments
    },
    async add(bar: NewBar): Promise<void> {
      const key = `${bar.symbol} ${bar.numbers[0]}`
      if (batch.has(key)) tally.repeated++
      batch.set(key, bar)
      if (batch.size >= BATCH) await flush()
    },
  }
}

const GZIP = [0x1f, 0x8b]
const PIECE_BYTES = 1 << 18
/** Smaller, so that the progress does not run ahead of the work. */
const GZIP_PIECE_BYTES = 1 << 14
/** A longer record is no CSV, and must not fill the memory. */
const RECORD_MAX = 100_000
const SEPARATORS = [',', ';', '\t']

interface Piece {
  readonly records: readonly CsvRecord[]
  /** Bytes of the stored file that were read so far. */
  readonly bytesRead: number
}

/** The file cannot be read to its end. */
class Unreadable extends Error {}

/** Reads a CSV or gzip file in pieces. The header is the first record. Throws Unreadable. */
async function* recordsOf(path: string): AsyncGenerator<Piece> {
  try {
    yield* piecesOf(path)
  } catch (error) {
    throw new Unreadable(errorMessage(error))
  }
}

async function* piecesOf(path: string): AsyncGenerator<Piece> {
  const isCompressed = await isGzip(path)
  const file = createReadStream(path, {
    highWaterMark: isCompressed ? GZIP_PIECE_BYTES : PIECE_BYTES,
  })
  const decoder = new TextDecoder()
  let head = ''
  let reader: CsvReader | null = null
  for await (const bytes of isCompressed ? unzip(file) : file) {
    const text = head + decoder.decode(bytes, { stream: true })
    if (reader === null && !text.includes('\n')) {
      head = text
      if (head.length > RECORD_MAX) throw new Error(TOO_LONG)
      continue
    }
    head = ''
    reader ??= csvReader(separatorOf(text))
    yield { records: reader.read(text), bytesRead: file.bytesRead }
    if (reader.pending > RECORD_MAX) throw new Error(TOO_LONG)
  }
  const text = head + decoder.decode()
  reader ??= csvReader(separatorOf(text))
  const records = [...reader.read(text), ...reader.end()]
  if (records.length > 0) yield { records, bytesRead: file.bytesRead }
}

const TOO_LONG = 'a row has over 100,000 characters: no CSV, or a quote that does not end'

/** Finds the separator in the header. */
export const separatorOf = (text: string): string => {
  const header = text.slice(0, text.includes('\n') ? text.indexOf('\n') : text.length)
  return SEPARATORS.find((mark) => header.includes(mark)) ?? ','
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(2), 0, 2, 0)
    return bytesRead === 2 && GZIP.every((byte, index) => buffer[index] === byte)
  } finally {
    await file.close()
  }
}

/** Passes errors of the file on to the reader. */
const unzip = (file: Readable): Readable => pipeline(file, createGunzip(), () => {})

/** A bar that opens far from the close before it, as after an unadjusted split. */
interface Jump {
  readonly symbol: string
  readonly startMinute: number
  readonly factor: number
}

export interface Tally {
  rows: number
  early: number
  refused: number
  /** Rows with the symbol and start of an earlier row, which they replace. */
  repeated: number
  added: number
  replaced: number
  readonly symbols: Set<string>
  firstMinute: number
  lastMinute: number
  readonly jumps: Jump[]
}

const JUMPS_MAX = 5
const JUMP_FACTOR = 1.8

const newTally = (): Tally => ({
  rows: 0,
  early: 0,
  refused: 0,
  repeated: 0,
  added: 0,
  replaced: 0,
  symbols: new Set(),
  firstMinute: Number.POSITIVE_INFINITY,
  lastMinute: Number.NEGATIVE_INFINITY,
  jumps: [],
})

export const stored = (tally: Tally): number => tally.rows - tally.early - tally.refused

function countWritten(tally: Tally, { added, replaced }: Written): void {
  tally.added += added
  tally.replaced += replaced
}

/** Counts the bars of a file in order, and keeps the last bar of each symbol. */
function barCounter(tally: Tally) {
  const before = new Map<string, NewBar>()
  /** The greatest common divisor of the minutes between rows, and the shortest time. */
  let gap = 0
  let least = Number.POSITIVE_INFINITY
  return {
    count(bar: NewBar): void {
      const { symbol, numbers } = bar
      const [start, open] = numbers
      tally.symbols.add(symbol)
      tally.firstMinute = Math.min(tally.firstMinute, start)
      tally.lastMinute = Math.max(tally.lastMinute, start)
      const last = before.get(symbol)
      before.set(symbol, bar)
      if (last === undefined) return
      const apart = Math.abs(start - last.numbers[0])
      gap = divisor(gap, apart)
      if (apart > 0) least = Math.min(least, apart)
      const factor = open / last.numbers[4]
      const far = factor > JUMP_FACTOR || factor < 1 / JUMP_FACTOR
      if (far && start > last.numbers[0] && tally.jumps.length < JUMPS_MAX) {
        tally.jumps.push({ symbol, startMinute: start, factor })
      }
    },
    /** Returns the time between rows if it does not fit the interval; otherwise null. */
    otherInterval(interval: BarInterval | null): string | null {
      if (least === Number.POSITIVE_INFINITY) return null
      if (interval === '1m') return gap > 1 ? inWords(gap) : null
      return least >= LONGEST_CLOSURE_MINUTES ? inWords(least) : null
    },
  }
}

/** Longer than any time between two openings of REGULAR. */
const LONGEST_CLOSURE_MINUTES = 5 * 1_440

const inWords = (minutes: number): string =>
  minutes < 1_440 ? plural(minutes, 'minute') : plural(Math.round(minutes / 1_440), 'day')

const divisor = (one: number, other: number): number =>
  other === 0 ? one : divisor(other, one % other)
