/** Clients of GET /v1/stream that read too slowly. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { BUFFERED_BYTES_FOR_LOG, type Peer } from '../../../src/api/v1/stream/wire'
import { freshDatabase } from '../../support/database'
import { openRawStream } from '../../support/raw-stream'
import { openStreamApi } from '../../support/stream-api'
import { CLIENT_ID } from '../../support/trading-floor'

/** Bytes that may wait for a reader: a number that /docs/stream.json states. */
const MEBIBYTE = 1_048_576

const database = await freshDatabase()
let api: Awaited<ReturnType<typeof openStreamApi>>

beforeEach(async () => {
  await freshDatabase()
  api = await openStreamApi({ database })
})
afterEach(() => api.stop())

const orders = (count: number) =>
  Promise.all(Array.from({ length: count }, () => api.floor.order('acc_A', { quantity: '0.01' })))

/** Opens a stream of acc_A, whose peer has as many unread bytes as the test says. */
async function slowStream(since: number) {
  const unread = { bytes: 0 }
  const closes: string[] = []
  const seqs: number[] = []
  const peer: Peer = {
    send: () => {},
    sendEvents: (changes) => void seqs.push(...changes.map(({ seq }) => seq)),
    bufferedBytes: () => unread.bytes,
    close: (code, reason) => void closes.push(`${code} ${reason}`),
    terminate: () => void closes.push('terminated'),
  }
  const bearer = async () => ({ clientId: CLIENT_ID, accountIds: ['acc_A'] })
  const connection = api.stream.open(
    peer,
    bearer,
    () => bearer,
    () => {},
  )
  await connection.receive({ type: 'subscribe', since })
  return { connection, unread, closes, seqs }
}

test('[stream.slow-reader] a slow reader of the stream is closed with 1013 once more than 1 MiB waits, and can resume', async () => {
  const { unread, closes, seqs } = await slowStream(0)
  unread.bytes = MEBIBYTE
  await orders(1)
  await api.events.lastSeqs(['acc_A'])
  expect([seqs, closes]).toEqual([[1], []])
  unread.bytes = MEBIBYTE + 1
  await orders(2)
  await api.events.lastSeqs(['acc_A'])
  expect(closes).toEqual(['1013 reads too slowly'])
  await orders(1)
  await api.events.lastSeqs(['acc_A'])
  expect(seqs).toEqual([1, 2, 3])
  const next = await api.follow(3)
  expect((await next.events(1))[0]?.seq).toBe(4)
})

test('[stream.slow-reader] a slow reader of the stream is sent no more of the log while much is waiting, and then goes on', async () => {
  await orders(500)
  const { connection, unread, seqs } = await slowStream(0)
  const follower = await api.follow(0)
  await follower.events(500)
  const before = seqs.length
  unread.bytes = BUFFERED_BYTES_FOR_LOG
  connection.drained()
  await follower.events(500)
  expect(seqs.length).toBeGreaterThanOrEqual(before)
  unread.bytes = 0
  connection.drained()
  await api.events.lastSeqs(['acc_A'])
  await orders(1)
  await follower.events(501)
  expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => index + 1))
})

test('[stream.slow-reader] a slow reader of the stream is cut off after 10 s in which it has not taken the close', async () => {
  const { unread, closes } = await slowStream(0)
  unread.bytes = MEBIBYTE + 1
  await api.stream.sendHeartbeats()
  api.pass(9_999)
  await api.stream.check()
  expect(closes).toEqual(['1013 reads too slowly'])
  api.pass(1)
  await api.stream.check()
  expect(closes).toEqual(['1013 reads too slowly', 'terminated'])
})

test('[stream.slow-reader] a socket that nobody reads is closed with 1013, and its client resumes', async () => {
  await orders(1_000)
  const raw = await openRawStream(api.url, api.token)
  raw.pause()
  // 500 kB each time: in all, more than the kernel's buffers hold on any machine, 37 MB.
  for (let time = 0; time < 80; time++) {
    raw.send({ type: 'subscribe', since: 0 })
    const reader = await api.follow(0)
    await reader.events(1_000)
    reader.close()
  }
  for (let second = 0; second < 11; second++) {
    api.pass(1_000)
    await api.stream.check()
  }
  raw.resume()
  const { texts, code } = await raw.ended
  expect(code).toBe(1013)
  const messages = texts.map((text) => JSON.parse(text))
  const last = messages.findLast(({ type }) => type === 'order' || type === 'subscribed')
  const had = last.type === 'order' ? last.seq : last.since
  await orders(1)
  const next = await api.follow(had)
  expect((await next.events(1))[0]?.seq).toBe(had + 1)
})
