/**
 * An instrument's annual movement by factor: the market, the groups, and the own movements of
 * stocks. That of a fund is the weighted sum of its stocks'.
 */
import {
  type GroupWeight,
  type ListedInstrument,
  MARKET_VOLATILITY,
} from '../../src/market/instruments/listed'
import type { Holding } from './holdings'

/** Annual standard deviations, by factor; negative if it falls when the factor rises. */
export type Movement = ReadonlyMap<Factor, number>
type Factor = 'market' | GroupWeight['group']

export function movementOf(instrument: ListedInstrument): Movement {
  const { symbol, annualVolatility, beta, groups } = instrument
  const ofMarket = beta * MARKET_VOLATILITY
  const rest = Math.sqrt(annualVolatility ** 2 - ofMarket ** 2)
  const movement = new Map<Factor, number>([['market', ofMarket]])
  for (const { group, weight } of groups) movement.set(group, rest * weight)
  const own = 1 - groups.reduce((sum, { weight }) => sum + weight ** 2, 0)
  if (own > 0) movement.set(`@${symbol}`, rest * Math.sqrt(own))
  return movement
}

export function movementOfHoldings(holdings: readonly Holding[]): Movement {
  const movement = new Map<Factor, number>()
  for (const { stock, part } of holdings) {
    for (const [factor, moved] of movementOf(stock)) {
      movement.set(factor, (movement.get(factor) ?? 0) + part * moved)
    }
  }
  return movement
}

export function covariance(one: Movement, other: Movement): number {
  let sum = 0
  for (const [factor, moved] of one) sum += moved * (other.get(factor) ?? 0)
  return sum
}

export const correlation = (one: Movement, other: Movement): number =>
  covariance(one, other) / Math.sqrt(covariance(one, one) * covariance(other, other))

/** The figures of a fund's row. */
export type FundFigures = Pick<ListedInstrument, 'annualVolatility' | 'beta' | 'groups'>

const PARTS_MOST = 32

/** The movement's largest parts, as the columns of a row. Each one adds to the cost of a price. */
export function figuresOf(movement: Movement, lacks: number): FundFigures {
  const parts: { readonly group: GroupWeight['group']; readonly moved: number }[] = []
  for (const [group, moved] of movement) if (group !== 'market') parts.push({ group, moved })
  parts.sort((one, other) => Math.abs(other.moved) - Math.abs(one.moved))
  let left = parts.reduce((sum, { moved }) => sum + moved ** 2, 0)
  const most = lacks * covariance(movement, movement)
  const kept = parts.slice(0, PARTS_MOST).filter(({ moved }) => {
    const isNeeded = left > most
    left -= moved ** 2
    return isNeeded
  })
  const rest = Math.sqrt(kept.reduce((sum, { moved }) => sum + moved ** 2, 0))
  const beta = rounded((movement.get('market') ?? 0) / MARKET_VOLATILITY, 2)
  const groups = kept
    .map(({ group, moved }) => ({ group, weight: towardsZero(moved / rest, 4) }))
    .filter(({ weight }) => weight !== 0)
  const volatility = Math.sqrt(rest ** 2 + (beta * MARKET_VOLATILITY) ** 2)
  return { annualVolatility: rounded(volatility, 4), beta, groups }
}

const rounded = (value: number, places: number): number => Number(value.toFixed(places))
/** Squares of rounded weights must not add up to more than 1. */
const towardsZero = (value: number, places: number): number =>
  Math.trunc(value * 10 ** places) / 10 ** places
