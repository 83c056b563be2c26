/** Quotes of the symbols that a page shows: one request a second for all of them. */
import { type Signal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { answered, type Client } from '../../sdk'
import { polled } from './polled'

const EVERY_MS = 1_000

const readQuotes = async (client: Client) => {
  const symbols = [...watched.keys()].join(',')
  if (symbols === '') return []
  return (await answered(client.api.v1.market.quotes.get({ query: { symbols } }))).quotes
}

export type ShownQuote = Awaited<ReturnType<typeof readQuotes>>[number]

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
