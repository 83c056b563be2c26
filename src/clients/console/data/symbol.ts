/** The instrument that the pages show, and the watch list. */
import { computed, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { answered, type Client } from '../../sdk'
import { language, store, stored } from '../shell/preferences'
import { currentPage, go, parameters, setParameter } from '../shell/router'
import { client } from './session'

const DEFAULT_SYMBOL = 'AAPL'
/** Checked, because one invalid symbol in an address would refuse the quotes of all. */
const SYMBOL = /^[A-Z0-9.-]{1,12}$/
const remembered = signal(stored('symbol') ?? DEFAULT_SYMBOL)

export const chosenSymbol = computed(() => {
  const fromAddress = currentPage.value === '' ? parameters.value.get('symbol') : null
  const symbol = (fromAddress ?? remembered.value).toUpperCase()
  return SYMBOL.test(symbol) ? symbol : DEFAULT_SYMBOL
})

/** Shows the instrument on the Trade page. */
export function chooseSymbol(symbol: string): void {
  remembered.value = symbol
  store('symbol', symbol)
  if (currentPage.value === '') setParameter('symbol', symbol)
  else go('', { symbol })
}

const readInstrument = (from: Client, symbol: string) =>
  answered(from.api.v1.instruments({ symbol }).get())

export type InstrumentAnswer = Awaited<ReturnType<typeof readInstrument>>

/** Cached for good, since instruments hardly change. Null if there is no such instrument. */
const known = signal<ReadonlyMap<string, InstrumentAnswer | null>>(new Map())

/** Undefined until it has been read. */
export function useInstrument(symbol: string): InstrumentAnswer | null | undefined {
  const from = client.value
  useEffect(() => {
    if (from === null || known.peek().has(symbol)) return
    const put = (found: InstrumentAnswer | null): void => {
      known.value = new Map([...known.peek(), [symbol, found]])
    }
    readInstrument(from, symbol).then(put, () => put(null))
  }, [symbol, from])
  return known.value.get(symbol)
}

/** The name in the language in use, otherwise in English. */
export const nameOfInstrument = ({ name, nameKo }: { name: string; nameKo?: string }): string =>
  language.value === 'ko' ? (nameKo ?? name) : name

const DEFAULT_WATCH_LIST = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'TSLA', 'SPY', 'QQQ']
/** One request reads the quotes of the list and of the chosen instrument. */
const WATCHED_MAX = 100

const storedList = stored('watch')
  ?.split(',')
  .filter((symbol) => SYMBOL.test(symbol))

export const watchList = signal<readonly string[]>(storedList ?? DEFAULT_WATCH_LIST)

function setWatchList(symbols: readonly string[]): void {
  watchList.value = symbols.slice(-WATCHED_MAX)
  store('watch', watchList.value.join(','))
}

export const isWatched = (symbol: string): boolean => watchList.value.includes(symbol)

export const watchSymbol = (symbol: string): void =>
  setWatchList([...watchList.value.filter((each) => each !== symbol), symbol])

export const unwatchSymbol = (symbol: string): void =>
  setWatchList(watchList.value.filter((each) => each !== symbol))
