/**
 * The cookies of the console: a session's [console.session], and the mark of a browser that has
 * signed in before [console.known-browser]. Cookies do not know ports, so the name does:
 * two servers of one machine would otherwise sign each other out. Behind HTTPS the prefix `__Host-`
 * lets no other host of the same domain set it.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { KNOWN_BROWSER_DAYS_MAX, SESSION_DAYS_MAX } from '../core/limits'

/** Where browsers reach the server. */
interface Reached {
  readonly request: Request
  readonly publicUrl: string | null
}

type Name = 'session' | 'browser'
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict'
const SECONDS_PER_DAY = 86_400

/** The session id that the browser has sent. */
export const sessionIdOf = (reached: Reached): string | undefined => sent('session', reached)

/** The mark of a browser that has signed in before. */
export const browserMarkOf = (reached: Reached): string | undefined => sent('browser', reached)

function sent(name: Name, { request, publicUrl }: Reached): string | undefined {
  const cookies = new Map(
    (request.headers.get('cookie') ?? '').split(/; */).map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
  return cookies.get(secureName(name)) ?? cookies.get(plainName(name, { request, publicUrl }))
}

/** Browsers forget it when the session can have ended. */
export const sessionCookie = (reached: Reached, sessionId: string): string =>
  cookie('session', reached, sessionId, SESSION_DAYS_MAX)

/** Takes the cookie away. */
export const noSessionCookie = (reached: Reached): string => cookie('session', reached, '', 0)

export const browserMarkCookie = (reached: Reached, mark: string): string =>
  cookie('browser', reached, mark, KNOWN_BROWSER_DAYS_MAX)

function cookie(name: Name, reached: Reached, value: string, days: number): string {
  const secure = isSecure(reached)
  const fullName = secure ? secureName(name) : plainName(name, reached)
  const maxAge = days * SECONDS_PER_DAY
  return `${fullName}=${value}; ${ATTRIBUTES}; Max-Age=${maxAge}${secure ? '; Secure' : ''}`
}

const secureName = (name: Name): string => `__Host-paper_${name}`

const plainName = (name: Name, { request, publicUrl }: Reached): string =>
  `paper_${name}_${new URL(publicUrl ?? request.url).port || '80'}`

/** As the browser sees it: a proxy may end HTTPS. Browsers name their page's scheme in Origin. */
function isSecure({ request, publicUrl }: Reached): boolean {
  const forwarded = request.headers.get('x-forwarded-proto')?.split(',', 1)[0]?.trim()
  const seen = request.headers.get('origin') ?? publicUrl
  return seen === null ? forwarded === 'https' : seen.startsWith('https:')
}

/** What a page of the session sends with each change; only such a page can read it. */
export const csrfTokenOf = (sessionId: string): string =>
  createHash('sha256').update(`csrf ${sessionId}`).digest('base64url')

/** In constant time. */
export function isCsrfToken(sent: string | null, sessionId: string): boolean {
  const expected = Buffer.from(csrfTokenOf(sessionId))
  const given = Buffer.from(sent ?? '')
  return expected.length === given.length && timingSafeEqual(given, expected)
}
