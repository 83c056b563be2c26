/** Sets, lists and removes the faults that a test forces [fault.force]. */
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import { sentFields } from '../../../http/wire/schemas'
import { encodedRecords } from '../forced'
import { LOOK, STEER } from '../rights'
import type { SandboxService } from '../service'
import { decodeFault, encodeFault, FaultSchema } from './wire'

const ALL = { path: '/sandbox/faults', answer: FaultSchema.faults } as const
const ONE = {
  path: '/sandbox/faults/:faultId',
  params: FaultSchema.faultParams,
  answer: FaultSchema.fault,
  refusals: ['control-not-found'],
} as const

export const sandboxFaultEndpoints = ({ faults }: SandboxService) => {
  const records = encodedRecords(faults, encodeFault)
  return [
    endpoint({
      ...LOOK,
      ...ALL,
      id: 'listSandboxFaults',
      method: 'GET',
      summary: 'List faults',
      run: async ({ client }) => ({ faults: await records.list(client) }),
    }),
    endpoint({
      ...LOOK,
      ...ONE,
      id: 'getSandboxFault',
      method: 'GET',
      summary: 'Read a fault and its hits',
      run: ({ client, params }) => records.find(client, params.faultId),
    }),
    endpoint({
      ...STEER,
      id: 'setSandboxFault',
      method: 'PUT',
      path: '/sandbox/faults',
      summary: 'Make requests, messages or sign-ins fail',
      description:
        'Takes exactly one of code, status, delay, cut, stream, token and client. Strikes ' +
        'requests, or messages of streams, that fit clientId and route, once they have ' +
        'passed every check that needs no account; if several fit, the first that was set. ' +
        'Answers change, the books never do: what was committed stays committed. Other ' +
        'servers of the database follow within 5 s. The sandbox itself is never struck.',
      body: FaultSchema.setFault,
      answer: FaultSchema.fault,
      refusals: ['account-mismatch'],
      read: ({ body }) => decodeFault(sentFields(body)),
      async run({ client, input }) {
        const set = await faults.set(client, input)
        return isRefused(set) ? set : encodeFault(set)
      },
    }),
    endpoint({
      ...STEER,
      ...ALL,
      id: 'removeSandboxFaults',
      method: 'DELETE',
      summary: 'Remove all faults',
      run: async ({ client }) => ({ faults: await records.removeAll(client) }),
    }),
    endpoint({
      ...STEER,
      ...ONE,
      id: 'removeSandboxFault',
      method: 'DELETE',
      summary: 'Remove a fault',
      description:
        'Answers with the removed fault. A client that it has disabled is enabled again.',
      run: ({ client, params }) => records.remove(client, params.faultId),
    }),
  ] as const
}
