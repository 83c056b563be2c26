import { expect, test } from 'bun:test'
import type { StreamMessage } from '../../src/clients/sdk/messages'
import { advance, type Cursor } from '../../src/clients/sdk/order-events'
import { orderEvent } from '../support/order-event'

const AT_FIVE: Cursor = { accountId: 'acc_A', lastSeq: 5, behindAt: null }
const NOWHERE: Cursor = { accountId: null, lastSeq: null, behindAt: null }
const heartbeat = (lastSeq: number): StreamMessage => ({
  type: 'heartbeat',
  accounts: [
    { accountId: 'acc_B', lastSeq: 99 },
    { accountId: 'acc_A', lastSeq },
  ],
})
const subscribed = (since: number): StreamMessage => ({
  type: 'subscribed',
  accountId: 'acc_A',
  since,
})

test.each([
  ['the next event is delivered', 6, 'deliver', 6],
  ['the last event is repeated', 5, 'repeated', 5],
  ['an older event is repeated', 1, 'repeated', 5],
  ['an event after a missing one shows a gap', 7, 'gap', 5],
] as const)('a cursor at event 5: %s', (_, seq, effect, lastSeq) => {
  expect(advance(AT_FIVE, orderEvent(seq))).toMatchObject({ effect, cursor: { lastSeq } })
})

test('a cursor without a since begins where its subscription does', () => {
  expect(advance(NOWHERE, subscribed(5)).cursor).toEqual(AT_FIVE)
})

test('a later subscription does not move a cursor', () => {
  expect(advance(AT_FIVE, subscribed(9)).cursor).toEqual(AT_FIVE)
})

test('a heartbeat that counts no later events leaves a cursor as it is', () => {
  expect(advance(AT_FIVE, heartbeat(5))).toEqual({ cursor: AT_FIVE, effect: 'none' })
})

test('[stream.heartbeat] events that are late at one heartbeat are a gap at the next', () => {
  const late = advance(AT_FIVE, heartbeat(6))
  expect(late.effect).toBe('none')
  expect(advance(late.cursor, heartbeat(6)).effect).toBe('gap')
})

test('events that come between two heartbeats are no gap', () => {
  const late = advance(AT_FIVE, heartbeat(7))
  const { cursor } = advance(late.cursor, orderEvent(6))
  expect(advance(cursor, heartbeat(8)).effect).toBe('none')
})
