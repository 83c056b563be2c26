/** All streams of this process (D9). */
import { STREAMS_PER_CLIENT_MAX } from '../../../core/limits'
import { type Refused, refused } from '../../../core/refusals'
import type { Events } from '../../../events/publish'
import {
  type ConnectionDeps,
  openStreamSession,
  type SignStreamIn,
  type StreamSession,
} from './connection'
import { streamsMax } from './limits'
import { CLOSE, type Peer } from './messages'

export interface StreamDeps {
  readonly events: Events
  readonly elapsedMs: () => number
  readonly failed: (error: unknown) => void
}

export interface StreamService {
  /** Why no stream of the client, or of anybody, can be opened now. */
  fullFor(clientId: string | null): Refused<'too-many-streams'> | undefined
  /** `given`: the credentials that came with the request; null: they come in a message. */
  open(
    peer: Peer,
    given: SignStreamIn | null,
    credentialsOf: ConnectionDeps['credentialsOf'],
  ): StreamSession
  /** The socket of this connection is gone. */
  gone(connection: StreamSession): void
  /** Looks at tokens and paces; to be done every second, so that D2's 5 s hold. */
  check(): Promise<void>
  /** Tells every client how far its accounts are; to be done every 5 s. */
  beat(): Promise<void>
  /** Closes every stream, and opens none any more. */
  close(): void
}

/** Between two looks at a token, which is itself remembered for 4 s (D2: 5 s in all). */
export const CHECK_EVERY_MS = 900

export function streamService({ events, elapsedMs, failed }: StreamDeps): StreamService {
  const connections = new Set<StreamSession>()
  let closed = false

  const countOf = (clientId: string): number => {
    let count = 0
    for (const { client } of connections) if (client?.clientId === clientId) count++
    return count
  }

  function fullFor(clientId: string | null) {
    if (connections.size > streamsMax) {
      return refused('too-many-streams', { limit: streamsMax, what: 'streams of this server' })
    }
    if (clientId === null || countOf(clientId) < STREAMS_PER_CLIENT_MAX) return undefined
    const what = 'streams of a client'
    return refused('too-many-streams', { limit: STREAMS_PER_CLIENT_MAX, what })
  }

  return {
    fullFor,
    open(peer, given, credentialsOf) {
      const deps = { events, elapsedMs, failed, credentialsOf, admit: fullFor }
      const connection = openStreamSession(peer, given, deps)
      connections.add(connection)
      if (closed) connection.close(CLOSE.goingAway, 'the server stops')
      return connection
    },
    gone(connection) {
      connection.gone()
      connections.delete(connection)
    },
    async check() {
      const checks = await Promise.allSettled([...connections].map((one) => one.check()))
      // Once for all: they fail together when the database does, and are looked at again soon.
      const failure = checks.find(({ status }) => status === 'rejected')
      if (failure?.status === 'rejected') failed(failure.reason)
    },
    async beat() {
      const accountIds = new Set([...connections].flatMap(({ client }) => client?.accountIds ?? []))
      if (accountIds.size === 0) return
      const found = await events.lastSeqs([...accountIds])
      const lastSeqs = new Map(found.map((one) => [one.accountId, one]))
      for (const connection of connections) connection.beat(lastSeqs)
    },
    close() {
      closed = true
      for (const connection of connections) connection.close(CLOSE.goingAway, 'the server stops')
    },
  }
}
