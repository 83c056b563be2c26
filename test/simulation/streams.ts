/** Clients that follow an account's events, over sockets that are cut and that stand still. */

import type { StreamSession } from '../../src/api/v1/stream/session'
import { peerOf } from '../../src/api/v1/stream/wire'
import type { OrderEvent } from '../../src/core/order/order'
import type { BunSocket } from '../../src/http/call'
import type { Brokerage } from '../../src/server/compose/brokerage'
import { isSame, parse } from './oracle/fraction'
import { type Account, must } from './oracle/ledger'

export type { OrderEvent }

const OPEN = 1
const CLOSED = 3

export interface Follower {
  readonly accountId: string
  /** It is connected, and takes what comes. */
  readonly isFollowing: boolean
  /** Returns whether it is a stream of this server. */
  isOf(brokerage: Brokerage | null): boolean
  readonly lastSeq: number
  /** Begins, or goes on after the last event that it has seen. */
  connect(brokerage: Brokerage, clientId: string): void
  cut(): void
  /** Takes nothing from the network any more, or again. */
  stall(): void
  /** Everything that it got is so. */
  check(account: Account): void
}

interface Connection {
  readonly brokerage: Brokerage
  readonly isStalled: boolean
  end(): void
  stall(): void
}

interface Message {
  readonly seq: number
  readonly event: string
  readonly orderId: string
  readonly filled: string
}

export function follower(accountId: string): Follower {
  let connection: Connection | null = null
  let lastSeq = 0
  let got: Message[] = []
  let gap: string | null = null

  function connect(brokerage: Brokerage, clientId: string): void {
    const { stream } = brokerage.inside.app
    if (stream === null) return
    let readyState = OPEN
    let buffered: string[] | null = null
    const take = (text: string): void => {
      const message: unknown = JSON.parse(text)
      // Refused, after a fault: a client connects again.
      if (isError(message)) {
        gone()
        return
      }
      const found = orderMessage(message)
      if (found === undefined) return
      // Not thrown: the server that calls would catch it.
      if (found.seq !== lastSeq + 1) gap ??= `${found.seq} after ${lastSeq}`
      lastSeq = found.seq
      got.push(found)
    }
    const gone = (): void => {
      if (readyState === CLOSED) return
      readyState = CLOSED
      connection = null
      stream.forget(session)
    }
    const socket: BunSocket & { getBufferedAmount(): number } = {
      get readyState() {
        return readyState
      },
      send(text) {
        if (readyState !== OPEN) return 0
        if (buffered === null) take(text)
        else buffered.push(text)
        return text.length
      },
      cork: (work) => work(),
      close: gone,
      terminate: gone,
      getBufferedAmount: () => (buffered ?? []).reduce((sum, { length }) => sum + length, 0),
    }
    const client = { clientId, accountIds: [accountId] }
    const session: StreamSession = stream.open(
      peerOf(socket, 'http://localhost'),
      async () => client,
      () => async () => client,
      () => {},
    )
    void session.receive({ type: 'subscribe', accountId, since: lastSeq })
    connection = {
      brokerage,
      get isStalled() {
        return buffered !== null
      },
      end: gone,
      stall() {
        if (buffered === null) {
          buffered = []
          return
        }
        const waiting = buffered
        buffered = null
        for (const text of waiting) take(text)
        session.drained()
      },
    }
  }

  return {
    accountId,
    get isFollowing() {
      return connection !== null && !connection.isStalled
    },
    isOf: (brokerage) => connection !== null && connection.brokerage === brokerage,
    get lastSeq() {
      return lastSeq
    },
    connect(brokerage, clientId) {
      connection?.end()
      connect(brokerage, clientId)
    },
    cut() {
      connection?.end()
      connection = null
    },
    stall: () => connection?.stall(),
    check(account) {
      must(gap === null, 'stream-gap', () => `the stream of ${accountId} sent ${gap}`)
      for (const { seq, event, orderId, filled } of got) {
        const logged = account.log[seq - 1]
        const isSo =
          logged !== undefined &&
          logged.orderId === orderId &&
          logged.status === event &&
          isSame(logged.filled, parse(filled))
        must(isSo, 'stream-event', () => `the stream of ${accountId} sent ${seq}: ${event}`)
      }
      got = []
    },
  }
}

const isError = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'error'

/** Reads the message of an order, or of a leg of a conditional order. */
function orderMessage(message: unknown): Message | undefined {
  const fields = fieldsOf(message)
  const type = fields.get('type')
  if (type !== 'order' && type !== 'conditionalOrder') return undefined
  const of = fieldsOf(fields.get(type === 'order' ? 'order' : 'leg'))
  const orderId = type === 'order' ? of.get('orderId') : fields.get('conditionalOrderId')
  return {
    seq: Number(fields.get('seq')),
    event: String(fields.get('event')),
    orderId: String(orderId),
    filled: String(of.get('filledQuantity')),
  }
}

const fieldsOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
