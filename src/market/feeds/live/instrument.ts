/** What a live market knows of one instrument. */
import { type Price, type Quantity, roundedDown, unitsOf } from '../../../core/money'
import type { AuctionOnly } from '../../../core/order/order'
import { atMs, MINUTE_MS } from '../../../core/time'
import { sessionAt } from '../../calendar'
import { type Bar, joined } from '../bar'
import type { Pips } from '../pips'
import { dayOn, epochDayOf, type TradingDay } from '../trading-day'
import type { SourceTrade } from './batch'
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

/**
 * The minute bars of one instrument, in the order of time: from trades as they come, from a
 * source's own bars, or as they were kept [live.bars].
 */
export interface MinuteBars {
  readonly length: number
  /** Undefined without a bar. */
  readonly firstMinute: number | undefined
  at(index: number): { readonly minute: number; readonly bar: Bar } | undefined
  /** The index of the first bar of the minute or a later one. */
  from(minute: number): number
  /** Adds a trade to its minute; false: the minute is closed. */
  trade(minute: number, trade: MinuteTrade): boolean
  /** Takes the place of the minute's bar, and closes the minute for trades. */
  close(minute: number, bar: Bar): void
  /** As it was kept; the minute stays open. */
  restore(minute: number, bar: Bar): void
  /** Joined from the minutes `from` (inclusive) to `to` (exclusive). */
  between(from: number, to: number): Bar | undefined
}

export interface MinuteTrade {
  readonly price: Pips
  readonly shares: number
  /** Within a minute the first and the last trade count by it. */
  readonly atMs: number
}

interface Kept {
  readonly bar: Bar
  readonly firstMs: number
  readonly lastMs: number
  readonly closed: boolean
}

class TradeBars implements MinuteBars {
  /** Both ascending, and of one length. */
  readonly #minutes: number[] = []
  readonly #kept: Kept[] = []

  /** Nearly always at the end. */
  from(minute: number): number {
    let low = 0
    let high = this.#minutes.length
    if (high > 0 && (this.#minutes[high - 1] ?? 0) < minute) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#minutes[middle] ?? 0) < minute) low = middle + 1
      else high = middle
    }
    return low
  }

  get length(): number {
    return this.#minutes.length
  }

  get firstMinute(): number | undefined {
    return this.#minutes[0]
  }

  at(index: number): { readonly minute: number; readonly bar: Bar } | undefined {
    const [minute, one] = [this.#minutes[index], this.#kept[index]]
    return minute === undefined || one === undefined ? undefined : { minute, bar: one.bar }
  }

  trade(minute: number, { price, shares, atMs }: MinuteTrade): boolean {
    const index = this.from(minute)
    const known = this.#minutes[index] === minute ? this.#kept[index] : undefined
    if (known?.closed) return false
    const single = { open: price, high: price, low: price, close: price, volume: shares }
    if (known === undefined) {
      this.#put(minute, { bar: single, firstMs: atMs, lastMs: atMs, closed: false })
      return true
    }
    const bar = joined(known.bar, single)
    const { firstMs, lastMs } = known
    this.#kept[index] = {
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

  close(minute: number, bar: Bar): void {
    this.#put(minute, { bar, firstMs: 0, lastMs: 0, closed: true })
  }

  restore(minute: number, bar: Bar): void {
    const startsMs = minute * 60_000
    this.#put(minute, { bar, firstMs: startsMs, lastMs: startsMs, closed: false })
  }

  between(fromMinute: number, toMinute: number): Bar | undefined {
    let bar: Bar | undefined
    for (let index = this.from(fromMinute); index < this.#minutes.length; index++) {
      const one = this.#kept[index]
      if (one === undefined || (this.#minutes[index] ?? 0) >= toMinute) break
      bar = joined(bar, one.bar)
    }
    return bar
  }

  #put(minute: number, value: Kept): void {
    const index = this.from(minute)
    if (this.#minutes[index] === minute) this.#kept[index] = value
    else {
      this.#minutes.splice(index, 0, minute)
      this.#kept.splice(index, 0, value)
    }
  }
}

export const minuteBars = (): MinuteBars => new TradeBars()
