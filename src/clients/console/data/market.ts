/**
 * Quotes of the symbols that a page shows, with one request a second for all of them; and the
 * market's time and session.
 */
import { effect, type Signal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { answered, type Client } from '../../sdk/index'
import { polled } from './polled'
import { after, elapsedMs, msOf } from './time'

const EVERY_MS = 1_000

const readQuotes = async (client: Client) => {
  const symbols = [...watched.keys()].join(',')
  if (symbols === '') return []
  return (await answered(client.api.v1.market.quotes.get({ query: { symbols } }))).quotes
}

type ShownQuote = Awaited<ReturnType<typeof readQuotes>>[number]

/** How many components show each symbol. */
const watched = new Map<string, number>()
/** One signal a symbol, so that a changed quote redraws only the components that show it. */
const latest = new Map<string, Signal<ShownQuote | null>>()

const all = polled(async (client) => {
  for (const quote of await readQuotes(client)) slotOf(quote.symbol).value = quote
}, EVERY_MS)

function slotOf(symbol: string): Signal<ShownQuote | null> {
  const known = latest.get(symbol)
  if (known !== undefined) return known
  const slot = signal<ShownQuote | null>(null)
  latest.set(symbol, slot)
  return slot
}

/** Reads the quotes until the function that this returns is called. */
function watchQuotes(symbols: readonly string[]): () => void {
  const news = symbols.filter((symbol) => !watched.has(symbol))
  for (const symbol of symbols) watched.set(symbol, (watched.get(symbol) ?? 0) + 1)
  const stop = all.watch()
  if (news.length > 0) all.reload()
  return () => {
    stop()
    for (const symbol of symbols) {
      const others = (watched.get(symbol) ?? 1) - 1
      if (others > 0) watched.set(symbol, others)
      else watched.delete(symbol)
    }
  }
}

/** The newest quote of a symbol, in a signal that changes with it; null until one is read. */
export function useQuote(symbol: string): Signal<ShownQuote | null> {
  useEffect(() => (symbol === '' ? undefined : watchQuotes([symbol])), [symbol])
  return slotOf(symbol)
}

// The market's time, which may be simulated, and its session.

const CLOCK_EVERY_MS = 3_000
const SECOND_MS = 1_000

const readClock = (client: Client) => answered(client.api.paper.clock.get())

export type MarketTimeAnswer = Awaited<ReturnType<typeof readClock>>

export const marketClock = polled(readClock, CLOCK_EVERY_MS)

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
      const isStep = Math.abs(nowMs - shownMs) > CLOCK_EVERY_MS * Math.max(1, speed)
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
