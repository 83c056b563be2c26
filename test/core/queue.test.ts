import { expect, test } from 'bun:test'
import { price, quantity } from '../../src/core/money'
import { queueAfter, queueOnArrival } from '../../src/core/order/queue'
import { anOrder, aQuote, aRequest, NOW, secondsLater, somePrints } from '../support/examples'

test('[profile.strict-queue] a queue under strict is what is shown at its price when an order comes to rest', () => {
  const at = (limit: string) =>
    queueOnArrival(aRequest({ limitPrice: price(limit) }), aQuote()).toFixed()
  expect(['10.00', '9.99', '9.95'].map(at)).toEqual(['0', '500', '500'])
})

const moves = (traded: string) => ({ seed: 1, traded: () => quantity(traded) })

test('[profile.strict-queue] a queue under strict shrinks by what trades at its price, once a tick', () => {
  const order = anOrder({ limitPrice: price('9.99'), queueAhead: quantity('100') })
  const at = (ask: string) => aQuote({ askPrice: price(ask) })
  expect(queueAfter(order, at('10.00'), moves('40'), NOW)).toBe(order)
  const shrunk = queueAfter(order, at('9.99'), moves('40'), NOW)
  expect(shrunk.queueAhead.toFixed()).toBe('60')
  expect(queueAfter(shrunk, at('9.99'), moves('40'), NOW)).toBe(shrunk)
  const through = queueAfter(shrunk, at('9.98'), moves('1'), secondsLater(1))
  expect(through.queueAhead.toFixed()).toBe('0')
})

test('[profile.strict-queue] prints at the limit shrink the queue, and a print beyond the limit ends it', () => {
  const order = anOrder({ limitPrice: price('9.99'), queueAhead: quantity('100') })
  const to = (lowest: string) => aQuote({ prints: somePrints({ lowest: price(lowest) }) })
  const left = (lowest: string) => queueAfter(order, to(lowest), moves('40'), NOW).queueAhead
  expect(['10.00', '9.99', '9.98'].map((lowest) => left(lowest).toFixed())).toEqual([
    '100',
    '60',
    '0',
  ])
})

test('[profile.strict-queue] cancels halve the queue in a time between 4 and 30 seconds, which the seed and the order decide', () => {
  const halvedBy = (orderId: string): number => {
    const order = anOrder({ orderId, limitPrice: price('9.99'), queueAhead: quantity('1000') })
    const quote = aQuote({ askPrice: price('9.99') })
    const leftAt = (second: number) =>
      queueAfter(order, quote, moves('0'), order.requestedAt.add({ milliseconds: second * 100 }))
    for (let tenths = 1; tenths < 1_000; tenths++) {
      if (leftAt(tenths).queueAhead.lt('1000')) {
        expect(leftAt(tenths).queueAhead.toFixed()).toBe('500')
        expect(leftAt(4 * tenths).queueAhead.toFixed()).toBe('62')
        return tenths / 10
      }
    }
    return Number.POSITIVE_INFINITY
  }
  const times = Array.from({ length: 200 }, (_, index) => halvedBy(`ord_${index}`))
  expect(Math.min(...times)).toBeGreaterThanOrEqual(4)
  expect(Math.max(...times)).toBeLessThanOrEqual(30.1)
  expect(new Set(times).size).toBeGreaterThan(50)
  expect(halvedBy('ord_1')).toBe(times[1] ?? 0)
})
