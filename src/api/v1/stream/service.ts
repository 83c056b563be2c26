/**
 * All streams of this process, each with a peer whose messages a test can cut or delay; the log
 * keeps all [fault.force].
 */
import type { MessageFault } from '../../../core/fault-rule'
import { STREAMS_PER_CLIENT_MAX } from '../../../core/limits'
import { refused } from '../../../core/refusals'
import type { Events } from '../../../ledger/events/publish'
import { takeTurn } from '../../../market/turns'
import {
  type ChargeBacklog,
  openBacklogs,
  type SessionDeps,
  type SignStreamIn,
  StreamSession,
} from './session'
import { CLOSE, type Peer, STREAMS_MAX } from './wire'

interface StreamDeps {
  readonly events: Events
  readonly elapsedMs: () => number
  readonly failed: (error: unknown) => void
  /** Null or missing unless a test can make messages fail. */
  readonly faults?: MessageFaults | null
  /** Waits by the machine's time. Required with faults. */
  readonly after?: FaultyPeerDeps['after']
}

/** A token is cached for 4 s as well, so a revocation takes up to 5 s [token.revoked]. */
export const CHECK_EVERY_MS = 900

export class StreamService {
  readonly #deps: StreamDeps
  readonly #sessions = new Set<StreamSession>()
  readonly #backlogs = openBacklogs(takeTurn)
  #closed = false

  constructor(deps: StreamDeps) {
    this.#deps = deps
  }

  /**
   * Refuses one stream too many [stream.limits]. `clientId` is null before the client has signed
   * in.
   */
  readonly fullFor = (clientId: string | null) => {
    if (this.#sessions.size > STREAMS_MAX) {
      return refused('too-many-streams', { limit: STREAMS_MAX, what: 'streams of this server' })
    }
    if (clientId === null || this.#countOf(clientId) < STREAMS_PER_CLIENT_MAX) return undefined
    const what = 'streams of a client'
    return refused('too-many-streams', { limit: STREAMS_PER_CLIENT_MAX, what })
  }

  /** `signIn` is null if the token comes in a message, for `signInWith`. */
  open(
    peer: Peer,
    signIn: SignStreamIn | null,
    signInWith: SessionDeps['signInWith'],
    charge: ChargeBacklog,
  ): StreamSession {
    const { events, elapsedMs, failed, faults, after } = this.#deps
    const target =
      faults && after
        ? faultyPeer(peer, { faults, after, failed }, () => session.client?.clientId)
        : peer
    const session: StreamSession = new StreamSession(target, signIn, {
      events,
      elapsedMs,
      failed,
      signInWith,
      admit: this.fullFor,
      backlogs: this.#backlogs,
      charge,
      turn: takeTurn,
    })
    this.#sessions.add(session)
    if (this.#closed) session.close(CLOSE.goingAway, 'the server stops')
    return session
  }

  /** Removes a session whose socket is closed. */
  forget(session: StreamSession): void {
    session.socketClosed()
    this.#sessions.delete(session)
  }

  /** Checks every token and every reader's pace; call it every CHECK_EVERY_MS. */
  readonly check = async (): Promise<void> => {
    const checks = await Promise.allSettled([...this.#sessions].map((one) => one.check()))
    // One report for all: they fail together if the database does, and are checked again soon.
    const failure = checks.find(({ status }) => status === 'rejected')
    if (failure?.status === 'rejected') this.#deps.failed(failure.reason)
  }

  /** Sends each client the last event numbers of its accounts; call it every 5 s. */
  readonly sendHeartbeats = async (): Promise<void> => {
    const accountIds = new Set(
      [...this.#sessions].flatMap(({ client }) => client?.accountIds ?? []),
    )
    if (accountIds.size === 0) return
    const found = await this.#deps.events.lastSeqs([...accountIds])
    const lastSeqs = new Map(found.map((one) => [one.accountId, one]))
    for (const session of this.#sessions) session.sendHeartbeat(lastSeqs)
  }

  /** The number of open streams, and how many events the slowest of them is behind. */
  readers(): { readonly count: number; readonly eventsBehind: number } {
    return {
      count: this.#sessions.size,
      eventsBehind: Math.max(0, ...[...this.#sessions].map((session) => session.eventsBehind)),
    }
  }

  /** Closes every stream, because a snapshot has replaced the events that they have sent. */
  restart(): void {
    for (const session of this.#sessions) session.close(CLOSE.restart, 'the broker was taken back')
  }

  /** Closes every stream, also streams that are opened later. */
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

export const streamService = (deps: StreamDeps): StreamService => new StreamService(deps)

export interface MessageFaults {
  /** False if no fault is set, so that messages need no further look. */
  readonly isSet: boolean
  /** Finds the fault that strikes a message to this client, and counts it. */
  strikeMessage(
    message: 'events' | 'heartbeats',
    clientId: string | undefined,
  ): Promise<MessageFault | undefined>
}

interface FaultyPeerDeps {
  readonly faults: MessageFaults
  /** Waits by the machine's time, whatever the market's clock does. */
  readonly after: (ms: number) => Promise<void>
  readonly failed: (error: unknown) => void
}

/** Keeps the order of messages: those after a late message wait for it. */
function faultyPeer(
  peer: Peer,
  { faults, after, failed }: FaultyPeerDeps,
  clientId: () => string | undefined,
): Peer {
  let last: Promise<void> | null = null
  let isOver = false

  function pass(message: 'events' | 'heartbeats' | null, send: () => void): void {
    if (last === null && (message === null || !faults.isSet)) {
      send()
      return
    }
    const before: Promise<void> = last ?? Promise.resolve()
    const now = before
      .then(() => sendUnderFault(message, send))
      .catch(failed)
      .finally(() => {
        if (last === now) last = null
      })
    last = now
  }

  async function sendUnderFault(
    message: 'events' | 'heartbeats' | null,
    send: () => void,
  ): Promise<void> {
    if (isOver) return
    const fault = message === null ? undefined : await faults.strikeMessage(message, clientId())
    if (fault?.kind === 'stream-cut') {
      isOver = true
      return peer.terminate()
    }
    if (fault?.kind === 'stream-delay') await after(fault.delayMs)
    if (!isOver) send()
  }

  return {
    ...peer,
    send: (message) =>
      pass(message.type === 'heartbeat' ? 'heartbeats' : null, () => peer.send(message)),
    sendEvents(events) {
      if (last === null && !faults.isSet) return peer.sendEvents(events)
      for (const event of events) pass('events', () => peer.sendEvents([event]))
    },
    /** Closes at once: a server that stops does not wait for late messages. */
    close(code, reason) {
      isOver = true
      peer.close(code, reason)
    },
    terminate() {
      isOver = true
      peer.terminate()
    },
  }
}
