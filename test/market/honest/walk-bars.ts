/** Bars of a pure random walk, whose steps are drawn one by one. */
import { atMs, Temporal } from '../../../src/core/time'
import type { NewBar } from '../../../src/ledger/bars'
import { regularSession } from '../../../src/market/calendar'
import { normal, type Stream, substream, uniform } from '../../../src/market/feeds/simulated/stream'
import { streamOf } from '../../support/stream'

export interface WalkBars {
  readonly symbol: string
  readonly seed: number
  readonly first: string
  readonly dates: number
  readonly interval: '1m' | '1d'
  /** The standard deviation of a day's REGULAR. */
  readonly volatility: number
  /** Steps of the walk in a bar. */
  readonly steps: number
  readonly price?: number
  readonly volume?: number
  /** The log deviation of each bar's volatility; 0 unless given. */
  readonly uneven?: number
  /** How much of a bar's log volatility remains in the next one; 0 unless given. */
  readonly lasting?: number
  /** The part of the bars with a jump, and its size in deviations of a bar; none unless given. */
  readonly jumps?: { readonly chance: number; readonly size: number }
}

const MINUTES = 390
const STREAMS = { volatility: 1_000_000, jump: 1_000_001 } as const

export function walkBars(asked: WalkBars): readonly NewBar[] {
  const { symbol, seed, interval, dates, volatility, steps, price = 100, volume = 0 } = asked
  const { uneven = 0, lasting = 0 } = asked
  const draws = streamOf(seed, `walk/${symbol}`)
  const bars: NewBar[] = []
  let level = price * 10_000
  let mood = 0
  let date = Temporal.PlainDate.from(asked.first)
  for (let count = 0; count < dates; date = date.add({ days: 1 })) {
    const regular = regularSession(date)
    if (regular === null) continue
    const opens = regular.opensAt.epochMilliseconds / 60_000
    const lasts = regular.closesAt.epochMilliseconds / 60_000 - opens
    const [every, usual] =
      interval === '1d' ? [lasts, volatility] : [1, volatility / Math.sqrt(MINUTES)]
    const day = substream(draws, count)
    for (let minute = 0; minute < lasts; minute += every) {
      const own = substream(day, minute)
      mood = lasting * mood + Math.sqrt(1 - lasting ** 2) * normal(own, STREAMS.volatility)
      const deviation = usual * Math.exp(uneven * mood)
      const bar = walked(level, deviation / Math.sqrt(steps), steps, own, jumpOf(asked, usual, own))
      level = bar.end
      const shares = volume > 0 ? volume : interval === '1d' ? 8_000_000 : 20_000
      bars.push({ symbol, interval, numbers: [opens + minute, ...bar.prices, shares] })
    }
    count++
  }
  return bars
}

interface Jump {
  readonly step: number
  readonly by: number
}

function jumpOf({ jumps, steps }: WalkBars, deviation: number, own: Stream): Jump | undefined {
  const draws = substream(own, STREAMS.jump)
  if (jumps === undefined || uniform(draws, 0) >= jumps.chance) return undefined
  const way = uniform(draws, 1) < 0.5 ? -1 : 1
  const size = way * jumps.size * (0.5 + uniform(draws, 2))
  return { step: Math.floor(uniform(draws, 3) * steps), by: size * deviation }
}

const toTick = (pips: number): number => Math.max(100, Math.round(pips / 100) * 100)

function walked(from: number, deviation: number, steps: number, draws: Stream, jump?: Jump) {
  let [level, high, low] = [from, from, from]
  for (let step = 0; step < steps; step++) {
    level *= 1 + deviation * normal(draws, step) + (jump?.step === step ? jump.by : 0)
    high = Math.max(high, level)
    low = Math.min(low, level)
  }
  return { end: level, prices: [toTick(from), toTick(high), toTick(low), toTick(level)] as const }
}

export const startsAt = ({ numbers: [startMinute] }: NewBar) => atMs(startMinute * 60_000)
