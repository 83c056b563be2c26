/** The bad network of `paper chaos`. */
import { expect, test } from 'bun:test'
import { openWire } from '../../src/clients/cli/chaos/command'

const MESSAGES = ['1', '2', '3', '4', '5', '6', '7', '8']

/** Sends each message when the one before it was answered. */
const openBroker = () =>
  Bun.serve({
    port: 0,
    fetch: (request, server) => (server.upgrade(request) ? undefined : new Response('no stream')),
    websocket: {
      open: (socket) => void socket.send(MESSAGES[0] ?? ''),
      message: (socket, last) => void socket.send(MESSAGES[Number(last)] ?? 'end'),
    },
  })

/** The messages that come through, and what was struck. */
async function streamed(target: string, seed: number) {
  const wire = await openWire(target, seed)
  const socket = new WebSocket(`${wire.url.replace('http', 'ws')}/v1/stream?from=1`)
  const came: string[] = []
  await new Promise<void>((ended) => {
    socket.onmessage = ({ data }) => {
      came.push(String(data))
      if (data === 'end') socket.close()
      else socket.send(String(data))
    }
    socket.onclose = () => ended()
  })
  await wire.close()
  return { came, struck: wire.struck }
}

test('[chaos.wire] streams pass the bad network both ways, and one in four is cut', async () => {
  const broker = openBroker()
  const seeds = Array.from({ length: 40 }, (_, index) => index + 1)
  const runs = await Promise.all(seeds.map((seed) => streamed(broker.url.origin, seed)))
  const cut = runs.filter(({ struck }) => struck.length > 0)
  const whole = runs.filter(({ struck }) => struck.length === 0)
  expect(cut.length).toBeWithin(3, 20)
  for (const { came } of whole) expect(came).toEqual([...MESSAGES, 'end'])
  for (const { came, struck } of cut) {
    expect(struck).toEqual(['stream cut: GET /v1/stream'])
    expect(came).toEqual(MESSAGES.slice(0, came.length))
    expect(came.length).toBeLessThan(MESSAGES.length)
  }
  // The same seed cuts the same stream at the same message.
  for (const [index, run] of runs.entries()) {
    if (run.struck.length > 0) expect(await streamed(broker.url.origin, index + 1)).toEqual(run)
  }
  await broker.stop(true)
})

test('[chaos.wire] requests beside the contract are struck as well, the controls and the token endpoint never', async () => {
  const broker = Bun.serve({ port: 0, fetch: () => new Response('done') })
  const wire = await openWire(broker.url.origin, 1)
  for (const path of ['/paper/orders', '/sandbox/clock', '/v1/oauth/token', '/v1/account']) {
    for (let sent = 0; sent < 20; sent++) {
      await fetch(`${wire.url}${path}`).catch(() => {})
    }
  }
  const struck = new Set(wire.struck.map((each) => each.split(' ').at(-1)))
  await wire.close()
  await broker.stop(true)
  expect([...struck]).toEqual(['/paper/orders', '/v1/account'])
})
