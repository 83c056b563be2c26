/** `paper users` [console.users]. */
import { type CommandFault, fault, isFault } from '../../core/fault'
import { isPasswordAllowed, PASSWORD_RULE } from '../../core/password'
import { hashPassword } from '../../identity/passwords'
import type { Action, CliCommand, CommandContext, Outcome } from '../shared/command'
import { configOf } from '../shared/on-database'
import { askDatabaseOrServer } from '../shared/served'
import { USER_SUBCOMMANDS, type UserCommand } from './arguments'
import { SERVED_USERS } from './dispatch'
import { USERS_HELP } from './help'
import { readPassword } from './read-password'

const WAITING = 'waiting for the process that uses the folder …'

export const usersCommand: CliCommand = {
  name: 'users',
  help: USERS_HELP,
  does: Object.fromEntries(
    Object.entries(USER_SUBCOMMANDS).map(([name, { syntax, read }]): [string, Action] => [
      name,
      { syntax, run: (line, context) => run(line.args, read(line), context) },
    ]),
  ),
}

async function run(
  args: readonly string[],
  command: UserCommand | CommandFault,
  { env, terminal }: CommandContext,
): Promise<Outcome> {
  if (isFault(command)) return command
  const config = configOf(env)
  if (isFault(config)) return config
  const hash = await hashFor(command)
  if (isFault(hash)) return hash
  // Only the hash travels: the password stays in this process [console.password].
  const sent = hash === null ? args : [...args, '--password-hash', hash]
  const { ok, text } = await askDatabaseOrServer(SERVED_USERS, config, sent, () =>
    terminal.complain(WAITING),
  )
  if (!ok) return fault(text)
  terminal.say(text)
  return undefined
}

/** Null where the command takes no password, or has a hash already. */
async function hashFor(command: UserCommand): Promise<string | null | CommandFault> {
  if (command.command !== 'add' && command.command !== 'password') return null
  if (command.passwordHash !== null) return null
  const password = await readPassword(`password of ${command.name}: `)
  if (password === undefined) return fault('No password was given.')
  return isPasswordAllowed(password)
    ? hashPassword(password)
    : fault(`A password must have ${PASSWORD_RULE}.`)
}
