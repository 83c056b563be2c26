/** The events of orders against a server that the test plays. */
import { describe, expect, test } from 'bun:test'
import {
  type OrderEventsOptions,
  openClient,
  RefusalError,
  type StreamState,
} from '../../src/clients/sdk'
import type { After } from '../../src/clients/sdk/order-events'
import { type FakeSocket, fakeNetwork, notedTimers } from '../support/fake-socket'
import { legEvent, orderEvent } from '../support/order-event'

const SILENCE_MS = 15_000

function following(options: OrderEventsOptions = {}, after?: After) {
  const network = fakeNetwork()
  const timers = notedTimers(SILENCE_MS)
  const states: StreamState[] = []
  let issued = 0
  const client = openClient({
    url: 'http://broker.test/',
    token: async () => `token-${++issued}`,
    WebSocket: network.WebSocket,
    random: () => 0,
    after: after ?? timers.after,
  })
  const events = client.orderEvents({ ...options, onState: (state) => states.push(state) })
  const reader = events[Symbol.asyncIterator]()
  return { client, network, timers, states, events, next: () => reader.next() }
}

/** Resolves once the client has responded to what it received. */
const answered = () => new Promise((resolve) => setImmediate(resolve))

/** Signed in and subscribed; the first `next()` must have been called. */
async function live(socket: FakeSocket, since: number): Promise<void> {
  socket.open()
  socket.deliver({ type: 'ready', accounts: [{ accountId: 'acc_A', lastSeq: since }] })
  await answered()
  socket.deliver({ type: 'subscribed', accountId: 'acc_A', since })
}

const error = (type: string, code: string) => ({
  type: 'error',
  error: { type, code, message: `It is ${code}.`, docUrl: 'http://broker.test/errors' },
})

test('[run.cell-ids] the SDK names the cell of its token in the address of the stream', async () => {
  const network = fakeNetwork()
  const { WebSocket } = network
  const client = openClient({ url: 'http://broker.test', token: async () => 'a.tok_en', WebSocket })
  const events = client.orderEvents({ since: 0 })
  const first = events[Symbol.asyncIterator]().next()
  expect((await network.connection()).url).toBe('ws://broker.test/v1/stream?cell=a')
  events.close()
  await first
})

test('[stream.first-message] the SDK sends its token first, then its subscription', async () => {
  const { network, next } = following({ accountId: 'acc_A', since: 3 })
  const first = next()
  const socket = await network.connection()
  expect(socket.url).toBe('ws://broker.test/v1/stream')
  await live(socket, 3)
  socket.deliver(orderEvent(4))
  expect((await first).value).toMatchObject({ seq: 4 })
  expect(socket.said).toEqual([
    { type: 'authenticate', token: 'token-1' },
    { type: 'subscribe', accountId: 'acc_A', since: 3 },
  ])
})

test('[stream.reconnect] the SDK resumes from the last event that it delivered', async () => {
  const { network, next, states } = following()
  const first = next()
  const before = await network.connection()
  await live(before, 7)
  before.deliver(orderEvent(8))
  await first
  const second = next()
  before.drop()
  const after = await network.connection()
  await live(after, 8)
  expect(after.said).toContainEqual({ type: 'subscribe', accountId: 'acc_A', since: 8 })
  after.deliver(orderEvent(9))
  expect((await second).value).toMatchObject({ seq: 9 })
  expect(states.map(({ state }) => state)).toEqual([
    'connecting',
    'live',
    'waiting',
    'connecting',
    'live',
  ])
})

test('the SDK delivers what it received before a cut before it connects again', async () => {
  const { network, next } = following()
  const first = next()
  const socket = await network.connection()
  await live(socket, 0)
  for (const seq of [1, 2, 3]) socket.deliver(orderEvent(seq))
  socket.drop()
  expect((await first).value).toMatchObject({ seq: 1 })
  expect((await next()).value).toMatchObject({ seq: 2 })
  expect((await next()).value).toMatchObject({ seq: 3 })
})

test('the SDK waits longer after each failure, until it is subscribed again', async () => {
  const { network, next, timers } = following()
  const first = next()
  for (let failure = 0; failure < 4; failure++) (await network.connection()).drop()
  const socket = await network.connection()
  await live(socket, 0)
  socket.deliver(orderEvent(1))
  await first
  void next()
  socket.drop()
  await network.connection()
  expect(timers.waits).toEqual([125, 250, 500, 1_000, 125])
})

test('the SDK does not deliver events after a gap: it connects again', async () => {
  const { network, next } = following()
  const first = next()
  const socket = await network.connection()
  await live(socket, 0)
  socket.deliver(orderEvent(2))
  const again = await network.connection()
  expect(socket.closedByClient).toBe(true)
  await live(again, 0)
  again.deliver(orderEvent(1))
  expect((await first).value).toMatchObject({ seq: 1 })
})

test('the SDK gives a connection up that is silent for two spans', async () => {
  const { network, next, timers, states } = following()
  void next()
  const socket = await network.connection()
  await live(socket, 0)
  timers.passSilence()
  expect(socket.closedByClient).toBe(false)
  timers.passSilence()
  expect(socket.closedByClient).toBe(true)
  await network.connection()
  expect(states).toContainEqual({
    state: 'waiting',
    retryInMs: 125,
    reason: 'the server sent nothing for too long',
  })
})

test('the SDK keeps 10,000 messages for a slow reader, and resumes after them', async () => {
  const { network, next } = following()
  const first = next()
  const socket = await network.connection()
  await live(socket, 0)
  await answered()
  for (let seq = 1; seq <= 10_005; seq++) socket.deliver(orderEvent(seq))
  expect(socket.closedByClient).toBe(true)
  const given = [(await first).value?.seq]
  while (given.length < 10_000) given.push((await next()).value?.seq)
  const rest = next()
  const again = await network.connection()
  await live(again, 10_000)
  expect(again.said).toContainEqual({ type: 'subscribe', accountId: 'acc_A', since: 10_000 })
  again.deliver(orderEvent(10_001))
  given.push((await rest).value?.seq)
  expect(given).toEqual(Array.from({ length: 10_001 }, (_, index) => index + 1))
})

describe('the error on the stream', () => {
  test.each([
    ['expired-token', 'authentication', 'token-2'],
    ['invalid-token', 'authentication', 'token-2'],
    ['too-many-streams', 'rate_limit', 'token-1'],
    ['rate-limit-exceeded', 'rate_limit', 'token-1'],
    ['internal-error', 'server', 'token-1'],
  ])('%s makes the SDK connect again', async (code, type, token) => {
    const { network, next } = following()
    void next()
    const socket = await network.connection()
    socket.open()
    socket.deliver(error(type, code))
    const again = await network.connection()
    again.open()
    expect(again.said).toEqual([{ type: 'authenticate', token }])
  })

  test.each([
    ['client-disabled', 'permission'],
    ['account-mismatch', 'permission'],
    ['since-out-of-range', 'validation'],
    ['a-code-of-a-newer-server', 'validation'],
  ])('%s ends the events with a RefusalError', async (code, type) => {
    const { network, next } = following()
    const first = next()
    const socket = await network.connection()
    socket.open()
    socket.deliver(error(type, code))
    const refusal = await first.catch((thrown: unknown) => thrown)
    expect(refusal).toBeInstanceOf(RefusalError)
    expect(refusal).toMatchObject({ code, message: `It is ${code}.` })
    expect(socket.closedByClient).toBe(true)
  })
})

test.each(['events', 'orderEvents'] as const)(
  '[conditional.event] %s() counts a change of a conditional order in its place',
  async (reading) => {
    const { client, network } = following()
    const reader = client[reading]()[Symbol.asyncIterator]()
    const first = reader.next()
    const socket = await network.connection()
    await live(socket, 0)
    socket.deliver(legEvent(1))
    socket.deliver(legEvent(1))
    socket.deliver(orderEvent(2))
    const seen = [await first, ...(reading === 'events' ? [await reader.next()] : [])]
    expect(seen.map(({ value }) => `${value?.seq} ${value?.type}`)).toEqual([
      ...(reading === 'events' ? ['1 conditionalOrder'] : []),
      '2 order',
    ])
  },
)

test('[stream.token-over] the SDK gets another token after a close with 4401', async () => {
  const { network, next } = following()
  void next()
  const socket = await network.connection()
  socket.open()
  socket.drop(4401, 'expired-token')
  const again = await network.connection()
  again.open()
  expect(again.said).toEqual([{ type: 'authenticate', token: 'token-2' }])
})

describe('[snapshot.save] if the broker was taken back, the SDK', () => {
  test('does not resume from a number of the events that are gone', async () => {
    const { network, next } = following({ since: 0 })
    const first = next()
    const socket = await network.connection()
    await live(socket, 0)
    socket.deliver(orderEvent(1))
    await first
    const second = next()
    socket.drop(1012, 'the broker was taken back')
    const thrown = await second.catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(RefusalError)
    expect(thrown).toMatchObject({
      code: 'since-out-of-range',
      envelope: { param: 'since', data: { since: 1 } },
    })
  })

  test('reads from the beginning if no event was read before', async () => {
    const { network, next } = following({ since: 0 })
    void next()
    const socket = await network.connection()
    await live(socket, 0)
    socket.drop(1012, 'the broker was taken back')
    const again = await network.connection()
    await live(again, 0)
    expect(again.said.at(-1)).toMatchObject({ type: 'subscribe', since: 0 })
  })
})

describe('close() of the events', () => {
  test('ends their reading, and the connection', async () => {
    const { network, next, events } = following()
    const first = next()
    const socket = await network.connection()
    await live(socket, 0)
    events.close()
    expect(await first).toEqual({ done: true, value: undefined })
    expect(socket.closedByClient).toBe(true)
  })

  test('ends a wait for the next connection', async () => {
    const { network, next, events, states } = following({}, () => () => {})
    const first = next()
    const socket = await network.connection()
    socket.drop()
    await answered()
    expect(states.at(-1)).toMatchObject({ state: 'waiting' })
    events.close()
    expect((await first).done).toBe(true)
  })

  test('happens when the loop is left', async () => {
    const { network, events } = following()
    const reading = (async () => {
      for await (const { seq } of events) return seq
      return 0
    })()
    const socket = await network.connection()
    await live(socket, 0)
    socket.deliver(orderEvent(1))
    expect(await reading).toBe(1)
    expect(socket.closedByClient).toBe(true)
    expect(events.lastSeq).toBe(1)
  })
})
