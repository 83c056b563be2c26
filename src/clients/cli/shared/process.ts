/** Runs a command as this process: arguments, environment, signals and exit status. */
import { constants } from 'node:os'
import { fault, isFault } from '../../../lib/fault'
import { errorMessage } from '../../../lib/text'
import { StartError } from '../../../postgres/errors'
import {
  asksForHelp,
  type CliCommand,
  type CommandContext,
  chooseSubcommand,
  isAction,
  type Outcome,
  ownArguments,
  readCommandLine,
} from './command-line'
import { chooseCommand, type Paper } from './paper'
import { openTerminal, type Terminal } from './terminal'

/** How to start this program again: a compiled one alone, another one with Bun. */
export const ownProgram = (): readonly [string, ...string[]] =>
  Bun.main.startsWith('/$bunfs/') ? [process.execPath] : [process.execPath, Bun.main]

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Runs `paper`. `args` begins with the name of a command. */
export async function runPaper(paper: Paper, args: readonly string[]): Promise<void> {
  const chosen = await chooseCommand(paper, args)
  if (isFault(chosen)) {
    ownTerminal().complain(chosen.fault)
    process.exitCode = 1
  } else if ('says' in chosen) {
    ownTerminal().say(chosen.says)
  } else {
    await runAsProcess(chosen.command, chosen.args)
  }
}

export async function runAsProcess(command: CliCommand, args: readonly string[]): Promise<void> {
  const stopping = new AbortController()
  if (command.endsItself) {
    for (const signal of SIGNALS) {
      // Once, so that a second signal ends the process at once, as is usual.
      process.once(signal, () => stopping.abort(128 + constants.signals[signal]))
    }
  }
  // The reader of the pipe has gone: the command finishes its work without output.
  process.stdout.on('error', () => stopping.abort())
  const context = {
    terminal: ownTerminal(),
    env: process.env,
    program: ownProgram(),
    stopped: stopping.signal,
  }
  process.exitCode = await runCommand(command, args, context)
}

const ownTerminal = (): Terminal => openTerminal(process)

/** What a command that has thrown reports. */
export const faultOfError = (error: unknown): Outcome =>
  fault(error instanceof StartError ? error.message : `The command failed: ${errorMessage(error)}`)

/** Runs one command. Returns its exit status. */
export async function runCommand(
  command: CliCommand,
  args: readonly string[],
  context: CommandContext,
): Promise<number> {
  const { terminal, stopped } = context
  const own = isAction(command.action) ? ownArguments(args, command.action.syntax) : args
  if (asksForHelp(own) || (!isAction(command.action) && args[0] === 'help')) {
    terminal.say(command.help)
    return 0
  }
  const outcome = await execute(command, args, context).catch(faultOfError)
  terminal.redraw(null)
  if (outcome === undefined) return 0
  if (outcome.fault === undefined) return outcome.status
  // A fault after a signal is a result of the signal.
  if (typeof stopped.reason === 'number') return stopped.reason
  terminal.complain(outcome.fault)
  return outcome.status ?? 1
}

/** Runs one command without help. Throws its errors. */
export async function execute(
  { name, action }: CliCommand,
  args: readonly string[],
  context: CommandContext,
): Promise<Outcome> {
  if (isAction(action)) {
    const line = readCommandLine(args, name, action.syntax)
    return isFault(line) ? line : action.run(line, context)
  }
  const chosen = chooseSubcommand(args, action)
  return isFault(chosen) ? chosen : chosen.entry.run(chosen.line, context)
}
