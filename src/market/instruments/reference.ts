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

/**
 * Reads the file's rows: no quoting, so a name has no comma. Throws with the line and the reason:
 * the file is ours.
 */
export function parseInstruments(csv: string): readonly ListedInstrument[] {
  const [header, ...rows] = csv.trimEnd().split('\n')
  if (header !== HEADER) throw new Error(`line 1: the header is not ${HEADER}`)
  const instruments: ListedInstrument[] = []
  for (const [index, row] of rows.entries()) {
    const fail = (reason: string): never => {
      throw new Error(`line ${index + 2}: ${reason}`)
    }
    const instrument = parseRow(row, fail)
    const before = instruments.at(-1)
    if (before !== undefined && before.symbol >= instrument.symbol) {
      fail(`${instrument.symbol} does not come after ${before.symbol}`)
    }
    instruments.push(instrument)
  }
  return instruments
}

function parseRow(row: string, fail: (reason: string) => never): ListedInstrument {
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
  refuseImplausible(instrument, fail)
  return instrument
}

function refuseImplausible(instrument: ListedInstrument, fail: (reason: string) => never): void {
  const { referencePrice, annualVolatility, dailyVolume, beta } = instrument
  if (referencePrice.lte('0') || !isOnTick(referencePrice)) fail('referencePrice is not on a tick')
  if (dailyVolume === 0) fail('dailyVolume is 0')
  if (annualVolatility > 2) fail('annualVolatility is over 2: is it in percent?')
  if (Math.abs(beta) * MARKET_VOLATILITY >= annualVolatility) {
    fail(`annualVolatility is not above what beta ${beta} alone brings`)
  }
}
