/** The instruments that this browser watches. */
import { signal } from '@preact/signals'
import { keep, kept } from '../shell/kept'

const AT_FIRST = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'TSLA', 'SPY', 'QQQ']
const SYMBOL = /^[A-Z0-9.-]{1,12}$/

const stored = kept('watch')
  ?.split(',')
  .filter((symbol) => SYMBOL.test(symbol))

export const watchList = signal<readonly string[]>(stored ?? AT_FIRST)

function changed(symbols: readonly string[]): void {
  watchList.value = symbols
  keep('watch', symbols.join(','))
}

export const watchSymbol = (symbol: string): void =>
  changed([...watchList.value.filter((each) => each !== symbol), symbol])

export const unwatchSymbol = (symbol: string): void =>
  changed(watchList.value.filter((each) => each !== symbol))
