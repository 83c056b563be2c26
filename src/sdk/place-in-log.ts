/** How far a follower is in an account's numbered events, and what a message means there. Pure. */
import type { StreamMessage } from './messages'

export interface PlaceInLog {
  readonly accountId: string | null
  /** The number of the last event that was taken; null before the first subscription. */
  readonly lastSeq: number | null
  /** Where the last heartbeat found it to be behind; null where it was not. */
  readonly behindAt: number | null
}

/**
 * `take`: the next event. `repeated`: one that was taken already. `lost`: events are missing, so
 * the connection is of no more use (D9). `nothing`: no event.
 */
export type Meaning = 'take' | 'repeated' | 'lost' | 'nothing'

export interface Step {
  readonly place: PlaceInLog
  readonly meaning: Meaning
}

export function stepOf(place: PlaceInLog, message: StreamMessage): Step {
  const { lastSeq } = place
  switch (message.type) {
    case 'subscribed':
      // The server may have begun where nobody asked it to: at its end, without a `since`.
      return {
        place: { accountId: message.accountId, lastSeq: lastSeq ?? message.since, behindAt: null },
        meaning: 'nothing',
      }
    case 'order': {
      const { seq } = message
      if (lastSeq === null || seq > lastSeq + 1) return { place, meaning: 'lost' }
      if (seq <= lastSeq) return { place, meaning: 'repeated' }
      return { place: { ...place, lastSeq: seq }, meaning: 'take' }
    }
    case 'heartbeat': {
      const account = message.accounts.find(({ accountId }) => accountId === place.accountId)
      if (account === undefined || lastSeq === null || account.lastSeq <= lastSeq) {
        return { place: { ...place, behindAt: null }, meaning: 'nothing' }
      }
      if (place.behindAt === lastSeq) return { place, meaning: 'lost' }
      return { place: { ...place, behindAt: lastSeq }, meaning: 'nothing' }
    }
    case 'ready':
    case 'unsubscribed':
    case 'error':
      return { place, meaning: 'nothing' }
  }
}
