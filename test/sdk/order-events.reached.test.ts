/** How far the reader of order events is, against a server that the test plays. */
import { expect, test } from 'bun:test'
import { NotReachedError, openClient } from '../../src/clients/sdk'
import { fakeNetwork, notedTimers } from '../support/fake-socket'
import { orderEvent } from '../support/order-event'

const SILENCE_MS = 15_000

/** A turn of the event loop: everything that can happen without the server has happened. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A reader that waits for its first event, in a log of so many. */
async function reading(lastSeq: number) {
  const network = fakeNetwork()
  const client = openClient({
    url: 'http://broker.test/',
    token: async () => 'token',
    WebSocket: network.WebSocket,
    random: () => 0,
    after: notedTimers(SILENCE_MS).after,
  })
  const events = client.orderEvents()
  const reader = events[Symbol.asyncIterator]()
  const first = reader.next()
  const socket = await network.connection()
  socket.open()
  socket.deliver({ type: 'ready', accounts: [{ accountId: 'acc_A', lastSeq }] })
  await turn()
  socket.deliver({ type: 'subscribed', accountId: 'acc_A', since: lastSeq })
  await turn()
  return { events, first, next: () => reader.next(), leave: () => reader.return?.(), socket }
}

/** `yes` once the promise has resolved. */
function noted(promise: Promise<void>): { readonly answer: string } {
  const note = { answer: 'not yet' }
  promise.then(
    () => {
      note.answer = 'yes'
    },
    (error: unknown) => {
      note.answer = error instanceof NotReachedError ? 'never' : String(error)
    },
  )
  return note
}

test('[stream.reached] an event is reached when the reader asks for the one after it', async () => {
  const { events, first, next, socket } = await reading(7)
  const eighth = noted(events.reached(8))
  socket.deliver(orderEvent(8))
  expect((await first).value).toMatchObject({ seq: 8 })
  await turn()
  expect(eighth.answer).toBe('not yet')
  const second = next()
  await turn()
  expect(eighth.answer).toBe('yes')
  socket.deliver(orderEvent(9))
  await second
})

test('[stream.reached] what was in the log before the subscription is reached at once', async () => {
  const { events } = await reading(7)
  const [seventh, eighth] = [noted(events.reached(7)), noted(events.reached(8))]
  await turn()
  expect([seventh.answer, eighth.answer]).toEqual(['yes', 'not yet'])
})

test('[stream.reached] a later number waits for all events up to it', async () => {
  const { events, first, next, socket } = await reading(0)
  const second = noted(events.reached(2))
  socket.deliver(orderEvent(1))
  socket.deliver(orderEvent(2))
  await first
  await next()
  expect(second.answer).toBe('not yet')
  next()
  await turn()
  expect(second.answer).toBe('yes')
})

test('[stream.reached] a number is never reached after the reader has left', async () => {
  const { events, first, leave, socket } = await reading(0)
  const [second, third] = [noted(events.reached(2)), events.reached(3)]
  socket.deliver(orderEvent(1))
  await first
  await leave()
  expect(third).rejects.toThrow('the events ended before the reader came to number 3')
  await turn()
  expect(second.answer).toBe('never')
  expect(events.reached(4)).rejects.toThrow(NotReachedError)
})
