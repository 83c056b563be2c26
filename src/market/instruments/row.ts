/** One row of a file of instruments. */
import { INSTRUMENT_TYPES, TRADABLE_STATES } from '../../core/instrument'
import { price } from '../../core/money'
import { isOnTick } from '../../core/tick-size'
import { plural } from '../../lib/text'
import { readFollows } from './follows'
import { readGroups } from './groups'
import { type ListedInstrument, MARKET_VOLATILITY } from './listed'

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

export const isRefusedRow = (read: object): read is RefusedRow => 'reason' in read

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

/** The position of each column in a file. */
export type Columns = ReadonlyMap<Column, number>

/** Reads the header: columns in any order; only optional ones may be missing. */
export const readColumns = (header: readonly string[]): Columns | RefusedRow =>
  attempt(() => {
    const columns = new Map<Column, number>()
    for (const [index, name] of header.entries()) {
      const column = [...REQUIRED, ...OPTIONAL].find((known) => known === name)
      if (column === undefined) return fail(`the header has '${name}', which is no column`)
      if (columns.has(column)) fail(`the header has ${name} twice`)
      columns.set(column, index)
    }
    const missing = REQUIRED.filter((column) => !columns.has(column))
    if (missing.length > 0) fail(`the header lacks ${missing.join(', ')}`)
    return columns
  })

/** A known instrument keeps the values that the file does not have. */
export const readRow = (
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
  const said = <Value>(column: Column, read: () => Value, kept: Value): Value =>
    columns.has(column) ? read() : kept
  const instrument: ListedInstrument = {
    symbol,
    // A quoted cell may go over several lines; a name is one.
    name: matching('name', /\S/).trim().replace(/\s+/g, ' '),
    nameKo: said('nameKo', () => text('nameKo'), before?.nameKo ?? null),
    type: oneOf('type', INSTRUMENT_TYPES),
    exchange: oneOf('exchange', EXCHANGES),
    sector: said('sector', () => text('sector'), before?.sector ?? null),
    tradable: oneOf('tradable', TRADABLE_STATES),
    dayMarketTradable: oneOf('dayMarketTradable', ['true', 'false']) === 'true',
    referencePrice: price(matching('referencePrice', MONEY)),
    annualVolatility: Number(matching('annualVolatility', UNSIGNED)),
    dailyVolume: Number(matching('dailyVolume', WHOLE)),
    beta: Number(matching('beta', SIGNED)),
    groups: said('groups', () => groupsIn(cell('groups')), before?.groups ?? []),
    follows: said('follows', () => followsIn(cell('follows')), before?.follows ?? null),
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
  if (follows !== null && groups.length > 0) fail('groups has to be empty where follows is not')
  if (annualVolatility > VOLATILITY_MAX) {
    fail(`annualVolatility is over ${VOLATILITY_MAX}: is it in percent?`)
  }
  if (Math.abs(beta) * MARKET_VOLATILITY >= annualVolatility) {
    fail(`annualVolatility is not above what beta ${beta} alone brings`)
  }
}

/** Enough for a double of a company that moves by 100 % a year. */
const VOLATILITY_MAX = 2.5
