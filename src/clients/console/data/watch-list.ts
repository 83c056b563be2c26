/** The instruments that this browser watches. */
import { signal } from '@preact/signals'
import { keep, kept } from '../shell/kept'
import { SYMBOL } from './symbol'

const AT_FIRST = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'TSLA', 'SPY', 'QQQ']
/** One request has the quotes of all, and of the chosen instrument. */
const WATCHED_MAX = 100

const stored = kept('watch')
  ?.split(',')
  .filter((symbol) => SYMBOL.test(symbol))

export const watchList = signal<readonly string[]>(stored ?? AT_FIRST)

function changed(symbols: readonly string[]): void {
  watchList.value = symbols.slice(-WATCHED_MAX)
  keep('watch', watchList.value.join(','))
}

export const isWatched = (symbol: string): boolean => watchList.value.includes(symbol)

export const watchSymbol = (symbol: string): void =>
  changed([...watchList.value.filter((each) => each !== symbol), symbol])

export const unwatchSymbol = (symbol: string): void =>
  changed(watchList.value.filter((each) => each !== symbol))
