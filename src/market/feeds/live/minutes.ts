/**
 * The minute bars of one instrument, in the order of time: from trades as they come, from a
 * source's own bars, or as they were kept [live.bars].
 */
import { type Bar, joined } from '../bar'
import type { Pips } from '../pips'

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
