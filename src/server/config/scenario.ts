/** SCENARIO: a file of events of the market [run.scenario]. */
import { readFile } from 'node:fs/promises'
import { parseScenario } from '../../api/sandbox/scenario/parse'
import { faultText, type ScenarioSettings } from '../../api/sandbox/scenario/scenario'
import { type CommandFault, fault } from '../../lib/fault'
import { errorMessage } from '../../lib/text'
import { type Environment, type Setting, settingText } from './setting'

export const SCENARIO: Setting<string | null> = {
  variable: 'SCENARIO',
  unset: null,
  allowed: 'the path of a scenario',
  read: (text) => text,
}

export interface LoadedScenario {
  readonly env: Environment
  /** Null if there is no scenario. */
  readonly text: string | null
}

/**
 * Reads the file that SCENARIO names. Its settings replace unset variables. A fault has a line for
 * each wrong line of the file [scenario.faults].
 */
export async function loadScenario(env: Environment): Promise<LoadedScenario | CommandFault> {
  const path = settingText(env, SCENARIO.variable)
  if (path === undefined) return { env, text: null }
  const text = await readFile(path, 'utf8').catch((error: unknown) => fault(errorMessage(error)))
  if (typeof text !== 'string') return fault(`SCENARIO: ${path} cannot be read: ${text.fault}`)
  const scenario = parseScenario(text)
  if ('faults' in scenario) {
    return fault(scenario.faults.map((each) => faultText(path, each)).join('\n'))
  }
  if (scenario.settings.clock === undefined && settingText(env, 'MARKET_CLOCK') === undefined) {
    return fault(`${path}:1:1: it needs a clock, such as clock 2026-03-02T10:00-05:00`)
  }
  const set = Object.entries(variablesOf(scenario.settings)).filter(
    ([variable]) => settingText(env, variable) === undefined,
  )
  return { env: { ...env, ...Object.fromEntries(set) }, text }
}

const variablesOf = ({ clock, seed, profile, cash }: ScenarioSettings): Environment => ({
  ...(clock !== undefined && { MARKET_CLOCK: clock.toString() }),
  ...(seed !== undefined && { MARKET_SEED: String(seed) }),
  ...(profile !== undefined && { FILL_PROFILE: profile }),
  ...(cash !== undefined && { INITIAL_CASH: cash.toFixed() }),
})
