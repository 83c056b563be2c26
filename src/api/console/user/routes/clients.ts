/** The user's own clients: their keys, scopes and accounts [console.own]. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../../core/refusals'
import type { ConsoleIdentity } from '../../../../identity/console'
import type { ConsoleSession } from '../../../../identity/sessions'
import { jsonBody } from '../../../pipeline/body'
import type { ConsoleGates } from '../../../pipeline/console-gate'
import { refusals } from '../../../wire/refusal'
import { sentFields } from '../../../wire/schemas'
import { encodeClient } from '../encode'
import { ConsoleSchema } from '../schema'
import type { ConsoleService } from '../service'
import { EVERY_CHANGE, EVERY_READ } from './responses'

export const consoleClientRoutes = (
  { clients }: ConsoleIdentity,
  { clientOfSettings }: ConsoleService,
  gates: ConsoleGates<ConsoleSession>,
) =>
  new Elysia({ name: 'api.console.clients' })
    .use(gates.user)
    .get(
      '/clients',
      async ({ context, signed: { session } }) => {
        const listed = await clients.list(session.user.userId)
        return context.answer({
          clients: listed.map((client) => encodeClient(client, clientOfSettings)),
        })
      },
      { response: { 200: ConsoleSchema.clients, ...refusals(...EVERY_READ) } },
    )
    .post(
      '/clients',
      async ({ context, signed: { session }, body }) => {
        const { label = null, scope = 'TRADE', accountIds } = sentFields(body)
        const [first, ...others] = new Set(accountIds)
        if (first === undefined) return context.refuse({ refused: 'missing-parameter' })
        const { userId } = session.user
        const made = await clients.create({ userId, label, scope, accountIds: [first, ...others] })
        if (isRefused(made)) return context.refuse(made)
        const { clientId, clientSecret } = made
        return context.answer({ clientId, clientSecret, scope, accountIds: [first, ...others] })
      },
      {
        parse: jsonBody,
        body: ConsoleSchema.newClient,
        response: {
          200: ConsoleSchema.createdClient,
          ...refusals(...EVERY_CHANGE, 'own-account-not-found', 'limit-reached'),
        },
      },
    )
    .put(
      '/clients/:clientId',
      async ({ context, signed: { session }, params: { clientId }, body }) => {
        const { label, accountIds, ...rest } = sentFields(body)
        const [first, ...others] = new Set(accountIds)
        const change = {
          ...rest,
          ...(label !== undefined && { label: label || null }),
          ...(first !== undefined && { accountIds: [first, ...others] as const }),
        }
        const changed = await clients.change({ userId: session.user.userId, clientId }, change)
        return context.answer(
          isRefused(changed) ? changed : { client: encodeClient(changed, clientOfSettings) },
        )
      },
      {
        parse: jsonBody,
        params: ConsoleSchema.clientParams,
        body: ConsoleSchema.changeClient,
        response: {
          200: ConsoleSchema.client,
          ...refusals(...EVERY_CHANGE, 'client-not-found', 'own-account-not-found'),
        },
      },
    )
    .post(
      '/clients/:clientId/rotate',
      async ({ context, signed: { session }, params: { clientId } }) =>
        context.answer(await clients.rotate({ userId: session.user.userId, clientId })),
      {
        params: ConsoleSchema.clientParams,
        response: {
          200: ConsoleSchema.rotatedClient,
          ...refusals(...EVERY_READ, 'client-not-found'),
        },
      },
    )
    .post(
      '/clients/:clientId/revoke',
      async ({ context, signed: { session }, params: { clientId } }) =>
        context.answer(await clients.revoke({ userId: session.user.userId, clientId })),
      {
        params: ConsoleSchema.clientParams,
        response: {
          200: ConsoleSchema.revokedClient,
          ...refusals(...EVERY_READ, 'client-not-found'),
        },
      },
    )
