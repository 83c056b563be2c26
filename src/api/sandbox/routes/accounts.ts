/** Resets, locks and unlocks accounts of the client. */
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../pipeline/endpoint'
import { sentFields } from '../../wire/schemas'
import { decodeCash } from '../decode'
import { encodeReset } from '../encode'
import { SandboxSchema, STEER } from '../schema'
import type { SandboxService } from '../service'

const LOCK = {
  ...STEER,
  path: '/sandbox/accounts/:accountId/lock',
  params: SandboxSchema.accountParams,
  answer: SandboxSchema.lock,
  refusals: ['account-mismatch'],
} as const

export const sandboxAccountEndpoints = (service: SandboxService) =>
  [
    // [sandbox.reset]
    endpoint({
      ...STEER,
      id: 'resetSandboxAccount',
      method: 'POST',
      path: '/sandbox/accounts/:accountId/reset',
      summary: 'Reset an account',
      description:
        'Cancels its open orders, clears its holdings and sets its cash, as one change. Its ' +
        'history stays readable, and its clientOrderIds stay taken.',
      params: SandboxSchema.accountParams,
      body: SandboxSchema.resetAccount,
      written: 'json-or-nothing',
      answer: SandboxSchema.reset,
      refusals: ['account-mismatch'],
      read: ({ body }) => decodeCash(sentFields(body).cash),
      async run({ client, params, input }) {
        const reset = await service.reset(client, params.accountId, input.cash)
        return isRefused(reset) ? reset : encodeReset(reset)
      },
    }),
    // [sandbox.lock]
    endpoint({
      ...LOCK,
      id: 'lockSandboxAccount',
      method: 'PUT',
      summary: 'Lock an account for placing',
      run: ({ client, params }) => service.lock(client, params.accountId, true),
    }),
    endpoint({
      ...LOCK,
      id: 'unlockSandboxAccount',
      method: 'DELETE',
      summary: 'Unlock an account',
      run: ({ client, params }) => service.lock(client, params.accountId, false),
    }),
  ] as const
