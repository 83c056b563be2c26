/** Orders and fills as tables. Pure. */
import { marketTime } from '../shared/new-york-time'
import { moneyText, numberText, sideText, tableLines } from '../shared/table'
import type { Paint } from '../shared/terminal'

export interface ListedOrder {
  readonly orderId: string
  readonly requestedAt: string
  readonly symbol: string
  readonly side: string
  readonly orderType: string
  readonly timeInForce: string
  readonly quantity: number
  readonly filledQuantity: number
  readonly limitPrice?: number
  readonly avgFillPrice?: number
  readonly status: string
}

export interface ListedFill {
  readonly orderId: string
  readonly filledAt: string
  readonly symbol: string
  readonly side: string
  readonly quantity: number
  readonly price: number
  readonly amount: number
}

const ORDER_TITLES = [
  ...['PLACED', 'SYMBOL', 'SIDE', 'TYPE', 'QUANTITY', 'FILLED', 'LIMIT', 'AVERAGE', 'STATUS'],
  'ORDER',
]
const FILL_TITLES = ['FILLED', 'SYMBOL', 'SIDE', 'QUANTITY', 'PRICE', 'AMOUNT USD', 'ORDER']

/** None where there are no orders. */
export const orderLines = (orders: readonly ListedOrder[], paint: Paint): readonly string[] =>
  orders.length === 0
    ? []
    : tableLines(
        ORDER_TITLES,
        orders.map((order) => [
          marketTime(order.requestedAt),
          order.symbol,
          sideText(order.side, paint),
          `${order.orderType} ${order.timeInForce}`,
          numberText(order.quantity),
          numberText(order.filledQuantity),
          moneyText(order.limitPrice),
          moneyText(order.avgFillPrice),
          order.status,
          order.orderId,
        ]),
        paint,
      )

/** None where there are no fills. */
export const fillLines = (fills: readonly ListedFill[], paint: Paint): readonly string[] =>
  fills.length === 0
    ? []
    : tableLines(
        FILL_TITLES,
        fills.map((fill) => [
          marketTime(fill.filledAt),
          fill.symbol,
          sideText(fill.side, paint),
          numberText(fill.quantity),
          moneyText(fill.price),
          moneyText(fill.amount),
          fill.orderId,
        ]),
        paint,
      )
