/** Why an order ended as it did [paper.explanation]. */
import { mayTrade } from '../../instrument'
import { gap } from '../../money'
import type { Session } from '../../session'
import type { Auction } from '../auction'
import { isMarketable } from '../matching'
import { isForAuction, isImmediate, type Order } from '../order'
import type { EndRule, EndStep } from './steps'

/** `session`: the one when it ended. The order is no longer open. */
export function endOf(
  order: Order,
  session: Session,
  auctionOf: (order: Order) => Auction,
): EndStep {
  const { updatedAt: at, cancelRequestedAt, cancelReason, status, timeInForce } = order
  const ended = (rule: EndRule): EndStep => ({
    kind: 'ENDED',
    rule,
    at,
    official: null,
    missedBy: null,
  })
  if (status === 'FILLED') return ended('filled')
  if (status === 'EXPIRED') return ended('expired')
  if (status === 'REJECTED' && order.rejectReason !== 'insufficient-buying-power') {
    return ended('rejected')
  }
  if (status === 'REJECTED' || cancelReason === 'insufficient-buying-power') {
    return ended('insufficient-buying-power')
  }
  if (cancelReason !== null) return ended(cancelReason)
  if (cancelRequestedAt !== null) return ended('cancel-requested')
  if (isForAuction(timeInForce) && at.equals(order.validUntil)) {
    return { ...ended('no-official-price'), ...auctioned(order, auctionOf(order)) }
  }
  if (isImmediate(timeInForce) && session !== 'CLOSED') return ended('immediate-rest')
  return ended('canceled-at-once')
}

function auctioned(
  order: Order,
  { instrument, price, offered }: Auction,
): Pick<EndStep, 'rule' | 'official' | 'missedBy'> {
  const { limitPrice, side } = order
  if (price === undefined) return { rule: 'no-official-price', official: null, missedBy: null }
  const result = { official: price, missedBy: null }
  if (!isMarketable(order, price) && limitPrice !== null) {
    const missedBy = side === 'BUY' ? gap(limitPrice, price) : gap(price, limitPrice)
    return { ...result, rule: 'official-price-beyond-limit', missedBy }
  }
  if (!mayTrade(side, instrument, 'REGULAR')) return { ...result, rule: 'auction-not-tradable' }
  // Only a share of its volume can fall short of an order that it reaches.
  return { ...result, rule: offered === null ? 'canceled-at-once' : 'auction-share-taken' }
}
