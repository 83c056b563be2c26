/** The market's factors, and the instruments' paths made of them. */
import { assert } from '../../../core/assert'
import { tradesInSession } from '../../../core/instrument'
import { wireNumber } from '../../../core/money'
import type { OpenSession } from '../../../core/session'
import { type ListedInstrument, MARKET_VOLATILITY } from '../../instruments/listed'
import { memoize } from '../../memoize'
import { nth } from '../nth'
import type { SessionSpan, TradingDay } from '../trading-day'
import { type Arrays, newArrays, reusedArrays } from './arrays'
import { barOfMinutes } from './bar'
import { type DailyPath, dailyPath } from './daily-path'
import { exp, ln } from './elementary'
import { countedOn, sessionNumber } from './factor-path'
import { type Factors, factorsOf } from './factors'
import { type FollowerPath, followerPath } from './follower-path'
import {
  type Composition,
  type InstrumentPath,
  instrumentPath,
  type LogPath,
} from './instrument-path'
import { keptBars, keptPaths, type SessionOfListed } from './kept'
import { type Key, keyedNormal, keyedWords, marketKey, PURPOSES, type Seed, streamIn } from './key'
import { liquidityOf } from './liquidity'
import type { Listing } from './listing'
import { type SessionInputs, type SessionPath, sessionPath } from './session-path'
import { SESSION_SHAPE, usualDeviations } from './session-shape'
import { shownSide } from './shown-side'
import { onTick, pipsOf } from './touch'
import type { VolatilityShape } from './volatility'
import { totalShares, volumesOf } from './volumes'

export interface SimulatedMarket {
  readonly seed: Seed
  readonly instruments: readonly ListedInstrument[]
}

/** The annual premium for market risk, relative to the price. No other risk earns a premium. */
const PREMIUM = 0.05
const OWN_SHAPE: VolatilityShape = {
  components: [0.22, 0.18, 0.16, 0.14, 0.12, 0.1, 0.08, 0.08],
  shared: 0.75,
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
/** Years from then to when the references are from. */
const REFERENCE_YEARS = 1.8
/** A fund's annual costs, plus those of each multiple that it borrows or lends. */
const COSTS = { plain: 0.0009, leveraged: 0.0095, ofEachMultiple: 0.005 } as const

/** The listing of each symbol. */
export function simulatedMarket(market: SimulatedMarket): ReadonlyMap<string, Listing> {
  const { instruments } = market
  const world = worldOf(market)
  // Each is made when it is first asked for: most brokers of tests trade a symbol or two.
  const sessions: (Sessions | undefined)[] = Array.from({ length: instruments.length })
  const ofListed = (listed: number): Sessions => {
    const instrument = instruments[listed]
    assert(instrument !== undefined, `there is an instrument ${listed}`)
    const made = sessions[listed] ?? sessionsOf(world, instrument)
    sessions[listed] = made
    return made
  }
  const pathOf = ({ listed, day, span }: SessionOfListed, arrays: Arrays): SessionPath =>
    sessionPath(ofListed(listed).inputs(day, span, arrays), arrays)
  const paths = keptPaths(instruments.length, (session) => pathOf(session, newArrays))
  const { reused } = reusedArrays()
  const keptBar = keptBars(instruments.length, (session) =>
    barOfMinutes(pathOf(session, reused()), 0, session.span.minutes),
  )

  return new Map(
    instruments.map((instrument, listed): [string, Listing] => [
      instrument.symbol,
      {
        trades: (session: OpenSession) => tradesInSession(session, instrument),
        path: (day, span) => paths.quoted({ listed, day, span }),
        chart: (day, span) => paths.charted({ listed, day, span }),
        bar: (day, span) => keptBar({ listed, day, span }),
        volume: (day, span) => ofListed(listed).volume(day, span),
        close: ({ businessDay }) => onTick(pipsOf(ofListed(listed).logPriceAt(businessDay + 1))),
        shown: { bid: shownSide(), ask: shownSide() },
      },
    ]),
  )
}

/** The parts that instruments' prices are made of. */
interface World {
  readonly seed: Seed
  readonly factors: Factors
  readonly find: (symbol: string) => ListedInstrument | undefined
  /** An instrument's own factor; twins share it. */
  readonly own: (instrument: ListedInstrument) => DailyPath
}

function worldOf({ seed, instruments }: SimulatedMarket): World {
  const factors = factorsOf(seed)
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
  return {
    seed,
    factors,
    find: (symbol) => bySymbol.get(symbol),
    own: memoize(
      Number.POSITIVE_INFINITY,
      ({ symbol }: ListedInstrument) => symbol,
      (instrument) =>
        dailyPath(instrumentKey(seed, instrument), OWN_SHAPE, {
          market: factors.market.path,
          reports: isCompany(instrument),
        }),
    ),
  }
}

const instrumentKey = (seed: Seed, { symbol }: Pick<ListedInstrument, 'symbol'>): Key =>
  marketKey(seed, `instrument/${symbol}`)

/** A stock or depositary receipt with a sector, which reports earnings. */
const isCompany = ({ type, sector }: ListedInstrument): boolean =>
  sector !== null && (type === 'COMMON_STOCK' || type === 'DR')

interface Sessions {
  readonly logPriceAt: (businessDay: number) => number
  readonly inputs: (day: TradingDay, span: SessionSpan, arrays: Arrays) => SessionInputs
  /** Shares of a whole session. */
  readonly volume: (day: TradingDay, span: SessionSpan) => number
}

function sessionsOf(world: World, instrument: ListedInstrument): Sessions {
  const { annualVolatility, dailyVolume } = instrument
  const { base, follower } = pathsOf(world, instrument)
  const own = instrumentKey(world.seed, instrument)
  const liquidity = liquidityOf(
    wireNumber(instrument.referencePrice),
    dailyVolume,
    annualVolatility,
  )
  const { lot } = liquidity
  const total = (day: TradingDay, span: SessionSpan, restlessness: number): number => {
    const turnover = { dailyVolume, restlessness, own, market: world.factors.turnover }
    return sessionShares(turnover, countedOn(day, span), span)
  }
  return {
    logPriceAt: (follower ?? base).logPriceAt,
    volume: (day, span) =>
      totalShares(span.session, total(day, span, base.restlessness(day, span)), lot),
    inputs(day, span, arrays) {
      const followed = follower?.session(day, span, arrays)
      const log = followed?.leader ?? base.session(day, span, arrays)
      const words = keyedWords(own, PURPOSES.sessions, sessionNumber(day.businessDay, span))
      const draws = {
        spreads: streamIn(words, 0),
        sides: streamIn(words, 1),
        sizes: [streamIn(words, 2), streamIn(words, 3)],
      } as const
      const trades = streamIn(words, 4)
      const shares = total(day, span, log.restlessness)
      return {
        span,
        log,
        draws,
        following: followed?.following,
        liquidity,
        restlessness: log.restlessness,
        shares: totalShares(span.session, shares, lot),
        volumes: () => volumesOf(span, shares, lot, busyMinutes(log, span), trades),
      }
    },
  }
}

/** The instrument's own path, or its leader's with the conversion to the fund's price. */
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
  return {
    base,
    follower: followerPath(base, times, logReferenceOf(world.seed, instrument, costs), costs),
  }
}

/**
 * The level at the start of 2025: a random distance from the reference, plus the median's expected
 * loss or gain until the reference's date.
 */
function logReferenceOf(
  seed: Seed,
  { symbol, referencePrice, annualVolatility, beta }: ListedInstrument,
  annualCost = 0,
): number {
  const drawn = keyedNormal(instrumentKey(seed, { symbol }), PURPOSES.reference, 0)
  const deviation = Math.min(0.5 * annualVolatility, FURTHEST)
  const annualLog = beta * PREMIUM - annualCost - 0.5 * annualVolatility * annualVolatility
  return ln(wireNumber(referencePrice)) + deviation * drawn - annualLog * REFERENCE_YEARS
}

/** β times the market, the groups, and the instrument's own factor. */
function compositionOf({ seed, factors, own }: World, instrument: ListedInstrument): Composition {
  const { symbol, annualVolatility, beta, groups } = instrument
  const ofMarket = beta * MARKET_VOLATILITY
  const variance = annualVolatility * annualVolatility - ofMarket * ofMarket
  assert(variance > 0, `${symbol} moves more than its beta alone brings`)
  const rest = Math.sqrt(variance)
  const ofGroups = groups.reduce((total, { weight }) => total + weight * weight, 0)
  const ofOwn = rest * Math.sqrt(Math.max(0, 1 - ofGroups))
  return {
    logReference: logReferenceOf(seed, instrument),
    annualDrift: beta * PREMIUM,
    market: { weight: ofMarket, factor: factors.market },
    groups: groups.map(({ group, weight }) => ({
      weight: rest * weight,
      factor: factors.group(group),
    })),
    own: ofOwn === 0 ? [] : [{ weight: ofOwn, factor: own(instrument) }],
  }
}

/** Whether two instruments move alike: funds of the same index, or share classes of one company. */
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
 * The shares that trade in a session and in each of its minutes. They follow variance alone, which
 * is drawn independently of the price's direction: volume reveals activity, not what comes next.
 */
export interface Turnover {
  /** Shares traded on an average date. */
  readonly dailyVolume: number
  /** The date's variance relative to an average date's. */
  readonly restlessness: number
  /** The draws of this instrument, and those of the whole market. */
  readonly own: Key
  readonly market: Key
}

/** Volume grows nearly as the root of variance; the rest is random, partly market-wide. */
const OF_VARIANCE = 0.45
const CHANCE = { own: 0.25, market: 0.15 } as const
/** Scales the mean to the stated volume, given the model's variance. */
const MEAN = 1.06
const HALF_DAY = 0.45
const FULL_REGULAR_MINUTES = 390

/** The session's volume; `businessDay`: the one its movement belongs to. */
export function sessionShares(
  { dailyVolume, restlessness, own, market }: Turnover,
  businessDay: number,
  { session, minutes }: SessionSpan,
): number {
  const { volume } = SESSION_SHAPE[session]
  const drawn = (key: Key): number => keyedNormal(key, PURPOSES.shares, businessDay)
  const chance = CHANCE.own * drawn(own) + CHANCE.market * drawn(market)
  const short = session === 'REGULAR' && minutes < FULL_REGULAR_MINUTES ? HALF_DAY : 1
  const centre = 0.5 * (CHANCE.own * CHANCE.own + CHANCE.market * CHANCE.market)
  const activity = exp(OF_VARIANCE * ln(restlessness) + chance - centre)
  return dailyVolume * volume * short * activity * MEAN
}

/** Each minute's proportional activity: its deviation relative to the session's shape. */
export function busyMinutes(log: LogPath, span: SessionSpan): Float64Array {
  const usual = usualDeviations(span)
  return log.deviations.map((deviation, minute) => deviation / nth(usual, minute))
}
