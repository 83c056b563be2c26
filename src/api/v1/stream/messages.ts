/** The messages of a stream in both directions, in the core's words, and its closing codes. */
import type { OrderEvent } from '../../../core/order/event'
import { type Refused, refused } from '../../../core/refusals'
import type { AccountSeq } from '../../../events/log'
import { databaseRefusal } from '../../../store/database-refusal'
import type { ReceivedMessage, STREAM_CODES } from './schema'

export type StreamRefusal = Refused<(typeof STREAM_CODES)[number]>

/** From the server. Order events are sent apart, since there are many. */
export type Outgoing =
  | { readonly type: 'ready' | 'heartbeat'; readonly accounts: AccountSeq[] }
  | { readonly type: 'subscribed'; readonly accountId: string; readonly since: number }
  | { readonly type: 'unsubscribed'; readonly accountId: string }
  | { readonly type: 'error'; readonly refusal: StreamRefusal }

/** From the client: a message of the right shape, or the refusal of one that is not. */
export type Incoming = ReceivedMessage | StreamRefusal

/** RFC 6455, 7.4, and codes of our own from 4000 on. */
export const CLOSE = {
  goingAway: 1001,
  /** In IANA's registry: service restart. [snapshot.save] */
  restart: 1012,
  policyViolation: 1008,
  messageTooBig: 1009,
  tryAgainLater: 1013,
  unauthorized: 4401,
  tooMany: 4429,
} as const

/** The socket, as far as a session needs it. */
export interface Peer {
  send(message: Outgoing): void
  sendEvents(events: readonly OrderEvent[]): void
  /** Bytes that were sent and that the network has not taken yet. */
  bufferedBytes(): number
  close(code: number, reason: string): void
  /** Drops the connection without a closing handshake. */
  terminate(): void
}

/** What a client is told of a failure that is not its own. One of ours is reported. */
export function refusalOfFailure(
  failure: unknown,
  report: (failure: unknown) => void,
): StreamRefusal {
  const told = databaseRefusal(failure)?.refused
  // [request.busy] The check of all streams tells of a lost database, once for all of them.
  if (told === 'server-busy') return refused(told)
  report(failure)
  return refused('internal-error')
}
