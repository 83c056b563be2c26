/** Who is signed in, and the tokens with which the page calls the API like any other client. */
import { signal } from '@preact/signals'
import { RefusalError } from '../../sdk'
import { parameters, setParameter } from '../shell/router'
import { consoleCall, useCsrf } from './console-api'

export interface SignedInUser {
  readonly user: { readonly name: string; readonly operator: boolean }
  readonly csrf: string
  /** Whether the sandbox's controls are there. */
  readonly sandbox: boolean
  /** Whether a restart with MARKET_CLOCK=open lets a closed market trade. */
  readonly canStartOpen: boolean
  readonly expiresAt: string
}

export interface SessionToken {
  readonly accessToken: string
  readonly expiresIn: number
  readonly accounts: readonly { readonly accountId: string }[]
}

export type SessionState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  /** `fault`: why the link that was opened did not sign in. */
  | { readonly state: 'out'; readonly fault?: unknown }
  | { readonly state: 'in'; readonly session: SignedInUser }

export const session = signal<SessionState>({ state: 'loading' })

/** `code`: that of the link which the server prints where nobody has a password yet. */
export type ConsoleCredentials =
  | { readonly name: string; readonly password: string }
  | { readonly code: string }

const UNAUTHORIZED = 401

/** The server has begun this session. */
export function goOnAs(found: SignedInUser): void {
  useCsrf(found.csrf)
  session.value = { state: 'in', session: found }
}

function left(fault?: unknown): void {
  useCsrf(null)
  session.value = { state: 'out', fault }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof RefusalError && error.status === UNAUTHORIZED

/** Of a one-time link. It leaves the address at once: histories and screens show addresses. */
function takeCode(): string | null {
  const code = parameters.value.get('code')
  if (code !== null) setParameter('code', null)
  return code
}

/** Opens the link that this is, or asks whether this browser is signed in. */
export async function loadSession(): Promise<void> {
  const code = takeCode()
  session.value = { state: 'loading' }
  try {
    const refused = code === null ? undefined : await opened(code)
    if (session.value.state === 'loading') await ask(refused)
  } catch (error) {
    session.value = { state: 'failed', error }
  }
}

/** What the server refuses of the link; undefined once it has signed in. */
async function opened(code: string): Promise<unknown> {
  try {
    await openSession({ code })
    return undefined
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}

async function ask(linkFault: unknown): Promise<void> {
  try {
    goOnAs(await consoleCall<SignedInUser>('GET', 'session'))
  } catch (error) {
    if (!isRefusal(error)) throw error
    left(linkFault)
  }
}

/** Throws the refusal of wrong ones. */
export async function openSession(credentials: ConsoleCredentials): Promise<void> {
  goOnAs(await consoleCall<SignedInUser>('POST', 'session', credentials))
}

export async function closeSession(): Promise<void> {
  await consoleCall('DELETE', 'session')
  left()
}

/** A new token for the API. A session that is over shows the sign-in. */
export async function newSessionToken(): Promise<SessionToken> {
  try {
    return await consoleCall<SessionToken>('POST', 'token')
  } catch (error) {
    if (isRefusal(error)) left()
    throw error
  }
}
