/** What index funds hold: their stocks, weighted by what a company is worth by its turnover. */
import { wireNumber } from '../../src/core/money'
import type { ListedInstrument } from '../../src/market/instruments/listed'

export interface Holding {
  readonly stock: ListedInstrument
  /** The part of the fund; all parts add up to 1. */
  readonly part: number
}

interface Holds {
  readonly takes: (stock: ListedInstrument) => boolean
  /** The largest so many. */
  readonly count: number
  /** No stock has a larger part of the fund. */
  readonly most: number
  /** The part of its variance that the fund may lack: the smallest parts of its movement. */
  readonly lacks: number
}

/**
 * A company's value is not listed. Owners of volatile stocks trade more: a stock's dollars traded a
 * day, divided by this power of its volatility, come near its company's value.
 */
const VOLATILITY_POWER = 1.6
const ALL = 10_000

const everything = () => true
const ofSector =
  (sector: string) =>
  (stock: ListedInstrument): boolean =>
    stock.sector === sector
const ofGroup =
  (group: string) =>
  ({ groups }: ListedInstrument): boolean =>
    groups.some((each) => each.group === group && each.weight >= 0.5)

const sector = (name: string): Holds => ({
  takes: ofSector(name),
  count: ALL,
  most: 0.25,
  lacks: 0.013,
})
const broad = (count: number): Holds => ({
  takes: everything,
  count,
  most: 0.1,
  lacks: 0.006,
})

const TECHNOLOGY = sector('Information Technology')
const FINANCIALS = sector('Financials')
const HEALTH = sector('Health Care')
/** Uranium is of the sector, and in no fund of it. */
const ENERGY = { ...sector('Energy'), takes: ofGroup('ENERGY') }
const STAPLES = sector('Consumer Staples')
const UTILITIES = sector('Utilities')

/** The funds by symbol. */
export const INDEX_FUNDS: ReadonlyMap<string, Holds> = new Map(
  Object.entries<Holds>({
    SPY: broad(500),
    SCHX: broad(600),
    IWB: broad(700),
    VTI: broad(ALL),
    QQQ: {
      takes: ({ exchange, sector }: ListedInstrument) =>
        exchange === 'XNAS' && sector !== 'Financials',
      count: 100,
      most: 0.12,
      lacks: 0.006,
    },
    XLK: TECHNOLOGY,
    VGT: TECHNOLOGY,
    XLF: FINANCIALS,
    VFH: FINANCIALS,
    XLV: HEALTH,
    VHT: HEALTH,
    XLE: ENERGY,
    VDE: ENERGY,
    XLP: STAPLES,
    VDC: STAPLES,
    XLU: UTILITIES,
    VPU: UTILITIES,
    XLRE: sector('Real Estate'),
    XLI: sector('Industrials'),
    XLB: sector('Materials'),
    XLY: sector('Consumer Discretionary'),
    XLC: sector('Communication Services'),
    SMH: { takes: ofGroup('SEMIS'), count: 25, most: 0.2, lacks: 0.013 },
    SOXX: { takes: ofGroup('SEMIS'), count: 30, most: 0.08, lacks: 0.013 },
  }),
)

const companyValue = ({
  referencePrice,
  dailyVolume,
  annualVolatility,
}: ListedInstrument): number =>
  (wireNumber(referencePrice) * dailyVolume) / annualVolatility ** VOLATILITY_POWER

/** The stocks of a fund, largest first. A company with two classes of shares counts as one. */
export function holdingsOf(
  { takes, count, most }: Holds,
  instruments: readonly ListedInstrument[],
): readonly Holding[] {
  const stocks = instruments
    .filter((each) => each.type === 'COMMON_STOCK' && each.follows === null && takes(each))
    .toSorted((one, other) => companyValue(other) - companyValue(one))
    .slice(0, count)
  let parts = scaled(stocks.map(companyValue))
  // What is above the most is distributed over the others, which may bring another one above it.
  for (let round = 0; round < stocks.length && parts.some((part) => part > most + 1e-9); round++) {
    const over = parts.reduce((sum, part) => sum + Math.max(0, part - most), 0)
    const below = parts.reduce((sum, part) => sum + (part < most ? part : 0), 0)
    parts = parts.map((part) => (part < most ? part * (1 + over / below) : most))
  }
  return stocks.map((stock, index) => ({ stock, part: parts[index] ?? 0 }))
}

function scaled(values: readonly number[]): readonly number[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  return values.map((value) => value / total)
}
