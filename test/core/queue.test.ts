import { expect, test } from 'bun:test'
import { price, quantity } from '../../src/core/money'
import { queueAfter, queueOnArrival } from '../../src/core/order/queue'
import { anOrder, aQuote, aRequest, NOW, secondsLater } from '../support/examples'

test('[profile.strict-queue] a queue under strict is what is shown at its price when an order comes to rest', () => {
  const at = (limit: string) =>
    queueOnArrival(aRequest({ limitPrice: price(limit) }), aQuote()).toFixed()
  expect(['10.00', '9.99', '9.95'].map(at)).toEqual(['0', '500', '500'])
})

test('[profile.strict-queue] a queue under strict shrinks by what trades at its price, once a tick', () => {
  const order = anOrder({ limitPrice: price('9.99'), queueAhead: quantity('100') })
  const at = (ask: string) => aQuote({ askPrice: price(ask) })
  expect(queueAfter(order, at('10.00'), quantity('40'), NOW)).toBe(order)
  const shrunk = queueAfter(order, at('9.99'), quantity('40'), NOW)
  expect(shrunk.queueAhead.toFixed()).toBe('60')
  expect(queueAfter(shrunk, at('9.99'), quantity('40'), NOW)).toBe(shrunk)
  const through = queueAfter(shrunk, at('9.98'), quantity('1'), secondsLater(1))
  expect(through.queueAhead.toFixed()).toBe('0')
})
