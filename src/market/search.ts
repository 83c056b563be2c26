/** Finds instruments by a symbol or part of a name [instruments.search]. Pure. */
import type { Instrument } from '../core/instrument'

const HANGUL = /\p{Script=Hangul}/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const NOT_FOUND = -1

/** The folded texts that a term is searched in. */
interface SearchText {
  readonly symbol: string
  /** The name, the Korean name, and the Korean name without blanks, whose use varies. */
  readonly names: readonly string[]
}

/** How well an instrument matches, best first. */
const RANKS: readonly ((text: SearchText, term: string) => boolean)[] = [
  ({ symbol, names }, term) => symbol === term || names.includes(term),
  ({ symbol }, term) => symbol.startsWith(term),
  ({ names }, term) => names.some((name) => startsAWord(name, term)),
  ({ symbol }, term) => symbol.includes(term),
  ({ names }, term) => names.some((name) => name.includes(term)),
]

/**
 * The instruments whose symbol, name or Korean name contains the term, best match first, ties by
 * symbol. Ignores case, the full-width letters of Korean keyboards, and blanks in Korean names. A
 * blank term finds all instruments.
 */
export function searchInstruments(
  instruments: readonly Instrument[],
  term: string,
): readonly Instrument[] {
  const words = folded(term).trim()
  const query = HANGUL.test(words) ? withoutBlanks(words) : words
  return instruments
    .map((instrument) => {
      const text = searchTextOf(instrument)
      return { instrument, rank: RANKS.findIndex((matches) => matches(text, query)) }
    })
    .filter(({ rank }) => rank !== NOT_FOUND)
    .sort((left, right) => left.rank - right.rank || bySymbol(left.instrument, right.instrument))
    .map(({ instrument }) => instrument)
}

function searchTextOf({ symbol, name, nameKo }: Instrument): SearchText {
  const names = [folded(name)]
  if (nameKo !== null) names.push(folded(nameKo), withoutBlanks(folded(nameKo)))
  return { symbol: folded(symbol), names }
}

const withoutBlanks = (text: string): string => text.replaceAll(' ', '')

const bySymbol = (left: Instrument, right: Instrument): number =>
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
