/**
 * Draws what the instruments of a simulated market share, between the server's other work. Index
 * funds move with nearly all factors, and with the stocks that they hold. In a new process the first
 * quote of SPY takes 60 ms or more, since nothing is drawn or compiled yet; after the warm-up, the
 * first quote of any instrument takes less than a millisecond.
 */
import type { Alarm } from '../../market/clock'
import { type ListedInstrument, stockOfPart } from '../../market/instruments/listed'

/** Between two quotes, requests are answered. */
const PAUSE_MS = 20

/**
 * Index funds, in the order of a warm-up: those with the fewest parts first, since the first quotes
 * take longest.
 */
export const indexFunds = (instruments: readonly ListedInstrument[]): readonly string[] =>
  instruments
    .filter(({ groups }) => groups.some((part) => stockOfPart(part) !== undefined))
    .toSorted((one, other) => one.groups.length - other.groups.length)
    .map(({ symbol }) => symbol)

export interface WarmUp {
  begin(): void
  end(): void
}

/** Quotes one symbol after each pause. */
export function warmUp(
  symbols: readonly string[],
  quote: (symbol: string) => void,
  after: Alarm,
): WarmUp {
  let cancel = (): void => {}
  function quoteFrom(index: number): void {
    const symbol = symbols[index]
    if (symbol === undefined) return
    cancel = after(PAUSE_MS, () => {
      quote(symbol)
      quoteFrom(index + 1)
    })
  }
  return { begin: () => quoteFrom(0), end: () => cancel() }
}
