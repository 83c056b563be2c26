/** The state of one instrument of a live market. */
import { type Price, type Quantity, roundedDown, unitsOf } from '../../../core/money'
import type { AuctionOnly } from '../../../core/order/order'
import { atMs, MINUTE_MS } from '../../../core/time'
import { firstIndex } from '../../../lib/sorted'
import { sessionAt } from '../../calendar'
import { type Bar, joinBars } from '../bar'
import type { Pips } from '../pips'
import { dayOn, epochDayOf, type TradingDay } from '../trading-day'
import type { SourceTrade } from './batch'
import type { QuoteHistory } from './quote-history'

export interface Halt {
  readonly haltedAtMs: number
  /** Null while the halt lasts. */
  readonly resumedAtMs: number | null
}

export interface AuctionPrice {
  readonly price: Price
  readonly volume: Quantity
}

export interface LiveInstrument {
  readonly symbol: string
  readonly quotes: QuoteHistory
  readonly minutes: MinuteBars
  /** REGULAR's bar by epoch day, ascending, for dates without minutes. */
  readonly daily: ReadonlyMap<number, Bar>
  readonly lastTrade: SourceTrade | undefined
  readonly halt: Halt | undefined
  /** Keyed by epoch day and auction. */
  readonly auctions: ReadonlyMap<string, AuctionPrice>
}

export type MutableInstrument = {
  -readonly [Key in keyof LiveInstrument]: LiveInstrument[Key]
} & {
  readonly auctions: Map<string, AuctionPrice>
  readonly daily: Map<number, Bar>
  day: number
  dayShares: number
}

export const newInstrument = (symbol: string, quotes: QuoteHistory): MutableInstrument => ({
  symbol,
  quotes,
  minutes: new MinuteBars(),
  daily: new Map(),
  lastTrade: undefined,
  halt: undefined,
  auctions: new Map(),
  day: Number.NaN,
  dayShares: 0,
})

/** Rounded down to whole shares. */
export const wholeSharesOf = (size: Quantity): number => unitsOf(roundedDown(size, 0), 0)

export const auctionKey = (epochDay: number, auction: AuctionOnly): string =>
  `${epochDay} ${auction}`

export const haltChangedMs = ({ haltedAtMs, resumedAtMs }: Halt): number =>
  resumedAtMs ?? haltedAtMs

/** Caches the latest day: consecutive instants nearly always share it. */
export function dayCache(): (ms: number) => TradingDay {
  let latest: { readonly fromMs: number; readonly day: TradingDay } | undefined
  return (ms) => {
    const untilMs = latest?.day.sessions.at(-1)?.closesMs ?? Number.NEGATIVE_INFINITY
    if (latest !== undefined && latest.fromMs <= ms && ms < untilMs) return latest.day
    const day = dayOn(epochDayOf(sessionAt(atMs(ms)).tradingDate))
    latest = { fromMs: Math.min(ms, day.sessions[0]?.opensMs ?? ms), day }
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

export interface MinuteTrade {
  readonly price: Pips
  readonly shares: number
  /** Decides which trades of a minute make its open and its close. */
  readonly atMs: number
}

interface MinuteBar {
  readonly bar: Bar
  readonly firstMs: number
  readonly lastMs: number
  readonly closed: boolean
}

/**
 * The minute bars of one instrument, ascending: made of trades as they arrive, sent by a source, or
 * restored from the database [live.bars].
 */
export class MinuteBars {
  /** Ascending, each with its bar at the same index. */
  readonly #minutes: number[] = []
  readonly #bars: MinuteBar[] = []

  /** The index of the first bar in the minute or later. */
  from(minute: number): number {
    const isBefore = (index: number): boolean => (this.#minutes[index] ?? 0) < minute
    const { length } = this.#minutes
    // Nearly every caller wants the end.
    return length > 0 && isBefore(length - 1) ? length : firstIndex(length, isBefore)
  }

  get length(): number {
    return this.#minutes.length
  }

  /** Undefined without a bar. */
  get firstMinute(): number | undefined {
    return this.#minutes[0]
  }

  at(index: number): { readonly minute: number; readonly bar: Bar } | undefined {
    const [minute, one] = [this.#minutes[index], this.#bars[index]]
    return minute === undefined || one === undefined ? undefined : { minute, bar: one.bar }
  }

  /** Adds a trade to its minute; false if the minute is closed. */
  trade(minute: number, { price, shares, atMs }: MinuteTrade): boolean {
    const index = this.from(minute)
    const known = this.#minutes[index] === minute ? this.#bars[index] : undefined
    if (known?.closed) return false
    const single = { open: price, high: price, low: price, close: price, volume: shares }
    if (known === undefined) {
      this.#put(minute, { bar: single, firstMs: atMs, lastMs: atMs, closed: false })
      return true
    }
    const bar = joinBars(known.bar, single)
    const { firstMs, lastMs } = known
    this.#bars[index] = {
      bar: {
        ...bar,
        open: atMs < firstMs ? price : known.bar.open,
        close: atMs < lastMs ? known.bar.close : price,
      },
      firstMs: Math.min(firstMs, atMs),
      lastMs: Math.max(lastMs, atMs),
      closed: false,
    }
    return true
  }

  /** Replaces the minute's bar, and closes the minute for trades. */
  close(minute: number, bar: Bar): void {
    this.#put(minute, { bar, firstMs: 0, lastMs: 0, closed: true })
  }

  /** Adds a stored bar; its minute stays open for trades. */
  restore(minute: number, bar: Bar): void {
    const startsMs = minute * 60_000
    this.#put(minute, { bar, firstMs: startsMs, lastMs: startsMs, closed: false })
  }

  /** The bar of the minutes `fromMinute` (inclusive) to `toMinute` (exclusive). */
  between(fromMinute: number, toMinute: number): Bar | undefined {
    let bar: Bar | undefined
    for (let index = this.from(fromMinute); index < this.#minutes.length; index++) {
      const one = this.#bars[index]
      if (one === undefined || (this.#minutes[index] ?? 0) >= toMinute) break
      bar = joinBars(bar, one.bar)
    }
    return bar
  }

  #put(minute: number, value: MinuteBar): void {
    const index = this.from(minute)
    if (this.#minutes[index] === minute) this.#bars[index] = value
    else {
      this.#minutes.splice(index, 0, minute)
      this.#bars.splice(index, 0, value)
    }
  }
}
