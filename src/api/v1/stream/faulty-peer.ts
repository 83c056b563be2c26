/** Wraps a peer, so that a test can cut or delay its messages; the log keeps all [fault.force]. */
import type { MessageFault } from '../../../core/fault-rule'
import type { Peer } from './wire'

export interface MessageFaults {
  /** False if no fault is set, so that messages need no further look. */
  readonly isSet: boolean
  /** Finds the fault that strikes a message to this client, and counts it. */
  strikeMessage(
    message: 'events' | 'heartbeats',
    clientId: string | undefined,
  ): Promise<MessageFault | undefined>
}

export interface FaultyPeerDeps {
  readonly faults: MessageFaults
  /** Waits by the machine's time, whatever the market's clock does. */
  readonly after: (ms: number) => Promise<void>
  readonly failed: (error: unknown) => void
}

/** Keeps the order of messages: those after a late message wait for it. */
export function faultyPeer(
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
