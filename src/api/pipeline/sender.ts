/** The sender of a request, and the key by which it counts against the rate limits. */
import { isRefused, type Refused, refused } from '../../core/refusals'
import type { BodySlot } from './body'
import type { Callers } from './callers'
import { isForwarded } from './forwarding'
import type { AnswerHeaders, Controller, KeyHolder, SignedIn } from './request-context'
import { FEED_KEY_HEADER, KEY_HOLDER, SANDBOX_KEY_HEADER, type SandboxKey } from './sandbox-key'

export type SignInRefusal =
  | 'authorization-required'
  | 'invalid-token'
  | 'expired-token'
  | 'client-disabled'
  // Too many wrong tokens came from there, and this one was not looked up.
  | 'rate-limit-exceeded'

/**
 * Takes the Authorization header as it is. A refused client that is known comes with its id. With
 * its request, a token that was never known counts by address [rate-limit.strangers].
 */
export type SignIn = (
  authorization: string | undefined,
  request?: Request,
) => SignInAnswer | Promise<SignInAnswer>
type SignInAnswer = SignedIn | (Refused<SignInRefusal> & { readonly clientId?: string })

/** A request as a gate receives it. */
export interface Arrival extends BodySlot {
  readonly request: Request
  /** The path of its route, with the names of its parameters. */
  readonly route: string
  /** The answer. */
  readonly set: { headers: AnswerHeaders }
  readonly callers: Callers
}

type KeyRefusal =
  | 'invalid-sandbox-key'
  | 'sandbox-key-required'
  | 'invalid-feed-key'
  | 'feed-key-required'

export interface Sender<Client> {
  readonly client: Client | Refused<SignInRefusal | KeyRefusal>
  /** Undefined: the request does not count. */
  readonly countedAs: string | undefined
}

/** A promise only where it has to wait: for a token that is not known yet. */
export type FindSender<Client> = (
  signIn: SignIn,
  arrival: Arrival,
) => Sender<Client> | Promise<Sender<Client>>

/** The bearer of the token in the Authorization header [auth.bearer]. */
export const byToken: FindSender<SignedIn> = (signIn, { request }) => {
  const found = signIn(request.headers.get('authorization') ?? undefined, request)
  return found instanceof Promise ? found.then(senderOf) : senderOf(found)
}

export const senderOf = (client: SignInAnswer): Sender<SignedIn> => ({
  client,
  countedAs: client.clientId,
})

/** The same where that header is sent; otherwise the sender is not known yet. */
export const byTokenIfSent: FindSender<SignedIn | null> = (signIn, arrival) =>
  arrival.request.headers.has('authorization')
    ? byToken(signIn, arrival)
    : { client: null, countedAs: undefined }

/**
 * The holder of the sandbox's key, an operator's session, which is as good, or a token's bearer;
 * none of them counts [sandbox.no-rate-limit].
 */
export const byKeyOrToken =
  (sandboxKey: SandboxKey): FindSender<Controller> =>
  (signIn, { request }) => {
    const sent = request.headers.get(SANDBOX_KEY_HEADER)
    if (sent !== null) {
      const client = sandboxKey.opensWith(sent) ? KEY_HOLDER : refused('invalid-sandbox-key')
      return { client, countedAs: undefined }
    }
    const found = signIn(request.headers.get('authorization') ?? undefined, request)
    return found instanceof Promise
      ? found.then((client) => controllerOf(client, sandboxKey, request))
      : controllerOf(found, sandboxKey, request)
  }

/** The holder of the key of live prices; it counts by the items that it sends [live.limits]. */
export const byFeedKey =
  (feedKey: SandboxKey): FindSender<KeyHolder> =>
  (_, { request }) => {
    const sent = request.headers.get(FEED_KEY_HEADER)
    if (sent === null) return { client: refused('feed-key-required'), countedAs: undefined }
    const client = feedKey.opensWith(sent) ? KEY_HOLDER : refused('invalid-feed-key')
    return { client, countedAs: undefined }
  }

function controllerOf(
  client: SignInAnswer,
  { tokensToo }: SandboxKey,
  request: Request,
): Sender<Controller> {
  const operates = !isRefused(client) && client.operates === true // [console.operator]
  if (operates) return { client: KEY_HOLDER, countedAs: undefined }
  const opens = tokensToo && !isForwarded(request) // [run.reach]
  return { client: opens ? client : refused('sandbox-key-required'), countedAs: undefined }
}

/** Not known yet: it counts by its client id and its address [rate-limit.buckets]. */
export const byClientId: FindSender<null> = (_, { request, callers, parsedBody }) => ({
  client: null,
  countedAs: `${callers.addressOf(request) ?? ''} ${clientIdIn(parsedBody)}`,
})

/** A longer id than any of ours counts as its beginning, so that keys stay small. */
const CLIENT_ID_LENGTH_MAX = 64

function clientIdIn(parsedBody: Arrival['parsedBody']): string {
  if (parsedBody === null || !('value' in parsedBody)) return ''
  const form = parsedBody.value
  if (typeof form !== 'object' || form === null || !('client_id' in form)) return ''
  return String(form.client_id).slice(0, CLIENT_ID_LENGTH_MAX)
}
