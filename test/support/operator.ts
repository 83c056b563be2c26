/** What an operator changes in the database, beside the API. */

import { eq } from 'drizzle-orm'
import type { Instrument } from '../../src/core/instrument'
import { createClient } from '../../src/identity/clients'
import { hashOf } from '../../src/identity/secrets'
import { createAccount } from '../../src/ledger/accounts'
import { setHalted } from '../../src/ledger/market-state'
import type { Database } from '../../src/postgres/database'
import { clients, tokens } from '../../src/postgres/schema/identity'
import { instruments } from '../../src/postgres/schema/market'
import { accounts, clientAccounts } from '../../src/postgres/schema/trading'
import { drawVersion } from '../../src/postgres/version-id'

import { CLIENT_SECRET, MONDAY_AT_TEN, newAccount } from './trading-floor'

export interface NewClient {
  readonly scope?: 'TRADE' | 'READ_ONLY'
  /** Made for it, with 100,000 USD each. */
  readonly accounts?: readonly string[]
}

export const operatorOf = ({ drizzle, shards }: Pick<Database, 'drizzle' | 'shards'>) => ({
  /** Its secret is CLIENT_SECRET. */
  async addClient(clientId: string, { scope = 'TRADE', accounts = [] }: NewClient = {}) {
    await createClient(drizzle, {
      clientId,
      userId: 'usr_test',
      scope,
      createdAt: MONDAY_AT_TEN,
      secretHash: hashOf(CLIENT_SECRET),
    })
    for (const accountId of accounts) {
      await createAccount(drizzle, clientId, newAccount(accountId, MONDAY_AT_TEN))
    }
    return { clientId }
  },
  lock: (accountId: string, locked: boolean) =>
    drizzle
      .update(accounts)
      .set({ lockedAt: locked ? MONDAY_AT_TEN : null, version: drawVersion() })
      .where(eq(accounts.accountId, accountId)),
  halt: (halted: boolean) =>
    setHalted({ drizzle, ...(shards && { shards }) }, halted ? MONDAY_AT_TEN : null),
  disable: (clientId: string) =>
    drizzle
      .update(clients)
      .set({ disabledAt: MONDAY_AT_TEN })
      .where(eq(clients.clientId, clientId)),
  takeAccounts: (clientId: string) =>
    drizzle.delete(clientAccounts).where(eq(clientAccounts.clientId, clientId)),
  revokeTokens: (clientId: string) =>
    drizzle.update(tokens).set({ revokedAt: MONDAY_AT_TEN }).where(eq(tokens.clientId, clientId)),
  setTradable: (symbol: string, tradable: Instrument['tradable']) =>
    drizzle.update(instruments).set({ tradable }).where(eq(instruments.symbol, symbol)),
})
