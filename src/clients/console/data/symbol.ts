/** The instrument that the pages show: in the address, and remembered. */
import { computed, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { answered, type Client } from '../../sdk'
import { keep, kept, language } from '../shell/preferences'
import { currentPage, go, parameters, setParameter } from '../shell/router'
import { client } from './client'

const AT_FIRST = 'AAPL'
/** An address may hold anything, and one wrong symbol refuses the quotes of all. */
export const SYMBOL = /^[A-Z0-9.-]{1,12}$/
const remembered = signal(kept('symbol') ?? AT_FIRST)

export const chosenSymbol = computed(() => {
  const asked = currentPage.value === '' ? parameters.value.get('symbol') : null
  const symbol = (asked ?? remembered.value).toUpperCase()
  return SYMBOL.test(symbol) ? symbol : AT_FIRST
})

/** Shows it on the page Trade. */
export function chooseSymbol(symbol: string): void {
  remembered.value = symbol
  keep('symbol', symbol)
  if (currentPage.value === '') setParameter('symbol', symbol)
  else go('', { symbol })
}

const readInstrument = (from: Client, symbol: string) =>
  answered(from.api.v1.instruments({ symbol }).get())

export type InstrumentAnswer = Awaited<ReturnType<typeof readInstrument>>

/** Those that have been read: they hardly change. Null: there is no such instrument. */
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

/** In the language in use, where the instrument has a name in it. */
export const nameOfInstrument = ({ name, nameKo }: { name: string; nameKo?: string }): string =>
  language.value === 'ko' ? (nameKo ?? name) : name

/** The instruments that this browser watches. */
const WATCHED_AT_FIRST = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'TSLA', 'SPY', 'QQQ']
/** One request has the quotes of all, and of the chosen instrument. */
const WATCHED_MAX = 100

const stored = kept('watch')
  ?.split(',')
  .filter((symbol) => SYMBOL.test(symbol))

export const watchList = signal<readonly string[]>(stored ?? WATCHED_AT_FIRST)

function changed(symbols: readonly string[]): void {
  watchList.value = symbols.slice(-WATCHED_MAX)
  keep('watch', watchList.value.join(','))
}

export const isWatched = (symbol: string): boolean => watchList.value.includes(symbol)

export const watchSymbol = (symbol: string): void =>
  changed([...watchList.value.filter((each) => each !== symbol), symbol])

export const unwatchSymbol = (symbol: string): void =>
  changed(watchList.value.filter((each) => each !== symbol))
