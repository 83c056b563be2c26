/**
 * Bid and ask around the efficient price, which always lies between them: a buyer pays at least the
 * value of a share, a seller gets at most that. A spread lasts for two minutes, and both sides lie
 * on a grid of a third of it, so they do not move with every small move of the price.
 */
import { type Pips, tickOf, upToTick } from '../pips'
import { exp } from './elementary'
import { type Stream, uniform } from './stream'

export interface Touch {
  readonly bid: Pips
  readonly ask: Pips
}

/** The spread of a two-minute period. */
export interface Spread {
  /** In pips; at least a tick. */
  readonly width: number
  /** The grid's offset, 0 … 1 of a step. */
  readonly phase: number
}

export const SPREAD_MINUTES = 2
/** An upper bound of prices: ten billion dollars. */
const DEAREST: Pips = 1e14
const PIPS_PER_DOLLAR = 10_000

export const pipsOf = (logPrice: number): number =>
  Math.min(exp(logPrice) * PIPS_PER_DOLLAR, DEAREST)

/** An auction's print: rounded half-up to the tick, never 0. */
export function onTick(pips: number): Pips {
  const tick = tickOf(pips)
  return Math.max(tick, Math.floor(pips / tick + 0.5) * tick)
}

/** The bounds of a spread's random width, relative to the usual width. */
const NARROWEST = 0.7
export const WIDEST = 1.3

/** The spread of one period of a session, around the usual width. */
export function spreadOf(draws: Stream, period: number, width: number): Spread {
  const chance = NARROWEST + (WIDEST - NARROWEST) * uniform(draws, 2 * period)
  return { width: width * chance, phase: uniform(draws, 2 * period + 1) }
}

const ticksOf = (width: number, tick: Pips): number => Math.max(1, Math.floor(width / tick + 0.5))
/** The grid step of both sides, in ticks. */
const stepOf = (ticks: number): number => (ticks < 6 ? 1 : Math.floor(ticks / 3))
/** The price's minimum distance from the bid, in ticks. */
const marginOf = (ticks: number, step: number): number => Math.floor((ticks - step) / 2)

/**
 * Bid and ask at a price. They rise with the price, except across one dollar, since the tick
 * changes there.
 */
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

/** The largest distance of bid and ask from the price, relative to a price of at least `pips`. */
export function touchReach(width: number, pips: number): number {
  const tick = tickOf(pips)
  const ticks = ticksOf(width, tick)
  return ((ticks - marginOf(ticks, stepOf(ticks))) * tick) / pips
}

/**
 * The prices, in pips, between which the ask is not above `high` and the bid not below `low`. All
 * have the same tick, and `high` and `low` are an ask and a bid.
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
  const toHigh = high / tick - ticks - offset
  const toLow = low / tick - offset
  // Most spreads are of a few ticks, and divisions take most of the time.
  const above = step === 1 ? toHigh + 1 : (Math.floor(toHigh / step) + 1) * step
  const upTo = step === 1 ? toLow : Math.ceil(toLow / step) * step
  return { cheapest: (upTo + from) * tick, dearest: Math.max(0.1, above + from) * tick }
}
