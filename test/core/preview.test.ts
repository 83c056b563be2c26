import { describe, expect, test } from 'bun:test'
import { amount, NO_QUANTITY, price, quantity } from '../../src/core/money'
import { PLACE_REFUSALS, PREVIEW_REFUSALS } from '../../src/core/order/place'
import { type Preview, preview } from '../../src/core/order/preview'
import { isRefused } from '../../src/core/refusals'
import { aHolding, anAccount, aQuote, closedHours, NEXT_OPEN } from '../support/examples'
import { anAttempt, GUILTY, isGuilt, refusalOf } from '../support/place-attempts'

const MARKET = { orderType: 'MARKET', limitPrice: null } as const

/** The preview of an attempt that could be placed at some time. */
function previewOf({ request, facts }: ReturnType<typeof anAttempt>): Preview {
  const outcome = preview(request, facts)
  if (isRefused(outcome)) throw new Error(`Refused: ${outcome.refused}`)
  return outcome
}

const estimateOf = (...changes: Parameters<typeof anAttempt>) => {
  const { price, amount } = previewOf(anAttempt(...changes))
  return [price?.toFixed(), amount.toFixed()]
}

describe('[preview.fields] the preview of an order that would be accepted', () => {
  test('the preview of an acceptable order has no rejectReason', () => {
    expect(previewOf(anAttempt())).toEqual({
      quantity: quantity('10'),
      price: price('10.00'),
      amount: amount('100'),
      hold: amount('100'),
      rejectReason: null,
    })
  })

  test('the preview of a LIMIT order is estimated at its limit, on both sides', () => {
    for (const side of ['BUY', 'SELL'] as const) {
      expect(estimateOf({ side, limitPrice: price('9.50') })).toEqual(['9.5', '95'])
    }
  })

  test('the preview of a MARKET order is estimated at the shown price, without the 3 %', () => {
    expect(estimateOf({ ...MARKET, side: 'BUY' })).toEqual(['10.01', '100.1'])
    expect(estimateOf({ ...MARKET, side: 'SELL' })).toEqual(['9.99', '99.9'])
  })

  test('the preview of a LIMIT order needs no price of the market', () => {
    expect(estimateOf({}, { quote: undefined })).toEqual(['10', '100'])
  })

  test('the amounts of a preview are exact', () => {
    const quote = aQuote({ askPrice: price('0.9999') })
    expect(estimateOf({ ...MARKET, quantity: quantity('0.000001') }, { quote })).toEqual([
      '0.9999',
      '0.0000009999',
    ])
  })
})

const isOfTerms = (code: string) => PREVIEW_REFUSALS.some((known) => known === code)
const NEVER = PLACE_REFUSALS.filter(isGuilt).filter(isOfTerms)
const NOW_ONLY = PLACE_REFUSALS.filter(isGuilt).filter(
  (code) => !isOfTerms(code) && code !== 'idempotency-key-conflict',
)

describe('[preview.reasons] a preview says why the order would be refused now', () => {
  for (const code of NOW_ONLY) {
    test(code, () => {
      const { rejectReason, quantity } = previewOf(GUILTY[code](anAttempt()))
      expect(rejectReason).toBe(code)
      expect(quantity.toFixed()).toBe('10')
    })
  }

  test('a preview with a rejectReason keeps the estimate', () => {
    const account = anAccount({ cash: amount('0') })
    expect(estimateOf({}, { account })).toEqual(['10', '100'])
    const holding = aHolding({ quantity: NO_QUANTITY })
    expect(estimateOf({ ...MARKET, side: 'SELL' }, { holding })).toEqual(['9.99', '99.9'])
  })

  test('without a price of the market a MARKET order has none and costs nothing known', () => {
    for (const side of ['BUY', 'SELL'] as const) {
      const blind = previewOf(anAttempt({ ...MARKET, side }, { quote: undefined }))
      expect(blind.price).toBeNull()
      expect(blind.amount.toFixed()).toBe('0')
      expect(blind.rejectReason).toBe('quote-unavailable')
    }
  })

  test('a DAY order waits for the next session, an IOC and a FOK do not', () => {
    const rejectReasonOf = (timeInForce: 'DAY' | 'IOC' | 'FOK' | 'OPG' | 'CLS') =>
      previewOf(anAttempt({ timeInForce }, { hours: closedHours(), auctionAt: NEXT_OPEN }))
        .rejectReason
    for (const force of ['DAY', 'OPG', 'CLS'] as const) expect(rejectReasonOf(force)).toBeNull()
    for (const force of ['IOC', 'FOK'] as const)
      expect(rejectReasonOf(force)).toBe('order-hours-closed')
  })
})

describe('[preview.reasons] a preview is refused like the order itself for what can never be valid', () => {
  for (const code of NEVER) {
    test(code, () => {
      const attempt = GUILTY[code](anAttempt())
      const outcome = preview(attempt.request, attempt.facts)
      expect<unknown>(outcome).toMatchObject({ refused: code })
      expect<unknown>(outcome).toEqual(refusalOf(attempt))
    })

    for (const other of NOW_ONLY.filter((one) => one !== 'quote-unavailable')) {
      test(`${code} before ${other}`, () => {
        const { request, facts } = GUILTY[code](GUILTY[other](anAttempt()))
        const outcome = preview(request, facts)
        expect<unknown>(outcome).toMatchObject({ refused: code })
      })
    }
  }
})

test('[preview.reasons] of several reasons a preview names the one that the placing would be refused for', () => {
  for (const one of NOW_ONLY) {
    for (const other of NOW_ONLY) {
      const attempt = GUILTY[one](GUILTY[other](anAttempt()))
      expect(previewOf(attempt).rejectReason).toBe(refusalOf(attempt)?.refused ?? null)
    }
  }
})
