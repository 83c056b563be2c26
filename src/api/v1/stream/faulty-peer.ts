/** A peer whose messages a test cuts or makes late [fault.force]; none is lost from the log. */
import type { MessageFault } from '../../../core/fault-rule'
import type { Peer } from './wire'

export interface MessageFaults {
  /** False: messages are looked at no further. */
  readonly isSet: boolean
  /** The fault that strikes a message to this client, counted. */
  strikeMessage(
    message: 'events' | 'heartbeats',
    clientId: string | undefined,
  ): Promise<MessageFault | undefined>
}

export interface FaultyPeerDeps {
  readonly faults: MessageFaults
  /** By machine time, whatever the market's clock does. */
  readonly after: (ms: number) => Promise<void>
  readonly failed: (error: unknown) => void
}

/** Messages keep their order: those behind a late one wait for it. */
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
      .then(() => sendStruck(message, send))
      .catch(failed)
      .finally(() => {
        if (last === now) last = null
      })
    last = now
  }

  async function sendStruck(
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
    /** At once: a server that stops does not wait for late messages. */
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
