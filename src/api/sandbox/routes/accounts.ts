/** The client's own accounts: reset, locked, unlocked. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import { optionalJsonBody } from '../../pipeline/body'
import type { Gate } from '../../pipeline/gate'
import { EVERY_BODY, EVERY_CALL, refusals } from '../../wire/refuse'
import { sentFields } from '../../wire/wire'
import { cashOf } from '../decode'
import { resetView, SandboxSchema } from '../schema'
import type { SandboxService } from '../service'

const LOCK = {
  params: SandboxSchema.accountParams,
  response: {
    200: SandboxSchema.lock,
    ...refusals(...EVERY_CALL, 'account-mismatch', 'server-busy', 'storage-full'),
  },
}

export const accounts = (service: SandboxService, gate: Gate) =>
  new Elysia({ name: 'modules.sandbox.accounts' })
    .use(gate)
    .post(
      '/accounts/:accountId/reset',
      async ({ call, body, params }) => {
        const asked = cashOf(sentFields(body).cash)
        if (isRefused(asked)) return call.refuse(asked)
        const reset = await service.reset(call.client, params.accountId, asked.cash)
        return call.answer(isRefused(reset) ? reset : resetView(reset))
      },
      {
        parse: optionalJsonBody,
        params: SandboxSchema.accountParams,
        body: SandboxSchema.resetAccount,
        response: {
          200: SandboxSchema.reset,
          ...refusals(
            ...EVERY_CALL,
            ...EVERY_BODY,
            'account-mismatch',
            'server-busy',
            'storage-full',
          ),
        },
        detail: {
          operationId: 'resetSandboxAccount',
          summary: 'Put an account back to its beginning',
          description:
            'Cancels its open orders, clears its holdings and sets its cash, all at once. What ' +
            'it did before stays readable, and its clientOrderIds stay taken.',
        },
      },
    )
    .put(
      '/accounts/:accountId/lock',
      async ({ call, params }) =>
        call.answer(await service.lock(call.client, params.accountId, true)),
      {
        ...LOCK,
        detail: { operationId: 'lockSandboxAccount', summary: 'Lock an account for placing' },
      },
    )
    .delete(
      '/accounts/:accountId/lock',
      async ({ call, params }) =>
        call.answer(await service.lock(call.client, params.accountId, false)),
      { ...LOCK, detail: { operationId: 'unlockSandboxAccount', summary: 'Unlock an account' } },
    )
