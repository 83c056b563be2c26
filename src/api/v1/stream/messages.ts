/** What the two sides of a stream say to each other, in the core's words. */
import type { OrderEvent } from '../../../core/order/event'
import type { Refused } from '../../../core/refusals'
import type { AccountSeq } from '../../../events/read'
import type { ReceivedMessage, STREAM_CODES } from './schema'

export type StreamRefusal = Refused<(typeof STREAM_CODES)[number]>

/** By the server; changes of orders go another way, since there are many. */
export type Said =
  | { readonly type: 'ready' | 'heartbeat'; readonly accounts: AccountSeq[] }
  | { readonly type: 'subscribed'; readonly accountId: string; readonly since: number }
  | { readonly type: 'unsubscribed'; readonly accountId: string }
  | { readonly type: 'error'; readonly refusal: StreamRefusal }

/** By the client: a message of the right shape, or why it is none. */
export type Heard = ReceivedMessage | StreamRefusal

/** RFC 6455, 7.4, and codes of our own from 4000 on. */
export const CLOSE = {
  goingAway: 1001,
  policyViolation: 1008,
  tryAgainLater: 1013,
  unauthorized: 4401,
  tooMany: 4429,
} as const

/** The socket, as far as the service needs it. */
export interface Peer {
  say(said: Said): void
  sayChanges(changes: readonly OrderEvent[]): void
  /** Taken over from us and not yet by the network. */
  bufferedBytes(): number
  close(code: number, reason: string): void
  /** At once, without a word. */
  terminate(): void
}
