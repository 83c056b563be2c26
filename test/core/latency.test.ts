import { expect, test } from 'bun:test'
import { arrivesAt } from '../../src/core/order/latency'
import { NOW } from '../support/examples'

test('[profile.strict-latency] an order under strict has a latency of 50 to 400 ms drawn from the seed and the order', () => {
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
