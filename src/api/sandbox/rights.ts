/**
 * The rights in the sandbox [sandbox.rights]. A change needs a client that may TRADE. A client
 * changes its own accounts, and acts on its own requests and orders; the holder of the sandbox's
 * key may change everything.
 */
import type { Refused } from '../../core/refusals'

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
