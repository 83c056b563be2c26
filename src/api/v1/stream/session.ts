/** One open stream: its client, its subscriptions, and its end. It answers messages in order. */
import { chooseAccount } from '../../../core/account/account'
import type { AccountEvent } from '../../../core/conditional/leg'
import { STREAM_TOKEN_MS_MAX } from '../../../core/limits'
import { isRefused, refused, refusedParam } from '../../../core/refusals'
import type { AccountSeq } from '../../../ledger/events/log'
import type { Events, Subscription } from '../../../ledger/events/publish'
import type { YieldTurns } from '../../../market/turns'
import { databaseRefusal } from '../../../postgres/errors'
import { longRead } from '../../../postgres/long-read'
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

/** Finds the bearer of the stream's token; called again as long as the stream lasts. */
export type SignStreamIn = () => Promise<StreamClient | StreamRefusal>

export interface SessionDeps {
  readonly events: Events
  /** Makes a sign-in of a token that comes in a message. */
  readonly signInWith: (token: string) => SignStreamIn
  /** Refuses one more stream of the client, if it has too many. */
  readonly admit: (clientId: string) => StreamRefusal | undefined
  readonly backlogs: Backlogs
  readonly charge: ChargeBacklog
  /** Resolves when the next message may be answered. */
  readonly turn: YieldTurns
  readonly elapsedMs: () => number
  readonly failed: (error: unknown) => void
}

export class StreamSession {
  readonly #deps: SessionDeps
  readonly #peer: Peer
  readonly #subscriptions = new Map<string, Subscription>()
  #signInAgain: SignStreamIn | null = null
  #client: StreamClient | null = null
  /** The time for a token counts from here, again after a failure of ours. */
  #waitingSinceMs: number
  #closedAtMs: number | null = null
  #noRoomSinceMs: number | null = null
  #unanswered = 0
  #malformed = 0
  #last: Promise<void> = Promise.resolve()

  constructor(peer: Peer, signIn: SignStreamIn | null, deps: SessionDeps) {
    this.#deps = deps
    this.#peer = peer
    this.#waitingSinceMs = deps.elapsedMs()
    if (signIn !== null) void this.#enqueue(() => this.#authenticate(signIn))
  }

  close(code: number, reason: string): void {
    if (this.#closedAtMs !== null) return
    this.#closedAtMs = this.#deps.elapsedMs()
    this.#endAll()
    this.#peer.close(code, reason)
  }

  /** Null before it has signed in, and after its end. */
  get client(): StreamClient | null {
    return this.#closedAtMs === null ? this.#client : null
  }

  /** How many events the stream has yet to send, for the account that is furthest behind. */
  get eventsBehind(): number {
    const behind = ([id, { sentSeq }]: [string, Subscription]): number =>
      (this.#deps.events.newestSeq(id) ?? sentSeq) - sentSeq
    return Math.max(0, ...[...this.#subscriptions].map(behind))
  }

  async receive(message: Incoming): Promise<void> {
    if (this.#closedAtMs !== null) return
    if (this.#unanswered >= UNANSWERED_MAX) {
      return this.close(CLOSE.policyViolation, 'too many messages')
    }
    if (!isRefused(message)) return this.#enqueue(() => this.#answer(message))
    // A client beyond its limit waits and tries again: its messages are not malformed.
    if (message.refused !== 'rate-limit-exceeded') this.#malformed++
    await this.#enqueue(async () => this.#refuse(message))
    if (this.#malformed > MALFORMED_MAX) {
      this.close(CLOSE.policyViolation, 'too many faulty messages')
    }
  }

  /** Called when the network has accepted the waiting bytes. */
  drained(): void {
    if (this.#closedAtMs !== null || !this.#hasRoom()) return
    for (const subscription of this.#subscriptions.values()) subscription.resume()
  }

  /** Checks the token, the time and the reader's pace; call it every second. */
  async check(): Promise<void> {
    const nowMs = this.#deps.elapsedMs()
    if (this.#closedAtMs !== null) {
      if (nowMs - this.#closedAtMs >= STANDSTILL_MS) this.#peer.terminate()
    } else if (this.#noRoomSinceMs !== null && nowMs - this.#noRoomSinceMs >= STANDSTILL_MS) {
      this.close(CLOSE.tryAgainLater, 'reads too slowly')
    } else if (this.#signInAgain !== null) {
      await this.#checkToken(this.#signInAgain)
    } else if (this.#unanswered === 0 && nowMs - this.#waitingSinceMs >= STREAM_TOKEN_MS_MAX) {
      const limitSeconds = STREAM_TOKEN_MS_MAX / 1000
      this.#refuseAndClose(refused('authentication-timeout', { limitSeconds }), CLOSE.unauthorized)
    }
  }

  /** [stream.heartbeat] */
  sendHeartbeat(lastSeqs: ReadonlyMap<string, AccountSeq>): void {
    if (this.#closedAtMs !== null || this.#client === null) return
    const accounts = this.#client.accountIds.flatMap((accountId) => lastSeqs.get(accountId) ?? [])
    this.#peer.send({ type: 'heartbeat', accounts })
    if (this.#peer.bufferedBytes() > BUFFERED_BYTES_MAX) {
      this.close(CLOSE.tryAgainLater, 'reads too slowly')
    }
  }

  /** Called when the socket is closed. */
  socketClosed(): void {
    this.#closedAtMs ??= this.#deps.elapsedMs()
    this.#endAll()
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#unanswered++
    this.#last = this.#last
      .then(this.#deps.turn)
      .then(() => (this.#closedAtMs === null ? work() : undefined))
      .catch((error: unknown) => {
        this.#waitingSinceMs = this.#deps.elapsedMs()
        this.#refuse(refusalOfFailure(error, this.#deps.failed))
      })
      .finally(() => this.#unanswered--)
    return this.#last
  }

  #refuse(refusal: StreamRefusal): void {
    if (this.#closedAtMs === null) this.#peer.send({ type: 'error', refusal })
  }

  #refuseAndClose(refusal: StreamRefusal, code: number): void {
    this.#refuse(refusal)
    this.close(code, refusal.refused)
  }

  #endAll(): void {
    for (const subscription of this.#subscriptions.values()) subscription.end()
    this.#subscriptions.clear()
  }

  async #authenticate(find: SignStreamIn): Promise<void> {
    const found = await find()
    if (isRefused(found)) return this.#refuseAndClose(found, CLOSE.unauthorized)
    // This comes before it counts as signed in, so the client may try again after a failure.
    const accounts = await this.#deps.events.lastSeqs(found.accountIds)
    const tooMany = this.#deps.admit(found.clientId)
    if (tooMany !== undefined) return this.#refuseAndClose(tooMany, CLOSE.tooMany)
    this.#signInAgain = find
    this.#client = found
    // [stream.ready]
    if (this.#closedAtMs === null) this.#peer.send({ type: 'ready', accounts: [...accounts] })
  }

  async #answer(message: ReceivedMessage): Promise<void> {
    if ((message.type === 'authenticate') !== (this.#client === null)) {
      return this.#refuse(refused('unexpected-message', { messageType: message.type }))
    }
    switch (message.type) {
      case 'authenticate':
        return this.#authenticate(this.#deps.signInWith(message.token))
      case 'subscribe':
        return this.#subscribe(message.accountId, message.since ?? null)
      case 'unsubscribe':
        return this.#unsubscribe(message.accountId)
    }
  }

  async #subscribe(named: string | undefined, since: number | null): Promise<void> {
    const accountId = accountOf(this.#client, named)
    if (typeof accountId !== 'string') return this.#refuse(accountId)
    if (!this.#subscriptions.has(accountId) && this.#subscriptions.size >= SUBSCRIPTIONS_MAX) {
      const what = 'subscriptions of a stream'
      return this.#refuse(refused('too-many-streams', { limit: SUBSCRIPTIONS_MAX, what }))
    }
    const { clientId } = this.#client ?? { clientId: '' }
    const subscription = await this.#deps.events.subscribe(accountId, since, {
      onEvents: (orderEvents) => {
        this.#peer.sendEvents(orderEvents)
        // [stream.slow-reader]
        if (this.#peer.bufferedBytes() > BUFFERED_BYTES_MAX) {
          this.close(CLOSE.tryAgainLater, 'reads too slowly')
        }
      },
      hasRoom: this.#hasRoom,
      inTurn: this.#deps.backlogs.readerFor(clientId, this.#deps.charge),
      lost: (gap) => {
        this.#drop(accountId)
        this.#refuse(refusedParam('since-out-of-range', 'since', { ...gap })) // [stream.since-gone]
      },
    })
    if (isRefused(subscription)) return this.#refuse(subscription)
    if (this.#closedAtMs !== null) return subscription.end()
    this.#drop(accountId)
    this.#subscriptions.set(accountId, subscription)
    // [stream.subscribe]
    this.#peer.send({ type: 'subscribed', accountId, since: subscription.sentSeq })
    subscription.resume()
  }

  readonly #hasRoom = (): boolean => {
    const room = this.#peer.bufferedBytes() < BUFFERED_BYTES_FOR_LOG
    this.#noRoomSinceMs = room ? null : (this.#noRoomSinceMs ?? this.#deps.elapsedMs())
    return room
  }

  #unsubscribe(named: string | undefined): void {
    const accountId = accountOf(this.#client, named)
    if (typeof accountId === 'string') {
      this.#drop(accountId)
      this.#peer.send({ type: 'unsubscribed', accountId })
    } else this.#refuse(accountId)
  }

  #drop(accountId: string): void {
    this.#subscriptions.get(accountId)?.end()
    this.#subscriptions.delete(accountId)
  }

  /** Applies an expiry, a revocation, and a change of the client's accounts to an open stream. */
  async #checkToken(find: SignStreamIn): Promise<void> {
    const found = await find()
    // [stream.token-over]
    if (isRefused(found)) return this.#refuseAndClose(found, CLOSE.unauthorized)
    this.#client = found
    for (const accountId of this.#subscriptions.keys()) {
      if (found.accountIds.includes(accountId)) continue
      this.#drop(accountId)
      this.#refuse(refusedParam('account-mismatch', 'accountId'))
    }
  }
}

/**
 * Finds the account that a message means [stream.account].
 *
 * `named` is the message's `accountId`, which a client with one account may omit.
 */
function accountOf(
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

type Page = readonly AccountEvent[]

/** Counts the cost of a backlog beyond its message [rate-limit.cost]. */
export type ChargeBacklog = (clientId: string, requests: number) => void

/**
 * Reads backlogs: the events after a `since` that are no longer in memory. It reads one page at a
 * time for each client, over all its sockets. Each page waits for its turn, so that orders of other
 * clients are carried out in between.
 */
type Backlogs = ReturnType<typeof openBacklogs>

export function openBacklogs(turn: YieldTurns) {
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
    /** Returns a reader of one subscription's pages, each at the client's turn. */
    readerFor(
      clientId: string,
      charge: ChargeBacklog,
    ): (page: () => Promise<Page>) => Promise<Page> {
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

/** The refusal for a failure that the client has not caused. Our own failures are reported. */
function refusalOfFailure(failure: unknown, report: (failure: unknown) => void): StreamRefusal {
  const code = databaseRefusal(failure)?.refused
  // [request.busy] The check of all streams reports a lost database once.
  if (code === 'server-busy') return refused(code)
  report(failure)
  return refused('internal-error')
}
