/** Conditional orders, or stops on the command line: their bodies from options, and their text. */
import type { Side } from '../../../core/order/order'
import { fault } from '../../../lib/fault'
import { moneyText, numberText } from '../shared/format'

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
  if (stopLoss !== undefined && order.side === 'SELL') {
    return fault('--stop-loss goes with a buy; a sell has --stop or --trail.')
  }
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
