import { describe, expect, test } from 'bun:test'
import { price, quantity } from '../../src/core/money'
import { arrivesAt, queueAfter, queueOnArrival } from '../../src/core/order/strict'
import { anOrder, aQuote, aRequest, NOW, secondsLater } from '../support/examples'

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
})
