/** The demo's tables, and its checks. */
import { type Amount, add, amount, decimalString, NO_AMOUNT, subtract } from '../../../core/money'
import { NEW_YORK, SECOND_MS, Temporal } from '../../../core/time'
import { plural } from '../../../lib/text'
import type { Client } from '../../sdk'
import { type Cells, grouped, tableLines } from '../shared/format'
import type { Terminal } from '../shared/terminal'

const usd = (value: Amount): string => grouped(decimalString(value))
const usdText = (text: string): string => usd(amount(text))
/** Exact, since a JSON number of the API has no more digits than a double holds. */
const decimal = (value: number): Amount => amount(String(value))

/** `10:00:07`, in New York. */
const clockTime = (time: string): string =>
  Temporal.Instant.from(time)
    .toZonedDateTimeISO(NEW_YORK)
    .toPlainTime()
    .toString({ fractionalSecondDigits: 0 })

export function showAccount(narrator: Narrator, title: string, account: AccountAnswer): void {
  narrator.heading(title)
  const { cashAmount, buyingPower, totalAssetAmount } = account
  narrator.table(
    ['account', 'cash USD', 'buying power', 'total assets'],
    [[account.accountId, ...[cashAmount, buyingPower, totalAssetAmount].map(usdText)]],
  )
}

export function showMarket(narrator: Narrator, quotes: readonly QuoteAnswer[]): void {
  narrator.heading(`The market at ${clockTime(quotes[0]?.requestedAt ?? '')} in New York`)
  narrator.table(
    ['symbol', 'session', 'bid', 'size', 'ask', 'size', 'last'],
    quotes.map(({ symbol, session, bidPrice, bidSize, askPrice, askSize, price }) =>
      [symbol, session, bidPrice, bidSize, askPrice, askSize, price].map((cell) => cell ?? ''),
    ),
  )
}

/** Shows what an order waits for. */
export function showWait(narrator: Narrator, { waitsFor, waitsUntil }: PlacedAnswer): void {
  if (waitsFor === undefined || waitsUntil === undefined) return
  narrator.say(`\nA third order waits for the ${waitsFor.replace('_', ' ').toLowerCase()}, until`)
  narrator.say(`  ${waitsUntil} in Korea, ${clockTime(waitsUntil)} in New York; it is cancelled.`)
}

export function showOrders(narrator: Narrator, orders: readonly OrderAnswer[]): void {
  narrator.heading('The orders')
  narrator.table(
    ['symbol', 'side', 'type', 'quantity', 'limit', 'filled', 'average', 'status'],
    orders.map((order) => [
      order.symbol,
      order.side,
      order.orderType,
      grouped(String(order.quantity)),
      order.limitPrice === undefined ? '' : usd(decimal(order.limitPrice)),
      grouped(String(order.filledQuantity)),
      order.avgFillPrice === undefined ? '' : usd(decimal(order.avgFillPrice)),
      order.status,
    ]),
  )
}

/** Returns whether each fill has the ask, and at most the size, of the quote at its time. */
export function showFills(
  narrator: Narrator,
  fills: readonly FillAnswer[],
  tape: QuoteTape,
): boolean {
  narrator.heading('The fills, with the quote at that second')
  const pairs = fills.toReversed().map((fill) => ({
    fill,
    quote: tape.at(fill.symbol, fill.filledAt),
  }))
  narrator.table(
    ['time', 'symbol', 'quantity', 'price', 'amount USD', 'quote: ask', 'size'],
    pairs.map(({ fill, quote }) => [
      clockTime(fill.filledAt),
      fill.symbol,
      grouped(String(fill.quantity)),
      usd(decimal(fill.price)),
      usd(decimal(fill.amount)),
      quote?.askPrice ?? 'not seen',
      quote?.askSize ?? '',
    ]),
  )
  const explained = pairs.every(
    ({ fill, quote }) =>
      quote?.askPrice !== undefined &&
      quote.askSize !== undefined &&
      decimal(fill.price).eq(quote.askPrice) &&
      decimal(fill.quantity).lte(quote.askSize),
  )
  return narrator.verdict(
    explained,
    'each fill has the price of its quote and no more than its size',
  )
}

export function showHoldings(narrator: Narrator, holdings: readonly HoldingAnswer[]): void {
  narrator.heading('The holdings')
  narrator.table(
    ['symbol', 'name', 'quantity', 'average price', 'cost USD', 'value USD', 'profit USD'],
    holdings.map((holding) => [
      holding.symbol,
      holding.name,
      grouped(String(holding.quantity)),
      ...[
        holding.averageBuyPrice,
        holding.purchaseAmount,
        holding.evaluationAmount,
        holding.evaluationPnl,
      ].map((value) => usd(decimal(value))),
    ]),
  )
}

/** Returns whether the cash before, less the cost of the fills, is exactly the cash after. */
export function showSum(
  narrator: Narrator,
  before: AccountAnswer,
  fills: readonly FillAnswer[],
  after: AccountAnswer,
): boolean {
  const paid = fills
    .map((fill) => decimal(fill.amount))
    .reduce((sum, each) => add(sum, each), NO_AMOUNT)
  const expected = subtract(amount(before.cashAmount), paid)
  narrator.heading('The sum')
  narrator.table(
    ['', 'USD'],
    [
      ['cash before', usdText(before.cashAmount)],
      [`less the amounts of ${plural(fills.length, 'fill')}`, `−${usd(paid)}`],
      ['is', usd(expected)],
      ['cash after', usdText(after.cashAmount)],
    ],
  )
  return narrator.verdict(expected.eq(after.cashAmount), 'the account adds up to the cent')
}

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
  /** Returns the quote of the second of `time`; undefined if it was not recorded. */
  readonly at: (symbol: string, time: string) => QuoteAnswer | undefined
}

/**
 * Records quotes, to compare fills with them. The simulated market has a tick and a new quote each
 * second, and an order fills at the quote of its tick [fill.price].
 */
export function quoteTape(): QuoteTape {
  const recorded = new Map<string, QuoteAnswer>()
  return {
    record(quotes) {
      for (const quote of quotes) recorded.set(keyOf(quote.symbol, quote.requestedAt), quote)
    },
    at: (symbol, time) => recorded.get(keyOf(symbol, time)),
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

/** For programs: prints each step as a line of JSON. */
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
