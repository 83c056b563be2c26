/** `paper orders`: lists orders, conditional orders or fills. */

import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../../../core/limits'
import { fault, isFault } from '../../../lib/fault'
import { answered, type Client } from '../../sdk'
import { stopText } from '../order/stops'
import { action, type CliCommand, readOption, wholeNumberUpTo } from '../shared/command-line'
import { marketTime, moneyText, numberText, sideText, tableLines } from '../shared/format'
import { onServer, SERVER_HELP_LINES, SERVER_OPTIONS } from '../shared/on-server'
import type { Paint } from '../shared/terminal'

export const ORDERS_HELP = `\
Lists the orders of an account, the newest first, or its conditional orders or its fills.

  paper orders [--open | --closed] [--conditional] [--symbol SYMBOL] [--limit N] [--json]
  paper orders --fills [--symbol SYMBOL] [--limit N] [--json]

  --open                only orders in progress
  --closed              only orders that have ended
  --conditional         conditional orders with their legs, in place of orders
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
    conditional: 'flag',
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
    const isConditional = line.flag('conditional')
    if (isConditional && given[0] === 'fills') {
      return fault('Choose one of --fills and --conditional.')
    }
    const limit = readOption('limit', line.text('limit'), LIMIT, undefined)
    if (isFault(limit)) return limit
    const page = { ...definedOnly({ symbol: line.text('symbol'), limit }) }
    return onServer(line, context, async (client) => {
      const { say, paint } = context.terminal
      const found =
        given[0] === 'fills'
          ? await fills(client, page, paint)
          : isConditional
            ? await conditionalOrders(client, page, given[0])
            : await orders(client, page, paint, given[0])
      if (line.flag('json')) say(JSON.stringify(found.answer))
      else if (found.lines.length === 0) say(`There are no ${found.what}.`)
      else say([...found.lines, ...moreLines(found)].join('\n'))
      return undefined
    })
  }),
}

const moreLines = ({ answer, what }: Listed): readonly string[] =>
  answer.nextCursor === undefined
    ? []
    : [`There are more ${what}: see --limit (up to ${LIST_LIMIT_MAX}) and --symbol.`]

interface Listed {
  readonly answer: { readonly nextCursor?: string }
  readonly what: string
}

interface Page {
  readonly symbol?: string
  readonly limit?: number
}

type Only = 'open' | 'closed' | undefined

const statusOf = (only: Only) =>
  only === undefined ? {} : ({ status: only === 'open' ? 'OPEN' : 'CLOSED' } as const)

const whatOf = (only: Only, what: string): string => (only === undefined ? what : `${only} ${what}`)

async function orders({ api }: Client, page: Page, paint: Paint, only: Only) {
  const answer = await answered(api.v1.orders.get({ query: { ...page, ...statusOf(only) } }))
  return { answer, what: whatOf(only, 'orders'), lines: orderLines(answer.orders, paint) }
}

async function conditionalOrders({ api }: Client, page: Page, only: Only) {
  const query = { ...page, ...statusOf(only) }
  const answer = await answered(api.paper['conditional-orders'].get({ query }))
  const lines = answer.conditionalOrders.map(stopText)
  return { answer, what: whatOf(only, 'conditional orders'), lines }
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
