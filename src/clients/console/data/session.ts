/** Who is signed in, and the tokens with which the page calls the API like any other client. */

import { treaty } from '@elysiajs/eden'
import { signal } from '@preact/signals'
import type { ConsoleApp } from '../../../api/app'
import { answered, RefusalError } from '../../sdk'
import { parameters, setParameter } from '../shell/router'

export type SignedInUser = AnswerOf<typeof consoleApi.session.get>
export type SessionToken = AnswerOf<typeof consoleApi.token.post>

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
    goOnAs(await answered(consoleApi.session.get()))
  } catch (error) {
    if (!isRefusal(error)) throw error
    left(linkFault)
  }
}

/** Throws the refusal of wrong ones. */
export async function openSession(credentials: ConsoleCredentials): Promise<void> {
  goOnAs(await answered(consoleApi.session.post(credentials)))
}

export async function closeSession(): Promise<void> {
  await answered(consoleApi.session.delete())
  left()
}

/** A new token for the API. A session that is over shows the sign-in. */
export async function newSessionToken(): Promise<SessionToken> {
  try {
    return await answered(consoleApi.token.post())
  } catch (error) {
    if (isRefusal(error)) left()
    throw error
  }
}

/** Of the session: each change carries it, and no other site can read it. */
let csrf: string | null = null

export function useCsrf(token: string | null): void {
  csrf = token
}

/** Paths, bodies and answers are inferred from the server's endpoints. */
const { console: own } = treaty<ConsoleApp>(location.origin, {
  parseDate: false,
  headers: (_, { method }) =>
    csrf !== null && method !== 'GET' ? { 'x-csrf-token': csrf } : undefined,
})
export const consoleApi = own.api

/** What a call of the console's API resolves to. */
export type AnswerOf<Call extends (...sent: never[]) => Promise<{ data: unknown }>> = NonNullable<
  Awaited<ReturnType<Call>>['data']
>
