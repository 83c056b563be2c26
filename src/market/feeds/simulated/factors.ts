/** The factors that instruments share, of the market and of groups, with cached sessions. */
import { MARKET_VOLATILITY } from '../../instruments/listed'
import { memoize } from '../../memoize'
import { nth } from '../nth'
import type { SessionSpan, TradingDay } from '../trading-day'
import { tradedBefore } from './business-days'
import { MARKET_SHAPE } from './daily-blocks'
import { type DailyPath, dailyPath } from './daily-path'
import { type Arrays, newArrays } from './elementary'
import { type FactorPath, factorPath } from './factor-path'
import { marketHalts } from './halts'
import type { SharedFactor } from './instrument-path'
import { type Key, marketKey, type Seed } from './key'
import type { VolatilityShape } from './volatility'

export interface Factors {
  readonly market: SharedFactor
  readonly group: (name: string) => SharedFactor
  /** The key of the whole market's daily turnover. */
  readonly turnover: Key
}

const GROUP_SHAPE: VolatilityShape = {
  components: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1],
  shared: 0.5,
  leverage: 0.05,
  skew: 0,
}
/** Cached sessions of the market, 6 KB each: a year has 1,008. */
const MARKET_SESSIONS_KEPT = 1_536
/**
 * Cached sessions of each of 60 groups: enough for quotes and intraday candles. A session that is
 * read for one bar is not cached: a year of them would take another 93 MB.
 */
const GROUP_SESSIONS_KEPT = 16

export function factorsOf(seed: Seed): Factors {
  const path = dailyPath(marketKey(seed, 'market'), MARKET_SHAPE)
  const market = {
    path,
    session: sessionCache(MARKET_SESSIONS_KEPT, (day, span) => marketSession(path, day, span)),
  }
  const group = memoize(
    Number.POSITIVE_INFINITY,
    (name: string) => name,
    (name): SharedFactor => {
      const daily = dailyPath(marketKey(seed, `group/${name}`), GROUP_SHAPE, { market: path })
      const compute = (day: TradingDay, span: SessionSpan, arrays: Arrays): FactorPath =>
        factorPath(daily, day, span, market.session(day, span), arrays)
      const cached = sessionCache(GROUP_SESSIONS_KEPT, (day, span) => compute(day, span, newArrays))
      return {
        path: daily,
        session: (day, span, arrays) =>
          arrays === newArrays ? cached(day, span) : compute(day, span, arrays),
      }
    },
  )
  return { market, group, turnover: marketKey(seed, 'turnover') }
}

/** The market's session; the index that halts trading moves with the market alone. */
function marketSession(path: DailyPath, day: TradingDay, span: SessionSpan): FactorPath {
  const session = factorPath(path, day, span, undefined)
  if (span.session !== 'REGULAR') return session
  const { levels } = session
  const close = path.levelAt(tradedBefore(day.businessDay) + 1)
  const fallen = (minute: number): number => MARKET_VOLATILITY * (nth(levels, minute) - close)
  return { ...session, halts: marketHalts(fallen, span.minutes) }
}

function sessionCache(
  limit: number,
  compute: (day: TradingDay, span: SessionSpan) => FactorPath,
): (day: TradingDay, span: SessionSpan) => FactorPath {
  const cached = memoize(
    limit,
    ({ day, span }: { readonly day: TradingDay; readonly span: SessionSpan }) =>
      day.epochDay * 4 + span.index,
    ({ day, span }) => compute(day, span),
  )
  return (day, span) => cached({ day, span })
}
