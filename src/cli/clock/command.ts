/** `paper clock`: the market's time of a server. */
import { answered } from '../../sdk'
import { action, type CliCommand } from '../shared/command'
import { onServer } from '../shared/on-server'
import { SERVER_OPTIONS } from '../shared/server-options'
import { CLOCK_HELP } from './help'
import { clockText } from './lines'

const SYNTAX = { operands: [], options: { ...SERVER_OPTIONS, json: 'flag' } } as const

export const clockCommand: CliCommand = {
  name: 'clock',
  help: CLOCK_HELP,
  does: action(SYNTAX, (line, context) =>
    onServer(line, context, async ({ api }) => {
      const clock = await answered(api.paper.clock.get())
      context.terminal.say(line.flag('json') ? JSON.stringify(clock) : clockText(clock))
      return undefined
    }),
  ),
}
