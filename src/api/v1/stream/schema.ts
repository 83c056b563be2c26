/** The messages of the stream in both directions. */
import { t } from 'elysia'
import type { RefusalCode } from '../../../core/refusals'
import { fillRecord, ORDER_FIELDS, orderRecord } from '../../wire/order-record'
import { body, instantText, jsonInteger, oneOf } from '../../wire/schemas'

/** PostgreSQL's largest integer, the type of event numbers. */
const SEQ_MAX = 2_147_483_647
const TOKEN_LENGTH_MAX = 256

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
const since = jsonInteger(0, SEQ_MAX, 'The number of an event: those after it are sent.')
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

/** From a client. An unknown field is refused, as in the bodies of HTTP. */
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

/** From the server. */
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
    occurredAt: instantText(
      "When it happened, in market time; never earlier than the account's event before it.",
    ),
  }),
  heartbeat: sent({ type: message('heartbeat'), accounts }),
  error: sent({ type: message('error'), error }),
}

type StaticOf<Schemas extends Readonly<Record<string, { readonly static: unknown }>>> =
  Schemas[keyof Schemas]['static']

export type ReceivedMessage = StaticOf<typeof Received>
export type SentMessage = StaticOf<typeof Sent>
