/** Files of instruments: our own us.csv, and those that an operator imports. */
import { csvRecords } from '../csv'
import { figuresOfFollower, followFault } from './follows'
import type { ListedInstrument } from './listed'
import { isRefusedRow, readColumns, readRow } from './row'

export interface RefusedLine {
  readonly line: number
  readonly reason: string
}

export interface InstrumentsRead {
  readonly instruments: readonly ListedInstrument[]
  readonly refused: readonly RefusedLine[]
}

/**
 * Reads the file's rows; a symbol may appear once. If an optional column is missing, instruments
 * keep the values of their `known` namesakes. Rows may also follow known instruments.
 */
export function readInstruments(
  csv: string,
  known: readonly ListedInstrument[] = [],
): InstrumentsRead {
  const [header, ...rows] = csvRecords(csv)
  const columns = readColumns(header?.cells ?? [])
  if (isRefusedRow(columns)) {
    return { instruments: [], refused: [{ line: 1, reason: columns.reason }] }
  }
  const before = bySymbol(known)
  const instruments = new Map<string, ListedInstrument>()
  const lines = new Map<string, number>()
  const refused: RefusedLine[] = []
  for (const { line, cells, fault } of rows) {
    const instrument = fault === undefined ? readRow(cells, columns, before) : { reason: fault }
    if (isRefusedRow(instrument)) refused.push({ line, reason: instrument.reason })
    else if (instruments.has(instrument.symbol)) {
      refused.push({ line, reason: `${instrument.symbol} is there twice` })
    } else {
      instruments.set(instrument.symbol, instrument)
      lines.set(instrument.symbol, line)
    }
  }
  const all = new Map([...before, ...instruments])
  if (refused.length > 0) return { instruments: [...instruments.values()], refused }
  const followerOf = new Map<string, string>()
  for (const { symbol, follows } of all.values()) {
    if (follows !== null && !followerOf.has(follows.symbol)) followerOf.set(follows.symbol, symbol)
  }
  for (const instrument of instruments.values()) {
    const reason = relationFault(instrument, all, followerOf)
    if (reason !== undefined) refused.push({ line: lines.get(instrument.symbol) ?? 1, reason })
  }
  return { instruments: [...instruments.values()], refused }
}

/** What is wrong between an instrument and the others; runs after all rows are read. */
function relationFault(
  instrument: ListedInstrument,
  all: ReadonlyMap<string, ListedInstrument>,
  followerOf: ReadonlyMap<string, string>,
): string | undefined {
  const { symbol, follows } = instrument
  if (follows === null) return undefined
  const follower = followerOf.get(symbol)
  if (follower !== undefined) return `follows ${follows.symbol}, but ${follower} follows it`
  return followFault(instrument, all.get(follows.symbol))
}

/** Reads our own file, sorted by symbol; throws with the line and the reason. */
export function parseInstruments(csv: string): readonly ListedInstrument[] {
  const { instruments, refused } = readInstruments(csv)
  const [first] = refused
  if (first !== undefined) throw new Error(`line ${first.line}: ${first.reason}`)
  for (const [index, { symbol }] of instruments.entries()) {
    const before = instruments[index - 1]?.symbol
    if (before !== undefined && before >= symbol) {
      throw new Error(`line ${index + 2}: ${symbol} does not come after ${before}`)
    }
  }
  return instruments
}

/**
 * By symbol; an imported instrument replaces our own. A follower always has the multiple of its
 * leader's figures, so a fund of three times QQQ follows an imported QQQ.
 */
export function withImported(
  listed: readonly ListedInstrument[],
  imported: readonly ListedInstrument[],
): readonly ListedInstrument[] {
  const all = bySymbol([...listed, ...imported])
  return [...all.values()]
    .map((instrument) => {
      const leader = instrument.follows && all.get(instrument.follows.symbol)
      if (!instrument.follows || !leader) return instrument
      return { ...instrument, ...figuresOfFollower(instrument.follows, leader) }
    })
    .sort((one, other) => (one.symbol < other.symbol ? -1 : 1))
}

const bySymbol = (instruments: readonly ListedInstrument[]): Map<string, ListedInstrument> =>
  new Map(instruments.map((each) => [each.symbol, each]))
