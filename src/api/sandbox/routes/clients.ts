/** Makes accounts and clients for a test [sandbox.accounts]. */
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../pipeline/endpoint'
import { sentFields } from '../../wire/schemas'
import { decodeNewAccount, decodeNewClient } from '../decode'
import { encodeMadeAccount, encodeMadeClient } from '../encode'
import { SandboxSchema, STEER } from '../schema'
import type { SandboxService } from '../service'

const MAKE = { ...STEER, method: 'POST', written: 'json-or-nothing' } as const

export const sandboxClientEndpoints = ({ clients }: SandboxService) =>
  [
    endpoint({
      ...MAKE,
      id: 'makeSandboxAccount',
      path: '/sandbox/accounts',
      summary: 'Make an account',
      description:
        'One more account for a client, which can use it at once here, and within 5 s ' +
        'through other servers of the database. A client with several names one in ' +
        'X-Service-Account-Id.',
      body: SandboxSchema.newAccount,
      answer: SandboxSchema.madeAccount,
      read: ({ body }) => decodeNewAccount(sentFields(body)),
      async run({ client, input }) {
        const made = await clients.makeAccount(client, input)
        return isRefused(made) ? made : encodeMadeAccount(made)
      },
    }),
    endpoint({
      ...MAKE,
      id: 'makeSandboxClient',
      path: '/sandbox/clients',
      summary: 'Make a client',
      description:
        'With a secret that is shown this once, and with new accounts, with accounts that ' +
        'exist, or with none.',
      body: SandboxSchema.newClient,
      answer: SandboxSchema.madeClient,
      refusals: ['account-mismatch'],
      read: ({ body }) => decodeNewClient(sentFields(body)),
      async run({ client, input }) {
        const made = await clients.makeClient(client, input)
        return isRefused(made) ? made : encodeMadeClient(made)
      },
    }),
  ] as const
