import { describe, expect, test } from 'bun:test'
import { price, quantity } from '../../src/core/money'
import {
  allowance,
  arrivesAt,
  impactOf,
  queueAfter,
  queueOnArrival,
  type TradedVolume,
} from '../../src/core/order/strict'
import { anOrder, aQuote, aRequest, NOW, secondsLater } from '../support/examples'

const tape = (changes: Partial<TradedVolume> = {}): TradedVolume => ({
  lately: quantity('40'),
  recent: quantity('10000'),
  recentLow: price('9.90'),
  recentHigh: price('10.10'),
  minute: { low: price('9.90'), high: price('10.10') },
  ...changes,
})

describe('strict', () => {
  test('[profile.strict-latency] draws a latency of 50 to 400 ms from the seed and the order', () => {
    const drawn = (seed: number, orderId: string) =>
      arrivesAt({ orderId, requestedAt: NOW }, seed).since(NOW).total('milliseconds')
    const ids = Array.from({ length: 1_000 }, (_, index) => `ord_${index}`)
    const all = ids.map((id) => drawn(1, id))
    expect(Math.min(...all)).toBeGreaterThanOrEqual(50)
    expect(Math.max(...all)).toBeLessThanOrEqual(400)
    expect(new Set(all).size).toBeGreaterThan(150)
    expect(ids.map((id) => drawn(1, id))).toEqual(all)
    expect(ids.map((id) => drawn(2, id))).not.toEqual(all)
  })

  test('[profile.strict-share] an account may take a tenth of the trading, and a share of almost none', () => {
    expect(allowance(tape(), undefined, NOW).toFixed()).toBe('1000')
    expect(allowance(tape({ recent: quantity('3') }), undefined, NOW).toFixed()).toBe('1')
  })

  test('[profile.strict-queue] a queue is what is shown at its price when an order comes to rest', () => {
    const at = (limit: string) =>
      queueOnArrival(aRequest({ limitPrice: price(limit) }), aQuote()).toFixed()
    expect(['10.00', '9.99', '9.95'].map(at)).toEqual(['0', '500', '500'])
  })

  test('[profile.strict-queue] a queue shrinks by what trades at its price, once a tick', () => {
    const order = anOrder({ limitPrice: price('9.99'), queueAhead: quantity('100') })
    const at = (ask: string) => aQuote({ askPrice: price(ask) })
    expect(queueAfter(order, at('10.00'), quantity('40'), NOW)).toBe(order)
    const shrunk = queueAfter(order, at('9.99'), quantity('40'), NOW)
    expect(shrunk.queueAhead.toFixed()).toBe('60')
    expect(queueAfter(shrunk, at('9.99'), quantity('40'), NOW)).toBe(shrunk)
    const through = queueAfter(shrunk, at('9.98'), quantity('1'), secondsLater(1))
    expect(through.queueAhead.toFixed()).toBe('0')
  })

  test('[profile.strict-impact] a MARKET order finds nothing beyond a size of 0', () => {
    const beyond = impactOf(tape(), { BUY: quantity('1000'), SELL: quantity('1000') })
    const asked = (shown: string, taken: string) =>
      beyond({
        side: 'BUY',
        price: price('10.00'),
        wanted: quantity('300'),
        shown: quantity(shown),
        taken: quantity(taken),
      }).quantity.toFixed()
    expect(asked('0', '0')).toBe('0')
    expect(asked('0', '50')).toBe('300')
    expect(asked('50', '0')).toBe('300')
  })
})
