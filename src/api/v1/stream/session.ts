/**
 * One open stream: its client, its subscriptions, and its end. A session answers one message after
 * the other, in their order.
 */
import { chooseAccount } from '../../../core/account/account'
import { STREAM_TOKEN_MS_MAX } from '../../../core/limits'
import type { OrderEvent } from '../../../core/order/event'
import { isRefused, refused, refusedParam } from '../../../core/refusals'
import type { AccountSeq } from '../../../events/log'
import type { Events, Subscription } from '../../../events/publish'
import type { YieldTurns } from '../../../market/turns'
import { databaseRefusal } from '../../../store/database-refusal'
import { longRead } from '../../../store/long-read'
import {
  BUFFERED_BYTES_FOR_LOG,
  BUFFERED_BYTES_MAX,
  CLOSE,
  type Incoming,
  MALFORMED_MAX,
  type Peer,
  type ReceivedMessage,
  STANDSTILL_MS,
  type StreamRefusal,
  SUBSCRIPTIONS_MAX,
  UNANSWERED_MAX,
} from './wire'

export interface StreamClient {
  readonly clientId: string
  readonly accountIds: readonly string[]
}

/** Finds the bearer of the stream's token; called again for as long as the stream lasts. */
export type SignStreamIn = () => Promise<StreamClient | StreamRefusal>

export interface SessionDeps {
  readonly events: Events
  /** For a token that comes in a message. */
  readonly signInWith: (token: string) => SignStreamIn
  /** The refusal of one more stream of the client. */
  readonly admit: (clientId: string) => StreamRefusal | undefined
  readonly backlogs: Backlogs
  readonly charge: ChargeBacklog
  /** Resolves when the next message may be answered. */
  readonly turn: YieldTurns
  readonly elapsedMs: () => number
  readonly failed: (error: unknown) => void
}

export interface StreamSession {
  /** Null before it is authenticated, and when it is over. */
  readonly client: StreamClient | null
  /** Events that its reader has not been sent, of the account that is furthest behind. */
  readonly eventsBehind: number
  receive(message: Incoming): Promise<void>
  /** The network has taken over the bytes that were waiting. */
  drained(): void
  /** Looks at the token, the time and the reader's pace; to be called every second. */
  check(): Promise<void>
  sendHeartbeat(lastSeqs: ReadonlyMap<string, AccountSeq>): void
  close(code: number, reason: string): void
  /** The socket is gone. */
  dropped(): void
}

export function openStreamSession(
  peer: Peer,
  signIn: SignStreamIn | null,
  deps: SessionDeps,
): StreamSession {
  const { events, elapsedMs, failed } = deps
  const subscriptions = new Map<string, Subscription>()
  let signInAgain: SignStreamIn | null = null
  let client: StreamClient | null = null
  /** For a token; a failure of ours begins it anew. */
  let waitingSinceMs = elapsedMs()
  let closedAtMs: number | null = null
  let noRoomSinceMs: number | null = null
  let unanswered = 0
  let malformed = 0
  let last: Promise<void> = Promise.resolve()

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    unanswered++
    last = last
      .then(deps.turn)
      .then(() => (closedAtMs === null ? work() : undefined))
      .catch((error: unknown) => {
        waitingSinceMs = elapsedMs()
        refuse(refusalOfFailure(error, failed))
      })
      .finally(() => unanswered--)
    return last
  }

  function refuse(refusal: StreamRefusal): void {
    if (closedAtMs === null) peer.send({ type: 'error', refusal })
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

  async function authenticate(find: SignStreamIn): Promise<void> {
    const found = await find()
    if (isRefused(found)) return refuseAndClose(found, CLOSE.unauthorized)
    // Before it counts as authenticated: where this fails, it may try again.
    const accounts = await events.lastSeqs(found.accountIds)
    const tooMany = deps.admit(found.clientId)
    if (tooMany !== undefined) return refuseAndClose(tooMany, CLOSE.tooMany)
    signInAgain = find
    client = found
    if (closedAtMs === null) peer.send({ type: 'ready', accounts: [...accounts] }) // [stream.ready]
  }

  async function answer(message: ReceivedMessage): Promise<void> {
    if ((message.type === 'authenticate') !== (client === null)) {
      return refuse(refused('unexpected-message', { messageType: message.type }))
    }
    switch (message.type) {
      case 'authenticate':
        return authenticate(deps.signInWith(message.token))
      case 'subscribe':
        return subscribe(message.accountId, message.since ?? null)
      case 'unsubscribe':
        return unsubscribe(message.accountId)
    }
  }

  async function subscribe(named: string | undefined, since: number | null): Promise<void> {
    const accountId = accountMeant(client, named)
    if (typeof accountId !== 'string') return refuse(accountId)
    if (!subscriptions.has(accountId) && subscriptions.size >= SUBSCRIPTIONS_MAX) {
      const what = 'subscriptions of a stream'
      return refuse(refused('too-many-streams', { limit: SUBSCRIPTIONS_MAX, what }))
    }
    const { clientId } = client ?? { clientId: '' }
    const made = await events.subscribe(accountId, since, {
      onEvents: (orderEvents) => {
        peer.sendEvents(orderEvents)
        // [stream.slow-reader]
        if (peer.bufferedBytes() > BUFFERED_BYTES_MAX)
          close(CLOSE.tryAgainLater, 'reads too slowly')
      },
      hasRoom,
      inTurn: deps.backlogs.readerFor(clientId, deps.charge),
      lost: (gap) => {
        drop(accountId)
        refuse(refusedParam('since-out-of-range', 'since', { ...gap })) // [stream.since-gone]
      },
    })
    if (isRefused(made)) return refuse(made)
    if (closedAtMs !== null) return made.end()
    drop(accountId)
    subscriptions.set(accountId, made)
    peer.send({ type: 'subscribed', accountId, since: made.sentSeq }) // [stream.subscribe]
    made.resume()
  }

  function hasRoom(): boolean {
    const room = peer.bufferedBytes() < BUFFERED_BYTES_FOR_LOG
    noRoomSinceMs = room ? null : (noRoomSinceMs ?? elapsedMs())
    return room
  }

  function unsubscribe(named: string | undefined): void {
    const accountId = accountMeant(client, named)
    if (typeof accountId === 'string') {
      drop(accountId)
      peer.send({ type: 'unsubscribed', accountId })
    } else refuse(accountId)
  }

  function drop(accountId: string): void {
    subscriptions.get(accountId)?.end()
    subscriptions.delete(accountId)
  }

  /** An expiry, a revocation and a change of the client's accounts reach open streams too. */
  async function checkToken(find: SignStreamIn): Promise<void> {
    const found = await find()
    if (isRefused(found)) return refuseAndClose(found, CLOSE.unauthorized) // [stream.token-over]
    client = found
    for (const accountId of subscriptions.keys()) {
      if (found.accountIds.includes(accountId)) continue
      drop(accountId)
      refuse(refusedParam('account-mismatch', 'accountId'))
    }
  }

  if (signIn !== null) void enqueue(() => authenticate(signIn))

  return {
    get client() {
      return closedAtMs === null ? client : null
    },
    get eventsBehind() {
      const behind = ([id, { sentSeq }]: [string, Subscription]): number =>
        (events.newestSeq(id) ?? sentSeq) - sentSeq
      return Math.max(0, ...[...subscriptions].map(behind))
    },
    async receive(message) {
      if (closedAtMs !== null) return
      if (unanswered >= UNANSWERED_MAX) return close(CLOSE.policyViolation, 'too many messages')
      if (!isRefused(message)) return enqueue(() => answer(message))
      // A client beyond its limit waits and tries again: nothing is wrong with its messages.
      if (message.refused !== 'rate-limit-exceeded') malformed++
      await enqueue(async () => refuse(message))
      if (malformed > MALFORMED_MAX) close(CLOSE.policyViolation, 'too many faulty messages')
    },
    drained() {
      if (closedAtMs !== null || !hasRoom()) return
      for (const subscription of subscriptions.values()) subscription.resume()
    },
    async check() {
      const nowMs = elapsedMs()
      if (closedAtMs !== null) {
        if (nowMs - closedAtMs >= STANDSTILL_MS) peer.terminate()
      } else if (noRoomSinceMs !== null && nowMs - noRoomSinceMs >= STANDSTILL_MS) {
        close(CLOSE.tryAgainLater, 'reads too slowly')
      } else if (signInAgain !== null) {
        await checkToken(signInAgain)
      } else if (unanswered === 0 && nowMs - waitingSinceMs >= STREAM_TOKEN_MS_MAX) {
        const limitSeconds = STREAM_TOKEN_MS_MAX / 1000
        refuseAndClose(refused('authentication-timeout', { limitSeconds }), CLOSE.unauthorized)
      }
    },
    sendHeartbeat(lastSeqs) {
      if (closedAtMs !== null || client === null) return
      const accounts = client.accountIds.flatMap((accountId) => lastSeqs.get(accountId) ?? [])
      peer.send({ type: 'heartbeat', accounts })
      if (peer.bufferedBytes() > BUFFERED_BYTES_MAX) close(CLOSE.tryAgainLater, 'reads too slowly')
    },
    close,
    dropped() {
      closedAtMs ??= elapsedMs()
      endAll()
    },
  }
}

/**
 * The account that a message to the stream means [stream.account].
 *
 * `named`: the message's `accountId`, which a client with one account may leave out.
 */
function accountMeant(
  client: { readonly accountIds: readonly string[] } | null,
  named: string | undefined,
): string | StreamRefusal {
  const chosen = chooseAccount(client?.accountIds ?? [], named ?? null)
  switch (chosen) {
    case 'none':
      return refused('account-not-found')
    case 'several':
      return refusedParam('missing-parameter', 'accountId')
    case 'not-theirs':
      return refusedParam('account-mismatch', 'accountId')
    default:
      return chosen.accountId
  }
}

type Page = readonly OrderEvent[]

/** Counts the requests beyond its message that a backlog costs [rate-limit.cost]. */
export type ChargeBacklog = (clientId: string, requests: number) => void

/**
 * Reads the backlogs of streams: the events after a `since` that are no longer in memory. It reads
 * those of one client, over all its sockets, one page at a time. Each page waits for its turn, so
 * that orders of other clients are carried out in between.
 */
interface Backlogs {
  /** Reads the pages of one subscription, each once it is the client's turn. */
  readerFor(clientId: string, charge: ChargeBacklog): (page: () => Promise<Page>) => Promise<Page>
}

export function openBacklogs(turn: YieldTurns): Backlogs {
  /** The last page that each client waits for. */
  const last = new Map<string, Promise<void>>()

  function read(clientId: string, page: () => Promise<Page>): Promise<Page> {
    const before = last.get(clientId) ?? Promise.resolve()
    const reading = before.then(turn).then(page)
    const over = reading.then(
      () => {},
      () => {},
    )
    last.set(clientId, over)
    void over.then(() => {
      if (last.get(clientId) === over) last.delete(clientId)
    })
    return reading
  }

  return {
    readerFor(clientId, charge) {
      const pageRead = longRead(
        (requests) => charge(clientId, requests),
        async () => {},
      )
      return async (page) => {
        const found = await read(clientId, page)
        await pageRead(found.length)
        return found
      }
    },
  }
}

/** What a client is told of a failure that is not its own. One of ours is reported. */
function refusalOfFailure(failure: unknown, report: (failure: unknown) => void): StreamRefusal {
  const told = databaseRefusal(failure)?.refused
  // [request.busy] The check of all streams tells of a lost database, once for all of them.
  if (told === 'server-busy') return refused(told)
  report(failure)
  return refused('internal-error')
}
