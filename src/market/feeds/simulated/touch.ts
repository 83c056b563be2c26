/**
 * Bid and ask around the efficient price, which is never outside of them: whoever buys pays at
 * least what the share is worth, whoever sells gets at most that. The spread stands for two minutes
 * and both sides keep to a grid of a third of it, so they stand still while the price moves little.
 */
import { type Pips, tickOf, upToTick } from '../pips'
import { exp } from './elementary'
import { type Stream, uniform } from './stream'

export interface Touch {
  readonly bid: Pips
  readonly ask: Pips
}

/** What holds for two minutes. */
export interface Spread {
  /** In pips; at least a tick. */
  readonly width: number
  /** Where the grid lies, 0 … 1 of a step. */
  readonly phase: number
}

export const SPREAD_MINUTES = 2
/** No share costs more: ten billion dollars. */
const DEAREST: Pips = 1e14
const PIPS_PER_DOLLAR = 10_000

export const pipsOf = (logPrice: number): number =>
  Math.min(exp(logPrice) * PIPS_PER_DOLLAR, DEAREST)

/** Half-up to the tick, never zero: what an auction prints. */
export function onTick(pips: number): Pips {
  const tick = tickOf(pips)
  return Math.max(tick, Math.floor(pips / tick + 0.5) * tick)
}

/** Of a usual width. */
const NARROWEST = 0.7
export const WIDEST = 1.3

/** Around a usual width, for one of the periods of a session. */
export function spreadOf(draws: Stream, period: number, width: number): Spread {
  const chance = NARROWEST + (WIDEST - NARROWEST) * uniform(draws, 2 * period)
  return { width: width * chance, phase: uniform(draws, 2 * period + 1) }
}

const ticksOf = (width: number, tick: Pips): number => Math.max(1, Math.floor(width / tick + 0.5))
/** Of the grid that both sides keep to, in ticks. */
const stepOf = (ticks: number): number => Math.max(1, Math.floor(ticks / 3))
/** How far the price is from the bid at least, in ticks. */
const marginOf = (ticks: number, step: number): number => Math.floor((ticks - step) / 2)

/** Rises with the price as long as that stays on one side of a dollar. */
export function touchAt({ width, phase }: Spread, pips: number): Touch {
  const tick = tickOf(pips)
  const ticks = ticksOf(width, tick)
  const step = stepOf(ticks)
  const offset = Math.floor(phase * step)
  const cell = Math.floor((pips / tick - marginOf(ticks, step) - offset) / step)
  const bid = Math.max(1, cell * step + offset)
  const ask = Math.max(cell * step + offset + ticks, bid + 1) * tick
  return { bid: bid * tick, ask: tick === 1 ? upToTick(ask) : ask }
}

/** No ask is further from the price, and no bid: as a part of a price that is not below `pips`. */
export function touchReach(width: number, pips: number): number {
  const tick = tickOf(pips)
  const ticks = ticksOf(width, tick)
  return ((ticks - marginOf(ticks, stepOf(ticks))) * tick) / pips
}

/**
 * Between which prices, all of the same tick, the ask is not above `high` and the bid not below
 * `low`, an ask and a bid themselves; in pips.
 */
export function withinTouch(
  { width, phase }: Spread,
  tick: Pips,
  high: Pips,
  low: Pips,
): { readonly cheapest: number; readonly dearest: number } {
  const ticks = ticksOf(width, tick)
  const step = stepOf(ticks)
  const offset = Math.floor(phase * step)
  const from = marginOf(ticks, step) + offset
  const above = Math.floor((high / tick - ticks - offset) / step) + 1
  const upTo = Math.ceil((low / tick - offset) / step)
  return {
    cheapest: (upTo * step + from) * tick,
    dearest: Math.max(0.1, above * step + from) * tick,
  }
}
