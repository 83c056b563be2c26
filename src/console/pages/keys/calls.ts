/** What the server answers and takes about the user's own clients, accounts and users. */
import type { ConsoleSchema } from '../../../api/console/user/schema'
import { loadAccounts } from '../../data/client'
import { consoleCall } from '../../data/console-api'
import { goOnAs, type SignedInUser } from '../../data/session'

type Schema = typeof ConsoleSchema
export type OwnClient = Schema['clients']['static']['clients'][number]
export type OwnAccount = Schema['accounts']['static']['accounts'][number]
export type Usual = Schema['accounts']['static']['usual']
export type ListedUser = Schema['users']['static']['users'][number]
export type CreatedClient = Schema['createdClient']['static']
export type Scope = OwnClient['scope']
export type Profile = Schema['changeAccount']['static']['fillProfile']

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
    consoleCall<Schema['clients']['static']>('GET', 'clients'),
    consoleCall<Schema['accounts']['static']>('GET', 'accounts'),
  ])
  return { clients, accounts, usual }
}

const at = (clientId: string) => `clients/${encodeURIComponent(clientId)}`

export const createClient = (client: Schema['newClient']['static']) =>
  consoleCall<CreatedClient>('POST', 'clients', client)

export const changeClient = (clientId: string, change: Schema['changeClient']['static']) =>
  consoleCall<Schema['client']['static']>('PUT', at(clientId), change)

export const rotateClient = (clientId: string) =>
  consoleCall<Schema['rotatedClient']['static']>('POST', `${at(clientId)}/rotate`)

export const revokeClient = (clientId: string) =>
  consoleCall<Schema['revokedClient']['static']>('POST', `${at(clientId)}/revoke`)

/** The session may use the new account at once. */
export async function createAccount(account: Schema['newAccount']['static']): Promise<string> {
  const made = await consoleCall<Schema['account']['static']>('POST', 'accounts', account)
  await loadAccounts()
  return made.account.accountId
}

export const changeProfile = (accountId: string, fillProfile: Profile) =>
  consoleCall('PUT', `accounts/${encodeURIComponent(accountId)}`, { fillProfile })

export const resetAccount = (accountId: string, cash: string | undefined) =>
  consoleCall<Schema['reset']['static']>(
    'POST',
    `accounts/${encodeURIComponent(accountId)}/reset`,
    cash === undefined ? {} : { cash },
  )

export const readUsers = async (): Promise<readonly ListedUser[]> =>
  (await consoleCall<Schema['users']['static']>('GET', 'users')).users

export const addUser = (user: Schema['newUser']['static']) => consoleCall('POST', 'users', user)

/** The whole address of a link that signs the user in, once. */
export async function makeLink(name: string): Promise<string> {
  const path = `users/${encodeURIComponent(name)}/link`
  const made = await consoleCall<Schema['link']['static']>('POST', path)
  return location.origin + made.path
}

export const removePassword = (name: string) =>
  consoleCall('DELETE', `users/${encodeURIComponent(name)}/password`)

/** All sessions of the user end, and this browser goes on in a new one. */
export async function changePassword(current: string, password: string): Promise<void> {
  const body = { password, ...(current !== '' && { current }) }
  goOnAs(await consoleCall<SignedInUser>('PUT', 'password', body))
}
