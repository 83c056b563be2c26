/** Calls of the console's API for the user's own keys and accounts, and for users. */
import { answered } from '../../../sdk'
import { type AnswerOf, beginSession, consoleApi, loadAccounts } from '../../data/session'
import { msOf } from '../../data/time'
import { nameOfZone } from '../../shell/zone'
import { clockTime, dateOf, OWN_ZONE } from '../../ui/when'

type Clients = AnswerOf<typeof consoleApi.clients.get>
type Accounts = AnswerOf<typeof consoleApi.accounts.get>
export type OwnClient = Clients['clients'][number]
export type OwnAccount = Accounts['accounts'][number]
export type Usual = Accounts['usual']
export type ListedUser = AnswerOf<typeof consoleApi.users.get>['users'][number]
export type Scope = OwnClient['scope']
type AccountChange = NonNullable<Parameters<ReturnType<typeof consoleApi.accounts>['put']>[0]>
export type Profile = NonNullable<AccountChange['fillProfile']>

/** A new secret, which is shown only once. */
export interface NewSecret {
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

/** Creates an account, which the session may use at once. Returns its id. */
export async function createAccount(
  account: Parameters<typeof consoleApi.accounts.post>[0],
): Promise<string> {
  const created = await answered(consoleApi.accounts.post(account))
  await loadAccounts()
  return created.account.accountId
}

/** Names the account, which the chooser of accounts shows at once. An empty name removes it. */
export async function renameAccount(accountId: string, label: string): Promise<void> {
  await answered(consoleApi.accounts({ accountId }).put({ label }))
  await loadAccounts()
}

export const changeProfile = (accountId: string, fillProfile: Profile) =>
  answered(consoleApi.accounts({ accountId }).put({ fillProfile }))

export const resetAccount = (accountId: string, cash: string | undefined) =>
  answered(consoleApi.accounts({ accountId }).reset.post(cash === undefined ? {} : { cash }))

export const readUsers = async (): Promise<readonly ListedUser[]> =>
  (await answered(consoleApi.users.get())).users

export const addUser = (user: Parameters<typeof consoleApi.users.post>[0]) =>
  answered(consoleApi.users.post(user))

/** Returns the whole address of a link that signs the user in once. */
export async function createLink(name: string): Promise<string> {
  const link = await answered(consoleApi.users({ name }).link.post())
  return location.origin + link.path
}

export const removePassword = (name: string) =>
  answered(consoleApi.users({ name }).password.delete())

/** Ends all sessions of the user and begins a new one in this browser. */
export async function changePassword(current: string, password: string): Promise<void> {
  const body = { password, ...(current !== '' && { current }) }
  beginSession(await answered(consoleApi.password.put(body)))
}

/** `2 Mar 2026 09:31 Seoul` */
export function shownTime(text: string): string {
  const ms = msOf(text)
  return `${dateOf(ms, OWN_ZONE)} ${clockTime(ms, OWN_ZONE)} ${nameOfZone(OWN_ZONE)}`
}
