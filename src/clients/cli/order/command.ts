/** `paper order`: places, amends, previews, shows and cancels an order, or a stop. */
import { type Side, TIMES_IN_FORCE } from '../../../core/order/order'
import { newClientOrderId } from '../../../identity/secrets'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { answered } from '../../sdk/index'
import type { ListedOrder } from '../orders/command'
import {
  type Action,
  action,
  type CliCommand,
  type CommandContext,
  type CommandLineOf,
  choiceOf,
  type Outcome,
  readOption,
} from '../shared/command-line'
import { marketTime, moneyText, numberText, pairLines } from '../shared/format'
import { onServer, SERVER_HELP_LINES, SERVER_OPTIONS } from '../shared/on-server'
import { amendmentBody, isStopId, stopBody, stopText } from './stops'

export const ORDER_HELP = `\
Places, amends, cancels and shows one order.

  paper order buy SYMBOL [QUANTITY] [--limit PRICE] [--tif TIME] [--id ID] [--preview] [--json]
  paper order sell SYMBOL [QUANTITY] …
  paper order buy SYMBOL --amount USD [--id ID] [--json]
  paper order amend ORDER_ID [--quantity N] [--limit PRICE] [--tif TIME] [--id ID] [--json]
  paper order amend CONDITIONAL_ORDER_ID [--quantity N] [--stop PRICE] [--take-profit PRICE] …
  paper order sell SYMBOL QUANTITY --stop PRICE | --trail DISTANCE [--take-profit PRICE] …
  paper order buy SYMBOL QUANTITY --take-profit PRICE --stop-loss PRICE [--limit PRICE] …
  paper order cancel ORDER_ID [--json]
  paper order show ORDER_ID [--json]

  --limit PRICE         a LIMIT order at this price, in USD; a MARKET order without it
  --amount USD          in place of a quantity: a MARKET order for the day, for so much money at
                        the ask, in parts of shares too
  --stop PRICE          waits until the market reaches this price, and then places the order
  --trail DISTANCE      the same behind the best price: so many USD, or a percentage (2.5%)
  --take-profit PRICE   with a stop: a LIMIT order besides, and never both; of a buy: sells what it
                        has bought
  --stop-loss PRICE     of a buy: sells what it has bought once the market is down at this price, or
                        behind the best price by a percentage (2.5%)
  --tif TIME            how long it lasts: ${TIMES_IN_FORCE.join(', ')}; DAY unless given; of a
                        stop DAY or GTC
  --id ID               its clientOrderId, to send it again without placing it twice; without it,
                        each call is a new order
  --quantity N          of amend: how many shares in all, those filled already included; what amend
                        does not name stays, and the prices of a conditional order are named as
                        when it was placed
  --preview             places nothing: says what it would cost, and whether it would be accepted
  --json                prints the server's answer
${SERVER_HELP_LINES}

An order is tried at the next tick of the market: paper order show has what became of it, paper
explain why it waits, paper watch each change.`

interface ShownOrder extends ListedOrder {
  readonly clientOrderId: string
  readonly rejectReason?: string
  readonly cancelReason?: string
  readonly replaces?: string
  readonly replacedBy?: string
  readonly amount?: number
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
    ['replaces', order.replaces],
    ['replaced by', order.replacedBy],
    ['for USD', moneyText(order.amount)],
    ['filled', `${numberText(order.filledQuantity)} of ${numberText(order.quantity)}`],
    ['average', moneyText(order.avgFillPrice)],
  ])

interface StopPreview {
  readonly valid: boolean
  readonly estimatedPrice: number
  readonly orderAmount: number
  readonly holdAmount: number
  readonly rejectReason: string | null
}

interface Preview extends StopPreview {
  readonly fillProfile: string
  readonly availableSize: number
  readonly expectedFillQuantity: number
  readonly expectedFillPrice: number | null
}

const costsOf = (preview: StopPreview) =>
  [
    ['would be', preview.valid ? 'accepted' : `refused: ${preview.rejectReason}`],
    ['price', moneyText(preview.estimatedPrice)],
    ['costs USD', moneyText(preview.orderAmount)],
    ['holds USD', preview.holdAmount === 0 ? '' : moneyText(preview.holdAmount)],
  ] as const

/** `stands` says whether the order may wait in the market for its limit. */
export const previewText = (preview: Preview, stands: boolean): string =>
  pairLines([
    ...costsOf(preview),
    ['fills', preview.fillProfile],
    ['shown size', numberText(preview.availableSize)],
    [
      'next tick',
      preview.expectedFillPrice === null
        ? `fills nothing${stands && preview.valid ? ' until the price comes to the limit' : ''}`
        : `${numberText(preview.expectedFillQuantity)} at ${moneyText(preview.expectedFillPrice)}`,
    ],
  ])

const TIME_IN_FORCE = choiceOf(TIMES_IN_FORCE)
const STOPS =
  'a stop has --stop PRICE or --trail DISTANCE, and with --take-profit a second exit; a buy has ' +
  '--take-profit and --stop-loss.'
const TERMS = {
  ...SERVER_OPTIONS,
  limit: 'text',
  stop: 'text',
  trail: 'text',
  'take-profit': 'text',
  'stop-loss': 'text',
  tif: 'text',
  id: 'text',
  json: 'flag',
} as const
const PLACE = {
  operands: ['SYMBOL', '[QUANTITY]'],
  options: { ...TERMS, amount: 'text', preview: 'flag' },
  words: { tif: [...TIMES_IN_FORCE, 'GTC'] },
  unknown: { 'stop-price': STOPS, target: STOPS },
} as const
const AMEND = {
  operands: ['ORDER_ID'],
  options: { ...TERMS, quantity: 'text' },
  words: { tif: TIMES_IN_FORCE },
  unknown: { 'stop-price': STOPS, target: STOPS },
} as const
type AmendLine = CommandLineOf<typeof AMEND.options>
const ONE = { operands: ['ORDER_ID'], options: { ...SERVER_OPTIONS, json: 'flag' } } as const

type Stop = Exclude<ReturnType<typeof stopBody>, null | CommandFault>
type PlaceLine = CommandLineOf<typeof PLACE.options>

const placeStop = (stop: Stop, line: PlaceLine, context: CommandContext): Promise<Outcome> =>
  onServer(line, context, async ({ api }) => {
    const { say } = context.terminal
    const stops = api.paper['conditional-orders']
    if (line.flag('preview')) {
      const preview = await answered(stops.preview.post(stop))
      say(line.flag('json') ? JSON.stringify(preview) : pairLines(costsOf(preview)))
      return undefined
    }
    const placed = await answered(stops.post(stop))
    say(line.flag('json') ? JSON.stringify(placed) : stopText(placed))
    return undefined
  })

/** Prints the order of the answer, and what it waits for. */
function sayPlaced(
  placed: { readonly waitsFor?: string; readonly waitsUntil?: string },
  { orderId, status }: Pick<ShownOrder, 'orderId' | 'status'>,
  line: PlaceLine,
  { terminal }: CommandContext,
): void {
  const { waitsFor, waitsUntil } = placed
  const until = waitsUntil === undefined ? '' : `, until ${marketTime(waitsUntil)} in New York`
  const waits = waitsFor === undefined ? '' : `   waits for ${waitsFor}${until}`
  terminal.say(line.flag('json') ? JSON.stringify(placed) : `${orderId}   ${status}${waits}`)
}

const NOT_OF_AMOUNT = ['limit', 'stop', 'trail', 'take-profit', 'stop-loss', 'tif'] as const

/** The order for an amount of money [order.amount], which is a MARKET order for the day. */
function placeAmount(
  side: Side,
  amount: string,
  line: PlaceLine,
  context: CommandContext,
): Outcome | Promise<Outcome> {
  const [symbol = '', quantity] = line.operands
  if (quantity !== undefined) return fault('--amount: it stands in place of a QUANTITY.')
  const odd =
    NOT_OF_AMOUNT.find((name) => line.text(name) !== undefined) ??
    (line.flag('preview') ? 'preview' : undefined)
  if (odd !== undefined) {
    return fault(`--${odd}: an order for an amount is a MARKET order for the day, without preview.`)
  }
  const order = { symbol, side, amount, clientOrderId: line.text('id') ?? newClientOrderId() }
  return onServer(line, context, async ({ api }) => {
    const placed = await answered(api.paper.orders.post(order))
    sayPlaced(placed, placed.order, line, context)
    return undefined
  })
}

/** Sends quantities and prices unchanged: the server checks them. */
const place = (side: Side): Action =>
  action(PLACE, (line, context) => {
    const amount = line.text('amount')
    if (amount !== undefined) return placeAmount(side, amount, line, context)
    if (line.operands[1] === undefined) return fault('QUANTITY is missing, or --amount USD.')
    const stop = stopBody(
      {
        symbol: line.operands[0] ?? '',
        side,
        quantity: line.operands[1] ?? '',
        clientOrderId: line.text('id') ?? newClientOrderId(),
      },
      {
        stop: line.text('stop'),
        trail: line.text('trail'),
        stopLoss: line.text('stop-loss'),
        takeProfit: line.text('take-profit'),
        limit: line.text('limit'),
        tif: line.text('tif'),
      },
    )
    if (stop !== null) return isFault(stop) ? stop : placeStop(stop, line, context)
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
        const stands = limitPrice !== undefined && timeInForce === 'DAY'
        const preview = await answered(api.v1.orders.preview.post(order))
        say(isJson ? JSON.stringify(preview) : previewText(preview, stands))
        return undefined
      }
      const placed = await answered(api.v1.orders.post(order))
      sayPlaced(placed, placed, line, context)
      return undefined
    })
  })

const STOP_OPTIONS = ['stop', 'trail', 'take-profit', 'stop-loss'] as const

/** Reads the conditional order first: its type says which leg an option is about. */
function amendStop(line: AmendLine, context: CommandContext): Outcome | Promise<Outcome> {
  const odd = (['tif', 'id'] as const).find((name) => line.text(name) !== undefined)
  if (odd !== undefined) return fault(`--${odd}: a conditional order keeps its own.`)
  const [conditionalOrderId = ''] = line.operands
  return onServer(line, context, async ({ api }) => {
    const stop = api.paper['conditional-orders']({ conditionalOrderId })
    const { type } = await answered(stop.get())
    const amendment = amendmentBody(type, {
      quantity: line.text('quantity'),
      stop: line.text('stop'),
      trail: line.text('trail'),
      stopLoss: line.text('stop-loss'),
      takeProfit: line.text('take-profit'),
      limit: line.text('limit'),
    })
    if (isFault(amendment)) return amendment
    const amended = await answered(stop.patch(amendment))
    context.terminal.say(line.flag('json') ? JSON.stringify(amended) : stopText(amended))
    return undefined
  })
}

/** What the call omits stays as it is. */
const amend = action(AMEND, (line, context) => {
  if (isStopId(line.operands[0] ?? '')) return amendStop(line, context)
  const odd = STOP_OPTIONS.find((name) => line.text(name) !== undefined)
  if (odd !== undefined) {
    return fault(
      `--${odd}: an order has none, only a conditional order, whose id begins with cnd_.`,
    )
  }
  const timeInForce = readOption('tif', line.text('tif')?.toUpperCase(), TIME_IN_FORCE, undefined)
  if (isFault(timeInForce)) return timeInForce
  const [orderId = ''] = line.operands
  const [quantity, limitPrice] = [line.text('quantity'), line.text('limit')]
  const amendment = {
    clientOrderId: line.text('id') ?? newClientOrderId(),
    ...(quantity === undefined ? {} : { quantity }),
    ...(limitPrice === undefined ? {} : { limitPrice }),
    ...(timeInForce === undefined ? {} : { timeInForce }),
  }
  return onServer(line, context, async ({ api }) => {
    const amended = await answered(api.paper.orders({ orderId }).replacement.post(amendment))
    const { order, replaced } = amended
    const places = `${order.orderId}   ${order.status}   in place of ${replaced.orderId}`
    context.terminal.say(line.flag('json') ? JSON.stringify(amended) : places)
    return undefined
  })
})

export const orderCommand: CliCommand = {
  name: 'order',
  help: ORDER_HELP,
  action: {
    buy: place('BUY'),
    sell: place('SELL'),
    amend,
    cancel: action(ONE, (line, context) =>
      onServer(line, context, async ({ api }) => {
        const [orderId = ''] = line.operands
        const { say } = context.terminal
        if (isStopId(orderId)) {
          const stops = api.paper['conditional-orders']
          const ended = await answered(stops({ conditionalOrderId: orderId }).delete())
          say(line.flag('json') ? JSON.stringify(ended) : stopText(ended))
          return undefined
        }
        const canceled = await answered(api.v1.orders({ orderId }).delete())
        say(
          line.flag('json') ? JSON.stringify(canceled) : `${canceled.orderId}   ${canceled.status}`,
        )
        return undefined
      }),
    ),
    show: action(ONE, (line, context) =>
      onServer(line, context, async ({ api }) => {
        const [orderId = ''] = line.operands
        if (isStopId(orderId)) {
          const stops = api.paper['conditional-orders']
          const found = await answered(stops({ conditionalOrderId: orderId }).get())
          context.terminal.say(line.flag('json') ? JSON.stringify(found) : stopText(found))
          return undefined
        }
        const order = await answered(api.v1.orders({ orderId }).get())
        context.terminal.say(line.flag('json') ? JSON.stringify(order) : orderText(order))
        return undefined
      }),
    ),
  },
}
