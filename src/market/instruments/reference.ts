/** Files of instruments: our us.csv, and the files that an operator imports. */

import { createHash } from 'node:crypto'
import { INSTRUMENT_TYPES, isOnTick, TRADABLE_STATES } from '../../core/instrument'
import { price } from '../../core/money'
import { plural } from '../../lib/text'
import { csvRecords } from '../csv'
import {
  figuresOfFollower,
  followFault,
  type ListedInstrument,
  MARKET_VOLATILITY,
  readFollows,
  readGroups,
  writeFollows,
  writeGroups,
} from './listed'

export interface RefusedLine {
  readonly line: number
  readonly reason: string
}

export interface InstrumentsRead {
  readonly instruments: readonly ListedInstrument[]
  readonly refused: readonly RefusedLine[]
}

/**
 * Reads a file of instruments; a symbol may appear once. If an optional column is missing, a known
 * instrument keeps its value. Rows may also follow known instruments.
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
      refused.push({ line, reason: `${instrument.symbol} appears twice` })
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

/** What is wrong with a follower, once all rows are read. */
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

/**
 * Reads our own file; throws an error with the line and the reason if it is invalid or unsorted.
 */
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
 * Both lists, sorted by symbol; an imported instrument replaces a listed one. A follower always has
 * the multiple of its leader's figures, so a fund of three times QQQ follows an imported QQQ.
 */
export function mergeImports(
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

const REQUIRED = [
  'symbol',
  'name',
  'type',
  'exchange',
  'tradable',
  'dayMarketTradable',
  'referencePrice',
  'annualVolatility',
  'dailyVolume',
  'beta',
] as const
const OPTIONAL = ['nameKo', 'sector', 'groups', 'follows'] as const
type Column = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number]

/** ISO 10383: NYSE, Nasdaq, NYSE Arca, NYSE American, Cboe BZX. */
const EXCHANGES = ['XNYS', 'XNAS', 'ARCX', 'XASE', 'BATS']
const SYMBOL = /^[A-Z0-9][A-Z0-9.-]*$/
const MONEY = /^\d+(\.\d{1,4})?$/
const UNSIGNED = /^\d+(\.\d+)?$/
const SIGNED = /^-?\d+(\.\d+)?$/
const WHOLE = /^\d+$/

/** Why a line cannot be read. */
export interface RefusedRow {
  readonly reason: string
}

const isRefusedRow = (read: object): read is RefusedRow => 'reason' in read

class Refusal extends Error {}
const fail = (reason: string): never => {
  throw new Refusal(reason)
}

function attempt<Read>(read: () => Read): Read | RefusedRow {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.message }
    throw error
  }
}

/** The index of each column in a file. */
export type Columns = ReadonlyMap<Column, number>

/** Reads the header, whose columns may be in any order; only optional columns may be missing. */
const readColumns = (header: readonly string[]): Columns | RefusedRow =>
  attempt(() => {
    const columns = new Map<Column, number>()
    for (const [index, name] of header.entries()) {
      const column = [...REQUIRED, ...OPTIONAL].find((known) => known === name)
      if (column === undefined) return fail(`the header has '${name}', which is not a column`)
      if (columns.has(column)) fail(`the header has ${name} twice`)
      columns.set(column, index)
    }
    const missing = REQUIRED.filter((column) => !columns.has(column))
    if (missing.length > 0) fail(`the header lacks ${missing.join(', ')}`)
    return columns
  })

/** Reads a row; a known instrument keeps the values of missing columns. */
const readRow = (
  cells: readonly string[],
  columns: Columns,
  known: ReadonlyMap<string, ListedInstrument>,
): ListedInstrument | RefusedRow => attempt(() => instrumentOf(cells, columns, known))

function instrumentOf(
  cells: readonly string[],
  columns: Columns,
  known: ReadonlyMap<string, ListedInstrument>,
): ListedInstrument {
  if (cells.length !== columns.size) {
    fail(`${plural(cells.length, 'cell')} instead of ${columns.size}`)
  }
  const cell = (column: Column): string => cells[columns.get(column) ?? -1] ?? ''
  const matching = (column: Column, pattern: RegExp): string =>
    pattern.test(cell(column)) ? cell(column) : fail(`${column} can't be '${cell(column)}'`)
  const oneOf = <Value extends string>(column: Column, values: readonly Value[]): Value =>
    values.find((value) => value === cell(column)) ?? fail(`${column} can't be '${cell(column)}'`)
  const text = (column: 'nameKo' | 'sector'): string | null => cell(column).trim() || null

  const symbol = matching('symbol', SYMBOL)
  const before = known.get(symbol)
  const optional = <Value>(column: Column, read: () => Value, fallback: Value): Value =>
    columns.has(column) ? read() : fallback
  const instrument: ListedInstrument = {
    symbol,
    // A quoted cell may have several lines; a name has one.
    name: matching('name', /\S/).trim().replace(/\s+/g, ' '),
    nameKo: optional('nameKo', () => text('nameKo'), before?.nameKo ?? null),
    type: oneOf('type', INSTRUMENT_TYPES),
    exchange: oneOf('exchange', EXCHANGES),
    sector: optional('sector', () => text('sector'), before?.sector ?? null),
    tradable: oneOf('tradable', TRADABLE_STATES),
    dayMarketTradable: oneOf('dayMarketTradable', ['true', 'false']) === 'true',
    referencePrice: price(matching('referencePrice', MONEY)),
    annualVolatility: Number(matching('annualVolatility', UNSIGNED)),
    dailyVolume: Number(matching('dailyVolume', WHOLE)),
    beta: Number(matching('beta', SIGNED)),
    groups: optional('groups', () => groupsIn(cell('groups')), before?.groups ?? []),
    follows: optional('follows', () => followsIn(cell('follows')), before?.follows ?? null),
  }
  refuseImplausible(instrument)
  return instrument
}

function groupsIn(cell: string): ListedInstrument['groups'] {
  const groups = readGroups(cell)
  return 'reason' in groups ? fail(groups.reason) : groups
}

function followsIn(cell: string): ListedInstrument['follows'] {
  const follows = readFollows(cell)
  return follows !== null && 'reason' in follows ? fail(follows.reason) : follows
}

function refuseImplausible(instrument: ListedInstrument): void {
  const { referencePrice, annualVolatility, dailyVolume, beta, groups, follows } = instrument
  if (referencePrice.lte('0') || !isOnTick(referencePrice)) fail('referencePrice is not on a tick')
  if (dailyVolume === 0) fail('dailyVolume is 0')
  if (follows !== null && groups.length > 0) fail('groups must be empty unless follows is empty')
  if (annualVolatility > VOLATILITY_MAX) {
    fail(`annualVolatility is over ${VOLATILITY_MAX}: is it in percent?`)
  }
  if (Math.abs(beta) * MARKET_VOLATILITY >= annualVolatility) {
    fail(`annualVolatility must exceed what beta ${beta} alone causes`)
  }
}

/** Enough for a fund of twice the return of a company that moves by 100 % a year. */
const VOLATILITY_MAX = 2.5

import csv from './us.csv' with { type: 'text' }

/** Sorted by symbol. */
export const US_INSTRUMENTS = parseInstruments(csv)

export const US_LISTING = createHash('sha256').update(csv).digest('hex')

/** An imported instrument in the database, with groups and follows as in a file's cells. */
export type StoredInstrument = Omit<ListedInstrument, 'groups' | 'follows'> & {
  /** Null in rows older than this column: the listed instrument's groups apply. */
  readonly groups: string | null
  readonly follows: string | null
}

export const toStored = (instrument: ListedInstrument): StoredInstrument => ({
  ...instrument,
  groups: writeGroups(instrument.groups),
  follows: writeFollows(instrument.follows),
})

/** The inverse of `toStored`; throws if a cell is invalid. */
export function fromStored(
  stored: readonly StoredInstrument[],
  listed: readonly ListedInstrument[],
): readonly ListedInstrument[] {
  const ours = new Map(listed.map((each) => [each.symbol, each]))
  return stored.map((each) => {
    const before = ours.get(each.symbol)
    const follows = each.follows === null ? (before?.follows ?? null) : readFollows(each.follows)
    if (follows !== null && 'reason' in follows) {
      throw new Error(`${each.symbol}: ${follows.reason}`)
    }
    const groups = each.groups === null ? (before?.groups ?? []) : readGroups(each.groups)
    if ('reason' in groups) throw new Error(`${each.symbol}: ${groups.reason}`)
    return { ...each, groups, follows }
  })
}
