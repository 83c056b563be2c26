/** One order, and what a preview tells of one, as lines. Pure. */
import type { ListedOrder } from '../orders/lines'
import { marketTime } from '../shared/new-york-time'
import { moneyText, numberText, pairLines } from '../shared/table'

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
