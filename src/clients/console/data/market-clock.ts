/** The market's time, which may be simulated, and its session. */
import { effect, signal } from '@preact/signals'
import { answered, type Client } from '../../sdk'
import { polled } from './polled'
import { after, elapsedMs, msOf } from './time'

const EVERY_MS = 3_000
const SECOND_MS = 1_000

const readClock = (client: Client) => answered(client.api.paper.clock.get())

export type MarketTimeAnswer = Awaited<ReturnType<typeof readClock>>

export const marketClock = polled(readClock, EVERY_MS)

/** The market's time in milliseconds since 1970, advanced between readings; null if unknown. */
export const marketNowMs = signal<number | null>(null)

/** Advances the time every second until the function that it returns is called. */
export function runClock(): () => void {
  const stopWatching = marketClock.watch()
  let readAt = 0
  let read: MarketTimeAnswer | null = null
  let cancel = (): void => {}
  const tick = (): void => {
    if (read !== null) {
      const speed = read.speedReached ?? read.speed
      const nowMs = msOf(read.now) + (elapsedMs() - readAt) * speed
      // A reading that is a little behind does not turn the time back.
      const shownMs = marketNowMs.peek() ?? 0
      const isStep = Math.abs(nowMs - shownMs) > EVERY_MS * Math.max(1, speed)
      marketNowMs.value = isStep ? nowMs : Math.max(nowMs, shownMs)
    }
    cancel()
    cancel = after(SECOND_MS, tick)
  }
  const stopReading = effect(() => {
    const { value: shown } = marketClock.shown
    if (shown.state !== 'ready' || shown.error !== null) return
    read = shown.value
    readAt = elapsedMs()
    tick()
  })
  return () => {
    stopReading()
    stopWatching()
    cancel()
  }
}
