/**
 * A factor from close to close: a Brownian motion on an uneven clock, both drawn day by day
 * (daily-blocks.ts). A day's move is independent of the past and of the clock, so the past does not
 * predict the path's direction. Levels are sums of moves from the anchor, in both directions.
 */
import { memoize } from '../../memoize'
import { nth } from '../nth'
import { busyness, tradedBefore } from './business-days'
import { BLOCK_DAYS, type Block, blockOf, EVENING, modelOf, nightOf } from './daily-blocks'
import type { Key } from './key'
import type { VolatilityShape } from './volatility'

/** The move from one REGULAR close to the next. */
export interface DailyMove {
  readonly from: number
  readonly to: number
  /** The variances of AFTER, of closed weekdays, and of the date's own sessions. */
  readonly evening: number
  readonly closed: number
  readonly day: number
  /** The jump before the date's first session, and its expected variance. */
  readonly jump: number
  readonly jumpVariance: number
  readonly report: { readonly evening: number; readonly morning: number }
  /** The move without the jump. */
  readonly variance: number
}

export interface DailyPath {
  readonly key: Key
  /** The level at a business day's start, which is the close before it. */
  readonly levelAt: (businessDay: number) => number
  readonly clockAt: (businessDay: number) => number
  /**
   * Adds the level times a weight, less half of its variance, to the log prices at the starts of a
   * block's days and at its end.
   */
  readonly addBlock: (index: number, weight: number, logPrices: Float64Array) => void
  /** The model day that ends with a traded business day's close. */
  readonly move: (businessDay: number) => DailyMove
  readonly block: (index: number) => Block
}

export interface DailyPathOptions {
  /** The market's path, whose volatility this factor shares. */
  readonly market?: DailyPath
  /** Whether this is a company, which reports earnings. */
  readonly reports?: boolean
}

export const BUSINESS_DAYS_PER_YEAR = 261
/**
 * 8 KB for each block of a factor. A fund of a multiple reads its leader's days since the anchor:
 * today that is two blocks. All factors read the market's blocks, so these are kept for all years.
 */
const BLOCKS_KEPT = { market: 160, other: 2 } as const

interface PlacedBlock {
  readonly first: number
  readonly block: Block
  /** The level at its first day's start. */
  readonly level: number
  readonly clock: number
}

/** Finds a model's blocks, with their starts on the path. */
function blockIndex(model: ReturnType<typeof modelOf>) {
  const block = memoize(
    model.market === undefined ? BLOCKS_KEPT.market : BLOCKS_KEPT.other,
    (index: number) => index,
    (index) => blockOf(model, index),
  )
  const starts = new Map([[0, { level: 0, clock: 0 }]])
  /** The sum of the blocks between the anchor and the block. */
  function startOf(index: number): { readonly level: number; readonly clock: number } {
    const known = starts.get(index)
    if (known !== undefined) return known
    const towards = index > 0 ? index - 1 : index + 1
    const between = block(Math.min(index, towards))
    const { level, clock } = startOf(towards)
    const sign = index > 0 ? 1 : -1
    const start = {
      level: level + sign * nth(between.levels, BLOCK_DAYS),
      clock: clock + sign * nth(between.clock, BLOCK_DAYS),
    }
    starts.set(index, start)
    return start
  }
  /** Most callers need the block of the last query. */
  let latest: PlacedBlock | undefined
  function blockAt(businessDay: number): PlacedBlock {
    if (latest !== undefined) {
      const day = businessDay - latest.first
      if (day >= 0 && day < BLOCK_DAYS) return latest
    }
    const index = Math.floor(businessDay / BLOCK_DAYS)
    latest = { first: index * BLOCK_DAYS, block: block(index), ...startOf(index) }
    return latest
  }
  return { block, blockAt, startOf }
}

/** A path without drift, with an annual standard deviation of 1. */
export function dailyPath(
  key: Key,
  shape: VolatilityShape,
  { market, reports = false }: DailyPathOptions = {},
): DailyPath {
  const model = modelOf(key, shape, market, reports)
  const { block, blockAt, startOf } = blockIndex(model)
  const levelAt = (businessDay: number): number => {
    const { first, block, level } = blockAt(businessDay)
    return level + nth(block.levels, businessDay - first)
  }
  const clockAt = (businessDay: number): number => {
    const { first, block, clock } = blockAt(businessDay)
    return clock + nth(block.clock, businessDay - first)
  }
  function addBlock(index: number, weight: number, logPrices: Float64Array): void {
    const { block, level, clock } = blockAt(index * BLOCK_DAYS)
    const half = 0.5 * weight * weight
    for (let day = 0; day < BLOCK_DAYS; day++) {
      const before = (logPrices[day] ?? 0) + weight * (level + (block.levels[day] ?? 0))
      logPrices[day] = before - half * (clock + (block.clock[day] ?? 0))
    }
    // Needs no day of the next block.
    const end = startOf(index + 1)
    const before = nth(logPrices, BLOCK_DAYS) + weight * end.level
    logPrices[BLOCK_DAYS] = before - half * end.clock
  }

  function move(businessDay: number): DailyMove {
    const { first, block } = blockAt(businessDay)
    const { calm, reports } = block
    const variance = nth(calm, businessDay - first) * busyness(businessDay)
    const { rest, jump } = nightOf(model, businessDay, variance)
    const before = tradedBefore(businessDay)
    const report = reports.get(businessDay)
    const reportVariance = (report?.variance ?? 0) * model.unit
    const evening = variance * EVENING
    const news = report?.evening
      ? { evening: reportVariance, morning: 0 }
      : { evening: 0, morning: reportVariance }
    // Only closed weekdays lie between.
    const closed = before + 1 === businessDay ? 0 : clockAt(businessDay) - clockAt(before + 1)
    return {
      from: levelAt(before + 1),
      to: levelAt(businessDay + 1),
      evening,
      closed,
      day: rest,
      jump,
      jumpVariance: variance * model.jumpVariance,
      report: news,
      variance: evening + closed + rest + reportVariance,
    }
  }
  return { key, levelAt, clockAt, addBlock, move, block }
}
