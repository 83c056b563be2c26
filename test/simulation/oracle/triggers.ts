/**
 * When a leg of a conditional order must be triggered, once more and naively: every tick since it
 * was armed is walked, and the first whose price reaches the stop is the one.
 */

import { type GroupTerms, type Leg, pipsOf, stopAt } from './groups'
import { clockOf, sessionAt } from './hours'
import { type Account, must } from './ledger'
import { type Market, pinAt, shownBy } from './prices'
import type { LegRow, Step } from './step'
import { isSeen, isSure, marketsAt } from './worlds'

const TICK_MS = 1_000

type Watched = Pick<GroupTerms, 'symbol' | 'side' | 'triggerBy'>

/** What triggers the leg. */
export const watchOf = ({ group, side }: Leg): Watched => ({ ...group.terms, side })

/** What can trigger the leg's side: the last trade, or the side that it would trade at. */
export function priceOf(
  market: Market,
  { symbol, side, triggerBy }: Watched,
  atMs: number,
): number {
  const { bid, ask } = shownBy(market, symbol, atMs)
  if (triggerBy === 'BID_ASK') return side === 'SELL' ? bid : ask
  // Under a pin the last trade lies in the middle.
  return pinAt(market, symbol, atMs) === undefined ? bid : (bid + ask) / 2
}

export const pricesOf = (step: Step, watched: Watched, atMs: number): readonly number[] => [
  ...new Set(marketsAt(step, atMs).map((market) => priceOf(market, watched, atMs))),
]

export const reaches = (side: string, stop: number | null, price: number): boolean =>
  stop !== null && (side === 'SELL' ? price <= stop : price >= stop)

const isBetter = (side: string, price: number, mark: number): boolean =>
  side === 'SELL' ? price > mark : price < mark

/** It may be triggered at the tick, as far as the session and the instrument go. */
export const isShownAt = (step: Step, { group }: Leg, tickMs: number): boolean =>
  group.terms.sessions.includes(sessionAt(tickMs)) &&
  step.tradable(group.terms.symbol).includes(true)

/** The market has surely looked at the leg at the tick. */
function isLookedAt(step: Step, leg: Leg, tickMs: number): boolean {
  const { terms, validUntilMs } = leg.group
  const isPlayed = step.waitsForTicks ? tickMs <= step.playedMs : isSure(step)(tickMs)
  return (
    isPlayed &&
    tickMs < validUntilMs &&
    isSeen(step, leg.armedAtMs, tickMs) &&
    terms.sessions.includes(sessionAt(tickMs)) &&
    step.tradable(terms.symbol).every((may) => may)
  )
}

export interface Walked {
  /** The first tick that must have triggered it; null: none. */
  readonly missedMs: number | null
  /** The mark that it must have by then at least. */
  readonly mark: number | null
}

/** Walks each tick since the last walk, up to the instant, that the market has surely looked at. */
function walk(leg: Leg, step: Step, untilMs: number): Walked {
  const { side } = leg
  let { mark, stop } = leg
  const sinceMs = step.waitsForTicks ? 0 : step.calmSinceMs - 1
  const fromMs = Math.max(leg.lookedToMs, sinceMs)
  if (stop === null || !Number.isFinite(fromMs)) return { missedMs: null, mark }
  const firstMs = Math.floor(fromMs / TICK_MS) * TICK_MS + TICK_MS
  for (let atMs = firstMs; atMs <= untilMs; atMs += TICK_MS) {
    if (!isLookedAt(step, leg, atMs)) continue
    const prices = pricesOf(step, watchOf(leg), atMs)
    const [first = 0, ...others] = prices
    const least = others.reduce((one, other) => (isBetter(side, one, other) ? other : one), first)
    if (mark !== null && isBetter(side, least, mark)) {
      mark = least
      stop = stopAt(side, leg.terms, mark)
    } else if (prices.every((price) => reaches(side, stop, price))) return { missedMs: atMs, mark }
  }
  return { missedMs: null, mark }
}

/** The ticks up to the first one were carried out, those up to the other may have been. */
interface Ticks {
  readonly sureMs: number
  readonly shownMs: number
}

/** The leg still waits: no tick has triggered it, and its mark is as good as they have made it. */
export function checkWaits(
  { accountId }: Account,
  leg: Leg,
  row: LegRow,
  step: Step,
  { sureMs, shownMs }: Ticks,
): void {
  const { side } = leg
  const { symbol } = leg.group.terms
  const what = (): string =>
    `${leg.group.groupId} ${leg.name} of ${accountId}, a ${side} of ${symbol} at ${leg.stop}`
  const { missedMs, mark } = walk(leg, step, sureMs)
  must(missedMs === null, 'trigger-lost', () => `${what()} at ${clockOf(missedMs ?? 0)}`)
  moveMark(leg, row, step, shownMs, what)
  const isBehind = mark !== null && leg.mark !== null && isBetter(side, mark, leg.mark)
  must(!isBehind, 'mark-behind', () => `${what()}: its mark is ${leg.mark}, not ${mark}`)
  leg.lookedToMs = Math.max(leg.lookedToMs, sureMs)
}

/** A mark moves to a price that the market has shown at a tick, and never goes back. */
function moveMark(leg: Leg, row: LegRow, step: Step, untilMs: number, what: () => string): void {
  if (leg.mark === null || row.mark === null) return
  const { side } = leg
  const [mark, atMs] = [pipsOf(row.mark), row.watchedAfterMs]
  if (mark === leg.mark) return
  const moved = (): string => `${what()}: from ${leg.mark} to ${mark} at ${clockOf(atMs)}`
  must(isBetter(side, mark, leg.mark), 'mark-back', moved)
  must(atMs > leg.watchedAfterMs, 'mark-time', moved)
  const ticks = atMs % TICK_MS === 0 ? [atMs] : ticksBetween(leg.watchedAfterMs, atMs)
  const shown = ticks.filter((tickMs) => tickMs <= untilMs && isShownAt(step, leg, tickMs))
  must(shown.length > 0, 'mark-time', moved)
  const isPrice = (tickMs: number) => pricesOf(step, watchOf(leg), tickMs).includes(mark)
  must(shown.some(isPrice), 'mark-price', moved)
  leg.mark = mark
  leg.stop = stopAt(side, leg.terms, mark)
  leg.watchedAfterMs = atMs
}

/** An amendment after the move hides its tick, which is one of these. */
function ticksBetween(fromMs: number, toMs: number): readonly number[] {
  const first = Math.floor(fromMs / TICK_MS) + 1
  const count = Math.max(Math.floor(toMs / TICK_MS) - first + 1, 0)
  return Array.from({ length: count }, (_, index) => (first + index) * TICK_MS)
}
