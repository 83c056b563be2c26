/** Who is signed in, and the tokens with which the page calls the API like any other client. */
import { signal } from '@preact/signals'
import { RefusalError } from '../../sdk'
import { consoleCall, useCsrf } from './console-api'

export interface SignedInUser {
  readonly user: { readonly name: string; readonly operator: boolean }
  readonly csrf: string
  /** Whether the sandbox's controls are there. */
  readonly sandbox: boolean
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
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly session: SignedInUser }

export const session = signal<SessionState>({ state: 'loading' })

/** `code`: that of the link which the server prints where nobody has a password yet. */
export type ConsoleCredentials =
  | { readonly name: string; readonly password: string }
  | { readonly code: string }

const UNAUTHORIZED = 401

function entered(found: SignedInUser): void {
  useCsrf(found.csrf)
  session.value = { state: 'in', session: found }
}

function left(): void {
  useCsrf(null)
  session.value = { state: 'out' }
}

/** Asks whether this browser is signed in. */
export async function loadSession(): Promise<void> {
  session.value = { state: 'loading' }
  try {
    entered(await consoleCall<SignedInUser>('GET', 'session'))
  } catch (error) {
    if (error instanceof RefusalError && error.status === UNAUTHORIZED) left()
    else session.value = { state: 'failed', error }
  }
}

/** Throws the refusal of wrong ones. */
export async function openSession(credentials: ConsoleCredentials): Promise<void> {
  entered(await consoleCall<SignedInUser>('POST', 'session', credentials))
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
    if (error instanceof RefusalError && error.status === UNAUTHORIZED) left()
    throw error
  }
}
