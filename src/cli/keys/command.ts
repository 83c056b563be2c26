/** `paper keys`. */
import { type CommandFault, fault, isFault } from '../../core/fault'
import type { Action, CliCommand, CommandContext, Outcome } from '../shared/command'
import { configOf } from '../shared/on-database'
import { askDatabaseOrServer } from '../shared/served'
import { SUBCOMMANDS } from './arguments'
import { SERVED_KEYS } from './dispatch'
import { KEYS_HELP } from './help'

const WAITING = 'waiting for the process that uses the folder …'

export const keysCommand: CliCommand = {
  name: 'keys',
  help: KEYS_HELP,
  does: Object.fromEntries(
    Object.entries(SUBCOMMANDS).map(([name, { syntax, read }]): [string, Action] => [
      name,
      { syntax, run: (line, context) => run(line.args, read(line), context) },
    ]),
  ),
}

/** The arguments travel, to be read again where they are carried out. */
async function run(
  args: readonly string[],
  command: object | CommandFault,
  { env, terminal }: CommandContext,
): Promise<Outcome> {
  if (isFault(command)) return command
  const config = configOf(env)
  if (isFault(config)) return config
  const { ok, text } = await askDatabaseOrServer(SERVED_KEYS, config, args, () =>
    terminal.complain(WAITING),
  )
  if (!ok) return fault(text)
  terminal.say(text)
  return undefined
}
