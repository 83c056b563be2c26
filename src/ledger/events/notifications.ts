/**
 * Notifies the other processes on the database of accounts with new events. It does so after the
 * commit, so it never delays an order [stream.notifications]. A lost notification only delays an
 * event until the next heartbeat.
 */
import type { Notifications } from '../../postgres/database'

/** How long notifications are collected, so that a busy sequencer sends few. */
const GATHER_MS = 20
/** PostgreSQL takes less than 8,000 bytes. */
const PAYLOAD_CHARACTERS_MAX = 7_000

/** A notification still missing after this many later ones was lost. */
const SENT_MAX = 100

export interface EventNotifications {
  notify(accountId: string, seq: number): void
  /** A process receives its own notifications too, each once. */
  isOwn(payload: string): boolean
  close(): Promise<void>
}

export function eventNotifications(
  notifications: Notifications,
  failed: (error: unknown) => void,
  after: (ms: number, ring: () => void) => unknown = (ms, ring) => setTimeout(ring, ms),
): EventNotifications {
  /**
   * The texts sent and not yet received. Only one process commits an event, so no other sends the
   * same text.
   */
  const sent = new Set<string>()
  let waiting = new Map<string, number>()
  let sending: Promise<void> | null = null
  let goOn = (): void => {}
  let isClosing = false

  const gather = (): Promise<void> =>
    new Promise((resume) => {
      goOn = resume
      if (isClosing) resume()
      else after(GATHER_MS, resume)
    })

  async function send(): Promise<void> {
    while (waiting.size > 0) {
      const gathered = waiting
      waiting = new Map()
      const payloads = packed(gathered)
      for (const payload of payloads) sent.add(payload)
      for (const lost of [...sent].slice(0, -SENT_MAX)) sent.delete(lost)
      await notifications.notify(payloads).catch(failed)
      await gather()
    }
    sending = null
  }

  return {
    notify(accountId, seq) {
      waiting.set(accountId, seq)
      sending ??= send()
    },
    isOwn: (payload) => sent.delete(payload),
    async close() {
      isClosing = true
      goOn()
      await sending
    },
  }
}

/** Returns payloads of lines such as `acc_1 17`, each with as many lines as it may have. */
function packed(seqs: ReadonlyMap<string, number>): readonly string[] {
  const payloads: string[] = []
  let payload = ''
  for (const [accountId, seq] of seqs) {
    const line = `${accountId} ${seq}`
    if (payload.length + line.length >= PAYLOAD_CHARACTERS_MAX) {
      payloads.push(payload)
      payload = ''
    }
    payload += payload === '' ? line : `\n${line}`
  }
  return [...payloads, payload]
}

/** Account ids with the number of their last event. */
export type NotifiedEvents = readonly (readonly [accountId: string, seq: number])[]

/** Returns the notifications in a payload, without lines that have another format. */
export function notificationsIn(payload: string): NotifiedEvents {
  return payload.split('\n').flatMap((line) => {
    const [accountId, seq = ''] = line.split(' ')
    return accountId !== undefined && /^\d{1,10}$/.test(seq) ? [[accountId, Number(seq)]] : []
  })
}
