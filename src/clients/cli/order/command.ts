/** `paper order`: places, previews, shows and cancels an order, or a stop. */
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

export const ORDER_HELP = `\
Places, amends, cancels and shows one order.

  paper order buy SYMBOL QUANTITY [--limit PRICE] [--tif TIME] [--id ID] [--preview] [--json]
  paper order sell SYMBOL QUANTITY …
  paper order amend ORDER_ID [--quantity N] [--limit PRICE] [--tif TIME] [--id ID] [--json]
  paper order amend CONDITIONAL_ORDER_ID [--quantity N] [--stop PRICE] [--take-profit PRICE] …
  paper order sell SYMBOL QUANTITY --stop PRICE | --trail DISTANCE [--take-profit PRICE] …
  paper order buy SYMBOL QUANTITY --take-profit PRICE --stop-loss PRICE [--limit PRICE] …
  paper order cancel ORDER_ID [--json]
  paper order show ORDER_ID [--json]

  --limit PRICE         a LIMIT order at this price, in USD; a MARKET order without it
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
const PLACE = {
  operands: ['SYMBOL', 'QUANTITY'],
  options: {
    ...SERVER_OPTIONS,
    limit: 'text',
    stop: 'text',
    trail: 'text',
    'take-profit': 'text',
    'stop-loss': 'text',
    tif: 'text',
    id: 'text',
    preview: 'flag',
    json: 'flag',
  },
  words: { tif: [...TIMES_IN_FORCE, 'GTC'] },
  unknown: { 'stop-price': STOPS, target: STOPS },
} as const
const AMEND = {
  operands: ['ORDER_ID'],
  options: {
    ...SERVER_OPTIONS,
    quantity: 'text',
    limit: 'text',
    stop: 'text',
    trail: 'text',
    'take-profit': 'text',
    'stop-loss': 'text',
    tif: 'text',
    id: 'text',
    json: 'flag',
  },
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

/** Sends quantities and prices unchanged: the server checks them. */
const place = (side: Side): Action =>
  action(PLACE, (line, context) => {
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
      const { orderId, status, waitsFor, waitsUntil } = placed
      const until = waitsUntil === undefined ? '' : `, until ${marketTime(waitsUntil)} in New York`
      const waits = waitsFor === undefined ? '' : `   waits for ${waitsFor}${until}`
      say(isJson ? JSON.stringify(placed) : `${orderId}   ${status}${waits}`)
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

/** What the options of a stop say; each as it was written, since the server judges it. */
export interface StopOptions {
  readonly stop: string | undefined
  readonly trail: string | undefined
  readonly stopLoss: string | undefined
  readonly takeProfit: string | undefined
  readonly limit: string | undefined
  readonly tif: string | undefined
}

export interface StopOrder {
  readonly symbol: string
  readonly side: Side
  readonly quantity: string
  readonly clientOrderId: string
}

const STOP_TIMES_IN_FORCE = ['DAY', 'GTC'] as const

/** The body of a conditional order; null if no option asks for one. */
export function stopBody(order: StopOrder, options: StopOptions) {
  const { limit, stop, stopLoss, tif = 'DAY', takeProfit, trail } = options
  const isExit = stop !== undefined || trail !== undefined
  if (!isExit && stopLoss === undefined && takeProfit === undefined) return null
  if (stop !== undefined && trail !== undefined) return fault('--stop or --trail, not both.')
  const timeInForce = STOP_TIMES_IN_FORCE.find((one) => one === tif.toUpperCase())
  if (timeInForce === undefined)
    return fault(`--tif: a stop lasts ${STOP_TIMES_IN_FORCE.join(' or ')}.`)
  const common = { ...order, timeInForce }
  if (stopLoss !== undefined || (!isExit && order.side === 'BUY')) {
    return entryBody(common, options)
  }
  if (!isExit) return fault('--take-profit goes with --stop or --trail, or with a buy.')
  const exit = trail === undefined ? { stopPrice: stop ?? null } : trailOf(trail)
  if (takeProfit !== undefined) {
    const stopLoss = { ...exit, ...(limit !== undefined && { limitPrice: limit }) }
    return { ...common, type: 'OCO' as const, takeProfit: { limitPrice: takeProfit }, stopLoss }
  }
  if (trail !== undefined) return { ...common, type: 'TRAILING_STOP' as const, ...exit }
  return limit === undefined
    ? { ...common, type: 'STOP' as const, ...exit }
    : { ...common, type: 'STOP_LIMIT' as const, ...exit, limitPrice: limit }
}

/** An entry that buys, with one exit or both. */
function entryBody(
  common: StopOrder & { readonly timeInForce: (typeof STOP_TIMES_IN_FORCE)[number] },
  { limit, stop, stopLoss, takeProfit, trail }: StopOptions,
) {
  const isOne = stopLoss === undefined || takeProfit === undefined
  return {
    ...common,
    type: isOne ? ('OTO' as const) : ('BRACKET' as const),
    entry: {
      ...(limit !== undefined && { limitPrice: limit }),
      ...(stop !== undefined && { stopPrice: stop }),
      ...(trail !== undefined && trailOf(trail)),
    },
    ...(takeProfit !== undefined && { takeProfit: { limitPrice: takeProfit } }),
    ...(stopLoss !== undefined && { stopLoss: stopOf(stopLoss) }),
  }
}

/** What the options of an amendment say; each as it was written, since the server judges it. */
export interface AmendOptions {
  readonly quantity: string | undefined
  readonly stop: string | undefined
  readonly trail: string | undefined
  readonly stopLoss: string | undefined
  readonly takeProfit: string | undefined
  readonly limit: string | undefined
}

/**
 * The body that amends a conditional order of this type. The options mean what they mean when it is
 * placed: `--stop` and `--limit` of an OCO are its stop loss, of an OTO or a BRACKET its entry.
 */
export function amendmentBody(type: string, options: AmendOptions) {
  const { limit, quantity, stop, stopLoss, takeProfit, trail } = options
  if (stop !== undefined && trail !== undefined) return fault('--stop or --trail, not both.')
  const own = {
    ...(stop !== undefined && { stopPrice: stop }),
    ...(trail !== undefined && trailOf(trail)),
    ...(limit !== undefined && { limitPrice: limit }),
  }
  const isOwn = Object.keys(own).length > 0
  const loss = stopLoss === undefined ? null : stopOf(stopLoss)
  const common = {
    ...(quantity !== undefined && { quantity }),
    ...(takeProfit !== undefined && { takeProfit: { limitPrice: takeProfit } }),
  }
  if (type === 'OCO') {
    return { ...common, ...((isOwn || loss !== null) && { stopLoss: { ...own, ...loss } }) }
  }
  const exits = { ...common, ...(loss !== null && { stopLoss: loss }) }
  const hasEntry = type === 'OTO' || type === 'BRACKET'
  if (!hasEntry) return { ...exits, ...own }
  return { ...exits, ...(isOwn && { entry: own }) }
}

/** `180` is a price, `2.5%` a trail. */
const stopOf = (stopLoss: string) =>
  stopLoss.endsWith('%') ? trailOf(stopLoss) : { stopPrice: stopLoss }

/** `2.5%` is a percentage, `2.5` so many USD. */
const trailOf = (trail: string) =>
  trail.endsWith('%') ? { trailPercent: trail.slice(0, -1) } : { trailAmount: trail }

interface ShownLeg {
  readonly leg: string
  readonly type: string
  readonly side: Side
  readonly quantity: number
  readonly filledQuantity: number
  readonly status: string
  readonly stopPrice?: number
  readonly limitPrice?: number
  readonly orderId?: string
  readonly reason?: string
}

interface ShownStop {
  readonly conditionalOrderId: string
  readonly symbol: string
  readonly status: string
  readonly legs: readonly ShownLeg[]
}

/** One line for the conditional order, and one for each of its legs. */
export const stopText = ({ conditionalOrderId, legs, status, symbol }: ShownStop): string =>
  [
    `${conditionalOrderId}   ${status}`,
    ...legs.map((leg) =>
      [
        `  ${leg.type}`,
        `${leg.side} ${numberText(leg.quantity)} ${symbol}`,
        ...(leg.stopPrice === undefined ? [] : [`stop ${moneyText(leg.stopPrice)}`]),
        ...(leg.limitPrice === undefined ? [] : [`limit ${moneyText(leg.limitPrice)}`]),
        leg.status,
        ...(leg.reason === undefined ? [] : [leg.reason]),
        ...(leg.orderId === undefined ? [] : [leg.orderId]),
      ].join('   '),
    ),
  ].join('\n')

/** An id of a conditional order, which is no order's. */
export const isStopId = (id: string): boolean => id.startsWith('cnd_')
