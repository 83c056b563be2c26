/** The queries and answers of an account's profit, history and statement. */
import { t } from 'elysia'
import { type Parent, parentOf } from '../../../core/conditional/child'
import type { LegName } from '../../../core/conditional/leg'
import { CANDLE_LIMIT_DEFAULT, CANDLE_LIMIT_MAX, YEAR_MIN } from '../../../core/limits'
import { add, type Big, decimalString } from '../../../core/money'
import { type Instant, toKst } from '../../../core/time'
import { query, queryInstant, queryInteger } from '../../../http/wire/query'
import { answer, decimalText, instantText, named, oneOf } from '../../../http/wire/schemas'
import { HISTORY_INTERVALS, type History, type HistoryPoint } from './history'
import type {
  AccountProfit,
  AccountStatement,
  BookedEntry,
  Books,
  Closing,
  StatementPart,
} from './statement'

// [paper.profit]
export const ProfitSchema = named(
  'AccountProfit',
  answer({
    accountId: t.String({ description: 'The account.', examples: ['acc_37D32AC6199BF55B'] }),
    currency: oneOf(['USD'], 'The currency; always `USD`.'),
    capitalAmount: decimalText(
      'USD: the initial cash, or that of the last reset, and what was put in since.',
      '100000.00',
    ),
    profitAmount: decimalText('USD: the total asset less the capital.', '31.30'),
    realizedProfitAmount: decimalText(
      'USD that sales have paid beyond the average cost of their shares, since the beginning or ' +
        'the last reset; a loss is negative.',
      '20.10',
    ),
    unrealizedProfitAmount: decimalText(
      'USD that the holdings are worth beyond their cost; a loss is negative.',
      '11.20',
    ),
    resetAt: t.Optional(instantText("The account's last reset, if there was one.")),
  }),
)

export const encodeProfit = ({ accountId, capital, realized, unrealized }: AccountProfit) => ({
  accountId,
  currency: 'USD' as const,
  capitalAmount: decimalString(capital.amount),
  profitAmount: decimalString(add(realized, unrealized)),
  realizedProfitAmount: decimalString(realized),
  unrealizedProfitAmount: decimalString(unrealized),
  ...(capital.resetAt !== null && { resetAt: toKst(capital.resetAt) }),
})

const interval = oneOf(
  HISTORY_INTERVALS,
  '`1d`: a point at each close of REGULAR. Minutes (m) or an hour (h): at each such time of the ' +
    'clock up to which a session was open.',
  '1d',
)

export const HistorySchema = {
  // [paper.history-interval]
  query: query({
    interval: t.Optional(interval),
    from: t.Optional(
      queryInstant(
        'Only points at this time or later, the oldest first. Without it, and without a cursor: ' +
          'the newest ones before `to`.',
      ),
    ),
    to: t.Optional(
      queryInstant('Only points before this time; by default up to now, which is the last.'),
    ),
    limit: t.Optional(
      queryInteger(1, CANDLE_LIMIT_MAX, `How many at most; ${CANDLE_LIMIT_DEFAULT} by default.`),
    ),
    cursor: t.Optional(
      t.String({ description: 'nextCursor of the previous page, with the same other parameters.' }),
    ),
  }),

  // [paper.history]
  history: named(
    'AccountHistory',
    answer({
      accountId: t.String({ description: 'The account.', examples: ['acc_37D32AC6199BF55B'] }),
      currency: oneOf(['USD'], 'The currency; always `USD`.'),
      interval,
      points: t.Array(
        named(
          'HistoryPoint',
          t.Object(
            {
              time: instantText(
                'When the account was worth this.',
                '2026-03-03T06:00:00.000+09:00',
              ),
              totalAssetAmount: decimalText('USD: the cash and the holdings.', '100031.30'),
              cashAmount: decimalText('USD: settled cash, and what orders held.', '90625.80'),
              evaluationAmount: decimalText('USD: the holdings at their prices then.', '9405.50'),
              capitalAmount: decimalText(
                'USD: the initial cash, or that of the last reset, and what was put in since.',
                '100000.00',
              ),
              profitAmount: decimalText('USD: total asset less capital.', '31.30'),
              profitRate: decimalText('Percent of the capital: 0.03 is 0.03 %.', '0.03'),
              resetAt: t.Optional(instantText("The account's last reset, if there was one.")),
            },
            { additionalProperties: false },
          ),
        ),
        { description: 'Ascending.' },
      ),
      nextCursor: t.Optional(
        t.String({
          description:
            'For the next page, of queries with `from` or `cursor`; missing on the last.',
        }),
      ),
    }),
  ),
}

export const encodeHistory = ({ accountId, interval, rows, nextCursor }: History) => ({
  accountId,
  currency: 'USD' as const,
  interval,
  points: rows.map(encodePoint),
  ...(nextCursor !== null && { nextCursor }),
})

const encodePoint = ({ at, total, cash, evaluation, capital, profit, rate }: HistoryPoint) => ({
  time: toKst(at),
  totalAssetAmount: decimalString(total),
  cashAmount: decimalString(cash),
  evaluationAmount: decimalString(evaluation),
  capitalAmount: decimalString(capital.amount),
  profitAmount: decimalString(profit),
  profitRate: decimalString(rate),
  ...(capital.resetAt !== null && { resetAt: toKst(capital.resetAt) }),
})

/** The languages of the columns' headings and the lines' types. */
const STATEMENT_LANGUAGES = ['en', 'ko'] as const
type StatementLanguage = (typeof STATEMENT_LANGUAGES)[number]

/** The columns in their order. The English headings are names for programs. */
const COLUMNS = {
  time: '시각(한국)',
  tradingDate: '거래일(뉴욕)',
  type: '구분',
  symbol: '종목코드',
  name: '종목명',
  quantity: '수량',
  price: '단가',
  amount: '금액',
  fee: '수수료',
  tax: '세금',
  currency: '통화',
  cashBalance: '예수금 잔액',
  shareBalance: '보유 수량',
  value: '평가금액',
  orderId: '주문번호',
  clientOrderId: '고객 주문번호(clientOrderId)',
  fillId: '체결번호',
  conditionalOrderId: '조건 주문번호',
  leg: '조건 주문 역할',
} as const
type StatementColumn = keyof typeof COLUMNS

const LINE_TYPES = {
  OPENING_CASH: '기초 예수금',
  OPENING_SHARES: '기초 보유',
  BUY: '매수',
  SELL: '매도',
  RESET: '초기화',
  CASH: '입출금',
  CLOSING_SHARES: '기말 보유',
  CLOSING_CASH: '기말 예수금',
  CLOSING_TOTAL: '기말 총자산',
} as const
type LineType = keyof typeof LINE_TYPES

const LEGS: Readonly<Record<LegName, string>> = {
  SINGLE: '단독',
  ENTRY: '진입',
  TAKE_PROFIT: '익절',
  STOP_LOSS: '손절',
}

const EXAMPLE = [
  'time,tradingDate,type,symbol,name,quantity,price,amount,fee,tax,currency,…',
  '2026-03-02 23:30:00.000,2026-03-02,OPENING_CASH,,,,,,,,USD,…',
].join('\r\n')

// [paper.statement]
export const StatementSchema = {
  query: query({
    from: t.Optional(
      queryInstant(
        `Changes at this time or later, in ${YEAR_MIN} at the earliest; by default from the ` +
          "account's first.",
      ),
    ),
    to: t.Optional(queryInstant('Changes before this time; by default up to now.')),
    language: t.Optional(
      oneOf(STATEMENT_LANGUAGES, 'The language of the headings, the types and the names.', 'ko'),
    ),
  }),
  statement: named(
    'AccountStatement',
    t.String({
      description: 'CSV (RFC 4180) in UTF-8 with a byte order mark; times are Korean.',
      examples: [EXAMPLE],
      'x-media-type': 'text/csv',
    }),
  ),
}

/**
 * CSV as in RFC 4180: lines end with CRLF, and a cell with a comma, a quote or a line break is
 * quoted. The file begins with a byte order mark, or Excel would misread its Korean.
 */
const BYTE_ORDER_MARK = '\uFEFF'

/** An object for a text from outside; a string for our own text: a number, a time or an id. */
type Cell = { readonly text: string } | string | null

/** Spreadsheets read a cell that begins with one of these, also in full width, as a formula. */
const FORMULA = /^\s*[=+\-@|%＝＋－＠]/
const QUOTED = /[",\r\n]|^\s|\s$/

const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  // An apostrophe marks the cell as text.
  const text = FORMULA.test(cell.text) ? `'${cell.text}` : cell.text
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

type Line = { readonly type: LineType; readonly at: Instant } & {
  readonly [C in Exclude<
    StatementColumn,
    'type' | 'time' | 'tradingDate' | 'name' | 'currency' | 'conditionalOrderId' | 'leg'
  >]?: Cell
} & {
  /** The conditional order that has placed the order; null if a client has. */
  readonly parent?: Parent | null
}

const columns = Object.keys(COLUMNS).filter((name): name is StatementColumn => name in COLUMNS)

/** Encodes a statement as CSV, in pieces of text that make the file [paper.statement-form]. */
export async function* encodeStatement(
  statement: AccountStatement,
  language: StatementLanguage,
): AsyncGenerator<string> {
  const korean = language === 'ko'
  const headings = columns.map((name) => (korean ? COLUMNS[name] : name))
  const textOf = ({ type, at, parent, ...cells }: Line): string => {
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
      conditionalOrderId: parent?.groupId,
      leg: parent && (korean ? LEGS[parent.leg] : parent.leg),
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
      at,
      type: 'OPENING_SHARES',
      symbol: { text: symbol },
      shareBalance: number(quantity),
    }),
  ),
]

function entryLine({ at, type, symbol, quantity, amount, cash, shares, fill }: BookedEntry): Line {
  const isShares = shares !== null
  return {
    at,
    type,
    cashBalance: money(cash),
    ...(symbol !== null && { symbol: { text: symbol } }),
    ...(isShares && { quantity: number(quantity), shareBalance: number(shares) }),
    ...((fill !== null || !isShares) && { amount: money(amount) }),
    ...(fill !== null && {
      price: money(fill.price),
      // [service.no-fees]
      fee: '0.00',
      tax: '0.00',
      orderId: fill.orderId,
      fillId: fill.fillId,
      clientOrderId: { text: fill.clientOrderId },
      parent: parentOf(fill),
    }),
  }
}

const closingLines = (closing: Closing, at: Instant): readonly Line[] => [
  ...[...closing.shares].map(([symbol, quantity]): Line => {
    const price = closing.prices.get(symbol)
    return {
      at,
      type: 'CLOSING_SHARES',
      symbol: { text: symbol },
      shareBalance: number(quantity),
      ...(price && { price: money(price), value: money(price.times(quantity)) }),
    }
  }),
  { at, type: 'CLOSING_CASH', cashBalance: money(closing.cash), value: money(closing.cash) },
  { at, type: 'CLOSING_TOTAL', value: money(closing.total) },
]

const money = (value: Big): string => decimalString(value)
const number = (value: Big): string => value.toFixed()
