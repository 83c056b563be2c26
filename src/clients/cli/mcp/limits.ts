/**
 * Limits of an agent, whatever its model was talked into [mcp.limits]. This program checks them
 * before it sends a request. Pure.
 */
import { MARKET_BUY_HOLD_FACTOR } from '../../../core/limits'
import { type Amount, type Big, type Price, price, quantity } from '../../../core/money'

export interface AgentLimits {
  /** Offers only tools that change nothing. */
  readonly readOnly: boolean
  /** US dollars of one order; null for no limit. */
  readonly maxOrderValue: Amount | null
  /** In upper case; null for all symbols. */
  readonly symbols: ReadonlySet<string> | null
}

export interface AgentOrder {
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly orderType: 'MARKET' | 'LIMIT'
  readonly quantity: string
  readonly limitPrice?: string | undefined
}

/** The prices of a quote, as decimal texts. */
export interface ShownPrices {
  readonly price?: string | null | undefined
  readonly bidPrice?: string | null | undefined
  readonly askPrice?: string | null | undefined
}

export function symbolFault({ symbols }: AgentLimits, ...requested: readonly string[]) {
  const barred = requested.filter(
    (symbol) => symbols !== null && !symbols.has(symbol.toUpperCase()),
  )
  return barred.length === 0
    ? undefined
    : `${barred.join(', ')}: not among the symbols that this agent may use (--symbols).`
}

/** Returns a fault if the order may exceed the limit, and undefined if it does not. */
export function valueFault(
  { maxOrderValue }: AgentLimits,
  order: AgentOrder,
  shown: ShownPrices | undefined,
): string | undefined {
  if (maxOrderValue === null) return undefined
  const value = mostValueOf(order, shown)
  if (value === null) {
    return (
      'The value of this order is not known, since there is no quote, and this agent’s orders ' +
      'are capped (--max-order-value).'
    )
  }
  return value.lte(maxOrderValue)
    ? undefined
    : `This order may be worth ${value.toFixed(2)} USD; this agent’s orders are capped at ` +
        `${maxOrderValue.toFixed(2)} USD (--max-order-value).`
}

/**
 * The highest value of the order in US dollars. A BUY counts at its limit, or at the ask with the
 * server's extra hold. A SELL counts at the higher of its limit and the market, which may pay more
 * than the limit. Null if there is no price.
 */
function mostValueOf(
  { side, orderType, quantity: shares, limitPrice }: AgentOrder,
  shown: ShownPrices | undefined,
): Big | null {
  const limit = orderType === 'LIMIT' && limitPrice !== undefined ? price(limitPrice) : null
  if (side === 'BUY' && limit !== null) return quantity(shares).times(limit)
  const market = highest(shown)
  if (market === null) return null
  const each = limit?.gt(market) ? limit : market
  const value = quantity(shares).times(each)
  return side === 'BUY' ? value.times(price(MARKET_BUY_HOLD_FACTOR)) : value
}

function highest(shown: ShownPrices | undefined): Price | null {
  const texts = [shown?.price, shown?.bidPrice, shown?.askPrice]
  const prices = texts.flatMap((text) => (text ? [price(text.replaceAll(',', ''))] : []))
  return prices.reduce<Price | null>((top, one) => (top?.gte(one) ? top : one), null)
}
