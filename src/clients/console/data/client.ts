/** The accounts of the session, the one in use, and the client that calls the API for it. */
import { computed, effect, signal } from '@preact/signals'
import { type Client, openClient } from '../../sdk'
import { keep, kept } from '../shell/preferences'
import { newSessionToken, session } from './session'

/** Null until the server has told them. */
export const accountIds = signal<readonly string[] | null>(null)
/** Why they are not known. */
export const accountsFault = signal<unknown>(null)
const chosen = signal<string | null>(kept('account'))

/** The account in use; null while none is known. */
export const accountId = computed<string | null>(() => {
  const ids = accountIds.value ?? []
  return ids.find((id) => id === chosen.value) ?? ids[0] ?? null
})

export function useAccount(id: string): void {
  chosen.value = id
  keep('account', id)
}

async function token(): Promise<string> {
  const { accessToken, accounts } = await newSessionToken()
  accountIds.value = accounts.map((account) => account.accountId)
  return accessToken
}

/** Asks again, since accounts were made or taken away. */
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

/** The token that came with the accounts serves the first client. */
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

/** Keeps the accounts those of the user who is signed in. */
export const followSession = (): void => {
  effect(() => {
    if (user.value === null) accountIds.value = null
    else void loadAccounts()
  })
}
