/**
 * The lines of open orders and waiting legs on the chart, and dragging them by mouse, pen or
 * finger [console.lines].
 */
import type { IPriceLine } from 'lightweight-charts'
import type { ConditionalOrder, Leg, ShownOrder } from '../../data/orders'
import { isOpenLeg, isStop, levelOf } from '../../parts/leg'
import { partsText } from '../../parts/text'
import { less, shownDecimal } from '../../ui/decimal'
import { type Amendable, canAmendLeg } from './exits/legs'
import { exitsText } from './text'

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

export interface MovableLine {
  readonly line: IPriceLine
  /** USD per share. */
  readonly price: number
  /** Called with the price at which the line is let go. The line is put back before. */
  readonly onDrop: (price: string) => void
}

interface DragPlace {
  readonly element: HTMLElement
  readonly lines: () => readonly MovableLine[]
  /** The height of a price on the chart in pixels from its top, and back. */
  readonly heightOf: (price: number) => number | null
  readonly priceAt: (height: number) => number | null
  /** Called when a drag begins and ends. In between the chart does not scroll. */
  readonly onDragging: (dragging: boolean) => void
}

/** How near to a line a press takes hold of it. */
const REACH_PX = 6
const REACH_OF_FINGER_PX = 16
/** A press that moves less is a click. */
const MOVED_PX = 3

/** Prices from 1 USD on have two decimal places, and lower ones four. */
export const tickedPrice = (price: number): string => price.toFixed(price >= 1 ? 2 : 4)

/** Makes the lines movable until the function that it returns is called. */
export function dragLines(place: DragPlace): () => void {
  const { element, onDragging } = place
  const over = new AbortController()
  let held: { readonly movable: MovableLine; readonly from: number } | null = null

  const heightAt = ({ clientY }: PointerEvent): number =>
    clientY - element.getBoundingClientRect().top
  const lineNear = (event: PointerEvent): MovableLine | null =>
    nearest(place, heightAt(event), event.pointerType === 'touch' ? REACH_OF_FINGER_PX : REACH_PX)

  const hold = (event: PointerEvent): void => {
    const movable = event.button === 0 ? lineNear(event) : null
    if (movable === null) return
    held = { movable, from: heightAt(event) }
    onDragging(true)
  }
  const move = (event: PointerEvent): void => {
    if (held === null) {
      element.classList.toggle('on-line', lineNear(event) !== null)
      return
    }
    const price = place.priceAt(heightAt(event))
    if (price !== null && price > 0) held.movable.line.applyOptions({ price })
  }
  const release = (event: PointerEvent): void => {
    if (held === null) return
    const { movable, from } = held
    const price = place.priceAt(heightAt(event))
    held = null
    movable.line.applyOptions({ price: movable.price })
    onDragging(false)
    const isMoved = Math.abs(heightAt(event) - from) >= MOVED_PX
    if (event.type === 'pointerup' && isMoved && price !== null && price > 0) {
      movable.onDrop(tickedPrice(price))
    }
  }
  const { signal } = over
  element.addEventListener('pointerdown', hold, { signal, capture: true })
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', release, { signal })
  window.addEventListener('pointercancel', release, { signal })
  // Otherwise a finger scrolls the page, which ends the drag.
  const stay = (event: TouchEvent): void => {
    if (held !== null) event.preventDefault()
  }
  element.addEventListener('touchmove', stay, { signal, capture: true, passive: false })
  return () => over.abort()
}

function nearest(place: DragPlace, height: number, reach: number): MovableLine | null {
  let found: MovableLine | null = null
  let foundAt = reach
  for (const movable of place.lines()) {
    const distance = Math.abs((place.heightOf(movable.price) ?? Number.NaN) - height)
    if (distance > foundAt || Number.isNaN(distance)) continue
    found = movable
    foundAt = distance
  }
  return found
}
