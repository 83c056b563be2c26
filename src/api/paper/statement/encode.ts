/** Encodes a statement as CSV, part by part [paper.statement-form]. */
import { type Big, decimalString } from '../../../core/money'
import { type Instant, toKst } from '../../../core/time'
import {
  COLUMNS,
  LINE_TYPES,
  type LineType,
  type StatementColumn,
  type StatementLanguage,
} from './columns'
import { BYTE_ORDER_MARK, type Cell, csvLine } from './csv'
import type { AccountStatement, Closing, StatementPart } from './service'
import type { BookedEntry, Books } from './walk'

type Line = { readonly type: LineType; readonly at: Instant } & {
  readonly [C in Exclude<
    StatementColumn,
    'type' | 'time' | 'tradingDate' | 'name' | 'currency'
  >]?: Cell
}

const columns = Object.keys(COLUMNS).filter((name): name is StatementColumn => name in COLUMNS)

/** Pieces of text that are the file when they are joined. */
export async function* encodeStatement(
  statement: AccountStatement,
  language: StatementLanguage,
): AsyncGenerator<string> {
  const korean = language === 'ko'
  const headings = columns.map((name) => (korean ? COLUMNS[name] : name))
  const textOf = ({ type, at, ...cells }: Line): string => {
    const { symbol } = cells
    const instrument = typeof symbol === 'object' && symbol && statement.names.find(symbol.text)
    const name = instrument && (korean ? (instrument.nameKo ?? instrument.name) : instrument.name)
    const line: Readonly<Record<string, Cell | undefined>> = {
      ...cells,
      time: toKst(at).replace('T', ' ').slice(0, 'yyyy-mm-dd hh:mm:ss.mmm'.length),
      tradingDate: statement.tradingDateAt(at)?.toString() ?? null,
      type: korean ? LINE_TYPES[type] : type,
      name: name ? { text: name } : null,
      currency: 'USD',
    }
    return csvLine(columns.map((column) => line[column] ?? null))
  }

  yield BYTE_ORDER_MARK + csvLine(headings)
  for await (const part of statement.parts) {
    yield linesOf(part, statement).map(textOf).join('')
  }
}

function linesOf(part: StatementPart, { from, until }: AccountStatement): readonly Line[] {
  switch (part.part) {
    case 'opening':
      return openingLines(part.books, from)
    case 'entries':
      return part.entries.map(entryLine)
    case 'closing':
      return closingLines(part.closing, until)
  }
}

const openingLines = ({ cash, shares }: Books, at: Instant): readonly Line[] => [
  { at, type: 'OPENING_CASH', cashBalance: money(cash) },
  ...[...shares].map(
    ([symbol, quantity]): Line => ({
      ...{ at, type: 'OPENING_SHARES', symbol: { text: symbol } },
      shareBalance: number(quantity),
    }),
  ),
]

function entryLine({ at, type, symbol, quantity, amount, cash, shares, fill }: BookedEntry): Line {
  const isShares = shares !== null
  return {
    ...{ at, type, cashBalance: money(cash) },
    ...(symbol !== null && { symbol: { text: symbol } }),
    ...(isShares && { quantity: number(quantity), shareBalance: number(shares) }),
    ...((fill !== null || !isShares) && { amount: money(amount) }),
    ...(fill !== null && {
      price: money(fill.price),
      ...{ fee: '0.00', tax: '0.00' }, // [service.no-fees]
      ...{ orderId: fill.orderId, fillId: fill.fillId },
      clientOrderId: { text: fill.clientOrderId },
    }),
  }
}

const closingLines = (closing: Closing, at: Instant): readonly Line[] => [
  ...[...closing.shares].map(([symbol, quantity]): Line => {
    const price = closing.prices.get(symbol)
    return {
      ...{ at, type: 'CLOSING_SHARES', symbol: { text: symbol }, shareBalance: number(quantity) },
      ...(price && { price: money(price), value: money(price.times(quantity)) }),
    }
  }),
  { at, type: 'CLOSING_CASH', cashBalance: money(closing.cash), value: money(closing.cash) },
  { at, type: 'CLOSING_TOTAL', value: money(closing.total) },
]

const money = (value: Big): string => decimalString(value)
const number = (value: Big): string => value.toFixed()
