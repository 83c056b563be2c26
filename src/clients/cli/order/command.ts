/** `paper order`: places, previews, shows and cancels an order. */

import { type Side, TIMES_IN_FORCE } from '../../../core/order/order'
import { newClientOrderId } from '../../../identity/secrets'
import { isFault } from '../../../lib/fault'
import { answered } from '../../sdk'
import type { ListedOrder } from '../orders/command'
import { type Action, action, type CliCommand, choiceOf, readOption } from '../shared/command-line'
import { marketTime } from '../shared/new-york-time'
import { onServer, SERVER_HELP_LINES, SERVER_OPTIONS } from '../shared/on-server'
import { moneyText, numberText, pairLines } from '../shared/table'

export const ORDER_HELP = `\
Places, cancels and shows one order.

  paper order buy SYMBOL QUANTITY [--limit PRICE] [--tif TIME] [--id ID] [--preview] [--json]
  paper order sell SYMBOL QUANTITY …
  paper order cancel ORDER_ID [--json]
  paper order show ORDER_ID [--json]

  --limit PRICE         a LIMIT order at this price, in USD; a MARKET order without it
  --tif TIME            how long it lasts: ${TIMES_IN_FORCE.join(', ')}; DAY unless given
  --id ID               its clientOrderId, to send it again without placing it twice; without it,
                        each call is a new order
  --preview             places nothing: tells what it would cost, and whether it would be accepted
  --json                prints the server's answer
${SERVER_HELP_LINES}

An order is tried at the next tick of the market: paper order show tells what became of it, paper
explain why it waits, paper watch shows each change.`

interface ShownOrder extends ListedOrder {
  readonly clientOrderId: string
  readonly rejectReason?: string
  readonly cancelReason?: string
  readonly filledAt?: string
}

export const orderText = (order: ShownOrder): string =>
  pairLines([
    ['order', order.orderId],
    ['own id', order.clientOrderId],
    ['placed', marketTime(order.requestedAt)],
    ['is', `${order.side} ${numberText(order.quantity)} ${order.symbol}`],
    ['type', `${order.orderType} ${order.timeInForce}`],
    ['limit', moneyText(order.limitPrice)],
    ['status', order.status],
    ['reason', order.rejectReason ?? order.cancelReason],
    ['filled', `${numberText(order.filledQuantity)} of ${numberText(order.quantity)}`],
    ['average', moneyText(order.avgFillPrice)],
  ])

interface Preview {
  readonly valid: boolean
  readonly estimatedPrice: number
  readonly estimatedTotal: number
  readonly holdAmount: number
  readonly rejectReason: string | null
  readonly fillProfile: string
  readonly availableSize: number
  readonly expectedFillQuantity: number
  readonly expectedFillPrice: number | null
}

export const previewText = (preview: Preview): string =>
  pairLines([
    ['would be', preview.valid ? 'accepted' : `refused: ${preview.rejectReason}`],
    ['price', moneyText(preview.estimatedPrice)],
    ['costs USD', moneyText(preview.estimatedTotal)],
    ['holds USD', preview.holdAmount === 0 ? '' : moneyText(preview.holdAmount)],
    ['fills', preview.fillProfile],
    ['shown size', numberText(preview.availableSize)],
    [
      'next tick',
      preview.expectedFillPrice === null
        ? 'fills nothing'
        : `${numberText(preview.expectedFillQuantity)} at ${moneyText(preview.expectedFillPrice)}`,
    ],
  ])

const TIME_IN_FORCE = choiceOf(TIMES_IN_FORCE)
const NO_STOPS =
  'there are MARKET orders and, with --limit, LIMIT orders, and no stop, bracket or trailing ones.'
const PLACE = {
  operands: ['SYMBOL', 'QUANTITY'],
  options: {
    ...SERVER_OPTIONS,
    limit: 'text',
    tif: 'text',
    id: 'text',
    preview: 'flag',
    json: 'flag',
  },
  words: { tif: TIMES_IN_FORCE },
  unknown: { stop: NO_STOPS, 'stop-price': NO_STOPS, trail: NO_STOPS, target: NO_STOPS },
} as const
const ONE = { operands: ['ORDER_ID'], options: { ...SERVER_OPTIONS, json: 'flag' } } as const

/** Sends quantities and prices unchanged: the server checks them. */
const place = (side: Side): Action =>
  action(PLACE, (line, context) => {
    const timeInForce = readOption('tif', line.text('tif')?.toUpperCase(), TIME_IN_FORCE, 'DAY')
    if (isFault(timeInForce)) return timeInForce
    const [symbol = '', quantity = ''] = line.operands
    const limitPrice = line.text('limit')
    const order = {
      symbol,
      side,
      quantity,
      timeInForce,
      ...(limitPrice === undefined
        ? ({ orderType: 'MARKET' } as const)
        : ({ orderType: 'LIMIT', limitPrice } as const)),
      clientOrderId: line.text('id') ?? newClientOrderId(),
    }
    return onServer(line, context, async ({ api }) => {
      const { say } = context.terminal
      const isJson = line.flag('json')
      if (line.flag('preview')) {
        const preview = await answered(api.v1.orders.preview.post(order))
        say(isJson ? JSON.stringify(preview) : previewText(preview))
        return undefined
      }
      const placed = await answered(api.v1.orders.post(order))
      const { orderId, status, waitsFor, waitsUntil } = placed
      const until = waitsUntil === undefined ? '' : `, until ${marketTime(waitsUntil)} in New York`
      const waits = waitsFor === undefined ? '' : `   waits for ${waitsFor}${until}`
      say(isJson ? JSON.stringify(placed) : `${orderId}   ${status}${waits}`)
      return undefined
    })
  })

export const orderCommand: CliCommand = {
  name: 'order',
  help: ORDER_HELP,
  does: {
    buy: place('BUY'),
    sell: place('SELL'),
    cancel: action(ONE, (line, context) =>
      onServer(line, context, async ({ api }) => {
        const [orderId = ''] = line.operands
        const canceled = await answered(api.v1.orders({ orderId }).delete())
        const { say } = context.terminal
        say(
          line.flag('json') ? JSON.stringify(canceled) : `${canceled.orderId}   ${canceled.status}`,
        )
        return undefined
      }),
    ),
    show: action(ONE, (line, context) =>
      onServer(line, context, async ({ api }) => {
        const [orderId = ''] = line.operands
        const order = await answered(api.v1.orders({ orderId }).get())
        context.terminal.say(line.flag('json') ? JSON.stringify(order) : orderText(order))
        return undefined
      }),
    ),
  },
}
