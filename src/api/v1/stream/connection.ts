/**
 * One stream (D9): who it belongs to, what it is subscribed to, and when it is over. Messages are
 * answered one after the other, in their order.
 */
import { STREAM_TOKEN_MS_MAX } from '../../../core/limits'
import { isRefused, refused, refusedParam } from '../../../core/refusals'
import type { Events, Subscription } from '../../../events/publish'
import type { AccountSeq } from '../../../events/read'
import {
  bufferedBytesForLog,
  bufferedBytesMax,
  malformedMax,
  standstillMs,
  subscriptionsMax,
  unansweredMax,
} from './limits'
import { CLOSE, type Heard, type Peer, type StreamRefusal } from './messages'
import type { ReceivedMessage } from './schema'

export interface StreamClient {
  readonly clientId: string
  readonly accountIds: readonly string[]
}

/** Whose a token is now: asked again for as long as the stream lasts. */
export type SignStreamIn = () => Promise<StreamClient | StreamRefusal>

export interface ConnectionDeps {
  readonly events: Events
  /** The credentials of a token that came in a message. */
  readonly credentialsOf: (token: string) => SignStreamIn
  /** Counts the stream as the client's; refuses it where there are too many. */
  readonly admit: (clientId: string) => StreamRefusal | undefined
  readonly elapsedMs: () => number
  readonly failed: (error: unknown) => void
}

export interface StreamSession {
  /** Null before it is authenticated, and when it is over. */
  readonly client: StreamClient | null
  hear(heard: Heard): Promise<void>
  /** What was sent has been taken over by the network. */
  drained(): void
  /** Looks at the token, the time and the reader's pace again. */
  check(): Promise<void>
  beat(lastSeqs: ReadonlyMap<string, AccountSeq>): void
  close(code: number, reason: string): void
  /** The socket is gone. */
  gone(): void
}

export function openStreamSession(
  peer: Peer,
  given: SignStreamIn | null,
  deps: ConnectionDeps,
): StreamSession {
  const { events, elapsedMs, failed } = deps
  const openedAtMs = elapsedMs()
  const subscriptions = new Map<string, Subscription>()
  let credentials: SignStreamIn | null = null
  let client: StreamClient | null = null
  let closedAtMs: number | null = null
  let noRoomSinceMs: number | null = null
  let unanswered = 0
  let malformed = 0
  let turn: Promise<void> = Promise.resolve()

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    unanswered++
    turn = turn
      .then(() => (closedAtMs === null ? work() : undefined))
      .catch((error: unknown) => {
        failed(error)
        refuse(refused('internal-error'))
      })
      .finally(() => unanswered--)
    return turn
  }

  function refuse(refusal: StreamRefusal): void {
    if (closedAtMs === null) peer.say({ type: 'error', refusal })
  }

  function close(code: number, reason: string): void {
    if (closedAtMs !== null) return
    closedAtMs = elapsedMs()
    endAll()
    peer.close(code, reason)
  }

  function refuseAndClose(refusal: StreamRefusal, code: number): void {
    refuse(refusal)
    close(code, refusal.refused)
  }

  function endAll(): void {
    for (const subscription of subscriptions.values()) subscription.end()
    subscriptions.clear()
  }

  async function authenticate(asked: SignStreamIn): Promise<void> {
    const found = await asked()
    if (isRefused(found)) return refuseAndClose(found, CLOSE.unauthorized)
    const tooMany = deps.admit(found.clientId)
    if (tooMany !== undefined) return refuseAndClose(tooMany, CLOSE.tooMany)
    credentials = asked
    client = found
    const accounts = await events.lastSeqs(found.accountIds)
    if (closedAtMs === null) peer.say({ type: 'ready', accounts: [...accounts] })
  }

  async function answer(message: ReceivedMessage): Promise<void> {
    if ((message.type === 'authenticate') !== (client === null)) {
      return refuse(refused('unexpected-message', { messageType: message.type }))
    }
    switch (message.type) {
      case 'authenticate':
        return authenticate(deps.credentialsOf(message.token))
      case 'subscribe':
        return subscribe(message.accountId, message.since ?? null)
      case 'unsubscribe':
        return unsubscribe(message.accountId)
    }
  }

  function accountOf(named: string | undefined): string | StreamRefusal {
    const accountIds = client?.accountIds ?? []
    if (named !== undefined) {
      return accountIds.includes(named) ? named : refusedParam('account-mismatch', 'accountId')
    }
    const [only, ...others] = accountIds
    if (only === undefined) return refused('account-not-found')
    return others.length === 0 ? only : refusedParam('missing-parameter', 'accountId')
  }

  async function subscribe(named: string | undefined, since: number | null): Promise<void> {
    const accountId = accountOf(named)
    if (typeof accountId !== 'string') return refuse(accountId)
    if (!subscriptions.has(accountId) && subscriptions.size >= subscriptionsMax) {
      const what = 'subscriptions of a stream'
      return refuse(refused('too-many-streams', { limit: subscriptionsMax, what }))
    }
    const made = await events.subscribe(accountId, since, {
      take: (changes) => {
        peer.sayChanges(changes)
        if (peer.bufferedBytes() > bufferedBytesMax) close(CLOSE.tryAgainLater, 'reads too slowly')
      },
      hasRoom,
      lost: (gap) => {
        drop(accountId)
        refuse(refusedParam('since-out-of-range', 'since', { ...gap }))
      },
    })
    if (isRefused(made)) return refuse(made)
    if (closedAtMs !== null) return made.end()
    drop(accountId)
    subscriptions.set(accountId, made)
    peer.say({ type: 'subscribed', accountId, since: made.sentSeq })
    made.resume()
  }

  function hasRoom(): boolean {
    const room = peer.bufferedBytes() < bufferedBytesForLog
    noRoomSinceMs = room ? null : (noRoomSinceMs ?? elapsedMs())
    return room
  }

  function unsubscribe(named: string | undefined): void {
    const accountId = accountOf(named)
    if (typeof accountId === 'string') {
      drop(accountId)
      peer.say({ type: 'unsubscribed', accountId })
    } else refuse(accountId)
  }

  function drop(accountId: string): void {
    subscriptions.get(accountId)?.end()
    subscriptions.delete(accountId)
  }

  /** D2: an expiry, a revocation or a change of the client's accounts takes effect here as well. */
  async function checkToken(asked: SignStreamIn): Promise<void> {
    const found = await asked()
    if (isRefused(found)) return refuseAndClose(found, CLOSE.unauthorized)
    client = found
    for (const accountId of subscriptions.keys()) {
      if (found.accountIds.includes(accountId)) continue
      drop(accountId)
      refuse(refusedParam('account-mismatch', 'accountId'))
    }
  }

  if (given !== null) void inTurn(() => authenticate(given))

  return {
    get client() {
      return closedAtMs === null ? client : null
    },
    async hear(heard) {
      if (closedAtMs !== null) return
      if (unanswered >= unansweredMax) return close(CLOSE.policyViolation, 'too many messages')
      if (!isRefused(heard)) return inTurn(() => answer(heard))
      malformed++
      await inTurn(async () => refuse(heard))
      if (malformed > malformedMax) close(CLOSE.policyViolation, 'too many faulty messages')
    },
    drained() {
      if (closedAtMs !== null || !hasRoom()) return
      for (const subscription of subscriptions.values()) subscription.resume()
    },
    async check() {
      const nowMs = elapsedMs()
      if (closedAtMs !== null) {
        if (nowMs - closedAtMs >= standstillMs) peer.terminate()
      } else if (noRoomSinceMs !== null && nowMs - noRoomSinceMs >= standstillMs) {
        close(CLOSE.tryAgainLater, 'reads too slowly')
      } else if (credentials !== null) {
        await checkToken(credentials)
      } else if (nowMs - openedAtMs >= STREAM_TOKEN_MS_MAX) {
        const limitSeconds = STREAM_TOKEN_MS_MAX / 1000
        refuseAndClose(refused('authentication-timeout', { limitSeconds }), CLOSE.unauthorized)
      }
    },
    beat(lastSeqs) {
      if (closedAtMs !== null || client === null) return
      const accounts = client.accountIds.flatMap((accountId) => lastSeqs.get(accountId) ?? [])
      peer.say({ type: 'heartbeat', accounts })
      if (peer.bufferedBytes() > bufferedBytesMax) close(CLOSE.tryAgainLater, 'reads too slowly')
    },
    close,
    gone() {
      closedAtMs ??= elapsedMs()
      endAll()
    },
  }
}
