/** Sets, lists and removes the outcomes that a test forces on orders [outcome.force]. */
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import { sentFields } from '../../../http/wire/schemas'
import { encodedRecords } from '../forced'
import { LOOK, STEER } from '../rights'
import type { SandboxService } from '../service'
import { decodeOutcome, encodeOutcome, OutcomeSchema } from './wire'

const ALL = { path: '/sandbox/outcomes', answer: OutcomeSchema.outcomes } as const
const ONE = {
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
      ...ALL,
      id: 'listSandboxOutcomes',
      method: 'GET',
      summary: 'List outcomes',
      run: async ({ client }) => ({ outcomes: await records.list(client) }),
    }),
    endpoint({
      ...LOOK,
      ...ONE,
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
      async run({ client, input }) {
        const set = await outcomes.set(client, input)
        return isRefused(set) ? set : encodeOutcome(set)
      },
    }),
    endpoint({
      ...STEER,
      ...ALL,
      id: 'removeSandboxOutcomes',
      method: 'DELETE',
      summary: 'Remove all outcomes',
      run: async ({ client }) => ({ outcomes: await records.removeAll(client) }),
    }),
    endpoint({
      ...STEER,
      ...ONE,
      id: 'removeSandboxOutcome',
      method: 'DELETE',
      summary: 'Remove an outcome',
      description: 'Answers with the removed outcome. The market decides its orders again.',
      run: ({ client, params }) => records.remove(client, params.outcomeId),
    }),
  ] as const
}
