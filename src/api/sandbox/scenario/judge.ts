/** Whether an account is as a scenario expects it. Pure. */
import type { Amount, Quantity } from '../../../core/money'
import type { Order } from '../../../core/order/order'
import { plural } from '../../../lib/text'
import type { Comparison, Expectation } from './scenario'

export interface JudgedAccount {
  readonly cash: Amount
  readonly buyingPower: Amount
  readonly orders: readonly Pick<Order, 'status' | 'side' | 'quantity' | 'symbol'>[]
  readonly fills: readonly { readonly symbol: string }[]
  readonly holdings: readonly { readonly symbol: string; readonly quantity: Quantity }[]
}

export interface Judgement {
  readonly isMet: boolean
  /** What there is: `2 orders`. */
  readonly found: string
}

export function judge(expected: Expectation, account: JudgedAccount): Judgement {
  switch (expected.of) {
    case 'orders': {
      const { status, side, quantity, symbol, count } = expected
      const found = account.orders.filter(
        (order) =>
          (status === null || order.status === status) &&
          (side === null || order.side === side) &&
          (quantity === null || order.quantity.eq(quantity)) &&
          (symbol === null || order.symbol === symbol),
      ).length
      const others = account.orders.length - found
      return { isMet: found === count, found: `${found} such, ${plural(others, 'other')}` }
    }
    case 'fills': {
      const { count, symbol } = expected
      const found = account.fills.filter((fill) => symbol === null || fill.symbol === symbol).length
      return { isMet: found === count, found: plural(found, 'fill') }
    }
    case 'holds': {
      const held = account.holdings.find(({ symbol }) => symbol === expected.symbol)?.quantity
      const isMet = held === undefined ? expected.quantity.eq('0') : held.eq(expected.quantity)
      return { isMet, found: `${held?.toFixed() ?? '0'} ${expected.symbol}` }
    }
    case 'cash':
      return compared(account.cash, expected.comparison, expected.amount)
    case 'buying-power':
      return compared(account.buyingPower, expected.comparison, expected.amount)
  }
}

function compared(found: Amount, comparison: Comparison, amount: Amount): Judgement {
  const order = found.cmp(amount)
  const isMet = {
    '=': order === 0,
    '>=': order >= 0,
    '<=': order <= 0,
    '>': order > 0,
    '<': order < 0,
  }[comparison]
  return { isMet, found: `${found.toFixed(2)} USD` }
}
