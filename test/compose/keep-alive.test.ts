/** How long an idle connection stays open. */
import { expect, test } from 'bun:test'
import { listenAt } from '../../src/server/compose/control'
import { readConfig } from '../../src/server/config/config'
import { openApi } from '../support/api'
import { rawConnection } from '../support/raw-connection'

test('[run.keep-alive] a connection that is not used is closed by itself, and not by its answer', async () => {
  const api = await openApi()
  listenAt(api.app, { hostname: '127.0.0.1', port: 0, keepAliveSeconds: 1 })
  const connection = await rawConnection(api.app.server?.url.origin ?? '')
  connection.send('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await connection.closed
  await api.app.stop(true)
  const answer = connection.text()
  expect(answer).toStartWith('HTTP/1.1 200')
  expect(answer.toLowerCase()).not.toContain('connection: close')
})

test('[run.keep-alive] is 75 s unless set, which is longer than proxies keep theirs', () => {
  expect(readConfig({})).toMatchObject({ config: { keepAliveSeconds: 75 } })
  expect(readConfig({ KEEP_ALIVE_SECONDS: '200' })).toMatchObject({
    config: { keepAliveSeconds: 200 },
  })
  for (const KEEP_ALIVE_SECONDS of ['0', '256', '1.5', 'x']) {
    expect(readConfig({ KEEP_ALIVE_SECONDS })).toMatchObject({
      faults: [{ variable: 'KEEP_ALIVE_SECONDS' }],
    })
  }
})
