/** The API's answers, as the SDK types them. */
import { SECOND_MS, Temporal } from '../../../core/time'
import type { Client } from '../../sdk'
import { type Cells, tableLines } from '../shared/table'
import type { Terminal } from '../shared/terminal'

type Api = Client['api']['v1']
type AnswerOf<Call extends (...args: never[]) => Promise<{ readonly data: unknown }>> = NonNullable<
  Awaited<ReturnType<Call>>['data']
>

export type AccountAnswer = AnswerOf<Api['account']['get']>
export type HoldingAnswer = AnswerOf<Api['account']['holdings']['get']>['holdings'][number]
export type QuoteAnswer = AnswerOf<Api['market']['quotes']['get']>['quotes'][number]
export type OrderAnswer = AnswerOf<ReturnType<Api['orders']>['get']>
export type FillAnswer = AnswerOf<Api['orders']['fills']['get']>['fills'][number]
export type PlacedAnswer = AnswerOf<Api['orders']['post']>

export interface QuoteTape {
  readonly record: (quotes: readonly QuoteAnswer[]) => void
  /** The quote of the second of `time`; undefined where it was not recorded. */
  readonly at: (symbol: string, time: string) => QuoteAnswer | undefined
}

/**
 * The quotes that the demo has seen, to compare fills with. The simulated market has a new quote
 * each second, which is also its tick, and an order fills at the quote of its tick [fill.price].
 */
export function quoteTape(): QuoteTape {
  const seen = new Map<string, QuoteAnswer>()
  return {
    record(quotes) {
      for (const quote of quotes) seen.set(keyOf(quote.symbol, quote.requestedAt), quote)
    },
    at: (symbol, time) => seen.get(keyOf(symbol, time)),
  }
}

const keyOf = (symbol: string, time: string): string =>
  `${symbol} ${Math.floor(Temporal.Instant.from(time).epochMilliseconds / SECOND_MS)}`

export interface Narrator {
  say(text: string): void
  heading(text: string): void
  table(titles: Cells, rows: readonly Cells[]): void
  /** Prints whether something holds, and returns it. */
  verdict(holds: boolean, text: string): boolean
}

export const narratorOn = ({ say, paint }: Terminal): Narrator => ({
  say,
  heading: (text) => say(`\n${paint(text, 'bold')}`),
  table(titles, rows) {
    const [head = '', ...body] = tableLines(titles, rows)
    say(`  ${paint(head, 'dim')}`)
    for (const line of body) say(`  ${line}`)
  },
  verdict(holds, text) {
    say(`  ${holds ? paint('✓', 'green') : paint('✗', 'red')} ${text}`)
    return holds
  },
})

/** For programs: each as one line of JSON. */
export const jsonNarratorOn = ({ say }: Pick<Terminal, 'say'>): Narrator => {
  const line = (value: object): void => say(JSON.stringify(value))
  const text = (says: string): void => line({ says: says.trim() })
  return {
    say: text,
    heading: text,
    table: (titles, rows) => line({ titles, rows }),
    verdict(holds, says) {
      line({ says, holds })
      return holds
    },
  }
}
