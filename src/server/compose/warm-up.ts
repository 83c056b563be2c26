/**
 * Quotes the index funds of a simulated market before anybody asks, between the server's other
 * work. They move with most of the factors that instruments share. In a new process the first quote
 * of SPY takes longer than one turn of the event loop may, since nothing is drawn or compiled yet.
 */
import type { Alarm } from '../../market/clock'
import { type ListedInstrument, stockOfPart } from '../../market/instruments/listed'

/** Later than a start's own work; a test's server, which runs for seconds, needs no warm-up. */
const BEGINS_AFTER_MS = 3_000
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

/** Some seconds after its `begin`, quotes one symbol after each pause. */
export function warmUp(
  symbols: readonly string[],
  quote: (symbol: string) => void,
  after: Alarm,
): WarmUp {
  let cancel = (): void => {}
  function quoteAfter(ms: number, index: number): void {
    const symbol = symbols[index]
    if (symbol === undefined) return
    cancel = after(ms, () => {
      quote(symbol)
      quoteAfter(PAUSE_MS, index + 1)
    })
  }
  return { begin: () => quoteAfter(BEGINS_AFTER_MS, 0), end: () => cancel() }
}
