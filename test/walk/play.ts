/**
 * Traces one placed order and its fill through the whole brokerage, and prints both walks, one
 * function a line: `order src/trading/sequencer.ts:submit`. The client has signed in and
 * placed an order before, and listens to its account's stream.
 *
 *   bun --preload ./test/walk/trace.ts test/walk/play.ts
 */
import { listenAt } from '../../src/compose/listen'
import { freshDatabase } from '../support/database'
import { openSandbox, SANDBOX_CLIENT } from '../support/sandbox-api'
import { entered } from './trace'

const api = await openSandbox(await freshDatabase())
const account = await api.get('/v1/account')
const token = await api.tokenOf(SANDBOX_CLIENT.id, SANDBOX_CLIENT.secret)

listenAt(api.brokerage.app, { port: 0, hostname: '127.0.0.1', keepAliveSeconds: 75 })
const { port } = api.brokerage.app.server ?? {}
const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/stream`)
const messages: { readonly type?: string; readonly event?: string }[] = []
let arrived = Promise.withResolvers<void>()
socket.addEventListener('message', ({ data }) => {
  messages.push(JSON.parse(String(data)))
  arrived.resolve()
})
const message = async (wanted: (type: string | undefined) => boolean): Promise<void> => {
  while (!messages.some(({ type }) => wanted(type))) {
    arrived = Promise.withResolvers()
    await arrived.promise
  }
  messages.length = 0
}
await new Promise((open) => socket.addEventListener('open', open))
socket.send(JSON.stringify({ type: 'authenticate', token }))
await message((type) => type === 'ready')
socket.send(JSON.stringify({ type: 'subscribe', accountId: account.body.accountId }))
await message((type) => type === 'subscribed')

async function place(clientOrderId: string, terms: object): Promise<void> {
  const order = { clientOrderId, symbol: 'AAPL', side: 'BUY', quantity: 10, timeInForce: 'DAY' }
  entered.length = 0
  const placed = await api.post('/v1/orders', { ...order, ...terms })
  if (placed.status !== 200) throw new Error(placed.text)
}
/** One that rests, so that the account's row is kept. */
await place('before', { orderType: 'LIMIT', limitPrice: '1' })
await message((type) => type === 'order')

await place('walk', { orderType: 'MARKET' })
const order = entered.splice(0)
await message((type) => type === 'order')

entered.length = 0
const advanced = await api.advance('PT1S')
await message((type) => type === 'order')
const fill = entered.splice(0)
if (advanced.status !== 200) throw new Error(advanced.text)

const lines = (walk: string, entries: readonly string[]): string =>
  entries
    .filter((entry) => !entry.startsWith('src/market/'))
    .map((entry) => `${walk} ${entry}\n`)
    .join('')
await Bun.write(Bun.stdout, lines('order', order) + lines('fill', fill))
process.exit(0)
