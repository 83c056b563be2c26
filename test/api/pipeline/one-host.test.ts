/** Requests that a proxy and this server could read differently. */
import { afterAll, expect, test } from 'bun:test'
import { openApi } from '../../support/api'
import { rawConnection } from '../../support/raw-connection'

const api = await openApi()
const { server } = api.app.listen({ port: 0, hostname: '127.0.0.1' })
afterAll(async () => {
  await api.app.stop(true)
  await api.close()
})

/** Sends a request with these lines in its head; returns the status line and the body. */
async function ask(path: string, ...lines: readonly string[]) {
  const connection = await rawConnection(`http://127.0.0.1:${server?.port}`)
  const head = [`GET ${path} HTTP/1.1`, ...lines, 'X-Service-Request-Id: two-hosts']
  connection.send(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  await connection.closed
  const [top = '', body = ''] = connection.text().split('\r\n\r\n')
  return { status: Number(top.split(' ')[1]), body }
}

const PATHS = ['/v1/quotes?symbol=AAPL', '/v1/nothing', '/livez', '/console/', '/errors']

test.each(PATHS)('[request.one-host] two Host headers are refused at %s', async (path) => {
  for (const other of ['evil.example', 'localhost']) {
    const { status, body } = await ask(path, 'Host: localhost', `Host: ${other}`)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toEqual({
      type: 'validation',
      code: 'host-repeated',
      message: 'The request has more than one Host header.',
      requestId: 'two-hosts',
      docUrl: 'http://localhost/errors/host-repeated',
    })
  }
})

test('[request.one-host] one Host header is answered, whatever its port', async () => {
  expect((await ask('/livez', 'Host: localhost')).status).toBe(200)
  expect((await ask('/livez', 'Host: [::1]:3000')).status).toBe(200)
})
