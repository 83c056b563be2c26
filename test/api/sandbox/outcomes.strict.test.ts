/** Forced outcomes on orders of an account under `strict`. */
import { expect, test } from 'bun:test'
import { must } from '../../support/answers'
import { freshDatabase } from '../../support/database'
import { orderOf } from '../../support/orders'
import { openSandbox } from '../../support/sandbox-api'

test('[profile.strict-latency] a held order does not end at a tick before its arrival', async () => {
  const api = await openSandbox(await freshDatabase(), {
    MARKET_CLOCK: '2026-03-02T10:00:00.980-05:00',
    MARKET_SPEED: '0',
    FILL_PROFILE: 'strict',
  })
  must(await api.put('/sandbox/outcomes', { result: 'hold' }))
  const order = orderOf({ quantity: 1, limitPrice: 99, timeInForce: 'IOC' })
  const { orderId } = must(await api.post('/v1/orders', order))
  const statusAfter = async (duration: string) => {
    await api.advance(duration)
    return must(await api.get(`/v1/orders/${orderId}`)).status
  }
  expect(await statusAfter('PT0.02S')).toBe('SUBMITTED')
  expect(await statusAfter('PT1S')).toBe('CANCELED')
  await api.close()
})
