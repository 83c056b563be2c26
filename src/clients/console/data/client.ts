/** The accounts of the session, the account in use, and the client that calls the API for it. */
import { computed, effect, signal } from '@preact/signals'
import { type Client, openClient } from '../../sdk'
import { store, stored } from '../shell/preferences'
import { newSessionToken, session } from './session'

/** Null until they have been read. */
export const accountIds = signal<readonly string[] | null>(null)
/** Why they could not be read. */
export const accountsFault = signal<unknown>(null)
const chosen = signal<string | null>(stored('account'))

/** The account in use; null if there is none. */
export const accountId = computed<string | null>(() => {
  const ids = accountIds.value ?? []
  return ids.find((id) => id === chosen.value) ?? ids[0] ?? null
})

export function useAccount(id: string): void {
  chosen.value = id
  store('account', id)
}

async function token(): Promise<string> {
  const { accessToken, accounts } = await newSessionToken()
  accountIds.value = accounts.map((account) => account.accountId)
  return accessToken
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
    if (user.value === null) accountIds.value = null
    else void loadAccounts()
  })
}
