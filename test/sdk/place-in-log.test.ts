import { expect, test } from 'bun:test'
import type { StreamMessage } from '../../src/sdk/messages'
import { type PlaceInLog, stepOf } from '../../src/sdk/place-in-log'
import { orderEvent } from '../support/order-event'

const AT_FIVE: PlaceInLog = { accountId: 'acc_A', lastSeq: 5, behindAt: null }
const NOWHERE: PlaceInLog = { accountId: null, lastSeq: null, behindAt: null }
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
  ['the next event is taken', 6, 'take', 6],
  ['one that was taken is repeated', 5, 'repeated', 5],
  ['an older one too', 1, 'repeated', 5],
  ['after a gap events are lost', 7, 'lost', 5],
] as const)('%s', (_, seq, meaning, lastSeq) => {
  expect(stepOf(AT_FIVE, orderEvent(seq))).toMatchObject({ meaning, place: { lastSeq } })
})

test('without a since it begins where the subscription does', () => {
  expect(stepOf(NOWHERE, subscribed(5)).place).toEqual(AT_FIVE)
})

test('a later subscription does not move it', () => {
  expect(stepOf(AT_FIVE, subscribed(9)).place).toEqual(AT_FIVE)
})

test('a heartbeat that counts no more says nothing', () => {
  expect(stepOf(AT_FIVE, heartbeat(5))).toEqual({ place: AT_FIVE, meaning: 'nothing' })
})

test('events that are late at one heartbeat are lost at the next (D9)', () => {
  const late = stepOf(AT_FIVE, heartbeat(6))
  expect(late.meaning).toBe('nothing')
  expect(stepOf(late.place, heartbeat(6)).meaning).toBe('lost')
})

test('events that come between two heartbeats are not lost', () => {
  const late = stepOf(AT_FIVE, heartbeat(7))
  const { place } = stepOf(late.place, orderEvent(6))
  expect(stepOf(place, heartbeat(8)).meaning).toBe('nothing')
})
