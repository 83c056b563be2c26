/**
 * The instruments that the simulated market lists, with what it needs to make up their prices. The
 * figures are plausible, not quotations: levels and habits of the real instruments, rounded.
 */
import { INSTRUMENT_TYPES, type Instrument, TRADABLE_STATES } from '../../core/instrument'
import { isOnTick } from '../../core/tick-size'
import { type Price, price } from '../../core/units'

export interface ListedInstrument extends Instrument {
  /** Around which the price moves. */
  readonly referencePrice: Price
  /** Standard deviation of a year's log return: 0.3 is 30 %. */
  readonly annualVolatility: number
  /** Shares of an average trading date. */
  readonly dailyVolume: number
  /** Against a market of MARKET_VOLATILITY. */
  readonly beta: number
}

export const MARKET_VOLATILITY = 0.15

const HEADER =
  'symbol,name,type,exchange,tradable,dayMarketTradable,referencePrice,' +
  'annualVolatility,dailyVolume,beta'
/** ISO 10383: NYSE, Nasdaq, NYSE Arca, NYSE American, Cboe BZX. */
const EXCHANGES = ['XNYS', 'XNAS', 'ARCX', 'XASE', 'BATS']
const SYMBOL = /^[A-Z0-9][A-Z0-9.-]*$/
const MONEY = /^\d+(\.\d{1,4})?$/
const UNSIGNED = /^\d+(\.\d+)?$/
const SIGNED = /^-?\d+(\.\d+)?$/
const WHOLE = /^\d+$/

export interface RefusedLine {
  readonly line: number
  readonly reason: string
}

export interface InstrumentsRead {
  readonly instruments: readonly ListedInstrument[]
  readonly refused: readonly RefusedLine[]
}

/** Reads the file's rows, each symbol once: no quoting, so a name has no comma. */
export function readInstruments(csv: string): InstrumentsRead {
  const [header, ...rows] = csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/)
  if (header !== HEADER) {
    return { instruments: [], refused: [{ line: 1, reason: `the header is not ${HEADER}` }] }
  }
  const instruments = new Map<string, ListedInstrument>()
  const refused: RefusedLine[] = []
  for (const [index, row] of rows.entries()) {
    const instrument = parseRow(row)
    const line = index + 2
    if ('reason' in instrument) refused.push({ line, reason: instrument.reason })
    else if (instruments.has(instrument.symbol)) {
      refused.push({ line, reason: `${instrument.symbol} is there twice` })
    } else instruments.set(instrument.symbol, instrument)
  }
  return { instruments: [...instruments.values()], refused }
}

/** Reads a file of ours, sorted by symbol; throws with the line and the reason. */
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

/** By symbol; the figures of an imported instrument replace those of ours. */
export const withImported = (
  listed: readonly ListedInstrument[],
  imported: readonly ListedInstrument[],
): readonly ListedInstrument[] => {
  const bySymbol = new Map([...listed, ...imported].map((each) => [each.symbol, each]))
  return [...bySymbol.values()].sort((one, other) => (one.symbol < other.symbol ? -1 : 1))
}

class Refusal extends Error {}
const fail = (reason: string): never => {
  throw new Refusal(reason)
}

function parseRow(row: string): ListedInstrument | { readonly reason: string } {
  try {
    return instrumentOf(row)
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.message }
    throw error
  }
}

function instrumentOf(row: string): ListedInstrument {
  const cells = row.split(',')
  const columns = HEADER.split(',')
  if (cells.length !== columns.length) fail(`${cells.length} cells instead of ${columns.length}`)
  const cell = (column: string): string => cells[columns.indexOf(column)] ?? ''
  const matching = (column: string, pattern: RegExp): string =>
    pattern.test(cell(column)) ? cell(column) : fail(`${column} can't be '${cell(column)}'`)
  const oneOf = <Value extends string>(column: string, values: readonly Value[]): Value =>
    values.find((value) => value === cell(column)) ?? fail(`${column} can't be '${cell(column)}'`)

  const instrument: ListedInstrument = {
    symbol: matching('symbol', SYMBOL),
    name: matching('name', /\S/),
    type: oneOf('type', INSTRUMENT_TYPES),
    exchange: oneOf('exchange', EXCHANGES),
    tradable: oneOf('tradable', TRADABLE_STATES),
    dayMarketTradable: oneOf('dayMarketTradable', ['true', 'false']) === 'true',
    referencePrice: price(matching('referencePrice', MONEY)),
    annualVolatility: Number(matching('annualVolatility', UNSIGNED)),
    dailyVolume: Number(matching('dailyVolume', WHOLE)),
    beta: Number(matching('beta', SIGNED)),
  }
  refuseImplausible(instrument)
  return instrument
}

function refuseImplausible(instrument: ListedInstrument): void {
  const { referencePrice, annualVolatility, dailyVolume, beta } = instrument
  if (referencePrice.lte('0') || !isOnTick(referencePrice)) fail('referencePrice is not on a tick')
  if (dailyVolume === 0) fail('dailyVolume is 0')
  if (annualVolatility > 2) fail('annualVolatility is over 2: is it in percent?')
  if (Math.abs(beta) * MARKET_VOLATILITY >= annualVolatility) {
    fail(`annualVolatility is not above what beta ${beta} alone brings`)
  }
}
