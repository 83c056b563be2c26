/** The market's own path, and the instruments' paths on top of it. */
import { assert } from '../../../core/assert'
import type { OpenSession } from '../../../core/session'
import { tradesIn } from '../../../core/tradability'
import { wireNumber } from '../../../core/units'
import { leadOf } from '../../instruments/leaders'
import { type ListedInstrument, MARKET_VOLATILITY } from '../../instruments/listed'
import { remember } from '../../remember'
import type { SessionSpan, TradingDay } from '../trading-day'
import { barOfMinutes } from './bar'
import { liquidityOf } from './bid-ask'
import { dailyPath } from './daily-path'
import { type FactorPath, factorPath } from './factor-path'
import { keptFor, type SessionOfListed } from './kept'
import type { Listing } from './listing'
import { sessionPath, sessionVolume, type Tradeable } from './session-path'
import { streamOf } from './stream'

export interface SimulatedMarket {
  readonly seed: number
  readonly instruments: readonly ListedInstrument[]
}

/** Of the logarithm; an investor's mean return is half the variance higher. */
const ANNUAL_DRIFT = 0.04
/** Of the market's own, 10 KB each: a year of all four sessions has 1,008. */
const MARKET_PATHS_KEPT = 1_536

/** The listing of each symbol. */
export function simulatedMarket(market: SimulatedMarket): ReadonlyMap<string, Listing> {
  const { seed, instruments } = market
  const tradeables = instruments.map((instrument) => tradeableOf(seed, instrument))
  const marketMinutes = rememberedMarket(seed)

  const pathOf = ({ listed, day, span }: SessionOfListed) => {
    const tradeable = tradeables[listed]
    if (tradeable === undefined) throw new Error(`no instrument ${listed}`)
    return sessionPath(tradeable, marketMinutes(day, span), day, span)
  }
  const keptPath = keptFor(instruments.length, 'path', pathOf)
  // Past sessions by the hundred must not push out the paths that today's quotes are read from.
  const keptBar = keptFor(instruments.length, 'bar', (session) =>
    barOfMinutes(pathOf(session), 0, session.span.minutes),
  )

  return new Map(
    tradeables.map((tradeable, listed): [string, Listing] => [
      tradeable.symbol,
      {
        trades: (session: OpenSession) => tradesIn(session, tradeable),
        liquidity: liquidityOf(tradeable.referencePrice, tradeable.dailyVolume),
        path: (day, span) => keptPath({ listed, day, span }),
        bar: (day, span) => keptBar({ listed, day, span }),
        volume: (day, span) => sessionVolume(tradeable, day, span),
      },
    ]),
  )
}

/** Every instrument's path needs the market's of the same session. */
function rememberedMarket(seed: number): (day: TradingDay, span: SessionSpan) => FactorPath {
  const path = dailyPath(streamOf(seed, 'market'), MARKET_VOLATILITY, 0)
  const kept = remember(
    MARKET_PATHS_KEPT,
    ({ day, span }: Omit<SessionOfListed, 'listed'>) => day.epochDay * 4 + span.index,
    ({ day, span }) => factorPath(path, day, span),
  )
  return (day, span) => kept({ day, span })
}

interface NamedTradeable extends Tradeable {
  readonly symbol: string
  readonly dayMarketTradable: boolean
}

function tradeableOf(seed: number, instrument: ListedInstrument): NamedTradeable {
  const { symbol, dayMarketTradable, annualVolatility, dailyVolume, beta } = instrument
  const fromMarket = beta * MARKET_VOLATILITY
  const ownVariance = annualVolatility * annualVolatility - fromMarket * fromMarket
  assert(ownVariance > 0, `${symbol} moves more than its beta alone brings`)
  const lead = leadOf(instrument)
  const leadStream = streamOf(seed, `instrument/${lead.symbol}`)
  return {
    symbol,
    dayMarketTradable,
    referencePrice: wireNumber(instrument.referencePrice),
    dailyVolume,
    beta,
    own: dailyPath(leadStream, Math.sqrt(ownVariance), lead.side * ANNUAL_DRIFT),
    side: lead.side,
    stream: streamOf(seed, `instrument/${symbol}`),
  }
}
