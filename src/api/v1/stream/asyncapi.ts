/** The AsyncAPI 3 document of the stream, made from the schemas of its messages. */
import { STREAM_TOKEN_MS_MAX, STREAMS_PER_CLIENT_MAX } from '../../../core/limits'
import { BUFFERED_BYTES_MAX, MESSAGE_BYTES_MAX, Received, Sent, StreamQuery } from './wire'

interface Words {
  readonly summary: string
  readonly description?: string
}

const RECEIVED: Readonly<Record<keyof typeof Received, Words>> = {
  authenticate: {
    summary: 'Authenticates the stream',
    description: 'Only if the request had no Authorization header, and then first.',
  },
  subscribe: {
    summary: 'Subscribes to the events of an account',
    description:
      'Every event after `since`, then the live ones; without `since` the live ones only. A ' +
      'second subscription to an account replaces the first, from its own `since`. 100 events ' +
      'of the log count as another message against the rate limit.',
  },
  unsubscribe: { summary: 'Ends the subscription to an account' },
}

const SENT: Readonly<Record<keyof typeof Sent, Words>> = {
  ready: { summary: 'The stream is authenticated' },
  subscribed: {
    summary: 'The subscription has begun',
    description: 'The events after `since` follow, each once and in order.',
  },
  unsubscribed: { summary: 'The subscription has ended' },
  order: {
    summary: 'An order changed its status or its filled quantity',
    description:
      'The order after the event, and the fill if the event is one. Keep `seq`, to continue ' +
      'with `since` on any connection to any server of the same database.',
  },
  conditionalOrder: {
    summary: 'A leg of a conditional order changed',
    description:
      'The leg after the event, with the order that it has placed. These events and the events ' +
      'of orders are numbered together: a client that reads orders only counts `seq` and ' +
      'ignores the rest.',
  },
  heartbeat: {
    summary: 'The last event of every account',
    description:
      'Every 5 seconds. If `lastSeq` is above the last event that you have, events are on ' +
      'their way; if they have not come by the next heartbeat, open a new stream.',
  },
  error: {
    summary: 'A message was refused',
    description:
      'The envelope of errors over HTTP. The stream stays open unless a close frame follows. ' +
      'After `rate-limit-exceeded` send the message again in `retryAfterSeconds`.',
  },
}

const CLOSES = [
  '1001: the server stops; open another stream',
  '1012: a test has taken the broker back; read the account again, and begin again',
  `1008: too many messages at once, or too many that could not be read`,
  `1009: a message of more than ${MESSAGE_BYTES_MAX} bytes`,
  `1013: you read too slowly (${BUFFERED_BYTES_MAX} bytes were waiting); continue with \`since\``,
  `4401: there is no token after ${STREAM_TOKEN_MS_MAX / 1000} s, or it is no longer valid, or ` +
    'its client is disabled',
  `4429: the client has ${STREAMS_PER_CLIENT_MAX} streams already`,
]

const DESCRIPTION = [
  'Every change of your orders, each once and in order.',
  'Send `Authorization: Bearer <token>` with the request; a browser sends the token in the first ' +
    'message instead. A page of another origin than the server is refused, unless CORS_ORIGINS ' +
    'has it.',
  `Close codes:\n\n${CLOSES.map((line) => `- ${line}`).join('\n')}`,
].join('\n\n')

/** Another channel of the same server. */
export interface ChannelPart {
  readonly address: string
  readonly summary: string
  readonly received: Readonly<Record<string, object>>
  readonly sent: Readonly<Record<string, object>>
  readonly security: object
}

/** `server` is the address at which callers reach it; `feed` is the channel of live prices. */
export function asyncApi(version: string, server: URL, feed: ChannelPart | null = null) {
  const messages = { ...messagesOf(Received, RECEIVED), ...messagesOf(Sent, SENT) }
  const ingestMessages = { ...feed?.received, ...feed?.sent }
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Paper brokerage: the stream of order events',
      version,
      description: DESCRIPTION,
    },
    defaultContentType: 'application/json',
    servers: {
      brokerage: {
        host: server.host,
        ...(server.pathname !== '/' && { pathname: server.pathname }),
        protocol: server.protocol === 'https:' ? 'wss' : 'ws',
        security: [{ $ref: '#/components/securitySchemes/bearer' }],
      },
    },
    channels: {
      stream: {
        address: '/v1/stream',
        bindings: { ws: { query: StreamQuery } },
        messages: references(messages),
      },
      ...(feed && {
        feed: {
          address: feed.address,
          summary: feed.summary,
          messages: references(ingestMessages),
        },
      }),
    },
    operations: {
      receive: operation('receive', 'Messages from you to the server', Object.keys(Received)),
      send: operation('send', 'Messages from the server to you', Object.keys(Sent)),
      ...(feed && {
        feedReceive: operation(
          'receive',
          'Prices from a source',
          Object.keys(feed.received),
          'feed',
        ),
        feedSend: operation('send', 'Messages to a source', Object.keys(feed.sent), 'feed'),
      }),
    },
    components: {
      messages: { ...messages, ...ingestMessages },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        ...(feed && { feedKey: feed.security }),
      },
    },
  }
}

const messagesOf = <Name extends string>(
  schemas: Readonly<Record<Name, object>>,
  words: Readonly<Record<Name, Words>>,
) =>
  Object.fromEntries(
    // safe: the names of `words` are the names of `schemas`.
    (Object.keys(schemas) as Name[]).map((name) => [
      name,
      { name, ...words[name], payload: schemas[name] },
    ]),
  )

const references = (messages: object) =>
  Object.fromEntries(
    Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
  )

const operation = (
  action: 'send' | 'receive',
  summary: string,
  names: readonly string[],
  channel = 'stream',
) => ({
  action,
  summary,
  channel: { $ref: `#/channels/${channel}` },
  messages: names.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
})
