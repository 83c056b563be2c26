/** Reads a market for the report: days, half hours and seconds of the chosen instruments. */
import { wireNumber } from '../../src/core/money'
import { atMs, Temporal } from '../../src/core/time'
import { regularSession } from '../../src/market/calendar'
import type { Feed, Interval } from '../../src/market/feed'
import type { ListedInstrument } from '../../src/market/instruments/listed'
import { holdingsOf, INDEX_FUNDS } from '../index-funds/holdings'
import { changes, median } from './statistics'

export interface Daily {
  readonly returns: readonly number[]
  /** From the previous close to the open. */
  readonly overnight: readonly number[]
  readonly logVolumes: readonly number[]
}

/** The average REGULAR session, by its thirteen half hours. */
export interface Shape {
  readonly volumes: readonly number[]
  /** The standard deviation of the moves within a half hour. */
  readonly volatilities: readonly number[]
}

export interface SampleDay {
  readonly symbol: string
  readonly date: string
  readonly opensMs: number
  /** The last price in each of its seconds. */
  readonly prices: readonly number[]
  readonly bids: readonly number[]
  readonly asks: readonly number[]
}

/** The daily returns of an index fund, and the weighted sums of its stocks' returns. */
export interface FundAndStocks {
  readonly fund: readonly number[]
  readonly stocks: readonly number[]
}

/** A stock at noon. */
export interface Noon {
  /** Dollars traded on an average day at the reference price. */
  readonly turnover: number
  /** The spread as a part of the price, the median of some dates. */
  readonly spread: number
}

export interface Measured {
  readonly instruments: readonly ListedInstrument[]
  readonly years: readonly [first: number, last: number]
  readonly daily: ReadonlyMap<string, Daily>
  readonly shapes: readonly Shape[]
  /** Log mid prices by the second for the symbols in `bySecond`, a series for each date. */
  readonly seconds: ReadonlyMap<string, readonly (readonly number[])[]>
  /** Moves by the minute of REGULAR for the symbols in `bySecond`, a series for each date. */
  readonly minutes: ReadonlyMap<string, readonly (readonly number[])[]>
  /** Empty if `listing` is. */
  readonly funds: ReadonlyMap<string, FundAndStocks>
  readonly noons: readonly Noon[]
  readonly sample: SampleDay
}

export interface MeasureOptions {
  readonly feed: Feed
  readonly instruments: readonly ListedInstrument[]
  readonly firstYear: number
  readonly lastYear: number
  /** Symbols to read second by second; the report draws a day of the first. */
  readonly bySecond: readonly string[]
  readonly dates: number
  /** All instruments, for index funds and spreads; a year of them takes half a minute. */
  readonly listing: readonly ListedInstrument[]
  /** The months of the last year in which index funds are compared with their stocks. */
  readonly fundMonths: number
}

/** The stocks, or all instruments if none is a stock. */
export function stocksOrAll(instruments: readonly ListedInstrument[]): readonly ListedInstrument[] {
  const stocks = instruments.filter(({ type }) => type === 'COMMON_STOCK')
  return stocks.length > 0 ? stocks : instruments
}

const HALF_HOURS = 13
const SHAPE_DATES = 120
const SECONDS = 23_400
/** Skips the first half hour, in which the market behaves differently. */
const OPENING_SECONDS = 1_800

/** Takes about a minute; reports each step to `onProgress`. */
export function measure(options: MeasureOptions, onProgress: (text: string) => void): Measured {
  const { instruments, firstYear, lastYear, bySecond } = options
  const daily = new Map<string, Daily>()
  for (const [index, { symbol }] of instruments.entries()) {
    onProgress(`days of ${symbol}, ${index + 1} of ${instruments.length} …`)
    daily.set(symbol, dailyOf(options, symbol))
  }
  const dates = fullDates(lastYear, options.dates)
  const seconds = new Map<string, readonly (readonly number[])[]>()
  let sample: SampleDay | undefined
  for (const symbol of bySecond) {
    const all: (readonly number[])[] = []
    for (const [index, date] of dates.entries()) {
      onProgress(`seconds of ${symbol}, day ${index + 1} of ${dates.length} …`)
      const day = secondsOf(options, symbol, date)
      sample ??= day
      all.push(
        day.bids
          .slice(OPENING_SECONDS)
          .map((bid, at) => Math.log((bid + (day.asks[OPENING_SECONDS + at] ?? bid)) / 2)),
      )
    }
    seconds.set(symbol, all)
  }
  if (sample === undefined) throw new Error('No symbol is given to read second by second.')
  const shapes = bySecond.map((symbol) => {
    onProgress(`half hours of ${symbol} …`)
    return shapeOf(options, symbol)
  })
  const minutes = new Map(bySecond.map((symbol) => [symbol, minutesOf(options, symbol)]))
  const { funds, noons } = listingOf(options, dates, onProgress)
  const years = [firstYear, lastYear] as const
  return { instruments, years, daily, shapes, seconds, minutes, funds, noons, sample }
}

/** Funds of all stocks and of sectors with few and with many names. */
const FUNDS = ['SPY', 'XLE', 'XLF', 'XLK', 'XLU']

function listingOf(
  options: MeasureOptions,
  dates: readonly Temporal.PlainDate[],
  onProgress: (text: string) => void,
): Pick<Measured, 'funds' | 'noons'> {
  const { listing } = options
  const funds = new Map<string, FundAndStocks>()
  const closes = new Map<string, readonly number[]>()
  for (const symbol of listing.length > 0 ? FUNDS : []) {
    onProgress(`stocks of ${symbol} …`)
    funds.set(symbol, fundAndStocks(options, symbol, closes))
  }
  onProgress('spreads …')
  const stocks = listing.filter(({ type }) => type === 'COMMON_STOCK')
  return { funds, noons: stocks.map((stock) => noonOf(options, stock, dates)) }
}

function fundAndStocks(
  options: MeasureOptions,
  symbol: string,
  closes: Map<string, readonly number[]>,
): FundAndStocks {
  const { fundMonths, lastYear, listing } = options
  const from = Temporal.PlainDate.from(`${lastYear}-01-01`)
  const to = from.add({ months: fundMonths })
  const returnsOf = (of: string): readonly number[] => {
    const known = closes.get(of)
    if (known !== undefined) return known
    const candles = candlesOf(options, of, '1d', from.toString(), to.toString())
    const prices = candles.map(({ close }) => wireNumber(close))
    const returns = prices.slice(1).map((price, index) => price / (prices[index] ?? price) - 1)
    closes.set(of, returns)
    return returns
  }
  const fund = returnsOf(symbol)
  const holds = INDEX_FUNDS.get(symbol)
  const stocks = fund.map(() => 0)
  for (const { stock, part } of holds === undefined ? [] : holdingsOf(holds, listing)) {
    for (const [index, moved] of returnsOf(stock.symbol).entries()) {
      stocks[index] = (stocks[index] ?? 0) + part * moved
    }
  }
  return { fund, stocks }
}

const NOON_MS = 9_000_000

function noonOf(
  { feed }: MeasureOptions,
  { symbol, referencePrice, dailyVolume }: ListedInstrument,
  dates: readonly Temporal.PlainDate[],
): Noon {
  const spreads = dates.map((date) => {
    const opensMs = regularSession(date)?.opensAt.epochMilliseconds ?? 0
    const quote = feed.bidAsk(symbol, atMs(opensMs + NOON_MS))
    if (quote === undefined) return Number.NaN
    const [bid, ask] = [wireNumber(quote.bidPrice), wireNumber(quote.askPrice)]
    return (ask - bid) / ((ask + bid) / 2)
  })
  return { turnover: wireNumber(referencePrice) * dailyVolume, spread: median(spreads) }
}

/** Each minute's move on the dates of `shapeOf`, a series for each. */
function minutesOf(options: MeasureOptions, symbol: string): readonly (readonly number[])[] {
  const { lastYear } = options
  const candles = candlesOf(options, symbol, '1m', `${lastYear}-02-01`, `${lastYear}-06-25`)
  const days = new Map<string, number[]>()
  for (const { startsAt, open, close } of candles) {
    const date = startsAt.toString().slice(0, 10)
    const day = days.get(date) ?? []
    day.push(Math.log(wireNumber(close) / wireNumber(open)))
    days.set(date, day)
  }
  return [...days.values()].slice(0, SHAPE_DATES)
}

function candlesOf(
  { feed }: MeasureOptions,
  symbol: string,
  interval: Interval,
  from: string,
  to: string,
) {
  const instant = (text: string) => Temporal.Instant.from(`${text}T00:00:00Z`)
  return feed.candles(symbol, interval, {
    from: instant(from),
    to: instant(to),
    now: instant(to),
    sessions: ['REGULAR'],
    limit: 100_000,
    keep: 'oldest',
  })
}

function dailyOf(options: MeasureOptions, symbol: string): Daily {
  const { firstYear, lastYear } = options
  const candles = candlesOf(options, symbol, '1d', `${firstYear}-01-01`, `${lastYear + 1}-01-01`)
  const opens = candles.map(({ open }) => Math.log(wireNumber(open)))
  const closes = candles.map(({ close }) => Math.log(wireNumber(close)))
  return {
    returns: changes(closes),
    overnight: opens.slice(1).map((open, index) => open - (closes[index] ?? open)),
    logVolumes: candles.map(({ volume }) => Math.log(wireNumber(volume) + 1)),
  }
}

function shapeOf(options: MeasureOptions, symbol: string): Shape {
  const { lastYear } = options
  const candles = candlesOf(options, symbol, '30m', `${lastYear}-02-01`, `${lastYear}-06-25`)
  const days = candles.slice(0, SHAPE_DATES * HALF_HOURS)
  const at = (half: number) => days.filter((_, index) => index % HALF_HOURS === half)
  const halves = Array.from({ length: HALF_HOURS }, (_, half) => at(half))
  const shares = halves.map((of) => of.reduce((sum, { volume }) => sum + wireNumber(volume), 0))
  const total = shares.reduce((sum, each) => sum + each, 0)
  return {
    volumes: shares.map((each) => each / total),
    volatilities: halves.map((of) => {
      const moves = of.map(({ open, close }) => Math.log(wireNumber(close) / wireNumber(open)))
      return Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length)
    }),
  }
}

function secondsOf({ feed }: MeasureOptions, symbol: string, date: Temporal.PlainDate): SampleDay {
  const opensMs = regularSession(date)?.opensAt.epochMilliseconds ?? 0
  const [prices, bids, asks]: number[][] = [[], [], []]
  for (let second = 0; second < SECONDS; second++) {
    const quote = feed.quote(symbol, atMs(opensMs + second * 1_000))
    if (quote === undefined) continue
    prices?.push(wireNumber(quote.price))
    bids?.push(wireNumber(quote.bidPrice))
    asks?.push(wireNumber(quote.askPrice))
  }
  return {
    symbol,
    date: date.toString(),
    opensMs,
    prices: prices ?? [],
    bids: bids ?? [],
    asks: asks ?? [],
  }
}

/** Dates of the year, a week apart, on which REGULAR has its full length. */
function fullDates(year: number, count: number): readonly Temporal.PlainDate[] {
  const dates: Temporal.PlainDate[] = []
  for (let date = Temporal.PlainDate.from(`${year}-03-04`); dates.length < count; ) {
    const regular = regularSession(date)
    const opens = regular?.opensAt.epochMilliseconds ?? 0
    if ((regular?.closesAt.epochMilliseconds ?? 0) - opens === SECONDS * 1_000) dates.push(date)
    date = date.add({ days: 7 })
  }
  return dates
}
