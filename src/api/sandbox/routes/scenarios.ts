/** Plays a scenario, and tells what became of it [scenario.run]. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import { jsonBody } from '../../pipeline/body'
import type { SandboxGate } from '../../pipeline/gate'
import { EVERY_BODY, EVERY_CONTROL, refusals } from '../../wire/refusal'
import type { Conductor } from '../conductor'
import { encodeReport } from '../encode/scenario'
import { STEERING } from '../schema'
import { ScenarioSchema } from '../schema/scenarios'
import type { SandboxService } from '../service'

/** Two plugins, since a gate guards every route of its plugin. */
export const sandboxScenarioRoutes = (
  { scenario }: SandboxService,
  gates: { readonly read: SandboxGate; readonly trade: SandboxGate },
) =>
  new Elysia({ name: 'api.sandbox.scenarios' })
    .use(playRoutes(scenario, gates.trade))
    .use(readRoutes(scenario, gates.read))

const playRoutes = (scenario: Conductor, gate: SandboxGate) =>
  new Elysia({ name: 'api.sandbox.scenarios.play', detail: STEERING }).use(gate).post(
    '/scenarios',
    async ({ context, body }) => {
      const begun = await scenario.begin(body.text)
      return context.answer(isRefused(begun) ? begun : encodeReport(begun))
    },
    {
      parse: jsonBody,
      body: ScenarioSchema.begin,
      response: { 200: ScenarioSchema.report, ...refusals(...EVERY_CONTROL, ...EVERY_BODY) },
      detail: {
        operationId: 'beginSandboxScenario',
        summary: 'Play a scenario',
        description:
          'In place of the one before it. Its lines happen as the market reaches their times, ' +
          'each just after the tick of its instant; an advance of the clock stops at each. ' +
          'Lines whose time is over happen at once. Its settings (clock, seed, profile, cash) ' +
          'are those of a start, and change nothing here.',
      },
    },
  )

const readRoutes = (scenario: Conductor, gate: SandboxGate) =>
  new Elysia({ name: 'api.sandbox.scenarios.read' }).use(gate).get(
    '/scenarios',
    async ({ context }) => {
      return context.answer(encodeReport(await scenario.report()))
    },
    {
      response: { 200: ScenarioSchema.report, ...refusals(...EVERY_CONTROL) },
      detail: {
        operationId: 'getSandboxScenario',
        summary: 'Read what became of the scenario',
        description:
          'Without a scenario it has no rows. Expectations without a time are looked at each ' +
          'time that it is read.',
      },
    },
  )
