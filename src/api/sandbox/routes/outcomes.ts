/** Sets, lists and removes the outcomes that a test forces on orders [outcome.force]. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import { jsonBody } from '../../pipeline/body'
import type { SandboxGate } from '../../pipeline/gate'
import { EVERY_BODY, EVERY_CONTROL, refusals } from '../../wire/refusal'
import { sentFields } from '../../wire/schemas'
import { decodeOutcome } from '../decode/outcome'
import { encodeOutcome } from '../encode/outcome'
import type { OutcomeControls } from '../outcomes'
import { LOOKING, STEERING } from '../schema'
import { OutcomeSchema } from '../schema/outcomes'
import type { SandboxService } from '../service'

const LIST = { 200: OutcomeSchema.outcomes, ...refusals(...EVERY_CONTROL) }
const ONE = {
  params: OutcomeSchema.outcomeParams,
  response: { 200: OutcomeSchema.outcome, ...refusals(...EVERY_CONTROL, 'control-not-found') },
}

/** Two plugins, since a gate guards every route of its plugin. */
export const sandboxOutcomeRoutes = (
  { outcomes }: SandboxService,
  gates: { readonly read: SandboxGate; readonly trade: SandboxGate },
) =>
  new Elysia({ name: 'api.sandbox.outcomes' })
    .use(readRoutes(outcomes, gates.read))
    .use(setRoutes(outcomes, gates.trade))

const readRoutes = (outcomes: OutcomeControls, gate: SandboxGate) =>
  new Elysia({ name: 'api.sandbox.outcomes.reading', detail: LOOKING })
    .use(gate)
    .get(
      '/outcomes',
      async ({ context }) =>
        context.answer({ outcomes: (await outcomes.list(context.client)).map(encodeOutcome) }),
      { response: LIST, detail: { operationId: 'listSandboxOutcomes', summary: 'List outcomes' } },
    )
    .get(
      '/outcomes/:outcomeId',
      async ({ context, params }) => {
        const found = await outcomes.find(context.client, params.outcomeId)
        return context.answer(isRefused(found) ? found : encodeOutcome(found))
      },
      {
        ...ONE,
        detail: { operationId: 'getSandboxOutcome', summary: 'Read an outcome and its hits' },
      },
    )

const setRoutes = (outcomes: OutcomeControls, gate: SandboxGate) =>
  new Elysia({ name: 'api.sandbox.outcomes.setting', detail: STEERING })
    .use(gate)
    .put(
      '/outcomes',
      async ({ context, body }) => {
        const wanted = decodeOutcome(sentFields(body))
        if (isRefused(wanted)) return context.refuse(wanted)
        const set = await outcomes.set(context.client, wanted)
        return context.answer(isRefused(set) ? set : encodeOutcome(set))
      },
      {
        parse: jsonBody,
        body: OutcomeSchema.setOutcome,
        response: {
          200: OutcomeSchema.outcome,
          ...refusals(...EVERY_CONTROL, ...EVERY_BODY, 'account-mismatch', 'symbol-not-found'),
        },
        detail: {
          operationId: 'setSandboxOutcome',
          summary: 'Force what becomes of orders',
          description:
            'Decides orders that fit all of clientId, accountId, symbol, side and clientOrderId, ' +
            'from the next one on, at every server of the database; of several outcomes the ' +
            'first that was set. They end as ordinary order events, and a forced fill has the ' +
            '`fillProfile` `forced@1`. Cash, shares and limits stay what they are: an order that ' +
            'an outcome cannot decide goes on without it, and `lastMiss` says why. It survives a ' +
            'restart on the same database.',
        },
      },
    )
    .delete(
      '/outcomes',
      async ({ context }) =>
        context.answer({ outcomes: (await outcomes.removeAll(context.client)).map(encodeOutcome) }),
      {
        response: LIST,
        detail: { operationId: 'removeSandboxOutcomes', summary: 'Remove all outcomes' },
      },
    )
    .delete(
      '/outcomes/:outcomeId',
      async ({ context, params }) => {
        const removed = await outcomes.remove(context.client, params.outcomeId)
        return context.answer(isRefused(removed) ? removed : encodeOutcome(removed))
      },
      {
        ...ONE,
        detail: {
          operationId: 'removeSandboxOutcome',
          summary: 'Remove an outcome',
          description: 'Answers what it was. Orders that it holds are left to the market again.',
        },
      },
    )
