/** Further accounts and clients of a test's broker. */

import { CLIENT_VARIABLES } from '../../lib/client-variables'
import { answered, type Client, openClient } from '../sdk'
import type { BotCredentials } from './options'
import type { InOrder } from './queue'
import type { Sandbox } from './sandbox'

/** What is left out is as the broker's options have it. */
export interface AddedAccount {
  /** US dollars. */
  readonly cash?: number
  readonly profile?: 'ideal' | 'standard' | 'strict'
  /** The client that gets it. Default: the bot's. */
  readonly clientId?: string
}

export interface AddedClient {
  /** Default: TRADE. */
  readonly scope?: 'TRADE' | 'READ_ONLY'
  /** How many new accounts. Default: 1. */
  readonly accounts?: number
  /** Accounts that exist, in place of new ones. */
  readonly accountIds?: string[]
  readonly cash?: number
  readonly profile?: 'ideal' | 'standard' | 'strict'
}

/** A client, with what a bot needs to be it. */
export interface TestClient extends BotCredentials {
  readonly accountIds: readonly string[]
  readonly client: Client
  /** PAPER_URL, PAPER_CLIENT_ID and PAPER_CLIENT_SECRET. */
  readonly env: Readonly<Record<string, string>>
}

export const envOf = (url: string, { clientId, clientSecret }: BotCredentials) => ({
  [CLIENT_VARIABLES.url]: url,
  [CLIENT_VARIABLES.clientId]: clientId,
  [CLIENT_VARIABLES.clientSecret]: clientSecret,
})

export interface People {
  /** The id of a new account. */
  addAccount(options?: AddedAccount): Promise<string>
  addClient(options?: AddedClient): Promise<TestClient>
  /** Cancels the open orders, clears the holdings, sets the cash. */
  reset(accountId: string, cash?: number): Promise<void>
  /** Placing answers 423 for this account. */
  lock(accountId: string): Promise<void>
  unlock(accountId: string): Promise<void>
}

export interface PeopleDeps {
  readonly url: string
  readonly sandbox: Sandbox
  readonly bot: BotCredentials
  readonly inOrder: InOrder
}

export function people({ url, sandbox, bot, inOrder }: PeopleDeps): People {
  const accountOf = (accountId: string) => sandbox.accounts({ accountId })
  return {
    addAccount: (options = {}) =>
      inOrder(async () => {
        const made = sandbox.accounts.post({ clientId: bot.clientId, ...options })
        return (await answered(made)).accountId
      }),
    addClient: (options = {}) =>
      inOrder(async () => {
        const made = await answered(sandbox.clients.post(options))
        const { clientId, clientSecret, accountIds } = made
        const client = openClient({ url, clientId, clientSecret })
        return { clientId, clientSecret, accountIds, client, env: envOf(url, made) }
      }),
    reset: (accountId, cash) =>
      inOrder(async () => {
        await answered(accountOf(accountId).reset.post(cash === undefined ? {} : { cash }))
      }),
    lock: (accountId) =>
      inOrder(async () => void (await answered(accountOf(accountId).lock.put()))),
    unlock: (accountId) =>
      inOrder(async () => void (await answered(accountOf(accountId).lock.delete()))),
  }
}
