/** What a proxy and this server would read differently. */
import { expect, test } from 'bun:test'
import { openApi } from '../../support/api'
import { rawConnection } from '../../support/raw-connection'

test('[request.one-host] a request with two Host headers is 400, and one with one is answered', async () => {
  const api = await openApi()
  const { server } = api.app.listen({ port: 0, hostname: '127.0.0.1' })
  const ask = async (hosts: string): Promise<string> => {
    const connection = await rawConnection(`http://127.0.0.1:${server?.port}`)
    connection.send(`GET /livez HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`)
    await connection.received('\r\n\r\n')
    return connection.text().split('\r\n', 1)[0] ?? ''
  }
  expect(await ask('Host: localhost\r\nHost: evil.example')).toBe('HTTP/1.1 400 Bad Request')
  expect(await ask('Host: localhost\r\nHost: localhost')).toBe('HTTP/1.1 400 Bad Request')
  expect(await ask('Host: localhost')).toBe('HTTP/1.1 200 OK')
  await api.app.stop(true)
  await api.close()
})
