/** The options of `exec`, as variables of its broker. */
import { type CommandFault, fault } from '../../core/fault'
import type { CommandLineOf } from '../shared/command-line'

const VARIABLE_OF = {
  clock: 'MARKET_CLOCK',
  speed: 'MARKET_SPEED',
  seed: 'MARKET_SEED',
  cash: 'INITIAL_CASH',
  profile: 'FILL_PROFILE',
  scenario: 'SCENARIO',
} as const

export const EXEC_SYNTAX = {
  operands: ['COMMAND…'],
  options: {
    clock: 'text',
    speed: 'text',
    seed: 'text',
    cash: 'text',
    profile: 'text',
    scenario: 'text',
    junit: 'text',
    record: 'text',
    set: 'texts',
  },
  runsCommand: true,
} as const

/** Their values are checked where the broker reads them. */
export function variablesIn(
  line: CommandLineOf<typeof EXEC_SYNTAX.options>,
): Readonly<Record<string, string>> | CommandFault {
  const variables: Record<string, string> = {}
  for (const pair of line.texts('set')) {
    const [, name, value] = /^([A-Z_]+)=(.*)$/s.exec(pair) ?? []
    if (name === undefined || value === undefined) {
      return fault(`--set: ${JSON.stringify(pair)} is not allowed; allowed: NAME=VALUE`)
    }
    variables[name] = value
  }
  for (const option of ['clock', 'speed', 'seed', 'cash', 'profile', 'scenario'] as const) {
    const text = line.text(option)
    if (text !== undefined) variables[VARIABLE_OF[option]] = text
  }
  return variables
}
