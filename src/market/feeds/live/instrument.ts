/** What a live market knows of one instrument. */
import { type Price, type Quantity, roundedDown, unitsOf } from '../../../core/money'
import type { AuctionOnly } from '../../../core/order/order'
import { atMs, MINUTE_MS } from '../../../core/time'
import { sessionAt } from '../../calendar'
import type { Bar } from '../bar'
import { dayOn, epochDayOf, type TradingDay } from '../trading-day'
import type { SourceTrade } from './batch'
import { type MinuteBars, minuteBars } from './minutes'
import type { ShownQuotes } from './shown'

export interface Halt {
  readonly haltedAtMs: number
  /** Null while it lasts. */
  readonly resumedAtMs: number | null
}

export interface AuctionPrice {
  readonly price: Price
  readonly volume: Quantity
}

export interface LiveInstrument {
  readonly symbol: string
  readonly quotes: ShownQuotes
  readonly minutes: MinuteBars
  /** REGULAR's bar by epoch day, ascending, of dates whose minutes are not known. */
  readonly daily: ReadonlyMap<number, Bar>
  readonly lastTrade: SourceTrade | undefined
  readonly halt: Halt | undefined
  /** By epoch day and auction. */
  readonly auctions: ReadonlyMap<string, AuctionPrice>
}

/** As the book changes it. */
export type MutableInstrument = {
  -readonly [Key in keyof LiveInstrument]: LiveInstrument[Key]
} & {
  readonly auctions: Map<string, AuctionPrice>
  readonly daily: Map<number, Bar>
  day: number
  dayShares: number
}

export const newInstrument = (symbol: string, quotes: ShownQuotes): MutableInstrument => ({
  symbol,
  quotes,
  minutes: minuteBars(),
  daily: new Map(),
  lastTrade: undefined,
  halt: undefined,
  auctions: new Map(),
  day: Number.NaN,
  dayShares: 0,
})

/** Whole shares: a feed counts no parts of one. */
export const wholeSharesOf = (size: Quantity): number => unitsOf(roundedDown(size, 0), 0)

export const auctionKey = (epochDay: number, auction: AuctionOnly): string =>
  `${epochDay} ${auction}`

export const haltChangedMs = ({ haltedAtMs, resumedAtMs }: Halt): number =>
  resumedAtMs ?? haltedAtMs

/** The day of the instant asked for last is nearly always that of the next. */
export function rememberedDay(): (ms: number) => TradingDay {
  let known: { readonly fromMs: number; readonly day: TradingDay } | undefined
  return (ms) => {
    const untilMs = known?.day.sessions.at(-1)?.closesMs ?? Number.NEGATIVE_INFINITY
    if (known !== undefined && known.fromMs <= ms && ms < untilMs) return known.day
    const day = dayOn(epochDayOf(sessionAt(atMs(ms)).tradingDate))
    known = { fromMs: Math.min(ms, day.sessions[0]?.opensMs ?? ms), day }
    return day
  }
}

export function sharesOfDay(minutes: MinuteBars, epochDay: number): number {
  const { sessions } = dayOn(epochDay)
  const [first, last] = [sessions[0], sessions.at(-1)]
  if (first === undefined || last === undefined) return 0
  const bar = minutes.between(first.opensMs / MINUTE_MS, last.closesMs / MINUTE_MS)
  return bar?.volume ?? 0
}
