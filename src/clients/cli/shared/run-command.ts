/** Runs one command and gives its exit status. */
import { isFault } from '../../../lib/fault'
import { reasonOf } from '../../../lib/text'
import { StartError } from '../../../postgres/start-error'
import { type CliCommand, type CommandContext, isAction, type Outcome } from './command'
import { asksForHelp, chooseSubcommand, ownArguments, readCommandLine } from './command-line'

export async function runCommand(
  command: CliCommand,
  args: readonly string[],
  context: CommandContext,
): Promise<number> {
  const { terminal, stopped } = context
  const own = isAction(command.does) ? ownArguments(args, command.does.syntax) : args
  if (asksForHelp(own) || (!isAction(command.does) && args[0] === 'help')) {
    terminal.say(command.help)
    return 0
  }
  const outcome = await execute(command, args, context).catch(
    (error: unknown): Outcome => ({
      fault: error instanceof StartError ? error.message : `The command failed: ${reasonOf(error)}`,
    }),
  )
  terminal.redraw(null)
  if (outcome === undefined) return 0
  if (outcome.fault === undefined) return outcome.status
  // What fails after a signal fails because of it.
  if (typeof stopped.reason === 'number') return stopped.reason
  terminal.complain(outcome.fault)
  return outcome.status ?? 1
}

/** The same without help, and with errors thrown. */
export async function execute(
  { name, does }: CliCommand,
  args: readonly string[],
  context: CommandContext,
): Promise<Outcome> {
  if (isAction(does)) {
    const line = readCommandLine(args, name, does.syntax)
    return isFault(line) ? line : does.run(line, context)
  }
  const chosen = chooseSubcommand(args, does)
  return isFault(chosen) ? chosen : chosen.entry.run(chosen.line, context)
}
