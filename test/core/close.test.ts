import { describe, expect, test } from 'bun:test'
import { percent, quantity } from '../../src/core/money'
import { type CloseRequest, close } from '../../src/core/order/close'
import type { OrderToPlace } from '../../src/core/order/order'
import type { PlaceFacts } from '../../src/core/order/place'
import { isRefused } from '../../src/core/refusals'
import { aHolding, anAccount, anInstrument, anOrder } from '../support/examples'
import { anAttempt } from '../support/place-attempts'

const HELD = aHolding({ quantity: quantity('10'), heldQuantity: quantity('7') })

const closing = (request: Partial<CloseRequest> = {}, facts: Partial<PlaceFacts> = {}) => {
  const { facts: all } = anAttempt({}, { account: anAccount(), holding: HELD, ...facts })
  const whole = { clientOrderId: 'close', symbol: 'AAPL', percent: percent('100') }
  return close({ ...whole, kind: 'CLOSE', ...request }, all)
}

function saleOf(outcome: ReturnType<typeof closing>): OrderToPlace {
  if (isRefused(outcome) || 'replayed' in outcome) throw new Error(JSON.stringify(outcome))
  return outcome.sale
}

describe('[close.cancels] the close of a holding', () => {
  test('sells all shares at the market, also those that are held', () => {
    const sale = saleOf(closing())
    expect(sale).toMatchObject({ side: 'SELL', orderType: 'MARKET', timeInForce: 'DAY' })
    expect(sale.quantity.toFixed()).toBe('10')
  })

  test('is refused as its sale would be', () => {
    const suspended = { instrument: anInstrument({ tradable: 'SUSPENDED' }) }
    expect(closing({}, suspended)).toMatchObject({ refused: 'instrument-suspended' })
    expect(closing({}, { halted: true })).toMatchObject({ refused: 'trading-halted' })
    expect(closing({}, { quote: undefined })).toMatchObject({ refused: 'quote-unavailable' })
  })
})

describe('[close.quantity] the part of a holding that is closed', () => {
  const sold = (part: string, held: string): string => {
    const holding = aHolding({ quantity: quantity(held) })
    return saleOf(closing({ percent: percent(part) }, { holding })).quantity.toFixed()
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
    expect(closing({}, { holding })).toEqual({
      refused: 'holding-not-found',
      data: { symbol: 'AAPL' },
    })
  })
})

describe('[close.replay] the same clientOrderId', () => {
  const sale = saleOf(closing({ percent: percent('50') }))
  const prior = anOrder({ ...sale, orderType: 'MARKET', sizing: sale.sizing ?? null })

  test('with the same close is answered with its order, also when the shares are gone', () => {
    const holding = aHolding({ quantity: quantity('0') })
    expect(closing({ percent: percent('50.0') }, { prior, holding })).toEqual({
      replayed: prior,
    })
  })

  test('with another part, another holding, or all of them is a conflict', () => {
    const others = [{ percent: percent('51') }, { symbol: 'MSFT' }, { kind: 'CLOSE_ALL' as const }]
    for (const other of others) {
      expect(closing({ percent: percent('50'), ...other }, { prior })).toMatchObject({
        refused: 'idempotency-key-conflict',
      })
    }
  })

  test('with an order as it was placed is a conflict', () => {
    const placed = anOrder({ side: 'SELL', orderType: 'MARKET', limitPrice: null })
    expect(closing({}, { prior: placed })).toMatchObject({
      refused: 'idempotency-key-conflict',
    })
  })
})
