/** The listings of a simulated market: each instrument's factors, path, turnover and caches. */
import { assert } from '../../../core/assert'
import { tradesInSession } from '../../../core/instrument'
import { wireNumber } from '../../../core/money'
import type { OpenSession } from '../../../core/session'
import { type ListedInstrument, MARKET_VOLATILITY, stockOfPart } from '../../instruments/listed'
import { memoize } from '../../memoize'
import type { Bar } from '../bar'
import { nth } from '../nth'
import type { SessionSpan, TradingDay } from '../trading-day'
import { barOfMinutes } from './bar'
import { type DailyPath, dailyPath } from './daily-path'
import { type Arrays, ln, newArrays, reusedArrays } from './elementary'
import { countedOn, sessionNumber } from './factor-path'
import { type Factors, factorsOf } from './factors'
import { type FollowerPath, followerPath } from './follower-path'
import { withHalts } from './halted'
import {
  type Composition,
  type InstrumentPath,
  instrumentPath,
  type Weighted,
} from './instrument-path'
import { type Key, keyedNormal, keyedWords, marketKey, PURPOSES, type Seed, streamIn } from './key'
import { type Listing, sideDecimals } from './listing'
import { type SessionInputs, type SessionPath, sessionPath } from './session-path'
import { onTick, pipsOf } from './touch'
import { busyMinutes, presentTurnover, sessionShares } from './turnover'
import type { VolatilityShape } from './volatility'
import { totalShares, volumesOf } from './volumes'

export interface SimulatedMarket {
  readonly seed: Seed
  readonly instruments: readonly ListedInstrument[]
}

/** The annual premium for market risk, relative to the price. No other risk earns a premium. */
const PREMIUM = 0.05
/**
 * The annual growth of all prices in dollars. Bonds and preferred stocks pay it out as interest;
 * currencies and futures on volatility have none.
 */
const GROWTH = 0.03
const OWN_SHAPE: VolatilityShape = {
  components: [0.3, 0.26, 0.22, 0.2, 0.18, 0.17, 0.16, 0.15],
  shared: 0.4,
  leverage: 0.06,
  skew: 0,
}
/** The annual standard deviation between two share classes of one company. */
const CLASSES_APART = 0.02
/**
 * A price's distance from its reference at the start of 2025: half a year's deviation, or at most
 * this.
 */
const FURTHEST = 0.2
/**
 * Years from the start of 2025 until the median over all seeds is the reference price: late 2025,
 * the time of the reference prices.
 */
const REFERENCE_YEARS = 0.9
/** A fund's annual costs, and the costs of each multiple that it borrows or lends. */
const COSTS = { plain: 0.0009, leveraged: 0.0095, ofEachMultiple: 0.005 } as const

/** The listing of each symbol. */
export function simulatedMarket(market: SimulatedMarket): ReadonlyMap<string, Listing> {
  const { instruments } = market
  const world = worldOf(market)
  // Created on first use: most brokerages of tests trade a symbol or two.
  const sessions: (Sessions | undefined)[] = Array.from({ length: instruments.length })
  const ofListed = (listed: number): Sessions => {
    const instrument = instruments[listed]
    assert(instrument !== undefined, `there is an instrument ${listed}`)
    const found = sessions[listed] ?? sessionsOf(world, instrument)
    sessions[listed] = found
    return found
  }
  const pathOf = ({ listed, day, span }: SessionOfListed, arrays: Arrays): SessionPath =>
    sessionPath(ofListed(listed).inputs(day, span, arrays), arrays)
  const paths = pathCaches(instruments.length, (session) => pathOf(session, newArrays))
  const { reused } = reusedArrays()
  const cachedBar = barCache(instruments.length, (session) =>
    barOfMinutes(pathOf(session, reused()), 0, session.span.minutes),
  )

  return new Map(
    instruments.map((instrument, listed): [string, Listing] => [
      instrument.symbol,
      {
        trades: (session: OpenSession) => tradesInSession(session, instrument),
        path: (day, span) => paths.quoted({ listed, day, span }),
        chart: (day, span) => paths.charted({ listed, day, span }),
        bar: (day, span) => cachedBar({ listed, day, span }),
        volume: (day, span) => ofListed(listed).volume(day, span),
        close: ({ businessDay }) => onTick(pipsOf(ofListed(listed).logPriceAt(businessDay + 1))),
        decimals: { bid: sideDecimals(), ask: sideDecimals() },
      },
    ]),
  )
}

/** The factors of all instruments. */
interface World {
  readonly seed: Seed
  readonly factors: Factors
  readonly find: (symbol: string) => ListedInstrument | undefined
  /** The own factor of a symbol; twins share it, and funds that hold the stock move with it. */
  readonly own: (symbol: string) => DailyPath
}

function worldOf({ seed, instruments }: SimulatedMarket): World {
  const factors = factorsOf(seed)
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
  const find = (symbol: string) => bySymbol.get(symbol)
  return {
    seed,
    factors,
    find,
    own: memoize(
      Number.POSITIVE_INFINITY,
      (symbol: string) => symbol,
      (symbol) => {
        const instrument = find(symbol)
        return dailyPath(instrumentKey(seed, { symbol }), OWN_SHAPE, {
          market: factors.market.path,
          // A fund may hold a stock that this market does not list.
          reports: instrument === undefined || isCompany(instrument),
        })
      },
    ),
  }
}

const instrumentKey = (seed: Seed, { symbol }: Pick<ListedInstrument, 'symbol'>): Key =>
  marketKey(seed, `instrument/${symbol}`)

/** A stock or depositary receipt with a sector, which reports earnings. */
const isCompany = ({ type, sector }: ListedInstrument): boolean =>
  sector !== null && (type === 'COMMON_STOCK' || type === 'DR')

const WITHOUT_GROWTH: readonly (string | null)[] = ['Bonds', 'Currency', 'Volatility']

const growthOf = ({ type, sector }: ListedInstrument): number =>
  type === 'PREFERRED_STOCK' || WITHOUT_GROWTH.includes(sector) ? 0 : GROWTH

interface Sessions {
  readonly logPriceAt: (businessDay: number) => number
  readonly inputs: (day: TradingDay, span: SessionSpan, arrays: Arrays) => SessionInputs
  /** Shares of a whole session. */
  readonly volume: (day: TradingDay, span: SessionSpan) => number
}

function sessionsOf(world: World, instrument: ListedInstrument): Sessions {
  const { base, follower } = pathsOf(world, instrument)
  const own = instrumentKey(world.seed, instrument)
  const { logPriceAt } = follower ?? base
  const turnoverOn = presentTurnover(instrument, logPriceAt)
  const total = (day: TradingDay, span: SessionSpan, restlessness: number): number => {
    const businessDay = countedOn(day, span)
    const { dailyVolume } = turnoverOn(businessDay)
    const turnover = { dailyVolume, restlessness, own, market: world.factors.turnover }
    return sessionShares(turnover, businessDay, span)
  }
  return {
    logPriceAt,
    volume(day, span) {
      const shares = total(day, span, base.restlessness(day, span))
      return totalShares(span.session, shares, turnoverOn(countedOn(day, span)).liquidity.lot)
    },
    inputs(day, span, arrays) {
      const { liquidity } = turnoverOn(countedOn(day, span))
      const { lot } = liquidity
      const session = follower?.session(day, span, arrays)
      const moving = session?.leader ?? base.session(day, span, arrays)
      const log = withHalts(moving, span, turnoverOn(day.businessDay), session?.conversion)
      const words = keyedWords(own, PURPOSES.sessions, sessionNumber(day.businessDay, span))
      const draws = {
        spreads: streamIn(words, 0),
        sides: streamIn(words, 1),
        sizes: [streamIn(words, 2), streamIn(words, 3)],
        strays: streamIn(words, 5),
      } as const
      const trades = streamIn(words, 4)
      const shares = total(day, span, log.restlessness)
      return {
        span,
        log,
        draws,
        conversion: session?.conversion,
        liquidity,
        restlessness: log.restlessness,
        shares: totalShares(span.session, shares, lot),
        volumes: () => {
          const activity = { busy: busyMinutes(log, span), halts: log.halts }
          return volumesOf(span, { total: shares, lot, ...activity }, trades)
        },
      }
    },
  }
}

/** The instrument's own path, or its leader's path and the follower's conversion. */
function pathsOf(
  world: World,
  instrument: ListedInstrument,
): { readonly base: InstrumentPath; readonly follower: FollowerPath | undefined } {
  const { follows } = instrument
  const leader = follows === null ? undefined : world.find(follows.symbol)
  if (follows === null || leader === undefined) {
    return { base: instrumentPath(compositionOf(world, instrument)), follower: undefined }
  }
  const { times } = follows
  if (times === 1) return { base: twinPath(world, instrument, leader), follower: undefined }
  const base = instrumentPath(compositionOf(world, leader))
  const costs = COSTS.leveraged + COSTS.ofEachMultiple * Math.abs(times - 1)
  const growth = growthOf(leader)
  const reference = logReferenceOf(world.seed, instrument, growth - costs)
  // The fund pays interest for what it borrows, and receives it for what it lends: all funds grow.
  return { base, follower: followerPath(base, times, reference, costs + (times - 1) * growth) }
}

/**
 * The level at the start of 2025: a random distance from the reference, less what the median gains
 * until it is the reference.
 */
function logReferenceOf(
  seed: Seed,
  { symbol, referencePrice, annualVolatility, beta }: ListedInstrument,
  growth: number,
): number {
  const drawn = keyedNormal(instrumentKey(seed, { symbol }), PURPOSES.reference, 0)
  const deviation = Math.min(0.5 * annualVolatility, FURTHEST)
  const annualLog = beta * PREMIUM + growth - 0.5 * annualVolatility * annualVolatility
  return ln(wireNumber(referencePrice)) + deviation * drawn - annualLog * REFERENCE_YEARS
}

/** A fund leaves out less than this part of the variance that its stocks and groups do not make. */
const LEFT_OUT = 0.005

/** β times the market, the groups, and the instrument's own factor or its stocks'. */
function compositionOf({ seed, factors, own }: World, instrument: ListedInstrument): Composition {
  const { symbol, annualVolatility, beta, groups } = instrument
  const ofMarket = beta * MARKET_VOLATILITY
  const variance = annualVolatility * annualVolatility - ofMarket * ofMarket
  assert(variance > 0, `${symbol} has a volatility above what its beta alone causes`)
  const rest = Math.sqrt(variance)
  const growth = growthOf(instrument)
  const ofOwn = Math.max(0, 1 - groups.reduce((total, { weight }) => total + weight * weight, 0))
  const stocks = groups.flatMap((part): Weighted<DailyPath>[] => {
    const stock = stockOfPart(part)
    return stock === undefined ? [] : [{ weight: rest * part.weight, factor: own(stock) }]
  })
  return {
    logReference: logReferenceOf(seed, instrument, growth),
    annualDrift: beta * PREMIUM + growth,
    market: { weight: ofMarket, factor: factors.market },
    groups: groups
      .filter((part) => stockOfPart(part) === undefined)
      .map(({ group, weight }) => ({ weight: rest * weight, factor: factors.group(group) })),
    own:
      ofOwn <= (stocks.length > 0 ? LEFT_OUT : 0)
        ? stocks
        : [...stocks, { weight: rest * Math.sqrt(ofOwn), factor: own(symbol) }],
  }
}

/** The path of a fund of the leader's index, or of another share class of the leader's company. */
function twinPath(
  world: World,
  instrument: ListedInstrument,
  leader: ListedInstrument,
): InstrumentPath {
  const composition = compositionOf(world, leader)
  const ratio = wireNumber(instrument.referencePrice) / wireNumber(leader.referencePrice)
  const twin = { ...composition, logReference: composition.logReference + ln(ratio) }
  if (!isCompany(instrument)) {
    return instrumentPath({ ...twin, annualDrift: composition.annualDrift - COSTS.plain })
  }
  const apart = dailyPath(instrumentKey(world.seed, instrument), OWN_SHAPE, {
    market: world.factors.market.path,
  })
  return instrumentPath({
    ...twin,
    own: [...composition.own, { weight: CLASSES_APART, factor: apart }],
  })
}

/**
 * A session of one instrument: the key of the caches. A tick, or a client that follows the whole
 * market, queries every instrument in turn, so the caches grow with the market: below that, each
 * query would miss.
 *
 *   path   20 KB   each, of the last two sessions, for quotes
 *          60 KB   each, of 256 sessions, for intraday candles
 *   bar    48 B    each, of the newest two years of REGULAR for daily candles
 *         130 B    each, of 32,768 older ones of a few instruments
 *
 * With 16 KB of its daily path an instrument takes at most 83 KB. These caches and the factors'
 * take another 35 MB: 140 MB for 1,270 instruments that are all quoted and read for years.
 */
export interface SessionOfListed {
  /** The instrument's index in the market's list. */
  readonly listed: number
  readonly day: TradingDay
  readonly span: SessionSpan
}

const QUOTED_OF_EACH = 2
const CHARTED = 256
const BARS = { ofEach: 512, older: 32_768 } as const
/** Separates the places of a date's sessions. */
const PLACES_APART = BARS.ofEach / 4
/** The session's number, and the figures of its bar. */
const FIGURES = 6

const numberOf = ({ day, span }: SessionOfListed): number => day.epochDay * 4 + span.index

const keyIn =
  (instruments: number) =>
  (session: SessionOfListed): number =>
    numberOf(session) * instruments + session.listed

/**
 * Separate caches of paths for quotes and for candles: candles of past years are rarely read again,
 * and would evict the paths of quotes.
 */
export function pathCaches<Path extends object>(
  instruments: number,
  compute: (session: SessionOfListed) => Path,
): Readonly<Record<'quoted' | 'charted', (session: SessionOfListed) => Path>> {
  const cache = (limit: number) => memoize(limit, keyIn(instruments), compute)
  return { quoted: cache(QUOTED_OF_EACH * instruments), charted: cache(CHARTED) }
}

/**
 * Caches an instrument's bars in one array. With 320,000 objects in a map, the garbage collector
 * takes a twelfth of a daily candle's time.
 */
export function barCache(
  instruments: number,
  compute: (session: SessionOfListed) => Bar,
): (session: SessionOfListed) => Bar {
  const shelves: (Float64Array | undefined)[] = Array.from({ length: instruments })
  const older = memoize(BARS.older, keyIn(instruments), compute)
  return (session) => {
    const { listed, day, span } = session
    const shelf = shelves[listed] ?? new Float64Array(BARS.ofEach * FIGURES)
    shelves[listed] = shelf
    const place = (day.businessDay + PLACES_APART * span.index) & (BARS.ofEach - 1)
    const at = place * FIGURES
    const number = numberOf(session)
    const holder = nth(shelf, at)
    if (holder === number) return barAt(shelf, at)
    if (holder > number) return older(session)
    const bar = compute(session)
    shelf[at] = number
    shelf[at + 1] = bar.open
    shelf[at + 2] = bar.high
    shelf[at + 3] = bar.low
    shelf[at + 4] = bar.close
    shelf[at + 5] = bar.volume
    return bar
  }
}

const barAt = (shelf: Float64Array, at: number): Bar => ({
  open: nth(shelf, at + 1),
  high: nth(shelf, at + 2),
  low: nth(shelf, at + 3),
  close: nth(shelf, at + 4),
  volume: nth(shelf, at + 5),
})
