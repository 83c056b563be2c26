/** Makes accounts and clients for a test [sandbox.accounts]. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import { optionalJsonBody } from '../../pipeline/body'
import type { SandboxGate } from '../../pipeline/gate'
import { EVERY_BODY, EVERY_CONTROL, refusals } from '../../wire/refusal'
import { sentFields } from '../../wire/schemas'
import { decodeNewAccount, decodeNewClient } from '../decode'
import { encodeMadeAccount, encodeMadeClient } from '../encode'
import { SandboxSchema, STEERING } from '../schema'
import type { SandboxService } from '../service'

export const sandboxClientRoutes = ({ clients }: SandboxService, gate: SandboxGate) =>
  new Elysia({ name: 'api.sandbox.clients', detail: STEERING })
    .use(gate)
    .post(
      '/accounts',
      async ({ context, body }) => {
        const wanted = decodeNewAccount(sentFields(body))
        if (isRefused(wanted)) return context.refuse(wanted)
        const made = await clients.makeAccount(context.client, wanted)
        return context.answer(isRefused(made) ? made : encodeMadeAccount(made))
      },
      {
        parse: optionalJsonBody,
        body: SandboxSchema.newAccount,
        response: {
          200: SandboxSchema.madeAccount,
          ...refusals(...EVERY_CONTROL, ...EVERY_BODY),
        },
        detail: {
          operationId: 'makeSandboxAccount',
          summary: 'Make an account',
          description:
            'One more account for a client, which can use it at once here, and within 5 s ' +
            'through other servers of the database. A client with several names one in ' +
            'X-Service-Account-Id.',
        },
      },
    )
    .post(
      '/clients',
      async ({ context, body }) => {
        const wanted = decodeNewClient(sentFields(body))
        if (isRefused(wanted)) return context.refuse(wanted)
        const made = await clients.makeClient(context.client, wanted)
        return context.answer(isRefused(made) ? made : encodeMadeClient(made))
      },
      {
        parse: optionalJsonBody,
        body: SandboxSchema.newClient,
        response: {
          200: SandboxSchema.madeClient,
          ...refusals(...EVERY_CONTROL, ...EVERY_BODY, 'account-mismatch'),
        },
        detail: {
          operationId: 'makeSandboxClient',
          summary: 'Make a client',
          description:
            'With a secret that is shown this once, and with new accounts, with accounts that ' +
            'exist, or with none.',
        },
      },
    )
