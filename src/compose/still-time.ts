/**
 * Time that can stand still. A request that is answered without a pause is answered at one moment:
 * its token, the market's time and the age of what is kept in memory would each look at the clock,
 * and five looks are a thirtieth of the time of a quote.
 */
import type { Stillness } from '../api/pipeline/known-senders'
import type { Time } from './time'

/** Between `begin` and `end` the clocks show what `begin` says, or else what they showed first. */
export function stillTime(time: Time): { readonly time: Time; readonly stillness: Stillness } {
  const wall = stillClock(time.wallNowMs)
  const elapsed = stillClock(time.elapsedMs)
  return {
    time: { ...time, wallNowMs: wall.nowMs, elapsedMs: elapsed.nowMs },
    stillness: {
      begin(elapsedMs) {
        wall.begin()
        elapsed.begin(elapsedMs)
      },
      end() {
        wall.end()
        elapsed.end()
      },
    },
  }
}

function stillClock(nowMs: () => number) {
  let isStill = false
  /** NaN: it was not asked yet. */
  let atMs = Number.NaN
  return {
    nowMs(): number {
      if (!isStill) return nowMs()
      if (Number.isNaN(atMs)) atMs = nowMs()
      return atMs
    },
    begin(sinceMs = Number.NaN) {
      isStill = true
      atMs = sinceMs
    },
    end() {
      isStill = false
    },
  }
}
