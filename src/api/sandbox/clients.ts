/**
 * Clients and accounts in the sandbox: makes them for a test [sandbox.accounts], and says what a
 * client may change.
 */
import type { Amount } from '../../core/money'
import type { FillProfile } from '../../core/order/fill-profile'
import { invalidParam, isRefused, type Refused, refused, refusedParam } from '../../core/refusals'
import type { Scope } from '../../core/scope'
import type { Instant } from '../../core/time'
import { findClient, lockChosenClientIds } from '../../identity/clients'
import { type AccountIds, type AccountStart, addAccount } from '../../identity/grants'
import { type CreatedKey, type Credentials, createKey, type NewKey } from '../../identity/keys'
import { type CommandFault, isFault } from '../../lib/fault'
import type { Drizzle } from '../../postgres/database'

export interface ClientMakerDeps {
  readonly drizzle: Drizzle
  /** The cash of new accounts, INITIAL_CASH. */
  readonly initialCash: Amount
  readonly fillProfile: FillProfile
  /** The system clock, which keys go by. */
  readonly wallNow: () => Instant
  /** Called when a client's accounts have changed, so that the next requests look them up again. */
  readonly signInsChanged: () => void
}

/** The start of a new account. Fields that are missing have the server's defaults. */
interface StartRequest {
  readonly cash: Amount | undefined
  readonly profile: FillProfile | undefined
}

export interface AccountRequest extends StartRequest {
  /** Omit it for the calling client. */
  readonly clientId: string | undefined
}

export interface ClientRequest extends StartRequest {
  /** Omit it for new credentials. */
  readonly credentials: Credentials | undefined
  readonly scope: Scope
  readonly name: string | undefined
  readonly accounts: number | AccountIds
}

export interface MadeAccount extends AccountStart {
  readonly clientId: string
  readonly accountId: string
}

type NotValid = Refused<'invalid-parameter' | 'missing-parameter'>

export interface ClientMaker {
  /** The client has the account at once on this server, and within 5 s on others. */
  makeAccount(caller: Caller, wanted: AccountRequest): Promise<MadeAccount | NotValid>
  makeClient(caller: Caller, wanted: ClientRequest): Promise<CreatedKey | NotValid | NotTheirs>
}

const DEFAULT_NAME = 'sandbox'
export function clientMaker(deps: ClientMakerDeps): ClientMaker {
  const { drizzle, wallNow } = deps
  const startOf = ({ cash, profile }: StartRequest): AccountStart => ({
    initialCash: cash ?? deps.initialCash,
    fillProfile: profile ?? deps.fillProfile,
  })

  return {
    async makeAccount(caller, wanted) {
      const clientId = grantedTo(caller, wanted.clientId)
      if (typeof clientId === 'object') return clientId
      const start = startOf(wanted)
      const made = await addAccount(drizzle, clientId, { kind: 'new', ...start }, wallNow())
      if (isFault(made)) return invalidParam('clientId', 'there is no such client')
      deps.signInsChanged()
      return { ...made, ...start }
    },

    async makeClient(caller, wanted) {
      const { accounts, name, scope, credentials } = wanted
      const owned = ownedBy(caller, accounts)
      if (isRefused(owned)) return owned
      const key = {
        scope,
        at: wallNow(),
        ...(owned.kind === 'existing'
          ? { name: name ?? null, accounts: owned }
          : { name: name ?? DEFAULT_NAME, accounts: { ...owned, ...startOf(wanted) } }),
      }
      const made = await (credentials === undefined
        ? createKey(drizzle, key)
        : createUnlessTaken(drizzle, key, credentials))
      if (made === null) return invalidParam('clientId', 'there is a client with this id')
      return isFault(made) ? invalidParam('accountIds', reasonIn(made)) : made
    },
  }
}

/** Null if the id is taken. If several requests ask for one id, one gets it. */
const createUnlessTaken = (
  drizzle: Drizzle,
  key: NewKey,
  credentials: Credentials,
): Promise<CreatedKey | CommandFault | null> =>
  drizzle.transaction(async (tx) => {
    await lockChosenClientIds(tx)
    const known = await findClient(tx, credentials.clientId)
    return known === undefined ? createKey(tx, key, credentials) : null
  })

/** A client makes accounts for itself; the key's holder names a client. */
function grantedTo({ clientId }: Caller, wanted: string | undefined): string | NotValid {
  if (clientId === undefined) return wanted ?? refusedParam('missing-parameter', 'clientId')
  return wanted === undefined || wanted === clientId
    ? clientId
    : invalidParam('clientId', 'with a token it can only be your own; X-Sandbox-Key opens all')
}

function ownedBy(caller: Caller, accounts: number | AccountIds) {
  if (typeof accounts === 'number') return { kind: 'new', count: accounts } as const
  if (!accounts.every((id) => mayChange(caller, id))) return refused('account-mismatch')
  return { kind: 'existing', accountIds: accounts } as const
}

/** The sentence of a fault, to follow a colon. */
const reasonIn = ({ fault }: CommandFault): string =>
  `${fault.slice(0, 1).toLowerCase()}${fault.slice(1).replace(/\.$/, '')}`

// The rights in the sandbox [sandbox.rights]. A change needs a client that may TRADE. A client
// changes its own accounts, and acts on its own requests and orders; the holder of the sandbox's
// key may change everything.

/** Declarations that all reading controls share. */
export const LOOK = { tag: 'Sandbox', auth: 'sandbox' } as const
/** Declarations that all controls with an effect share. */
export const STEER = { ...LOOK, scope: 'TRADE' } as const

/** The caller of a control: a client, or the holder of the sandbox's key. */
export interface Caller {
  /** Undefined for the key's holder. */
  readonly clientId?: string | undefined
  readonly accountIds: readonly string[] | 'all'
}

/** An account or a client that is another's, or does not exist. */
export type NotTheirs = Refused<'account-mismatch'>

/** Returns whether the caller may change the account. The key's holder may change unknown ones. */
export const mayChange = ({ accountIds }: Caller, accountId: string): boolean =>
  accountIds === 'all' || accountIds.includes(accountId)

/** Returns whether the caller may act on this client; undefined means the caller itself. */
export const mayActOn = ({ clientId }: Caller, wanted: string | undefined): boolean =>
  clientId === undefined || wanted === undefined || wanted === clientId
