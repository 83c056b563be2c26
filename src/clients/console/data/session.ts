/**
 * The user who is signed in, the tokens with which the page calls the API, the accounts, the
 * account in use, and the client that calls the API for it.
 */
import { treaty } from '@elysiajs/eden'
import { computed, effect, signal } from '@preact/signals'
import type { ConsoleApp } from '../../../api/app'
import { answered, type Client, openClient, RefusalError } from '../../sdk'
import { store, stored } from '../shell/preferences'
import { parameters, setParameter } from '../shell/router'

type SignedInUser = AnswerOf<typeof consoleApi.session.get>
type SessionToken = AnswerOf<typeof consoleApi.token.post>

type SessionState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  /** `fault` is why the link did not sign in. */
  | { readonly state: 'out'; readonly fault?: unknown }
  | { readonly state: 'in'; readonly session: SignedInUser }

export const session = signal<SessionState>({ state: 'loading' })

/** `code` comes from a sign-in link, which the server or `paper users link` prints. */
type ConsoleCredentials =
  | { readonly name: string; readonly password: string }
  | { readonly code: string }

const UNAUTHORIZED = 401

/** Uses the session that the server has begun. */
export function beginSession(started: SignedInUser): void {
  useCsrf(started.csrf)
  session.value = { state: 'in', session: started }
}

function endSession(fault?: unknown): void {
  useCsrf(null)
  session.value = { state: 'out', fault }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof RefusalError && error.status === UNAUTHORIZED

/** Takes the code of a sign-in link out of the address, which histories and screens show. */
function takeCode(): string | null {
  const code = parameters.value.get('code')
  if (code !== null) setParameter('code', null)
  return code
}

/** Signs in by the link in the address, or reads whether this browser is signed in. */
export async function loadSession(): Promise<void> {
  const code = takeCode()
  session.value = { state: 'loading' }
  try {
    const refused = code === null ? undefined : await signInByLink(code)
    if (session.value.state === 'loading') await readSession(refused)
  } catch (error) {
    session.value = { state: 'failed', error }
  }
}

/** Returns the refusal of the link; undefined if it has signed in. */
async function signInByLink(code: string): Promise<unknown> {
  try {
    await openSession({ code })
    return undefined
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}

async function readSession(linkFault: unknown): Promise<void> {
  try {
    beginSession(await answered(consoleApi.session.get()))
  } catch (error) {
    if (!isRefusal(error)) throw error
    endSession(linkFault)
  }
}

/** Throws the refusal of wrong credentials. */
export async function openSession(credentials: ConsoleCredentials): Promise<void> {
  beginSession(await answered(consoleApi.session.post(credentials)))
}

export async function closeSession(): Promise<void> {
  await answered(consoleApi.session.delete())
  endSession()
}

/** Returns a new token for the API. If the session is over, the sign-in is shown. */
async function newSessionToken(): Promise<SessionToken> {
  try {
    return await answered(consoleApi.token.post())
  } catch (error) {
    if (isRefusal(error)) endSession()
    throw error
  }
}

/** The session's token, which every change carries and no other site can read. */
let csrf: string | null = null

function useCsrf(token: string | null): void {
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

/** An account of the session, with what its user calls it; null if it has no name. */
type NamedAccount = Pick<SessionToken['accounts'][number], 'accountId' | 'label'>

/** The name of an account with its id; the id alone if it has no name. */
export const accountName = ({ accountId, label }: NamedAccount): string =>
  label === null ? accountId : `${label} · ${accountId}`

/** Null until they have been read. */
export const accounts = signal<readonly NamedAccount[] | null>(null)
/** Why they could not be read. */
const accountsFault = signal<unknown>(null)
const chosen = signal<string | null>(stored('account'))

/** The account in use; null if there is none. */
export const accountId = computed<string | null>(() => {
  const ids = (accounts.value ?? []).map((account) => account.accountId)
  return ids.find((id) => id === chosen.value) ?? ids[0] ?? null
})

export function useAccount(id: string): void {
  chosen.value = id
  store('account', id)
}

async function token(): Promise<string> {
  const issued = await newSessionToken()
  accounts.value = issued.accounts
  return issued.accessToken
}

/** Reads the accounts again, since one was created or removed. */
export async function loadAccounts(): Promise<void> {
  accountsFault.value = null
  try {
    first = token()
    await first
  } catch (error) {
    first = null
    accountsFault.value = error
  }
}

/** The token that came with the accounts, for the first client. */
let first: Promise<string> | null = null

function nextToken(): Promise<string> {
  const next = first ?? token()
  first = null
  return next
}

/** A client of the API for the account in use; null while there is none. */
export const client = computed<Client | null>(() => {
  const id = accountId.value
  return id === null ? null : openClient({ url: location.origin, accountId: id, token: nextToken })
})

const user = computed(() => (session.value.state === 'in' ? session.value.session.user.name : null))

/** Reads the accounts of each user who signs in. */
export const followSession = (): void => {
  effect(() => {
    if (user.value === null) accounts.value = null
    else void loadAccounts()
  })
}
