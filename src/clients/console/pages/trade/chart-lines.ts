/** The lines of open orders and waiting legs on the chart [console.lines]. */
import type { ConditionalOrder, Leg } from '../../data/conditional-orders'
import type { ShownOrder } from '../../data/orders'
import { partsText } from '../../parts/text'
import { less, shownDecimal } from '../../ui/decimal'
import { type Amendable, canAmendLeg } from './exits/amendable'
import { isOpenLeg, isStop, levelOf } from './exits/legs'
import { exitsText } from './exits/text'

export interface OrderLine {
  readonly key: string
  /** USD per share. */
  readonly price: number
  readonly side: 'BUY' | 'SELL'
  readonly title: string
  /** What a drag of the line amends; null if the line cannot be dragged. */
  readonly target: Amendable | null
}

/** The lines of one instrument. An order that a leg has placed is drawn as that leg. */
export function linesOf(
  symbol: string,
  orders: readonly ShownOrder[],
  groups: readonly ConditionalOrder[],
): readonly OrderLine[] {
  const legs = groups
    .filter((group) => group.symbol === symbol)
    .flatMap((group) => group.legs.filter(isOpenLeg).flatMap((leg) => lineOfLeg(group, leg)))
  const placed = new Set(groups.flatMap(({ legs }) => legs.map(({ orderId }) => orderId)))
  const own = orders.filter((order) => order.symbol === symbol && !placed.has(order.orderId))
  return [...own.flatMap(lineOfOrder), ...legs]
}

function lineOfOrder(order: ShownOrder): readonly OrderLine[] {
  const { limitPrice, orderId, remainingQuantity, side, status } = order
  if (limitPrice === undefined) return []
  const title = `${partsText()[side]} ${shownDecimal(remainingQuantity)}`
  const target = status === 'PENDING_CANCEL' ? null : { order }
  return [{ key: orderId, price: limitPrice, side, title, target }]
}

function lineOfLeg(group: ConditionalOrder, leg: Leg): readonly OrderLine[] {
  const price = levelOf(leg)
  if (price === undefined) return []
  const title = titleOf(leg, shownDecimal(less(leg.quantity, leg.filledQuantity)))
  // The stop of a trail follows the market.
  const isMovable = canAmendLeg(leg) && leg.type !== 'TRAILING_STOP'
  const target = isMovable ? { group, leg } : null
  return [{ key: `${group.conditionalOrderId} ${leg.leg}`, price, side: leg.side, title, target }]
}

function titleOf(leg: Leg, quantity: string): string {
  const say = exitsText()
  if (isStop(leg)) return say.stopLine(quantity)
  if (leg.leg === 'TAKE_PROFIT') return say.profitLine(quantity)
  return `${partsText()[leg.side]} ${quantity}`
}
