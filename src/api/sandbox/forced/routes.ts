/**
 * Sets, lists and removes the faults [fault.force] and the outcomes of orders [outcome.force] that
 * a test forces.
 */
import { encoded, endpoint } from '../../../http/endpoint'
import { sentFields } from '../../../http/wire/schemas'
import { LOOK, STEER } from '../clients'
import { decodeFault, encodeFault, FaultSchema } from '../faults/wire'
import { decodeOutcome, encodeOutcome, OutcomeSchema } from '../outcomes/wire'
import type { SandboxService } from '../service'
import { encodedRecords } from './service'

const ALL_FAULTS = { path: '/sandbox/faults', answer: FaultSchema.faults } as const
const ONE_FAULT = {
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
      ...ALL_FAULTS,
      id: 'listSandboxFaults',
      method: 'GET',
      summary: 'List faults',
      run: async ({ client }) => ({ faults: await records.list(client) }),
    }),
    endpoint({
      ...LOOK,
      ...ONE_FAULT,
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
      run: ({ client, input }) => encoded(faults.set(client, input), encodeFault),
    }),
    endpoint({
      ...STEER,
      ...ALL_FAULTS,
      id: 'removeSandboxFaults',
      method: 'DELETE',
      summary: 'Remove all faults',
      run: async ({ client }) => ({ faults: await records.removeAll(client) }),
    }),
    endpoint({
      ...STEER,
      ...ONE_FAULT,
      id: 'removeSandboxFault',
      method: 'DELETE',
      summary: 'Remove a fault',
      description:
        'Answers with the removed fault. A client that it has disabled is enabled again.',
      run: ({ client, params }) => records.remove(client, params.faultId),
    }),
  ] as const
}

const ALL_OUTCOMES = { path: '/sandbox/outcomes', answer: OutcomeSchema.outcomes } as const
const ONE_OUTCOME = {
  path: '/sandbox/outcomes/:outcomeId',
  params: OutcomeSchema.outcomeParams,
  answer: OutcomeSchema.outcome,
  refusals: ['control-not-found'],
} as const

export const sandboxOutcomeEndpoints = ({ outcomes }: SandboxService) => {
  const records = encodedRecords(outcomes, encodeOutcome)
  return [
    endpoint({
      ...LOOK,
      ...ALL_OUTCOMES,
      id: 'listSandboxOutcomes',
      method: 'GET',
      summary: 'List outcomes',
      run: async ({ client }) => ({ outcomes: await records.list(client) }),
    }),
    endpoint({
      ...LOOK,
      ...ONE_OUTCOME,
      id: 'getSandboxOutcome',
      method: 'GET',
      summary: 'Read an outcome and its hits',
      run: ({ client, params }) => records.find(client, params.outcomeId),
    }),
    endpoint({
      ...STEER,
      id: 'setSandboxOutcome',
      method: 'PUT',
      path: '/sandbox/outcomes',
      summary: 'Force what happens to orders',
      description:
        'Decides orders that fit all of clientId, accountId, symbol, side, clientOrderId and ' +
        'leg, from the next one on, at every server of the database; if several fit, the ' +
        'first that was set. They end as ordinary order events, and a forced fill has the ' +
        '`fillProfile` `forced@1`. Cash, shares and limits stay what they are: an order that ' +
        'an outcome cannot decide goes on without it, and `lastMiss` says why. It survives a ' +
        'restart on the same database.',
      body: OutcomeSchema.setOutcome,
      answer: OutcomeSchema.outcome,
      refusals: ['account-mismatch', 'symbol-not-found'],
      read: ({ body }) => decodeOutcome(sentFields(body)),
      run: ({ client, input }) => encoded(outcomes.set(client, input), encodeOutcome),
    }),
    endpoint({
      ...STEER,
      ...ALL_OUTCOMES,
      id: 'removeSandboxOutcomes',
      method: 'DELETE',
      summary: 'Remove all outcomes',
      run: async ({ client }) => ({ outcomes: await records.removeAll(client) }),
    }),
    endpoint({
      ...STEER,
      ...ONE_OUTCOME,
      id: 'removeSandboxOutcome',
      method: 'DELETE',
      summary: 'Remove an outcome',
      description: 'Answers with the removed outcome. The market decides its orders again.',
      run: ({ client, params }) => records.remove(client, params.outcomeId),
    }),
  ] as const
}
