/**
 * Identity for the console: signing in and out, users, and a user's own clients and accounts. Times
 * are the system clock's [token.wall-clock].
 */
import { nameInCell } from '../core/ids'
import { type Refused, refused } from '../core/refusals'
import { atMs, type Instant } from '../core/time'
import type { Drizzle } from '../postgres/database'
import { type ListedClient, listClients } from './clients'
import { consoleSignIn, linkPath, makeSignInCode } from './console-sign-in'
import type { AccountStart } from './grants'
import {
  type ClientChange,
  changeFillProfile,
  changeOwnClient,
  createOwnAccount,
  createOwnClient,
  foreignAccount,
  labelAccount,
  listOwnAccounts,
  type NewOwnAccount,
  type NewOwnClient,
  type OwnedClient,
  revokeOwnClient,
  rotateOwnClient,
} from './own'
import { hashPassword } from './secrets'
import { addUser, findUser, listUsers, setOperator, setPassword } from './users'

export type ConsoleIdentity = ReturnType<typeof consoleIdentity>

interface NewUserInput {
  readonly name: string
  readonly password: string
  readonly operator: boolean
}

interface UserChange {
  readonly operator?: boolean | undefined
  readonly password?: string | null | undefined
}

/** `cell` is the server's own, which a name may be typed with. */
export function consoleIdentity(drizzle: Drizzle, nowMs: () => number, cell: string | null) {
  const now = (): Instant => atMs(nowMs())
  return {
    ...consoleSignIn(drizzle, now, cell),
    /** The name that a sign-in asks for. [console.cell] */
    typedName: (text: string): string => nameInCell(text.normalize('NFC'), cell),
    clients: clientsOf(drizzle, now),
    accounts: accountsOf(drizzle, now),
    users: usersOf(drizzle, now),
  }
}

const clientsOf = (drizzle: Drizzle, now: () => Instant) => ({
  list: (userId: string): Promise<readonly ListedClient[]> => listClients(drizzle, userId),
  create: (client: Omit<NewOwnClient, 'at'>) => createOwnClient(drizzle, { ...client, at: now() }),
  rotate: (client: OwnedClient) => rotateOwnClient(drizzle, client, now()),
  revoke: (client: OwnedClient) => revokeOwnClient(drizzle, client, now()),
  change: (client: OwnedClient, change: ClientChange) =>
    changeOwnClient(drizzle, client, change, now()),
})

const accountsOf = (drizzle: Drizzle, now: () => Instant) => ({
  list: (userId: string) => listOwnAccounts(drizzle, userId),
  create: (userId: string, account: NewOwnAccount) =>
    createOwnAccount(drizzle, userId, account, now()),
  /** Refuses an account that is not the user's. */
  check: (userId: string, accountId: string) => foreignAccount(drizzle, userId, [accountId]),
  changeProfile: (userId: string, accountId: string, profile: AccountStart['fillProfile']) =>
    changeFillProfile(drizzle, userId, accountId, profile),
  setLabel: (userId: string, accountId: string, label: string | null) =>
    labelAccount(drizzle, userId, accountId, label),
})

const usersOf = (drizzle: Drizzle, now: () => Instant) => ({
  list: () => listUsers(drizzle),
  async add({ name, password, operator }: NewUserInput) {
    const passwordHash = await hashPassword(password)
    return addUser(drizzle, { name, passwordHash, operator, at: now() })
  },
  /** Omit a value to leave it. If the password is null, only a link signs the user in. */
  async change(name: string, { operator, password }: UserChange) {
    const passwordHash = password && (await hashPassword(password))
    return drizzle.transaction(async (tx) => {
      const user = await findUser(tx, name)
      if (user === undefined) return refused('user-not-found', { name })
      if (passwordHash !== undefined) await setPassword(tx, name, passwordHash)
      return operator === undefined ? user : setOperator(tx, name, operator)
    })
  },
  /** Makes a link that signs the user in, once. */
  async makeLink(name: string): Promise<{ readonly path: string } | Refused<'user-not-found'>> {
    const user = await findUser(drizzle, name)
    if (user === undefined) return refused('user-not-found', { name })
    return { path: linkPath(await makeSignInCode(drizzle, user.userId, now())) }
  },
})
