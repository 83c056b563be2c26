/** A reader of an account's stream that lives through every fault, and lets no gap pass. */
import type { Journal } from './journal'
import { fieldOf, textOf } from './requests'

export interface Seen {
  /** The id of the order; for a leg, the id of its conditional order. */
  readonly orderId: string
  readonly status: string
  readonly filledQuantity: number
}

export interface Follower {
  readonly accountId: string
  /** The events, ordered by number from 1 on. */
  readonly seen: readonly Seen[]
  stop(): void
}

const RECONNECT_MS = 100
/** Heartbeats come every 5 s; without any for so long the connection is given up. */
const SILENCE_MS = 12_000

export function follow(
  origin: () => string,
  { token, accountId }: { readonly token: string; readonly accountId: string },
  journal: Journal,
): Follower {
  const seen: Seen[] = []
  let socket: WebSocket | null = null
  let silence: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  function heard(message: unknown): void {
    const type = textOf(message, 'type')
    if (type === 'ready') {
      socket?.send(JSON.stringify({ type: 'subscribe', accountId, since: seen.length }))
    }
    if (type === 'error') {
      const code = textOf(fieldOf(message, 'error'), 'code')
      // While the database is away no token can be looked up, and it is asked for once.
      const isOfFault = code === 'server-busy' || code === 'internal-error'
      if (isOfFault) socket?.close()
      else journal.found(`the stream of ${accountId} answered ${code}`)
    }
    if (type !== 'order' && type !== 'conditionalOrder') return
    const seq = Number(fieldOf(message, 'seq'))
    if (seq !== seen.length + 1) {
      journal.found(`event ${seq} of ${accountId} followed event ${seen.length}`)
      return
    }
    const isOrder = type === 'order'
    const of = fieldOf(message, isOrder ? 'order' : 'leg')
    journal.tally.events++
    seen.push({
      orderId: textOf(isOrder ? of : message, isOrder ? 'orderId' : 'conditionalOrderId'),
      status: textOf(of, 'status'),
      filledQuantity: Number(fieldOf(of, 'filledQuantity')),
    })
    if (isOrder) noteExit(message, journal)
  }

  function listen(): void {
    if (stopped) return
    const opened = new WebSocket(`${origin().replace('http', 'ws')}/v1/stream`, {
      headers: { authorization: `Bearer ${token}` },
    })
    socket = opened
    const again = (): void => {
      if (socket !== opened) return
      socket = null
      clearTimeout(silence)
      opened.close()
      setTimeout(listen, RECONNECT_MS)
    }
    const watch = (): void => {
      clearTimeout(silence)
      silence = setTimeout(again, SILENCE_MS)
    }
    watch()
    opened.onmessage = ({ data }) => {
      if (socket !== opened) return
      watch()
      heard(JSON.parse(String(data)))
    }
    opened.onclose = again
    opened.onerror = again
  }

  listen()
  return {
    accountId,
    seen,
    stop() {
      stopped = true
      clearTimeout(silence)
      socket?.close()
    },
  }
}

/** A fill of an order that a conditional order has placed. */
function noteExit(message: unknown, { exits, tally }: Journal): void {
  const groupId = textOf(message, 'conditionalOrderId')
  const quantity = Number(fieldOf(fieldOf(message, 'fill'), 'quantity') ?? 0)
  if (groupId === '' || quantity === 0) return
  exits.set(groupId, (exits.get(groupId) ?? 0) + quantity)
  tally.exited += quantity
}
