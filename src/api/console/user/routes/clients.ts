/** The user's own clients: their keys, scopes and accounts [console.own]. */
import { isRefused, refused } from '../../../../core/refusals'
import type { ConsoleIdentity } from '../../../../identity/console'
import { endpoint } from '../../../pipeline/endpoint'
import { sentFields } from '../../../wire/schemas'
import { encodeClient } from '../encode'
import { ConsoleSchema } from '../schema'
import type { ConsoleService } from '../service'

const ONE = { auth: 'user', params: ConsoleSchema.clientParams } as const

export const ownClientEndpoints = (
  { clients }: ConsoleIdentity,
  { clientOfSettings }: ConsoleService,
) =>
  [
    endpoint({
      id: 'listOwnClients',
      method: 'GET',
      path: '/console/api/clients',
      auth: 'user',
      answer: ConsoleSchema.clients,
      async run({ client: { session } }) {
        const listed = await clients.list(session.user.userId)
        return { clients: listed.map((client) => encodeClient(client, clientOfSettings)) }
      },
    }),
    endpoint({
      id: 'makeOwnClient',
      method: 'POST',
      path: '/console/api/clients',
      auth: 'user',
      body: ConsoleSchema.newClient,
      answer: ConsoleSchema.createdClient,
      refusals: ['own-account-not-found', 'limit-reached'],
      async run({ client: { session }, body }) {
        const { label = null, scope = 'TRADE', ...sent } = sentFields(body)
        const [first, ...others] = new Set(sent.accountIds)
        if (first === undefined) return refused('missing-parameter')
        const accountIds: [string, ...string[]] = [first, ...others]
        const { userId } = session.user
        const made = await clients.create({ userId, label, scope, accountIds })
        if (isRefused(made)) return made
        const { clientId, clientSecret } = made
        return { clientId, clientSecret, scope, accountIds }
      },
    }),
    endpoint({
      ...ONE,
      id: 'changeOwnClient',
      method: 'PUT',
      path: '/console/api/clients/:clientId',
      body: ConsoleSchema.changeClient,
      answer: ConsoleSchema.client,
      refusals: ['client-not-found', 'own-account-not-found'],
      async run({ client: { session }, params: { clientId }, body }) {
        const { label, accountIds, ...rest } = sentFields(body)
        const [first, ...others] = new Set(accountIds)
        const change = {
          ...rest,
          ...(label !== undefined && { label: label || null }),
          ...(first !== undefined && { accountIds: [first, ...others] as const }),
        }
        const changed = await clients.change({ userId: session.user.userId, clientId }, change)
        return isRefused(changed) ? changed : { client: encodeClient(changed, clientOfSettings) }
      },
    }),
    endpoint({
      ...ONE,
      id: 'rotateOwnClient',
      method: 'POST',
      path: '/console/api/clients/:clientId/rotate',
      answer: ConsoleSchema.rotatedClient,
      refusals: ['client-not-found'],
      run: ({ client: { session }, params: { clientId } }) =>
        clients.rotate({ userId: session.user.userId, clientId }),
    }),
    endpoint({
      ...ONE,
      id: 'revokeOwnClient',
      method: 'POST',
      path: '/console/api/clients/:clientId/revoke',
      answer: ConsoleSchema.revokedClient,
      refusals: ['client-not-found'],
      run: ({ client: { session }, params: { clientId } }) =>
        clients.revoke({ userId: session.user.userId, clientId }),
    }),
  ] as const
