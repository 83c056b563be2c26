/** The ingest of live prices over WebSocket. */
import { afterAll, describe, expect, test } from 'bun:test'
import { FEED_KEY, openLiveApi } from '../../support/live-api'

const api = await openLiveApi()
api.app.listen({ port: 0, hostname: '127.0.0.1' })
const address = `127.0.0.1:${api.app.server?.port}`
afterAll(async () => {
  await api.app.stop(true)
  await api.close()
})

/** A source that collects the messages from the server. */
function source() {
  const socket = new WebSocket(`ws://${address}/feed`, { headers: { 'x-feed-key': FEED_KEY } })
  const received: Record<string, unknown>[] = []
  const waiting: ((message: Record<string, unknown>) => void)[] = []
  const closed = Promise.withResolvers<number>()
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data))
    const wait = waiting.shift()
    if (wait === undefined) received.push(message)
    else wait(message)
  }
  socket.onclose = ({ code }) => closed.resolve(code)
  return {
    socket,
    closed: closed.promise,
    next: async () => {
      const first = received.shift()
      return first ?? new Promise<Record<string, unknown>>((resolve) => waiting.push(resolve))
    },
    send: (message: unknown) =>
      socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
  }
}

describe('[live.ingest] WS /feed', () => {
  test('says what is wanted, takes prices, and answers each message', async () => {
    const one = source()
    expect(await one.next()).toEqual({ type: 'wanted', symbols: [] })
    one.send({ type: 'prices', id: 7, quotes: [api.quote('189.98', '190.02')] })
    expect(await one.next()).toEqual({ type: 'taken', id: 7, accepted: 1, rejected: {} })
    expect(await api.shown()).toMatchObject({ outcome: 'OK', bidPrice: '189.98' })
    await api.wait(1_000)
    // [live.wanted]
    expect(await one.next()).toEqual({ type: 'wanted', symbols: ['AAPL'] })
    const other = source()
    expect(await other.next()).toEqual({ type: 'wanted', symbols: ['AAPL'] })
    expect((await api.status()).body).toMatchObject({
      sources: 2,
      symbols: [{ symbol: 'AAPL', wanted: true, state: 'FRESH', ageMs: expect.any(Number) }],
    })
    one.socket.close()
    other.socket.close()
    await one.closed
  })

  test('[live.rejected] names an unknown symbol with its code, and takes the rest', async () => {
    const one = source()
    await one.next()
    const quotes = [api.quote('1', '2', 'NOBODY'), api.quote('70', '71', 'KO')]
    one.send({ type: 'prices', id: 9, quotes })
    const item = { item: 'quotes.0', symbol: 'NOBODY', reason: 'unknown', code: 'symbol-not-found' }
    expect(await one.next()).toEqual({
      type: 'taken',
      id: 9,
      accepted: 1,
      rejected: { unknown: 1 },
      items: [item],
    })
    one.socket.close()
    await one.closed
  })

  test('refuses a message whole, says why, and after 20 of them closes', async () => {
    const one = source()
    await one.next()
    const bad = { ...api.quote('189.98', '190.02'), bidPrice: '0' }
    one.send({ type: 'prices', id: 1, quotes: [bad] })
    expect(await one.next()).toMatchObject({
      type: 'error',
      id: 1,
      error: { code: 'invalid-parameter', param: 'quotes.0.bidPrice' },
    })
    one.send('NaN')
    expect(await one.next()).toMatchObject({ error: { code: 'malformed-message' } })
    one.send({ type: 'subscribe' })
    expect(await one.next()).toMatchObject({ error: { code: 'malformed-message' } })
    one.send({ type: 'prices', quotes: [{}] })
    expect(await one.next()).toMatchObject({ error: { code: 'missing-parameter' } })
    for (let again = 0; again < 20; again++) one.send('{')
    expect(await one.closed).toBe(1008)
  })

  test('[live.limits] a message of a megabyte closes the connection, and is counted', async () => {
    const before = Object((await api.status()).body).refusedMessages
    const one = source()
    await one.next()
    one.send({ type: 'prices', quotes: [], padding: 'x'.repeat(1_000_000) })
    expect([1006, 1009]).toContain(await one.closed)
    await api.wait(0)
    expect(Object((await api.status()).body).refusedMessages).toBe(before + 1)
  })

  test('[live.limits] streams of orders take no longer messages than elsewhere', async () => {
    const token = await api.signIn()
    const socket = new WebSocket(`ws://${address}/v1/stream`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const closed = new Promise<number>((resolve) => {
      socket.onclose = ({ code }) => resolve(code)
    })
    socket.onopen = () => socket.send(JSON.stringify({ type: 'subscribe', x: 'x'.repeat(5_000) }))
    expect(await closed).toBe(1009)
  })

  test('[live.ingest] a wrong key is refused before there is a connection', async () => {
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    const knock = (headers: Readonly<Record<string, string>>) =>
      fetch(`http://${address}/feed`, { headers: { ...upgrade, ...headers } })
    const wrong = await knock({ 'x-feed-key': 'not-the-key-of-this-server' })
    expect([wrong.status, Object(await wrong.json()).code]).toEqual([401, 'invalid-feed-key'])
    const none = await knock({})
    expect([none.status, Object(await none.json()).code]).toEqual([401, 'feed-key-required'])
  })
})
