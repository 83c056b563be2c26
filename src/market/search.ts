/** Finding instruments by what somebody types: a symbol, or part of a name. Pure. */
import type { Instrument } from '../core/instrument'

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const NOT_FOUND = -1

/** How well an instrument answers the term; the first is the best. */
const RANKS: readonly ((symbol: string, name: string, term: string) => boolean)[] = [
  (symbol, _, term) => symbol === term,
  (symbol, _, term) => symbol.startsWith(term),
  (_, name, term) => startsAWord(name, term),
  (symbol, _, term) => symbol.includes(term),
  (_, name, term) => name.includes(term),
]

/**
 * The instruments whose symbol or name contains the term, the best match first, equal ones by
 * symbol. Case does not count, nor do the widths in which Korean keyboards write Latin letters. A
 * blank term finds all of them.
 */
export function searchInstruments(
  instruments: readonly Instrument[],
  term: string,
): readonly Instrument[] {
  const wanted = folded(term).trim()
  return instruments
    .map((instrument) => {
      const symbol = folded(instrument.symbol)
      const name = folded(instrument.name)
      return { instrument, rank: RANKS.findIndex((matches) => matches(symbol, name, wanted)) }
    })
    .filter(({ rank }) => rank !== NOT_FOUND)
    .sort((left, right) => left.rank - right.rank || bySymbol(left.instrument, right.instrument))
    .map(({ instrument }) => instrument)
}

export const bySymbol = (left: Instrument, right: Instrument): number =>
  left.symbol < right.symbol ? -1 : left.symbol > right.symbol ? 1 : 0

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

function startsAWord(name: string, term: string): boolean {
  let at = name.indexOf(term)
  while (at >= 0) {
    if (at === 0 || !LETTER_OR_DIGIT.test(name[at - 1] ?? '')) return true
    at = name.indexOf(term, at + 1)
  }
  return false
}
