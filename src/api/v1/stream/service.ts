/** All streams of this process. */
import { STREAMS_PER_CLIENT_MAX } from '../../../core/limits'
import { type Refused, refused } from '../../../core/refusals'
import type { Events } from '../../../ledger/events/publish'
import { takeTurn } from '../../../market/turns'
import { type FaultyPeerDeps, faultyPeer, type MessageFaults } from './faulty-peer'
import {
  type ChargeBacklog,
  openBacklogs,
  openStreamSession,
  type SessionDeps,
  type SignStreamIn,
  type StreamSession,
} from './session'
import { CLOSE, type Peer, STREAMS_MAX } from './wire'

export interface StreamDeps {
  readonly events: Events
  readonly elapsedMs: () => number
  readonly failed: (error: unknown) => void
  /** Null or missing unless a test can make messages fail. */
  readonly faults?: MessageFaults | null
  /** Waits by the machine's time. Required with faults. */
  readonly after?: FaultyPeerDeps['after']
}

export interface StreamService {
  /** Refuses one more stream than a client may have; null for a client not yet signed in. */
  fullFor(clientId: string | null): Refused<'too-many-streams'> | undefined
  /** `signIn` is null if the token comes in a message, for `signInWith`. */
  open(
    peer: Peer,
    signIn: SignStreamIn | null,
    signInWith: SessionDeps['signInWith'],
    charge: ChargeBacklog,
  ): StreamSession
  /** Removes a session whose socket is closed. */
  forget(session: StreamSession): void
  /** Checks every token and every reader's pace; call it every CHECK_EVERY_MS. */
  check(): Promise<void>
  /** Sends each client the last event numbers of its accounts; call it every 5 s. */
  sendHeartbeats(): Promise<void>
  /** The number of open streams, and how many events the slowest of them is behind. */
  readers(): { readonly count: number; readonly eventsBehind: number }
  /** Closes every stream, because a snapshot has replaced the events that they have sent. */
  restart(): void
  /** Closes every stream, also streams that are opened later. */
  close(): void
}

/** A token is cached for 4 s as well, so a revocation takes up to 5 s [token.revoked]. */
export const CHECK_EVERY_MS = 900

class SocketStreams implements StreamService {
  readonly #streamDeps: StreamDeps
  readonly #sessions = new Set<StreamSession>()
  readonly #backlogs = openBacklogs(takeTurn)
  #closed = false

  constructor(streamDeps: StreamDeps) {
    this.#streamDeps = streamDeps
  }

  readonly fullFor = (clientId: string | null) => {
    if (this.#sessions.size > STREAMS_MAX) {
      return refused('too-many-streams', { limit: STREAMS_MAX, what: 'streams of this server' })
    }
    if (clientId === null || this.#countOf(clientId) < STREAMS_PER_CLIENT_MAX) return undefined
    const what = 'streams of a client'
    return refused('too-many-streams', { limit: STREAMS_PER_CLIENT_MAX, what })
  }

  open(
    peer: Peer,
    signIn: SignStreamIn | null,
    signInWith: SessionDeps['signInWith'],
    charge: ChargeBacklog,
  ): StreamSession {
    const deps = {
      events: this.#streamDeps.events,
      elapsedMs: this.#streamDeps.elapsedMs,
      failed: this.#streamDeps.failed,
      signInWith,
      admit: this.fullFor,
      backlogs: this.#backlogs,
      charge,
      turn: takeTurn,
    }
    const faulty =
      this.#streamDeps.faults && this.#streamDeps.after
        ? faultyPeer(
            peer,
            {
              faults: this.#streamDeps.faults,
              after: this.#streamDeps.after,
              failed: this.#streamDeps.failed,
            },
            () => session.client?.clientId,
          )
        : peer
    const session: StreamSession = openStreamSession(faulty, signIn, deps)
    this.#sessions.add(session)
    if (this.#closed) session.close(CLOSE.goingAway, 'the server stops')
    return session
  }

  forget(session: StreamSession): void {
    session.dropped()
    this.#sessions.delete(session)
  }

  readonly check = async (): Promise<void> => {
    const checks = await Promise.allSettled([...this.#sessions].map((one) => one.check()))
    // One report for all: they fail together if the database does, and are checked again soon.
    const failure = checks.find(({ status }) => status === 'rejected')
    if (failure?.status === 'rejected') this.#streamDeps.failed(failure.reason)
  }

  readonly sendHeartbeats = async (): Promise<void> => {
    const accountIds = new Set(
      [...this.#sessions].flatMap(({ client }) => client?.accountIds ?? []),
    )
    if (accountIds.size === 0) return
    const found = await this.#streamDeps.events.lastSeqs([...accountIds])
    const lastSeqs = new Map(found.map((one) => [one.accountId, one]))
    for (const session of this.#sessions) session.sendHeartbeat(lastSeqs)
  }

  readers(): { readonly count: number; readonly eventsBehind: number } {
    return {
      count: this.#sessions.size,
      eventsBehind: Math.max(0, ...[...this.#sessions].map((session) => session.eventsBehind)),
    }
  }

  restart(): void {
    for (const session of this.#sessions) session.close(CLOSE.restart, 'the broker was taken back')
  }

  close(): void {
    this.#closed = true
    for (const session of this.#sessions) session.close(CLOSE.goingAway, 'the server stops')
  }

  #countOf(clientId: string): number {
    let count = 0
    for (const { client } of this.#sessions) if (client?.clientId === clientId) count++
    return count
  }
}

export const streamService = (streamDeps: StreamDeps): StreamService =>
  new SocketStreams(streamDeps)
