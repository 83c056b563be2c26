/** The stream's messages (D9), typed by the schemas that the server makes them with. */
import type { ReceivedMessage, SentMessage } from '../api/v1/stream/schema'

export type StreamMessage = SentMessage
export type ClientMessage = ReceivedMessage
export type OrderEvent = Extract<SentMessage, { readonly type: 'order' }>
export type StreamError = Extract<SentMessage, { readonly type: 'error' }>['error']
export type StreamCode = StreamError['code']

const KNOWN: Readonly<Record<SentMessage['type'], true>> = {
  ready: true,
  subscribed: true,
  unsubscribed: true,
  order: true,
  heartbeat: true,
  error: true,
}

/** Undefined for what is none, or is of a kind that a newer server has. */
export function parseMessage(data: unknown): StreamMessage | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const said: unknown = JSON.parse(data)
    return isMessage(said) ? said : undefined
  } catch {
    return undefined
  }
}

/** By its name alone: the server's own tests check its messages against their schemas. */
const isMessage = (said: unknown): said is StreamMessage =>
  typeof said === 'object' &&
  said !== null &&
  'type' in said &&
  typeof said.type === 'string' &&
  Object.hasOwn(KNOWN, said.type)

/**
 * What an error on the stream is to the client: `again` on a new connection, perhaps with a new
 * token, or `over`, since it would be refused again.
 */
export const MEANING: Readonly<Record<StreamCode, 'again' | 'over'>> = {
  'malformed-message': 'over',
  'missing-parameter': 'over',
  'unknown-parameter': 'over',
  'invalid-parameter': 'over',
  'unexpected-message': 'over',
  'authentication-timeout': 'again',
  'authorization-required': 'over',
  'invalid-token': 'again',
  'expired-token': 'again',
  'client-disabled': 'over',
  'too-many-streams': 'again',
  'rate-limit-exceeded': 'again',
  'account-mismatch': 'over',
  'account-not-found': 'over',
  'since-out-of-range': 'over',
  'internal-error': 'again',
}
