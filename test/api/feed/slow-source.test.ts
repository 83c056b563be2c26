/** A source that sends, and does not read the answers. */
import { afterAll, expect, test } from 'bun:test'
import { ingestPeer } from '../../../src/api/feed/routes'
import { must } from '../../support/answers'
import { openLiveApi } from '../../support/live-api'

const api = await openLiveApi()
afterAll(api.close)

const MEBIBYTE = 1024 * 1024
const CLOSED = ['1013 answers are not read']

/** A socket with as many unread bytes as the test says, at the real ingest. */
function unreadSource() {
  const ingest = api.deps.ingest?.service
  if (ingest === undefined) throw new Error('the server has no ingest')
  const received: string[] = []
  const greeted = Promise.withResolvers<void>()
  const closed: string[] = []
  let waitingBytes = 0
  const socket = {
    send(text: string) {
      greeted.resolve()
      return received.push(text)
    },
    close: (code: number, reason: string) => void closed.push(`${code} ${reason}`),
    getBufferedAmount: () => waitingBytes,
  }
  const peer = ingestPeer(socket, 'http://localhost')
  ingest.open(peer)
  return {
    received,
    closed,
    greeted: greeted.promise,
    sendWanted: ingest.sendWanted,
    letWait: (bytes: number) => {
      waitingBytes = bytes
    },
    push: (bidPrice: string) =>
      ingest.receive(peer, { type: 'prices', quotes: [api.quote(bidPrice, '200')] }),
    forget: () => ingest.forget(peer),
  }
}

test('[live.limits] a source is closed with 1013 once more than a MiB of answers waits for it, and its message does not count', async () => {
  const source = unreadSource()
  await source.greeted
  source.letWait(MEBIBYTE)
  source.push('199')
  expect(source.received.at(-1)).toContain('"type":"taken"')
  expect(source.closed).toEqual([])

  source.letWait(MEBIBYTE + 1)
  const receivedBefore = source.received.length
  source.push('198')
  expect(source.closed).toEqual(CLOSED)
  expect(source.received).toHaveLength(receivedBefore)
  expect(await api.shown()).toMatchObject({ bidPrice: '199.00' })
  source.forget()
  expect(must(await api.status())).toMatchObject({ sources: 0 })
})

test('[live.limits] a source that only listens is closed too, when there is news of the wanted symbols', async () => {
  const source = unreadSource()
  await source.greeted
  source.letWait(MEBIBYTE + 1)
  await api.shown('KO')
  await source.sendWanted()
  expect(source.closed).toEqual(CLOSED)
  source.forget()
})
