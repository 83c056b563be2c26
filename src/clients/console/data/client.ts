/** The accounts of the session, the account in use, and the client that calls the API for it. */
import { computed, effect, signal } from '@preact/signals'
import { type Client, openClient } from '../../sdk'
import { store, stored } from '../shell/preferences'
import { newSessionToken, type SessionToken, session } from './session'

/** An account of the session, with what its user calls it; null if it has no name. */
export type NamedAccount = Pick<SessionToken['accounts'][number], 'accountId' | 'label'>

/** The name of an account with its id; the id alone if it has no name. */
export const accountName = ({ accountId, label }: NamedAccount): string =>
  label === null ? accountId : `${label} · ${accountId}`

/** Null until they have been read. */
export const accounts = signal<readonly NamedAccount[] | null>(null)
/** Why they could not be read. */
export const accountsFault = signal<unknown>(null)
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
