/** `paper order`: buy, sell, cancel, show. */
import { isFault } from '../../core/fault'
import { type Side, TIMES_IN_FORCE } from '../../core/order/order'
import { newClientOrderId } from '../../identity/secrets'
import { answered } from '../../sdk'
import { type Action, action, type CliCommand } from '../shared/command'
import { marketTime } from '../shared/new-york-time'
import { onServer } from '../shared/on-server'
import { choiceOf, readOption } from '../shared/options'
import { SERVER_OPTIONS } from '../shared/server-options'
import { ORDER_HELP } from './help'
import { orderText, previewText } from './lines'

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

/** Quantities and prices go to the server as they were written: it judges them. */
const place = (side: Side): Action =>
  action(PLACE, (line, context) => {
    const timeInForce = readOption('tif', line.text('tif')?.toUpperCase(), TIME_IN_FORCE, 'DAY')
    if (isFault(timeInForce)) return timeInForce
    const [symbol = '', quantity = ''] = line.operands
    const limitPrice = line.text('limit')
    const order = {
      ...{ symbol, side, quantity, timeInForce },
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
