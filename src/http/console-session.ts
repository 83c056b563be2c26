/**
 * Signs in callers of the console's own API. A browser sends its session's cookie for whichever
 * page asks, so a cookie needs other checks than a token. They are made in this order:
 *
 *   1. the request names the server by an address of ours  403  [console.host]
 *   2. a page of the server itself sends it                403  [console.csrf]
 *   3. it is within the rate limit                         429  [rate-limit.refused]
 *   4. a user is signed in                                 401  [console.session]
 *   5. a change has the session's CSRF token               403  [console.csrf]
 *   6. an operator sends it, if the endpoint requires one  403  [console.operator]
 *
 * The console has two cookies: a session's [console.session], and the mark of a browser that has
 * signed in before [console.known-browser]. All ports of a machine share cookies, so their names
 * include the port: two servers would otherwise sign each other out. With HTTPS the prefix
 * `__Host-` keeps other hosts of the domain from setting them.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import {
  KNOWN_BROWSER_DAYS_MAX,
  SESSION_DAYS_MAX,
  SIGN_IN_ATTEMPTS_MAX,
  SIGN_IN_FAILED_MS_MAX,
} from '../core/limits'
import { type Refused, refused } from '../core/refusals'
import type { ConsoleSession } from '../identity/sessions'
import { lruCache } from '../lib/lru-cache'
import { hostOf, isOwnPage, requestedOrigin } from './addresses'
import type { Call, SessionHolder } from './call'
import { addRateHeaders, consume, tokenBuckets } from './rate-limit'

const CSRF_HEADER = 'x-csrf-token'

export interface ConsoleSessions {
  /** The address that browsers use; null if they use the request's. */
  readonly publicUrl: string | null
  /** Undefined for a session that is unknown or has ended. */
  readonly findSession: (sessionId: string) => Promise<ConsoleSession | undefined>
  /** Whether it was found before. Others are looked up only within the limit of their address. */
  readonly hasSeenSession: (sessionId: string) => boolean
}

/** Finds the user who is signed in. Returns null for a visitor who is not. */
export async function sessionHolder(
  call: Call,
  deps: ConsoleSessions,
  whom: 'visitor' | 'user' | 'operator',
): Promise<SessionHolder | null | Refused> {
  const { request, http, address } = call
  const { publicUrl, findSession, hasSeenSession } = deps
  const foreign = foreignHost(request, publicUrl) ?? foreignPage(request, publicUrl)
  if (foreign !== undefined) return foreign

  const sessionId = sessionIdOf({ request, publicUrl })
  if (sessionId !== undefined && !hasSeenSession(sessionId)) {
    const beyond = http.limiter.lookUp(address)
    if (beyond !== undefined) return beyond
  }
  const session = sessionId === undefined ? undefined : await findSession(sessionId)
  const rate = http.limiter.consume('other', `console ${session?.user.userId ?? address}`)
  if (rate?.refusal !== undefined) {
    addRateHeaders(call.headers, rate.headers)
    return rate.refusal
  }
  const holder = session && sessionId !== undefined ? { session, sessionId } : null
  if (whom === 'visitor') return holder
  if (holder === null) return refused('session-required')
  if (lacksCsrfToken(request, holder.sessionId)) return refused('csrf-token-invalid')
  return whom === 'operator' && !holder.session.user.operator
    ? refused('operator-required')
    : holder
}

/** GET needs no token: it changes nothing, and pages of other sites cannot read its answer. */
const lacksCsrfToken = (request: Request, sessionId: string): boolean =>
  request.method !== 'GET' && !isCsrfToken(request.headers.get(CSRF_HEADER), sessionId)

/**
 * Refuses a host that is neither an address nor a local name. A foreign page that points its own
 * name at this server (DNS rebinding) would otherwise have the rights of our pages.
 */
function foreignHost(
  request: Request,
  publicUrl: string | null,
): Refused<'host-not-allowed'> | undefined {
  const host = hostOf(request.url)
  // A request of HTTP/1.0 may have no host, and any request may have an invalid one.
  if (host === undefined) return refused('host-not-allowed', { host: '' })
  const isOurs = publicUrl !== null && hostOf(publicUrl) === host
  return isOurs || requestedOrigin(request) !== ''
    ? undefined
    : refused('host-not-allowed', { host })
}

/** Browsers name the page in the Origin of each change; other programs send no Origin. */
function foreignPage(
  request: Request,
  publicUrl: string | null,
): Refused<'page-not-allowed'> | undefined {
  const origin = request.headers.get('origin')
  if (origin === null || isOwnPage(origin, [request.url, publicUrl ?? ''])) return undefined
  return refused('page-not-allowed', { origin })
}

/** A request of a browser, and the address at which browsers reach the server. */
interface BrowserRequest {
  readonly request: Request
  readonly publicUrl: string | null
}

type Name = 'session' | 'browser'
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict'
const SECONDS_PER_DAY = 86_400

/** The session id that the browser has sent. */
const sessionIdOf = (browser: BrowserRequest): string | undefined => cookieIn('session', browser)

/** The mark of a browser that has signed in before. */
export const browserMarkOf = (browser: BrowserRequest): string | undefined =>
  cookieIn('browser', browser)

function cookieIn(name: Name, { request, publicUrl }: BrowserRequest): string | undefined {
  const cookies = new Map(
    (request.headers.get('cookie') ?? '').split(/; */).map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
  return cookies.get(secureName(name)) ?? cookies.get(plainName(name, { request, publicUrl }))
}

/** The cookie of a session. Browsers drop it after the longest time that a session can last. */
export const sessionCookie = (browser: BrowserRequest, sessionId: string): string =>
  cookie('session', browser, sessionId, SESSION_DAYS_MAX)

/** A cookie that removes the session's. */
export const noSessionCookie = (browser: BrowserRequest): string =>
  cookie('session', browser, '', 0)

export const browserMarkCookie = (browser: BrowserRequest, mark: string): string =>
  cookie('browser', browser, mark, KNOWN_BROWSER_DAYS_MAX)

function cookie(name: Name, browser: BrowserRequest, value: string, days: number): string {
  const secure = isSecure(browser)
  const fullName = secure ? secureName(name) : plainName(name, browser)
  const maxAge = days * SECONDS_PER_DAY
  return `${fullName}=${value}; ${ATTRIBUTES}; Max-Age=${maxAge}${secure ? '; Secure' : ''}`
}

const secureName = (name: Name): string => `__Host-paper_${name}`

const plainName = (name: Name, { request, publicUrl }: BrowserRequest): string =>
  `paper_${name}_${new URL(publicUrl ?? request.url).port || '80'}`

/**
 * Whether the browser uses HTTPS. A proxy may end HTTPS, but the Origin header has the scheme of
 * the browser's page.
 */
function isSecure({ request, publicUrl }: BrowserRequest): boolean {
  const forwarded = request.headers.get('x-forwarded-proto')?.split(',', 1)[0]?.trim()
  const seen = request.headers.get('origin') ?? publicUrl
  return seen === null ? forwarded === 'https' : seen.startsWith('https:')
}

/** The token that a page of the session sends with each change; only such a page can read it. */
export const csrfTokenOf = (sessionId: string): string =>
  createHash('sha256').update(`csrf ${sessionId}`).digest('base64url')

/** Compares in constant time. */
function isCsrfToken(token: string | null, sessionId: string): boolean {
  const expected = Buffer.from(csrfTokenOf(sessionId))
  const given = Buffer.from(token ?? '')
  return expected.length === given.length && timingSafeEqual(given, expected)
}

// Limits attempts to sign in to the console [console.attempts]. Limits are per process and are
// never turned off: they keep passwords from being guessed.
//
// All callers have one address behind a proxy that TRUSTED_PROXIES does not name. The attempts of
// one caller must not keep the others out. So names that have failed count apart from names that
// have not, and a browser that has signed in as the user before has a count of its own.

interface Attempt {
  readonly address: string
  /** The name that was sent; null for a one-time link. */
  readonly name: string | null
  /** The mark of a browser that has signed in under this name before [console.known-browser]. */
  readonly browser: string | null
}

type TooMany = Refused<'rate-limit-exceeded'> | undefined

/** If there are more, the oldest starts again. */
const FAILED_NAMES_MAX = 20_000

export function signInAttempts(elapsedMs: () => number) {
  const buckets = {
    pair: tokenBuckets(),
    failed: tokenBuckets(),
    fresh: tokenBuckets(),
    name: tokenBuckets(),
  }
  /** When each name last failed. */
  const failedAtMs = lruCache<number>(FAILED_NAMES_MAX)

  function take(kind: keyof typeof buckets, key: string): TooMany {
    const rate = SIGN_IN_ATTEMPTS_MAX[kind]
    const slot = buckets[kind].of(key)
    const { bucket, allowed, resetMs } = consume(slot.bucket, rate, elapsedMs())
    slot.bucket = bucket
    if (allowed) return undefined
    const retryAfterSeconds = Math.max(1, Math.ceil(resetMs / 1_000))
    return refused('rate-limit-exceeded', { retryAfterSeconds })
  }

  function hasFailed(name: string): boolean {
    const atMs = failedAtMs.get(name)
    return atMs !== undefined && elapsedMs() - atMs < SIGN_IN_FAILED_MS_MAX
  }

  return {
    /**
     * Counts an attempt, and refuses it if there were too many. The narrowest limit comes first. An
     * attempt that it refuses uses up none of the wider ones, so one address cannot keep a user out
     * for everybody.
     */
    count({ address, name, browser }: Attempt): TooMany {
      if (name === null) return take('fresh', `link ${address}`)
      if (browser !== null) return take('pair', `browser ${browser}`)
      const tooMany =
        take('pair', `${address} ${name}`) ??
        take(hasFailed(name) ? 'failed' : 'fresh', address) ??
        take('name', name)
      // Each attempt counts as failed until it has succeeded.
      if (tooMany === undefined) failedAtMs.set(name, elapsedMs())
      return tooMany
    },
    /** Resets the count of the name at this address, after a sign-in that succeeded. */
    succeeded({ address, name, browser }: Attempt): void {
      if (name === null) return
      failedAtMs.delete(name)
      const { burst } = SIGN_IN_ATTEMPTS_MAX.pair
      const key = browser === null ? `${address} ${name}` : `browser ${browser}`
      buckets.pair.of(key).bucket = { tokens: burst, atMs: elapsedMs() }
    },
  }
}
