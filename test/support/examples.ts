/** Valid values of the core, of which a test changes only what it is about. */
import type { Account, Holding } from '../../src/core/account/account'
import type { Instrument } from '../../src/core/instrument'
import {
  amount,
  NO_AMOUNT,
  NO_QUANTITY,
  notional,
  price,
  quantity,
  subtract,
} from '../../src/core/money'
import { isOpen, type Order, type OrderRequest } from '../../src/core/order/order'
import type { BidAsk, Prints } from '../../src/core/quote'
import type { MarketHours } from '../../src/core/session'
import { type Instant, Temporal } from '../../src/core/time'

/** A Monday, 10:00 in New York. */
export const NOW = Temporal.Instant.from('2026-03-02T15:00:00Z')
export const REGULAR_CLOSE = Temporal.Instant.from('2026-03-02T21:00:00Z')
export const AFTER_CLOSE = Temporal.Instant.from('2026-03-03T01:00:00Z')
/** The opening auction of the next trading date. */
export const NEXT_OPEN = Temporal.Instant.from('2026-03-03T14:30:00Z')

export const secondsLater = (seconds: number): Instant => NOW.add({ seconds })

export const someHours = (changes: Partial<MarketHours> = {}): MarketHours => ({
  session: 'REGULAR',
  sessionClosesAt: REGULAR_CLOSE,
  nextRegularCloseAt: REGULAR_CLOSE,
  nextOpeningAt: REGULAR_CLOSE,
  ...changes,
})

/** A Saturday: nothing is open before Sunday evening's DAY session. */
export const closedHours = (): MarketHours => ({
  session: 'CLOSED',
  sessionClosesAt: null,
  nextRegularCloseAt: Temporal.Instant.from('2026-03-09T20:00:00Z'),
  nextOpeningAt: Temporal.Instant.from('2026-03-09T00:00:00Z'),
})

export const anAccount = (changes: Partial<Account> = {}): Account => ({
  accountId: 'acc_ANNA0001',
  cash: amount('100000'),
  heldCash: NO_AMOUNT,
  seq: 0,
  lastEventAt: null,
  locked: false,
  fillProfile: 'ideal@1',
  hasConditionalOrders: false,
  ...changes,
})

export const aHolding = (changes: Partial<Holding> = {}): Holding => ({
  accountId: 'acc_ANNA0001',
  symbol: 'AAPL',
  quantity: quantity('100'),
  heldQuantity: NO_QUANTITY,
  purchaseAmount: amount('900'),
  ...changes,
})

export const anInstrument = (changes: Partial<Instrument> = {}): Instrument => ({
  symbol: 'AAPL',
  name: 'Apple Inc.',
  nameKo: null,
  type: 'COMMON_STOCK',
  exchange: 'XNAS',
  sector: null,
  tradable: 'TRADABLE',
  dayMarketTradable: true,
  ...changes,
})

export const aQuote = (changes: Partial<BidAsk> = {}): BidAsk => ({
  symbol: 'AAPL',
  bidPrice: price('9.99'),
  bidSize: quantity('500'),
  askPrice: price('10.01'),
  askSize: quantity('500'),
  bidRenewedAtMs: 0,
  askRenewedAtMs: 0,
  ...changes,
})

/** A second that began at 9.99 / 10.01 and traded from 9.99 to 10.01. */
export const somePrints = (changes: Partial<Prints> = {}): Prints => ({
  lowest: price('9.99'),
  highest: price('10.01'),
  bidPrice: price('9.99'),
  askPrice: price('10.01'),
  ...changes,
})

/** BUY 10 AAPL at 10.00 or better. */
export const aRequest = (changes: Partial<OrderRequest> = {}): OrderRequest => ({
  clientOrderId: 'first',
  symbol: 'AAPL',
  side: 'BUY',
  orderType: 'LIMIT',
  timeInForce: 'DAY',
  quantity: quantity('10'),
  limitPrice: price('10.00'),
  ...changes,
})

/**
 * The order of `aRequest`, accepted at NOW; its hold follows from the changes unless they name it.
 */
export function anOrder(changes: Partial<Order> = {}): Order {
  const request = aRequest(changes)
  const { orderType = 'LIMIT', status = 'SUBMITTED', filledQuantity = NO_QUANTITY } = changes
  const { holdPrice = request.side === 'BUY' ? request.limitPrice : null } = changes
  const holds = holdPrice !== null && isOpen(status)
  return {
    ...request,
    orderType,
    accountId: 'acc_ANNA0001',
    orderId: 'ord_1',
    seq: 1,
    status,
    filledQuantity,
    filledAmount: NO_AMOUNT,
    holdPrice,
    heldCash: holds ? notional(holdPrice, subtract(request.quantity, filledQuantity)) : NO_AMOUNT,
    session: 'REGULAR',
    rejectReason: null,
    cancelReason: null,
    replaces: null,
    replacedBy: null,
    sizing: null,
    requestedAt: NOW,
    updatedAt: NOW,
    cancelRequestedAt: null,
    validUntil: REGULAR_CLOSE,
    queueAhead: NO_QUANTITY,
    queueMovedAt: null,
    ...changes,
  }
}
