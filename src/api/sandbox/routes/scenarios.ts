/** Plays a scenario, and tells what became of it [scenario.run]. */
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../pipeline/endpoint'
import { encodeReport } from '../encode/scenario'
import { LOOK, STEER } from '../schema'
import { ScenarioSchema } from '../schema/scenarios'
import type { SandboxService } from '../service'

const SCENARIO = { path: '/sandbox/scenarios', answer: ScenarioSchema.report } as const

export const sandboxScenarioEndpoints = ({ scenario }: SandboxService) =>
  [
    endpoint({
      ...STEER,
      ...SCENARIO,
      id: 'beginSandboxScenario',
      method: 'POST',
      summary: 'Play a scenario',
      description:
        'In place of the one before it. Its lines happen as the market reaches their times, ' +
        'each just after the tick of its instant; an advance of the clock stops at each. ' +
        'Lines whose time is over happen at once. Its settings (clock, seed, profile, cash) ' +
        'are those of a start, and change nothing here.',
      body: ScenarioSchema.begin,
      async run({ body }) {
        const begun = await scenario.begin(body.text)
        return isRefused(begun) ? begun : encodeReport(begun)
      },
    }),
    endpoint({
      ...LOOK,
      ...SCENARIO,
      id: 'getSandboxScenario',
      method: 'GET',
      summary: 'Read what became of the scenario',
      description:
        'Without a scenario it has no rows. Expectations without a time are looked at each ' +
        'time that it is read.',
      run: async () => encodeReport(await scenario.report()),
    }),
  ] as const
