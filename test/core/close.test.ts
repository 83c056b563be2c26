import { describe, expect, test } from 'bun:test'
import { percent, quantity } from '../../src/core/money'
import { type Closed, type CloseRequest, close } from '../../src/core/order/close'
import type { Order } from '../../src/core/order/order'
import type { PlaceFacts } from '../../src/core/order/place'
import { isRefused } from '../../src/core/refusals'
import { aHolding, anAccount, anInstrument, anOrder } from '../support/examples'
import { anAttempt } from '../support/place-attempts'

const HELD = aHolding({ quantity: quantity('10'), heldQuantity: quantity('7') })
const SALES = [
  anOrder({ orderId: 'ord_1', side: 'SELL', holdPrice: null, quantity: quantity('4') }),
  anOrder({
    orderId: 'ord_2',
    side: 'SELL',
    holdPrice: null,
    status: 'PENDING_CANCEL',
    quantity: quantity('3'),
  }),
]

const closing = (
  request: Partial<CloseRequest> = {},
  open: readonly Order[] = SALES,
  facts: Partial<PlaceFacts> = {},
) => {
  const { facts: all } = anAttempt({}, { account: anAccount({ seq: 2 }), holding: HELD, ...facts })
  const whole = { clientOrderId: 'close', symbol: 'AAPL', percent: percent('100') }
  return close({ ...whole, kind: 'CLOSE', ...request }, open, all)
}

function doneOf(outcome: ReturnType<typeof closing>): Extract<Closed, { canceled: unknown }> {
  if (isRefused(outcome) || 'replayed' in outcome) throw new Error(JSON.stringify(outcome))
  return outcome
}

describe('[close.cancels] the close of a holding', () => {
  test('ends the orders that hold its shares, also those that are being canceled', () => {
    const { canceled, accepted } = doneOf(closing())
    expect(canceled.map(({ order }) => [order.orderId, order.status, order.cancelReason])).toEqual([
      ['ord_1', 'CANCELED', 'holding-closed'],
      ['ord_2', 'CANCELED', 'holding-closed'],
    ])
    expect(canceled.map(({ event }) => event.seq)).toEqual([3, 4])
    expect(accepted.event.seq).toBe(5)
  })

  test('sells all shares at the market', () => {
    const { accepted } = doneOf(closing())
    expect(accepted.order).toMatchObject({
      side: 'SELL',
      orderType: 'MARKET',
      timeInForce: 'DAY',
      status: 'SUBMITTED',
    })
    expect(accepted.order.quantity.toFixed()).toBe('10')
    expect(accepted.holding.heldQuantity.toFixed()).toBe('10')
  })

  test('leaves the orders that buy, and those of other holdings', () => {
    const others = [anOrder({ side: 'BUY' }), anOrder({ symbol: 'MSFT', side: 'SELL' })]
    const holding = aHolding({ quantity: quantity('10') })
    expect(doneOf(closing({}, others, { holding })).canceled).toEqual([])
  })

  test('is refused as its sale would be', () => {
    const suspended = { instrument: anInstrument({ tradable: 'SUSPENDED' }) }
    expect(closing({}, SALES, suspended)).toMatchObject({ refused: 'instrument-suspended' })
    expect(closing({}, SALES, { halted: true })).toMatchObject({ refused: 'trading-halted' })
    expect(closing({}, SALES, { quote: undefined })).toMatchObject({ refused: 'quote-unavailable' })
  })
})

describe('[close.quantity] the part of a holding that is closed', () => {
  const sold = (part: string, held: string): string => {
    const holding = aHolding({ quantity: quantity(held) })
    const { accepted } = doneOf(closing({ percent: percent(part) }, [], { holding }))
    return accepted.order.quantity.toFixed()
  }

  test('is rounded down to 6 places', () => {
    expect(sold('50', '10')).toBe('5')
    expect(sold('33.33', '1')).toBe('0.3333')
    expect(sold('50', '0.000003')).toBe('0.000001')
  })

  test('is at least the smallest part of a share', () => {
    expect(sold('1', '0.000003')).toBe('0.000001')
  })

  test('without a share there is nothing to close', () => {
    const holding = aHolding({ quantity: quantity('0') })
    expect(closing({}, [], { holding })).toEqual({
      refused: 'holding-not-found',
      data: { symbol: 'AAPL' },
    })
  })
})

describe('[close.replay] the same clientOrderId', () => {
  const { accepted } = doneOf(closing({ percent: percent('50') }))
  const prior: Order = { ...accepted.order, status: 'FILLED' }

  test('with the same close is answered with its order, also when the shares are gone', () => {
    const holding = aHolding({ quantity: quantity('0') })
    expect(closing({ percent: percent('50.0') }, [], { prior, holding })).toEqual({
      replayed: prior,
    })
  })

  test('with another part, another holding, or all of them is a conflict', () => {
    const others = [{ percent: percent('51') }, { symbol: 'MSFT' }, { kind: 'CLOSE_ALL' as const }]
    for (const other of others) {
      expect(closing({ percent: percent('50'), ...other }, [], { prior })).toMatchObject({
        refused: 'idempotency-key-conflict',
      })
    }
  })

  test('with an order as it was placed is a conflict', () => {
    const placed = anOrder({ side: 'SELL', orderType: 'MARKET', limitPrice: null })
    expect(closing({}, [], { prior: placed })).toMatchObject({
      refused: 'idempotency-key-conflict',
    })
  })
})
