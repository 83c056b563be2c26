/** Sets, lists and removes the faults that a test forces [fault.force]. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import { jsonBody } from '../../pipeline/body'
import type { SandboxGate } from '../../pipeline/gate'
import { EVERY_BODY, EVERY_CONTROL, refusals } from '../../wire/refusal'
import { sentFields } from '../../wire/schemas'
import { decodeFault } from '../decode/fault'
import { encodeFault } from '../encode/fault'
import type { FaultControls } from '../faults'
import { LOOKING, STEERING } from '../schema'
import { FaultSchema } from '../schema/faults'
import type { SandboxService } from '../service'

const LIST = { 200: FaultSchema.faults, ...refusals(...EVERY_CONTROL) }
const ONE = {
  params: FaultSchema.faultParams,
  response: { 200: FaultSchema.fault, ...refusals(...EVERY_CONTROL, 'control-not-found') },
}

/** Two plugins, since a gate guards every route of its plugin. */
export const sandboxFaultRoutes = (
  { faults }: SandboxService,
  gates: { readonly read: SandboxGate; readonly trade: SandboxGate },
) =>
  new Elysia({ name: 'api.sandbox.faults' })
    .use(readRoutes(faults, gates.read))
    .use(setRoutes(faults, gates.trade))

const readRoutes = (faults: FaultControls, gate: SandboxGate) =>
  new Elysia({ name: 'api.sandbox.faults.reading', detail: LOOKING })
    .use(gate)
    .get(
      '/faults',
      async ({ context }) =>
        context.answer({ faults: (await faults.list(context.client)).map(encodeFault) }),
      { response: LIST, detail: { operationId: 'listSandboxFaults', summary: 'List faults' } },
    )
    .get(
      '/faults/:faultId',
      async ({ context, params }) => {
        const found = await faults.find(context.client, params.faultId)
        return context.answer(isRefused(found) ? found : encodeFault(found))
      },
      {
        ...ONE,
        detail: { operationId: 'getSandboxFault', summary: 'Read a fault and its hits' },
      },
    )

const setRoutes = (faults: FaultControls, gate: SandboxGate) =>
  new Elysia({ name: 'api.sandbox.faults.setting', detail: STEERING })
    .use(gate)
    .put(
      '/faults',
      async ({ context, body }) => {
        const wanted = decodeFault(sentFields(body))
        if (isRefused(wanted)) return context.refuse(wanted)
        const set = await faults.set(context.client, wanted)
        return context.answer(isRefused(set) ? set : encodeFault(set))
      },
      {
        parse: jsonBody,
        body: FaultSchema.setFault,
        response: {
          200: FaultSchema.fault,
          ...refusals(...EVERY_CONTROL, ...EVERY_BODY, 'account-mismatch'),
        },
        detail: {
          operationId: 'setSandboxFault',
          summary: 'Make requests, messages or sign-ins fail',
          description:
            'Takes exactly one of code, status, delay, cut, stream, token and client. Strikes ' +
            'requests, or messages of streams, that fit clientId and route, once they have ' +
            'passed every check that needs no account; of several faults the first that was set. ' +
            'Answers change, the books never do: what was committed stays committed. Other ' +
            'servers of the database follow within 5 s. The sandbox itself is never struck.',
        },
      },
    )
    .delete(
      '/faults',
      async ({ context }) =>
        context.answer({ faults: (await faults.removeAll(context.client)).map(encodeFault) }),
      {
        response: LIST,
        detail: { operationId: 'removeSandboxFaults', summary: 'Remove all faults' },
      },
    )
    .delete(
      '/faults/:faultId',
      async ({ context, params }) => {
        const removed = await faults.remove(context.client, params.faultId)
        return context.answer(isRefused(removed) ? removed : encodeFault(removed))
      },
      {
        ...ONE,
        detail: {
          operationId: 'removeSandboxFault',
          summary: 'Remove a fault',
          description: 'Answers what it was. A client that it has disabled is enabled again.',
        },
      },
    )
