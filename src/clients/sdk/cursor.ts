/** How far a reader is in an account's numbered events, and what a message does to it. Pure. */
import type { StreamMessage } from './messages'

export interface Cursor {
  readonly accountId: string | null
  /** The number of the last event that was delivered; null before the first subscription. */
  readonly lastSeq: number | null
  /** Where it was when the last heartbeat showed later events; null where it had them all. */
  readonly behindAt: number | null
}

/**
 * `deliver`: the next event. `repeated`: an event that was delivered before. `gap`: events are
 * missing, so that the connection is of no more use [stream.heartbeat]. `none`: not an event.
 */
export type Effect = 'deliver' | 'repeated' | 'gap' | 'none'

export interface Advance {
  readonly cursor: Cursor
  readonly effect: Effect
}

export function advance(cursor: Cursor, message: StreamMessage): Advance {
  const { lastSeq } = cursor
  switch (message.type) {
    case 'subscribed': {
      // Without a `since` the server begins at the end of its log, and says where that is.
      const { accountId, since } = message
      return { cursor: { accountId, lastSeq: lastSeq ?? since, behindAt: null }, effect: 'none' }
    }
    case 'order':
    case 'conditionalOrder': {
      const { seq } = message
      if (lastSeq === null || seq > lastSeq + 1) return { cursor, effect: 'gap' }
      if (seq <= lastSeq) return { cursor, effect: 'repeated' }
      return { cursor: { ...cursor, lastSeq: seq }, effect: 'deliver' }
    }
    case 'heartbeat': {
      const account = message.accounts.find(({ accountId }) => accountId === cursor.accountId)
      if (account === undefined || lastSeq === null || account.lastSeq <= lastSeq) {
        return { cursor: { ...cursor, behindAt: null }, effect: 'none' }
      }
      // An event may be on its way at one heartbeat; at the second it is lost.
      if (cursor.behindAt === lastSeq) return { cursor, effect: 'gap' }
      return { cursor: { ...cursor, behindAt: lastSeq }, effect: 'none' }
    }
    case 'ready':
    case 'unsubscribed':
    case 'error':
      return { cursor, effect: 'none' }
  }
}
