/**
 * Tells the other processes of the database whose logs have grown, after the commit and beside the
 * way of the orders (D9). A lost hint delays an event until the next heartbeat, and loses nothing.
 */
import type { Hints } from '../store/database'

/** Hints are gathered for so long, so that a busy desk sends few. */
const GATHER_MS = 5
/** PostgreSQL takes less than 8,000 bytes. */
const PAYLOAD_CHARACTERS_MAX = 7_000

export interface EventHints {
  tell(accountId: string, seq: number): void
  close(): Promise<void>
}

export function eventHints(hints: Hints, failed: (error: unknown) => void): EventHints {
  let waiting = new Map<string, number>()
  let sending: Promise<void> | null = null

  async function send(): Promise<void> {
    while (waiting.size > 0) {
      const told = waiting
      waiting = new Map()
      await hints.notify(packed(told)).catch(failed)
      await new Promise((resume) => setTimeout(resume, GATHER_MS))
    }
    sending = null
  }

  return {
    tell(accountId, seq) {
      waiting.set(accountId, seq)
      sending ??= send()
    },
    async close() {
      await sending
    },
  }
}

/** `acc_1 17` a line, as many lines as a payload may have. */
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

/** What a payload tells; what is no hint of ours is left out. */
export function hintsIn(payload: string): readonly (readonly [accountId: string, seq: number])[] {
  return payload.split('\n').flatMap((line) => {
    const [accountId, seq = ''] = line.split(' ')
    return accountId !== undefined && /^\d{1,10}$/.test(seq) ? [[accountId, Number(seq)]] : []
  })
}
