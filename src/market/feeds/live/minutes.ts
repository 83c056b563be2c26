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

export function minuteBars(): MinuteBars {
  /** Both ascending, and of one length. */
  const minutes: number[] = []
  const kept: Kept[] = []

  /** Nearly always at the end. */
  function from(minute: number): number {
    let low = 0
    let high = minutes.length
    if (high > 0 && (minutes[high - 1] ?? 0) < minute) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((minutes[middle] ?? 0) < minute) low = middle + 1
      else high = middle
    }
    return low
  }

  function put(minute: number, value: Kept): void {
    const index = from(minute)
    if (minutes[index] === minute) kept[index] = value
    else {
      minutes.splice(index, 0, minute)
      kept.splice(index, 0, value)
    }
  }

  return {
    get length() {
      return minutes.length
    },
    get firstMinute() {
      return minutes[0]
    },
    at(index) {
      const [minute, one] = [minutes[index], kept[index]]
      return minute === undefined || one === undefined ? undefined : { minute, bar: one.bar }
    },
    from,
    trade(minute, { price, shares, atMs }) {
      const index = from(minute)
      const known = minutes[index] === minute ? kept[index] : undefined
      if (known?.closed) return false
      const single = { open: price, high: price, low: price, close: price, volume: shares }
      if (known === undefined) {
        put(minute, { bar: single, firstMs: atMs, lastMs: atMs, closed: false })
        return true
      }
      const bar = joined(known.bar, single)
      const { firstMs, lastMs } = known
      kept[index] = {
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
    },
    close: (minute, bar) => put(minute, { bar, firstMs: 0, lastMs: 0, closed: true }),
    restore(minute, bar) {
      const startsMs = minute * 60_000
      put(minute, { bar, firstMs: startsMs, lastMs: startsMs, closed: false })
    },
    between(fromMinute, toMinute) {
      let bar: Bar | undefined
      for (let index = from(fromMinute); index < minutes.length; index++) {
        const one = kept[index]
        if (one === undefined || (minutes[index] ?? 0) >= toMinute) break
        bar = joined(bar, one.bar)
      }
      return bar
    },
  }
}
