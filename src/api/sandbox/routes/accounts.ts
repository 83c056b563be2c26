/** Resets, locks and unlocks accounts of the client. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import { optionalJsonBody } from '../../pipeline/body'
import type { SandboxGate } from '../../pipeline/gate'
import { EVERY_BODY, EVERY_CONTROL, refusals } from '../../wire/refusal'
import { sentFields } from '../../wire/schemas'
import { decodeCash } from '../decode'
import { encodeReset } from '../encode'
import { SandboxSchema, STEERING } from '../schema'
import type { SandboxService } from '../service'

const LOCK = {
  params: SandboxSchema.accountParams,
  response: {
    200: SandboxSchema.lock,
    ...refusals(...EVERY_CONTROL, 'account-mismatch'),
  },
}

export const sandboxAccountRoutes = (service: SandboxService, gate: SandboxGate) =>
  new Elysia({ name: 'api.sandbox.accounts', detail: STEERING })
    .use(gate)
    // [sandbox.reset]
    .post(
      '/accounts/:accountId/reset',
      async ({ context, body, params }) => {
        const cash = decodeCash(sentFields(body).cash)
        if (isRefused(cash)) return context.refuse(cash)
        const reset = await service.reset(context.client, params.accountId, cash.cash)
        return context.answer(isRefused(reset) ? reset : encodeReset(reset))
      },
      {
        parse: optionalJsonBody,
        params: SandboxSchema.accountParams,
        body: SandboxSchema.resetAccount,
        response: {
          200: SandboxSchema.reset,
          ...refusals(...EVERY_CONTROL, ...EVERY_BODY, 'account-mismatch'),
        },
        detail: {
          operationId: 'resetSandboxAccount',
          summary: 'Reset an account',
          description:
            'Cancels its open orders, clears its holdings and sets its cash, as one change. Its ' +
            'history stays readable, and its clientOrderIds stay taken.',
        },
      },
    )
    // [sandbox.lock]
    .put(
      '/accounts/:accountId/lock',
      async ({ context, params }) =>
        context.answer(await service.lock(context.client, params.accountId, true)),
      {
        ...LOCK,
        detail: { operationId: 'lockSandboxAccount', summary: 'Lock an account for placing' },
      },
    )
    .delete(
      '/accounts/:accountId/lock',
      async ({ context, params }) =>
        context.answer(await service.lock(context.client, params.accountId, false)),
      { ...LOCK, detail: { operationId: 'unlockSandboxAccount', summary: 'Unlock an account' } },
    )
