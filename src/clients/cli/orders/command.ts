/** `paper orders`: lists orders or fills. */

import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../../../core/limits'
import { fault, isFault } from '../../../lib/fault'
import { answered, type Client } from '../../sdk'
import { action, type CliCommand, readOption, wholeNumberUpTo } from '../shared/command-line'
import { marketTime, moneyText, numberText, sideText, tableLines } from '../shared/format'
import { onServer, SERVER_HELP_LINES, SERVER_OPTIONS } from '../shared/on-server'
import type { Paint } from '../shared/terminal'

export const ORDERS_HELP = `\
Lists the orders of an account, the newest first, or its fills.

  paper orders [--open | --closed | --fills] [--symbol SYMBOL] [--limit N] [--json]

  --open                only orders in progress
  --closed              only orders that have ended
  --fills               fills in place of orders
  --symbol SYMBOL       only those in this instrument
  --limit N             how many at most, up to ${LIST_LIMIT_MAX}; ${LIST_LIMIT_DEFAULT} without it
  --json                prints the server's answer
${SERVER_HELP_LINES}

Times are New York's, but in JSON they are the API's.`

export interface ListedOrder {
  readonly orderId: string
  readonly requestedAt: string
  readonly symbol: string
  readonly side: string
  readonly orderType: string
  readonly timeInForce: string
  readonly quantity: number
  readonly filledQuantity: number
  readonly limitPrice?: number
  readonly avgFillPrice?: number
  readonly status: string
}

export interface ListedFill {
  readonly orderId: string
  readonly filledAt: string
  readonly symbol: string
  readonly side: string
  readonly quantity: number
  readonly price: number
  readonly amount: number
}

const ORDER_TITLES = [
  'PLACED',
  'SYMBOL',
  'SIDE',
  'TYPE',
  'QUANTITY',
  'FILLED',
  'LIMIT',
  'AVERAGE',
  'STATUS',
  'ORDER',
]
const FILL_TITLES = ['FILLED', 'SYMBOL', 'SIDE', 'QUANTITY', 'PRICE', 'AMOUNT USD', 'ORDER']

/** No lines if there are no orders. */
export const orderLines = (orders: readonly ListedOrder[], paint: Paint): readonly string[] =>
  orders.length === 0
    ? []
    : tableLines(
        ORDER_TITLES,
        orders.map((order) => [
          marketTime(order.requestedAt),
          order.symbol,
          sideText(order.side, paint),
          `${order.orderType} ${order.timeInForce}`,
          numberText(order.quantity),
          numberText(order.filledQuantity),
          moneyText(order.limitPrice),
          moneyText(order.avgFillPrice),
          order.status,
          order.orderId,
        ]),
        paint,
      )

/** No lines if there are no fills. */
export const fillLines = (fills: readonly ListedFill[], paint: Paint): readonly string[] =>
  fills.length === 0
    ? []
    : tableLines(
        FILL_TITLES,
        fills.map((fill) => [
          marketTime(fill.filledAt),
          fill.symbol,
          sideText(fill.side, paint),
          numberText(fill.quantity),
          moneyText(fill.price),
          moneyText(fill.amount),
          fill.orderId,
        ]),
        paint,
      )

const SYNTAX = {
  operands: [],
  options: {
    ...SERVER_OPTIONS,
    symbol: 'text',
    limit: 'text',
    open: 'flag',
    closed: 'flag',
    fills: 'flag',
    json: 'flag',
  },
} as const
const LIMIT = wholeNumberUpTo(LIST_LIMIT_MAX)

export const ordersCommand: CliCommand = {
  name: 'orders',
  help: ORDERS_HELP,
  action: action(SYNTAX, (line, context) => {
    const given = (['open', 'closed', 'fills'] as const).filter((name) => line.flag(name))
    if (given.length > 1) return fault('Choose one of --open, --closed and --fills.')
    const limit = readOption('limit', line.text('limit'), LIMIT, undefined)
    if (isFault(limit)) return limit
    const page = { ...definedOnly({ symbol: line.text('symbol'), limit }) }
    return onServer(line, context, async (client) => {
      const { say, paint } = context.terminal
      const found =
        given[0] === 'fills'
          ? await fills(client, page, paint)
          : await orders(client, page, paint, given[0])
      if (line.flag('json')) say(JSON.stringify(found.answer))
      else if (found.lines.length === 0) say(`There are no ${found.what}.`)
      else say(found.lines.join('\n'))
      return undefined
    })
  }),
}

interface Page {
  readonly symbol?: string
  readonly limit?: number
}

async function orders(
  { api }: Client,
  page: Page,
  paint: Paint,
  only: 'open' | 'closed' | undefined,
) {
  const status =
    only === undefined ? {} : ({ status: only === 'open' ? 'OPEN' : 'CLOSED' } as const)
  const answer = await answered(api.v1.orders.get({ query: { ...page, ...status } }))
  const what = only === undefined ? 'orders' : `${only} orders`
  return { answer, what, lines: orderLines(answer.orders, paint) }
}

async function fills({ api }: Client, page: Page, paint: Paint) {
  const answer = await answered(api.v1.orders.fills.get({ query: page }))
  return { answer, what: 'fills', lines: fillLines(answer.fills, paint) }
}

const definedOnly = ({
  symbol,
  limit,
}: {
  symbol: string | undefined
  limit: number | undefined
}) => ({
  ...(symbol === undefined ? {} : { symbol }),
  ...(limit === undefined ? {} : { limit }),
})
