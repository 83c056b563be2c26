/** The stream's messages, typed by the server's schemas. */
import type { ReceivedMessage, SentMessage } from '../../api/v1/stream/wire'

export type StreamMessage = SentMessage
export type ClientMessage = ReceivedMessage
export type OrderEventMessage = Extract<SentMessage, { readonly type: 'order' }>
export type ConditionalOrderMessage = Extract<SentMessage, { readonly type: 'conditionalOrder' }>
export type StreamError = Extract<SentMessage, { readonly type: 'error' }>['error']
export type StreamCode = StreamError['code']

const TYPES: Readonly<Record<SentMessage['type'], true>> = {
  ready: true,
  subscribed: true,
  unsubscribed: true,
  order: true,
  conditionalOrder: true,
  heartbeat: true,
  error: true,
}

/** Returns undefined for data that is not a message, or has a type of newer servers. */
export function parseMessage(data: unknown): StreamMessage | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(data)
    return isMessage(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** Checks the type alone: the server's tests check its messages against their schemas. */
const isMessage = (value: unknown): value is StreamMessage =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  Object.hasOwn(TYPES, value.type)

/**
 * What helps after an error on the stream: `retry` on a new connection, perhaps with a new token.
 * A `fatal` error would come again.
 */
export const RECOVERY: Readonly<Record<StreamCode, 'retry' | 'fatal'>> = {
  'malformed-message': 'fatal',
  'missing-parameter': 'fatal',
  'unknown-parameter': 'fatal',
  'invalid-parameter': 'fatal',
  'unexpected-message': 'fatal',
  'authentication-timeout': 'retry',
  'authorization-required': 'fatal',
  'invalid-token': 'retry',
  'expired-token': 'retry',
  'client-disabled': 'fatal',
  'too-many-streams': 'retry',
  'rate-limit-exceeded': 'retry',
  'account-mismatch': 'fatal',
  'account-not-found': 'fatal',
  'since-out-of-range': 'fatal',
  'server-busy': 'retry',
  'internal-error': 'retry',
}
