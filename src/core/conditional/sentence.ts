/** Writes what became of a leg as English sentences, with times of New York. */

import { GROUP_END_TEXTS, shares, timeOf, usd } from '../order/explain/sentence'
import type { Order } from '../order/order'
import type { Nearest } from './explain'
import type { EndReason, Leg } from './leg'

/** Writes the sentences. `child` is its last order; undefined if it has placed none. */
export function legText(leg: Leg, nearest: Nearest | undefined, child: Order | undefined): string {
  return [triggerText(leg), nearText(leg, nearest), childText(child), endText(leg)]
    .filter((text) => text !== null)
    .join(' ')
}

function triggerText(leg: Leg): string | null {
  if (leg.triggeredAt !== null) {
    return (
      `${priceName(leg)} of ${usd(leg.triggerPrice)} reached the stop of ${usd(leg.stopPrice)} ` +
      `at ${timeOf(leg.triggeredAt)}.`
    )
  }
  if (leg.status === 'PENDING') return 'It waits for its entry, which has filled nothing.'
  return leg.orderId === null ? null : 'It placed its order without a trigger.'
}

function nearText(leg: Leg, nearest: Nearest | undefined): string | null {
  if (leg.triggeredAt !== null || leg.status === 'PENDING' || leg.orderId !== null) return null
  if (nearest === undefined) return 'The market showed it no price in this time.'
  const { at, missedBy, price, stopPrice } = nearest
  return (
    `${priceName(leg)} was nearest to the stop at ${timeOf(at)}: it was ${usd(price)}, and the ` +
    `stop ${usd(stopPrice)}, ${usd(missedBy)} away.`
  )
}

function childText(child: Order | undefined): string | null {
  if (child === undefined) return null
  const { filledQuantity, orderId, quantity, status } = child
  return `Its order ${orderId} is ${status}, filled ${filledQuantity} of ${shares(quantity)}.`
}

function endText({ reason, status, validUntil }: Leg): string | null {
  if (status === 'EXPIRED') return `Its time was over at ${timeOf(validUntil)}.`
  if (status === 'REJECTED') return `It was rejected (${reason ?? 'no reason is kept'}).`
  if (status !== 'CANCELED') return null
  return reason === null ? 'It was canceled by its client, or by a reset.' : canceledText(reason)
}

function canceledText(reason: EndReason): string {
  switch (reason) {
    case 'other-exit-filled':
    case 'other-exit-triggered':
    case 'other-exit-ended':
    case 'entry-ended':
      return `It was canceled because ${GROUP_END_TEXTS[reason]}.`
    case 'exit-began':
    case 'exit-ended':
      return `What it had not filled was canceled because ${GROUP_END_TEXTS[reason]}.`
    case 'holding-closed':
      return 'It was canceled because its client closed the holding.'
    default:
      return `It was canceled (${reason}).`
  }
}

function priceName({ side, triggerBy }: Leg): string {
  if (triggerBy === 'LAST') return 'The last price'
  return side === 'SELL' ? 'The bid' : 'The ask'
}
