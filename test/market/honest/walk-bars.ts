/** Bars of a pure random walk: its steps are drawn one by one, and nothing else is known of it. */
import { atMs, Temporal } from '../../../src/core/time'
import { regularSession } from '../../../src/market/calendar'
import {
  normal,
  type Stream,
  streamOf,
  substream,
} from '../../../src/market/feeds/simulated/stream'
import type { NewBar } from '../../../src/store/tables/bars'

export interface WalkBars {
  readonly symbol: string
  readonly seed: number
  readonly first: string
  readonly dates: number
  readonly interval: '1m' | '1d'
  /** Of a day's REGULAR. */
  readonly volatility: number
  /** Steps of the walk in a bar. */
  readonly steps: number
  readonly price?: number
  readonly volume?: number
}

const MINUTES = 390

export function walkBars(asked: WalkBars): readonly NewBar[] {
  const { symbol, seed, interval, dates, volatility, steps, price = 100, volume = 0 } = asked
  const draws = streamOf(seed, `walk/${symbol}`)
  const bars: NewBar[] = []
  let level = price * 10_000
  let date = Temporal.PlainDate.from(asked.first)
  for (let count = 0; count < dates; date = date.add({ days: 1 })) {
    const regular = regularSession(date)
    if (regular === null) continue
    const opens = regular.opensAt.epochMilliseconds / 60_000
    const lasts = regular.closesAt.epochMilliseconds / 60_000 - opens
    const [every, deviation] =
      interval === '1d' ? [lasts, volatility] : [1, volatility / Math.sqrt(MINUTES)]
    const day = substream(draws, count)
    for (let minute = 0; minute < lasts; minute += every) {
      const bar = walked(level, deviation / Math.sqrt(steps), steps, substream(day, minute))
      level = bar.end
      const shares = volume > 0 ? volume : interval === '1d' ? 8_000_000 : 20_000
      bars.push({ symbol, interval, numbers: [opens + minute, ...bar.prices, shares] })
    }
    count++
  }
  return bars
}

const toTick = (pips: number): number => Math.max(100, Math.round(pips / 100) * 100)

function walked(from: number, deviation: number, steps: number, draws: Stream) {
  let [level, high, low] = [from, from, from]
  for (let step = 0; step < steps; step++) {
    level *= 1 + deviation * normal(draws, step)
    high = Math.max(high, level)
    low = Math.min(low, level)
  }
  return { end: level, prices: [toTick(from), toTick(high), toTick(low), toTick(level)] as const }
}

export const startsAt = ({ numbers: [startMinute] }: NewBar) => atMs(startMinute * 60_000)
