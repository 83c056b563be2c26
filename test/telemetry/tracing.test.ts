/** Spans as a collector receives them, from a separate process: the SDK is global to a process. */
import { afterEach, expect, test } from 'bun:test'
import { killServers, startServer } from '../support/server-process'
import { signIn } from '../support/trader'

afterEach(async () => {
  await killServers()
})

const TRACE = '0af7651916cd43dd8448eb211c80319c'

test('[run.traces] a span of each request is sent with its route and its id, and without a secret', async () => {
  const received: string[] = []
  const collector = Bun.serve({
    port: 0,
    async fetch(request) {
      const sent = Buffer.from(await request.arrayBuffer())
      received.push(`${new URL(request.url).pathname} ${sent} ${sent.toString('hex')}`)
      return new Response(null, { status: 200 })
    },
  })
  const server = startServer({
    DATA_DIR: 'memory',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
  })
  const url = await server.listening
  const trader = await signIn(url)
  await trader.buy('traced-1')
  const asked = await fetch(`${url}/v1/market/quotes?symbols=KO&secret=hidden-query`, {
    headers: {
      'x-service-request-id': 'traced-quote',
      authorization: `Bearer ${trader.token}`,
      cookie: 'session=hidden-cookie',
      traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
    },
  })
  expect(asked.status).toBe(400)
  expect(await server.kill('SIGTERM')).toMatchObject({ status: 0, errors: '' })
  await collector.stop(true)
  const spans = received.join('\n')
  expect(spans).toContain('/v1/traces')
  for (const text of [
    '/v1/market/quotes',
    '/v1/orders',
    '/v1/oauth/token',
    'traced-quote',
    TRACE,
  ]) {
    expect(spans).toContain(text)
  }
  for (const secret of [trader.token, 'sk_test_', 'hidden-query', 'hidden-cookie', 'Bearer']) {
    expect(spans).not.toContain(secret)
  }
})
