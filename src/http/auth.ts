/** Finds the sender of a request, for each way to sign in. */

import { createHash, timingSafeEqual } from 'node:crypto'
import { isRefused, type Refused, refused } from '../core/refusals'
import { type AllowedOrigins, isAllowed, isForwarded, isOwnPage } from './addresses'
import { type AnyClient, type AuthName, type Call, KEY_HOLDER, type SignInAnswer } from './call'
import { type ConsoleSessions, sessionHolder } from './console-session'
import { readBody } from './request'

/** The sender of a request, or why it is refused. */
export interface Sender {
  readonly client: AnyClient | Refused
  /** The key by which it counts against the rate limits; undefined if it does not count. */
  readonly countedAs: string | undefined
}

export interface Auth {
  /**
   * The treatment of a request that brings no id. It is refused, continues without an id, or gets
   * an id from a counter, so that runs repeat. `unread` if ids mean nothing here.
   */
  readonly withoutId: 'refused' | 'allowed' | 'unread' | (() => string)
  /** Returns a promise only if something has to be looked up. */
  find(call: Call): Sender | Promise<Sender>
}

export type Auths = Readonly<Record<AuthName, Auth>>

interface AuthDeps {
  /** The origins whose pages may open a stream, besides the server's own [run.cors-stream]. */
  readonly pages: AllowedOrigins
  /** The key of the sandbox; null if there is none. */
  readonly sandboxKey: SandboxKey | null
  /** The key of live prices; null unless they come from outside. */
  readonly feedKey: SandboxKey | null
  /** The console's sessions; null if there is no console. */
  readonly sessions: ConsoleSessions | null
}

export function auths({ pages, sandboxKey, feedKey, sessions }: AuthDeps): Auths {
  const nextId = idCounter('console')
  const bySession = (whom: 'visitor' | 'user' | 'operator'): Auth => ({
    withoutId: nextId,
    // `sessionHolder` counts it, after checking its host and its page.
    find: async (call) =>
      sessions === null ? NOBODY : unlimited(await sessionHolder(call, sessions, whom)),
  })
  return {
    bearer: { withoutId: 'refused', find: byToken },
    'bearer-if-sent': {
      withoutId: 'allowed',
      find: (call) =>
        foreignPage(call, pages) ??
        (call.request.headers.has('authorization') ? byToken(call) : NOBODY),
    },
    form: { withoutId: 'refused', find: byForm },
    // [sandbox.token]
    sandbox: {
      withoutId: idCounter('sandbox'),
      find: (call) => {
        const { request } = call
        if (sandboxKey === null) return NOBODY
        const sent = request.headers.get(SANDBOX_KEY_HEADER)
        if (sent !== null) return byKey(sandboxKey, sent, 'invalid-sandbox-key')
        const found = signInOf(call)
        return found instanceof Promise
          ? found.then((client) => controllerOf(client, sandboxKey, request))
          : controllerOf(found, sandboxKey, request)
      },
    },
    feed: {
      withoutId: idCounter('feed'),
      find: ({ request }) => {
        const sent = request.headers.get(FEED_KEY_HEADER)
        if (sent === null || feedKey === null) return unlimited(refused('feed-key-required'))
        return byKey(feedKey, sent, 'invalid-feed-key')
      },
    },
    visitor: bySession('visitor'),
    user: bySession('user'),
    operator: bySession('operator'),
    nobody: { withoutId: 'unread', find: () => NOBODY },
  }
}

const signInOf = ({ http, request }: Call) =>
  http.signIn(request.headers.get('authorization') ?? undefined, request)

function byToken(call: Call): Sender | Promise<Sender> {
  const found = signInOf(call)
  return found instanceof Promise ? found.then(senderOf) : senderOf(found)
}

function idCounter(prefix: string): () => string {
  let requests = 0
  return () => `${prefix}-${++requests}`
}

const unlimited = (client: AnyClient | Refused): Sender => ({ client, countedAs: undefined })
const NOBODY = unlimited(null)

const senderOf = (client: SignInAnswer): Sender => ({ client, countedAs: client.clientId })

/** Programs other than browsers send no Origin [run.cors-stream]. */
function foreignPage({ request, baseUrl }: Call, pages: AllowedOrigins): Sender | undefined {
  const origin = request.headers.get('origin')
  if (origin === null || isAllowed(pages, origin)) return undefined
  if (isOwnPage(origin, [request.url, baseUrl])) return undefined
  return unlimited(refused('origin-not-allowed', { origin }))
}

/**
 * The sender with a server's key, whose requests are not counted [sandbox.no-rate-limit]
 * [live.limits].
 */
const byKey = (
  key: SandboxKey,
  sent: string,
  otherwise: 'invalid-sandbox-key' | 'invalid-feed-key',
): Sender => unlimited(key.opensWith(sent) ? KEY_HOLDER : refused(otherwise))

/**
 * An operator's session has the key's rights. A token opens the sandbox if the server allows it.
 */
function controllerOf(
  client: SignInAnswer,
  { acceptsTokens }: SandboxKey,
  request: Request,
): Sender {
  const operates = !isRefused(client) && client.operates === true // [console.operator]
  if (operates) return unlimited(KEY_HOLDER)
  const opens = acceptsTokens && !isForwarded(request) // [run.reach]
  return unlimited(opens ? client : refused('sandbox-key-required'))
}

/** Counts a client, which has not signed in yet, by its id and its address [rate-limit.buckets]. */
async function byForm(call: Call): Promise<Sender> {
  call.readBody = await readBody(call.request, 'form')
  return { client: null, countedAs: `${call.address} ${clientIdIn(call.readBody)}` }
}

/** A longer id than any of ours counts by its beginning, so that keys stay small. */
const CLIENT_ID_LENGTH_MAX = 64

function clientIdIn(read: Call['readBody']): string {
  if (read === undefined || !('value' in read)) return ''
  const form = read.value
  if (typeof form !== 'object' || form === null || !('client_id' in form)) return ''
  return String(form.client_id).slice(0, CLIENT_ID_LENGTH_MAX)
}

export const SANDBOX_KEY_HEADER = 'x-sandbox-key'
const FEED_KEY_HEADER = 'x-feed-key'

/** A key that opens a part of the server without a token: the controls for tests [sandbox.key]. */
export interface SandboxKey {
  opensWith(sent: string): boolean
  /** Whether a bearer token opens the sandbox as well [sandbox.token]. */
  readonly acceptsTokens: boolean
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Without a key nothing opens it. Keys are compared in constant time, as hashes of one length. */
export function sandboxKeyOf(key: string | null, acceptsTokens: boolean): SandboxKey {
  const expected = key === null ? undefined : digestOf(key)
  return {
    opensWith: (sent) => expected !== undefined && timingSafeEqual(digestOf(sent), expected),
    acceptsTokens,
  }
}

/** The server's own key opens it as well. */
export function withOwnKey(key: SandboxKey, own: string): SandboxKey {
  const ownKey = sandboxKeyOf(own, false)
  return { ...key, opensWith: (sent) => ownKey.opensWith(sent) || key.opensWith(sent) }
}
