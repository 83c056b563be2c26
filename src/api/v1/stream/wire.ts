/** The messages of the stream in both directions. */
import { t } from 'elysia'
import { TypeCompiler } from 'elysia/type-system'
import { parentOf } from '../../../core/conditional/child'
import { type AccountEvent, isOfLeg, LEG_STATUSES } from '../../../core/conditional/leg'
import type { OrderEvent } from '../../../core/order/order'
import { type RefusalCode, type Refused, refused } from '../../../core/refusals'
import { toKst } from '../../../core/time'
import type { BunSocket } from '../../../http/call'
import { jsonInMessage } from '../../../http/request'
import { query } from '../../../http/wire/query'
import { refusalBody } from '../../../http/wire/refusal'
import { body, instantText, jsonInteger, named, oneOf } from '../../../http/wire/schemas'
import { type ShapeRefusal, shapeRefusalOf } from '../../../http/wire/validation-errors'
import type { AccountSeq } from '../../../ledger/events/log'
import {
  CONDITIONAL_ORDER_ID,
  encodeFill,
  encodeLegEvent,
  encodeOrder,
  fillRecord,
  legRecord,
  ORDER_FIELDS,
  orderRecord,
} from '../../wire/orders'

/** PostgreSQL's largest integer, the type of event numbers. */
const SEQ_MAX = 2_147_483_647
const TOKEN_LENGTH_MAX = 256

/** For a proxy: the server does not use it [run.cell-ids]. */
export const StreamQuery = query({
  cell: t.Optional(
    t.String({ pattern: '^[a-z0-9]{1,8}$', description: 'The cell of the token, for a proxy.' }),
  ),
})

/** Every code that an `error` message can have [stream.codes]. */
export const STREAM_CODES = [
  'malformed-message',
  'missing-parameter',
  'unknown-parameter',
  'invalid-parameter',
  'unexpected-message',
  'authentication-timeout',
  'authorization-required',
  'invalid-token',
  'expired-token',
  'client-disabled',
  'too-many-streams',
  'rate-limit-exceeded',
  'account-mismatch',
  'account-not-found',
  'since-out-of-range',
  'server-busy',
  'internal-error',
] as const satisfies readonly RefusalCode[]
const ERROR_TYPES = [
  'validation',
  'authentication',
  'permission',
  'not_found',
  'rate_limit',
  'server',
] as const

const accountId = t.String({ description: 'The account.', minLength: 1, maxLength: 64 })
/** [stream.account] */
const ownAccount = t.Optional(
  t.String({
    description: 'A client with one account may leave it out.',
    minLength: 1,
    maxLength: 64,
  }),
)
const seq = jsonInteger(
  1,
  SEQ_MAX,
  'The number of the event: 1, 2, 3 … in each account, without gaps.',
)
const since = jsonInteger(0, SEQ_MAX, 'The number of an event: the events after it are sent.')
const accounts = t.Array(
  t.Object(
    {
      accountId,
      lastSeq: jsonInteger(0, SEQ_MAX, 'The number of its last event; 0 while it has none.'),
    },
    { additionalProperties: false },
  ),
  { description: 'All accounts of the client.' },
)
const message = <const Name extends string>(name: Name) => oneOf([name], 'The kind of message.')

const error = t.Object(
  {
    type: oneOf(ERROR_TYPES, 'The class of error.'),
    code: oneOf(STREAM_CODES, 'Stable: branch on this.'),
    message: t.String({ description: 'For people.' }),
    param: t.Optional(t.String({ description: 'The field at fault.' })),
    data: t.Optional(t.Record(t.String(), t.Union([t.String(), t.Number()]))),
    docUrl: t.String({ description: 'The page of this code.' }),
  },
  { additionalProperties: false },
)

/** Messages from a client. An unknown field is refused, as in the bodies of HTTP. */
export const Received = {
  authenticate: body({
    type: message('authenticate'),
    token: t.String({
      description: 'The access token, from a client that cannot set a header.',
      minLength: 1,
      maxLength: TOKEN_LENGTH_MAX,
    }),
  }),
  subscribe: body({ type: message('subscribe'), accountId: ownAccount, since: t.Optional(since) }),
  unsubscribe: body({ type: message('unsubscribe'), accountId: ownAccount }),
}

const sent = <const P extends Parameters<typeof body>[0]>(fields: P) =>
  t.Object(fields, { additionalProperties: false })

const occurredAt = instantText(
  "When it happened, in market time; never earlier than the account's event before it.",
)

/** Messages from the server. */
export const Sent = {
  ready: sent({ type: message('ready'), accounts }),
  subscribed: sent({ type: message('subscribed'), accountId, since }),
  unsubscribed: sent({ type: message('unsubscribed'), accountId }),
  // [stream.event]
  order: sent({
    type: message('order'),
    seq,
    accountId,
    event: ORDER_FIELDS.status,
    order: orderRecord,
    fill: t.Optional(fillRecord),
    conditionalOrderId: t.Optional(
      t.String({ description: 'The conditional order that has placed the order, if one has.' }),
    ),
    occurredAt,
  }),
  // [conditional.event]
  conditionalOrder: sent({
    type: message('conditionalOrder'),
    seq,
    accountId,
    event: named('ConditionalStatus', oneOf(LEG_STATUSES, 'The state of the leg.')),
    conditionalOrderId: CONDITIONAL_ORDER_ID,
    clientOrderId: ORDER_FIELDS.clientOrderId,
    symbol: ORDER_FIELDS.symbol,
    leg: legRecord,
    occurredAt,
  }),
  heartbeat: sent({ type: message('heartbeat'), accounts }),
  error: sent({ type: message('error'), error }),
}

type StaticOf<Schemas extends Readonly<Record<string, { readonly static: unknown }>>> =
  Schemas[keyof Schemas]['static']

export type ReceivedMessage = StaticOf<typeof Received>
export type SentMessage = StaticOf<typeof Sent>

const TYPES = Object.keys(Received).join(', ')

type Check = (message: object) => ReceivedMessage | ShapeRefusal

const CHECKS: ReadonlyMap<unknown, Check> = new Map(
  Object.values(Received).map((schema): [string, Check] => {
    const compiled = TypeCompiler.Compile<(typeof Received)[keyof typeof Received]>(schema)
    const check: Check = (message) =>
      compiled.Check(message)
        ? message
        : shapeRefusalOf({ valueError: compiled.Errors(message).First(), type: 'message' })
    return [schema.properties.type.enum[0], check]
  }),
)

/** Reads a client's message, or returns why it cannot be read [stream.messages]. */
export function decodeMessage(
  sent: string | Uint8Array,
): ReceivedMessage | ShapeRefusal | Refused<'malformed-message'> {
  const message = jsonInMessage(sent)
  const check =
    typeof message === 'object' && message !== null && 'type' in message
      ? CHECKS.get(message.type)?.(message)
      : undefined
  return check ?? refused('malformed-message', { types: TYPES })
}

/** `baseUrl` is the address at which the client reaches the server. */
const encodeMessage = (message: Outgoing, baseUrl: string): string =>
  JSON.stringify(sentMessage(message, baseUrl))

const eventTexts = new WeakMap<AccountEvent, string>()

/** Encodes an event once for all subscribers of its account. */
export function encodeEvent(event: AccountEvent): string {
  const made = eventTexts.get(event)
  if (made !== undefined) return made
  const text = JSON.stringify(isOfLeg(event) ? encodeLegEvent(event) : orderMessage(event))
  eventTexts.set(event, text)
  return text
}

function sentMessage(message: Outgoing, baseUrl: string): SentMessage {
  return message.type === 'error'
    ? { type: 'error', error: refusalBody(message.refusal, { baseUrl }) }
    : message
}

function orderMessage({ accountId, seq, order, fill }: OrderEvent): SentMessage {
  const parent = parentOf(order)
  return {
    type: 'order',
    seq,
    accountId,
    event: order.status,
    order: encodeOrder(order),
    ...(fill !== null && { fill: encodeFill(fill) }),
    ...(parent !== null && { conditionalOrderId: parent.groupId }),
    occurredAt: toKst(order.updatedAt),
  }
}

export type StreamRefusal = Refused<(typeof STREAM_CODES)[number]>

/** A message from the server. Order events are encoded separately, since there are many. */
export type Outgoing =
  | { readonly type: 'ready' | 'heartbeat'; readonly accounts: AccountSeq[] }
  | { readonly type: 'subscribed'; readonly accountId: string; readonly since: number }
  | { readonly type: 'unsubscribed'; readonly accountId: string }
  | { readonly type: 'error'; readonly refusal: StreamRefusal }

/** A message of the right shape, or the refusal of another. */
export type Incoming = ReceivedMessage | StreamRefusal

/** Codes of RFC 6455, 7.4, and our own from 4000 on. */
export const CLOSE = {
  goingAway: 1001,
  /** Service restart, in IANA's registry. [snapshot.save] */
  restart: 1012,
  policyViolation: 1008,
  messageTooBig: 1009,
  tryAgainLater: 1013,
  unauthorized: 4401,
  tooMany: 4429,
} as const

/** The part of the socket that a session uses. */
export interface Peer {
  send(message: Outgoing): void
  sendEvents(events: readonly AccountEvent[]): void
  /** Bytes that were sent and that the network has not accepted yet. */
  bufferedBytes(): number
  close(code: number, reason: string): void
  /** Drops the connection without a closing handshake. */
  terminate(): void
}

/** Streams of this process, including streams that have not signed in yet. */
export const STREAMS_MAX = 10_000
/** Accounts that one stream may subscribe to. */
export const SUBSCRIPTIONS_MAX = 100
/** Bytes that may wait for a client; with more it reads too slowly. */
export const BUFFERED_BYTES_MAX = 1024 * 1024
/** If more bytes wait, a client is sent no more of the log. */
export const BUFFERED_BYTES_FOR_LOG = 256 * 1024
/** The longest time that a client may read nothing, and that a closed socket may take to end. */
export const STANDSTILL_MS = 10_000
/** Messages of a client that may wait for their answers. */
export const UNANSWERED_MAX = 32
/** Unreadable messages of a client before its stream is closed. */
export const MALFORMED_MAX = 20
/** Bytes of one message from a client. */
export const MESSAGE_BYTES_MAX = 4 * 1024

const OPEN = 1

/** Bun's sockets have getBufferedAmount, but Elysia's type of them does not. */
function bufferedBytes(socket: BunSocket): number {
  if (socket.readyState !== OPEN || !('getBufferedAmount' in socket)) return 0
  return typeof socket.getBufferedAmount === 'function' ? Number(socket.getBufferedAmount()) : 0
}

/** `baseUrl` is the address at which the client reaches the server. */
export const peerOf = (socket: BunSocket, baseUrl: string): Peer => ({
  send(message) {
    socket.send(encodeMessage(message, baseUrl))
  },
  sendEvents(events) {
    // Sends several messages in one piece.
    socket.cork(() => {
      for (const event of events) socket.send(encodeEvent(event))
    })
  },
  bufferedBytes: () => bufferedBytes(socket),
  close: (code, reason) => socket.close(code, reason),
  terminate: () => socket.terminate(),
})
