/** The application listening on a free port, with one account and its client's stream. */
import { listenAt } from '../../src/server/compose/control'
import { type ApiSettings, openApi } from './api'
import { type Opened, openStream, type StreamClient, subscribed } from './stream-client'

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
} as const

export type StreamApi = Awaited<ReturnType<typeof openStreamApi>>

export async function openStreamApi(settings: ApiSettings = {}) {
  const api = await openApi({ accounts: ['acc_A'], ...settings })
  const { floor, app, stream, events } = api
  floor.feed.show('AAPL', '9.99', '10.00', '40')
  const token = await api.signIn()
  listenAt(app, { port: 0, hostname: '127.0.0.1', keepAliveSeconds: 75 })
  const origin = `http://127.0.0.1:${app.server?.port}`
  const url = `ws://127.0.0.1:${app.server?.port}/v1/stream`
  if (stream === null || events === null) throw new Error('the stream is on')
  return {
    ...api,
    stream,
    events,
    token,
    origin,
    url,
    open: (opened: Opened = { token }): StreamClient => openStream(url, opened),
    /** The answer to a request for a stream that is refused. */
    knock: (headers: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(`${origin}/v1/stream`, { headers: { ...UPGRADE, ...headers } }),
    /** Signed in, and subscribed to acc_A. */
    follow: (since?: number): Promise<StreamClient> => subscribed(url, token, since),
    /** An order that is filled in two ticks and cancelled between them: five events. */
    async trade(): Promise<void> {
      const orderId = await floor.order('acc_A', { quantity: '100' })
      await floor.advance('PT1S')
      await floor.cancel('acc_A', orderId)
      await floor.advance('PT1S')
    },
    async stop(): Promise<void> {
      stream.close()
      await app.stop(true)
      await api.close()
    },
  }
}
