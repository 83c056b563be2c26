/** What the server answers and takes about the user's own clients, accounts and users. */

import { useState } from 'preact/hooks'
import { answered } from '../../../sdk'
import { loadAccounts } from '../../data/client'
import { type AnswerOf, consoleApi, goOnAs } from '../../data/session'

type Clients = AnswerOf<typeof consoleApi.clients.get>
type Accounts = AnswerOf<typeof consoleApi.accounts.get>
export type OwnClient = Clients['clients'][number]
export type OwnAccount = Accounts['accounts'][number]
export type Usual = Accounts['usual']
export type ListedUser = AnswerOf<typeof consoleApi.users.get>['users'][number]
export type CreatedClient = AnswerOf<typeof consoleApi.clients.post>
export type Scope = OwnClient['scope']
export type Profile = Parameters<ReturnType<typeof consoleApi.accounts>['put']>[0]['fillProfile']

/** The secret of a client as it was just made; it is shown this once. */
export interface ShownKey {
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: Scope
  readonly accountId: string | undefined
}

export interface Owned {
  readonly clients: readonly OwnClient[]
  readonly accounts: readonly OwnAccount[]
  readonly usual: Usual
}

export async function readOwned(): Promise<Owned> {
  const [{ clients }, { accounts, usual }] = await Promise.all([
    answered(consoleApi.clients.get()),
    answered(consoleApi.accounts.get()),
  ])
  return { clients, accounts, usual }
}

type ClientCalls = ReturnType<typeof consoleApi.clients>

export const createClient = (client: Parameters<typeof consoleApi.clients.post>[0]) =>
  answered(consoleApi.clients.post(client))

export const changeClient = (clientId: string, change: Parameters<ClientCalls['put']>[0]) =>
  answered(consoleApi.clients({ clientId }).put(change))

export const rotateClient = (clientId: string) =>
  answered(consoleApi.clients({ clientId }).rotate.post())

export const revokeClient = (clientId: string) =>
  answered(consoleApi.clients({ clientId }).revoke.post())

/** The session may use the new account at once. */
export async function createAccount(
  account: Parameters<typeof consoleApi.accounts.post>[0],
): Promise<string> {
  const made = await answered(consoleApi.accounts.post(account))
  await loadAccounts()
  return made.account.accountId
}

export const changeProfile = (accountId: string, fillProfile: Profile) =>
  answered(consoleApi.accounts({ accountId }).put({ fillProfile }))

export const resetAccount = (accountId: string, cash: string | undefined) =>
  answered(consoleApi.accounts({ accountId }).reset.post(cash === undefined ? {} : { cash }))

export const readUsers = async (): Promise<readonly ListedUser[]> =>
  (await answered(consoleApi.users.get())).users

export const addUser = (user: Parameters<typeof consoleApi.users.post>[0]) =>
  answered(consoleApi.users.post(user))

/** The whole address of a link that signs the user in, once. */
export async function makeLink(name: string): Promise<string> {
  const made = await answered(consoleApi.users({ name }).link.post())
  return location.origin + made.path
}

export const removePassword = (name: string) =>
  answered(consoleApi.users({ name }).password.delete())

/** All sessions of the user end, and this browser goes on in a new one. */
export async function changePassword(current: string, password: string): Promise<void> {
  const body = { password, ...(current !== '' && { current }) }
  goOnAs(await answered(consoleApi.password.put(body)))
}

/** A call that a form makes: whether it is under way, and what the server has refused. */
export interface Call {
  readonly busy: boolean
  readonly fault: unknown
  /** Runs it, and then `done` where it succeeded. */
  run<Answer>(call: () => Promise<Answer>, done: (answer: Answer) => void): void
}

export function useCall(): Call {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(undefined)
  return {
    busy,
    fault,
    run(call, done) {
      if (busy) return
      setBusy(true)
      setFault(undefined)
      call()
        .then(done, setFault)
        .finally(() => setBusy(false))
    },
  }
}
